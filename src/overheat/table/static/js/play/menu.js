/** The menu of a game: links to send, the game file, the position, help, and the ways out. */

import * as api from "../api.js";
import { button, dialog, download, find, h } from "../dom.js";
import { want, wanted } from "../classic/by_itself.js";
import { forget, recall } from "../seats.js";
import { capital } from "../sides.js";
import { linkRow, onlyHere, reachable } from "../inviting.js";
import { periodOf } from "./after/summary.js";
import { showPosition } from "./position.js";

/** The button of the menu; `offers` holds what other parts of the frame can do: dice, replay, keys, words. */
export function gameMenu(id, table, desk, offers) {
  const element = button(
    [h("span", { "aria-hidden": "true" }, "☰"), h("span", { class: "tool-words" }, "Menu")],
    open,
    { id: "menu", class: "tool", "aria-label": "Menu", "aria-haspopup": "dialog" },
  );

  function open() {
    const known = recall(id) ?? {};
    const item = (label, run, properties) => button(label, () => (box.close(), run()), { class: "menu-item", ...properties });
    const box = dialog(
      table.game.title,
      h(
        "div",
        { class: "menu-list" },
        item("Links to send", () => invite(known), { id: "menu-invite" }),
        item("Look back", () => offers.replay(), { id: "menu-replay" }),
        item("Dice so far", offers.dice, { id: "menu-dice" }),
        item("Picture of the map", offers.picture, { id: "menu-picture" }),
        offers.film && item(`Film of this ${periodOf(table)}`, offers.film, { id: "menu-film" }),
        item("Download the game file", save, { id: "menu-download" }),
        item("Copy the position", () => showPosition(id, table, desk), { id: "menu-position" }),
        offers.words && item("Words of the game", offers.words, { id: "menu-words" }),
        table.kind === "classic" && item(wanted() ? "Ask me about every step" : "Skip what needs no decision", () => want(!wanted()), { id: "menu-by-itself" }),
        item("Keys", offers.keys, { id: "menu-keys" }),
        item("Light or dark", () => find(".site > button").click(), { id: "menu-theme" }),
        h("hr"),
        h("a", { class: "button menu-item", href: "/adjudicate" }, "Adjudicator"),
        h("a", { class: "button menu-item", href: "/units" }, "Cards & sheets"),
        h("a", { class: "button menu-item", href: "/equipment" }, "Equipment"),
        h("hr"),
        item(table.game.outcome || !table.game.you.length ? "Leave" : "Leave (the game waits for you)", () => location.assign("/"), { id: "menu-leave" }),
        known.host && item("End the game for everybody…", () => end(known.host), { id: "menu-end", class: "menu-item danger" }),
        facts(),
      ),
      { id: "menu-dialog" },
    );
  }

  function facts() {
    const seats = table.game.seats.map((seat) => `${capital(seat.player)}: ${seat.bot ? `${seat.bot} bot` : table.game.you.includes(seat.player) ? "you" : "a player"}`);
    return h("p", { class: "muted small" }, `${seats.join(" · ")}. Rules: ${table.game.under.join(", ") || "no optional rules"}.`);
  }

  async function invite(known) {
    const own = desk.token && table.game.you.length ? [["Your own seat, for another device", `/play#game=${id}&token=${desk.token}`]] : [];
    const others = Object.entries(known.links ?? {}).map(([side, link]) => [side === "watch" ? "To watch only" : `To play ${capital(side)}`, link]);
    const open = table.game.open_to_all && !others.some(([name]) => name === "To watch only") ? [["To watch only", `/play#game=${id}`]] : [];
    const { base, beyond } = await reachable();
    const rows = [...others, ...open, ...own].map(([name, link]) => linkRow(name, new URL(link, base).href, name));
    const missing = !others.length && h("p", { class: "muted" }, "The links of the other seats are known where the game was made.");
    const warning = h("p", { class: "muted small" }, "Whoever has the link of a seat plays that side.");
    dialog("Links to send", h("div", { class: "stack" }, rows, missing, !beyond && onlyHere(), warning), { id: "invite-dialog" });
  }

  /** Download the log: the save and the replay of the game. */
  async function save() {
    try {
      const file = await api.blob(`/api/games/${id}/log`, { token: recall(id)?.host ?? desk.token });
      download(`${table.kind}-${id}.jsonl`, file);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      table.notice(error, "no");
    }
  }

  function end(host) {
    const sure = button("End the game", async () => {
      try {
        await api.remove(`/api/games/${id}`, { token: host });
        forget(id);
        location.assign("/");
      } catch (error) {
        if (!(error instanceof api.Refusal)) throw error;
        table.notice(error, "no");
      }
    }, { class: "primary", id: "end-sure" });
    const warning = "It ends for everybody and is deleted from the server. Download the game file first if you want to keep it.";
    const answers = h("div", { class: "row" }, sure, button("Download the game file", save));
    dialog("End the game?", h("div", { class: "stack" }, h("p", {}, warning), answers), { id: "end-dialog" });
  }

  return { element, open, save };
}
