/** The end of a game: who won and why, and what one can do then. */

import * as api from "../../api.js";
import { counted } from "../../counting.js";
import { button, copy, dialog, fill, h } from "../../dom.js";
import { recall, remember, seatOfTab } from "../../seats.js";
import { capital, sideMark } from "../../sides.js";
import { reachable } from "../../inviting.js";
import { goTo, showLinks } from "../../start/making.js";
import { coaching } from "./coach.js";
import { endWords } from "../phase_bar.js";
import { periodOf, summaryOf } from "./summary.js";

/** The strip with the result, and the dialog when the end comes. */
export function ending(table, desk, { replay, moment, film, download, board }) {
  const element = h("div", { id: "result", class: "game-strip result", role: "status", hidden: true });
  const coach = coaching(table, { board, moment, details: open });
  let over = Boolean(table.game.outcome);

  function show() {
    const { outcome } = table.game;
    element.hidden = !outcome;
    coach.show();
    if (!outcome) {
      over = false;
      return;
    }
    fill(element, marks(outcome), h("b", { title: endWords(outcome) }, `${endWords(outcome)}.`), button("Replay", replay, { id: "result-replay" }), button("Details", open));
    if (!over && table.past === null) open();
    over = true;
  }

  function marks(outcome) {
    return outcome.winners.map((side) => sideMark(table.sideIndex(side)));
  }

  function open() {
    const { outcome, you } = table.game;
    const { host: hosted, links } = recall(table.game.id) ?? {};
    const watching = you.length === 0 && !hosted && seatOfTab(table.game.id);
    const own = watching ? `/play#game=${table.game.id}&token=${watching}` : null;
    const link = links?.watch ?? own ?? (table.game.open_to_all ? `/play#game=${table.game.id}` : null);
    const share = async () => {
      const { base } = await reachable();
      await copy(new URL(link, base).href);
      table.notice("The link is copied: whoever opens it sees the battle and its replay, and can change nothing.", "good");
    };
    const ours = outcome.winners.some((side) => you.includes(side));
    const alone = you.length === 1;
    const head = !outcome.winners.length ? "A draw" : alone ? (ours ? "You win" : "You lose") : endWords({ ...outcome, reason: "" });
    const lost = alone && outcome.winners.length > 0 && !ours;
    const words = lost || !outcome.reason ? endWords(outcome) : capital(outcome.reason);
    const again = button("Play again", () => playAgain(again, box), { class: "primary", id: "play-again" });
    const summed = h("div", { class: "summary-place" });
    const length = h("p", { class: "muted", id: "result-length" });
    const leaving = (run) => run && ((round) => (box.close(), run(round)));
    sumUp(summed, length, leaving(replay), leaving(film));
    const box = dialog(
      head,
      h(
        "div",
        { class: "stack" },
        h("p", { class: "result-words", id: "result-words", tabindex: -1, autofocus: true }, marks(outcome), ` ${words}.`),
        length,
        coach.part(() => box.close()),
        summed,
        h(
          "div",
          { class: "row result-tools" },
          (you.length > 0 || hosted) && again,
          button("Watch the replay", () => (box.close(), replay())),
          link && button("Link to the replay", share, { id: "share-replay" }),
          button("Download the game file", download),
          h("a", { class: "button", href: "/" }, "Back to the start"),
        ),
      ),
      { id: "result-dialog" },
    );
  }

  /** Fetch the summary of the battle, and show it where it belongs; a game that cannot be summed up has none. */
  async function sumUp(place, length, locate, film) {
    try {
      const found = await table.ask("summary");
      fill(length, `After ${counted(found.rounds.length, periodOf(table))}.`);
      fill(place, summaryOf(table, found, locate, film));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      place.remove();
    }
  }

  /** The same set-up with the same seats and new dice. */
  async function playAgain(control, box) {
    control.disabled = true;
    try {
      const header = JSON.parse((await desk.text("log")).split("\n", 1)[0]);
      const { kind, title, seats, you, open_to_all } = table.game;
      const made = await api.post("/api/games", {
        kind, title, open_to_all, setup: header.setup, rules: header.rules.slice(1), hot_seat: you.length > 1,
        seats: Object.fromEntries(seats.map((seat) => [seat.player, seat.bot || "human"])),
      });
      const others = Object.entries(made.seats).filter(([side]) => !you.includes(side));
      const links = { ...Object.fromEntries(others.map(([side, way]) => [side, way.link])), watch: made.watch.link };
      remember(made.game.id, { token: (made.seats[you[0]] ?? made.watch).token, title, kind, host: made.host, links, sides: you });
      if (others.every(([side]) => table.seatOf(side).bot)) return goTo(made.game.id);
      box.close();
      const friends = others.filter(([side]) => !table.seatOf(side).bot);
      await table.post("again", { links: Object.fromEntries(friends.map(([side, way]) => [side, way.link])) });
      showLinks(made.game.id, title, links, "Who is still at this table is told, and comes along with one click.");
    } catch (error) {
      control.disabled = false;
      if (!(error instanceof api.Refusal)) throw error;
      table.notice(error, "no");
    }
  }

  return { element, coached: coach.element, show };
}
