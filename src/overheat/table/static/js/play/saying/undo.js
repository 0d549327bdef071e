/** Taking the last command back: asking, agreeing, refusing, withdrawing. Whoever plays alone just does it. */

import { Refusal } from "../../api.js";
import { button, fill, h } from "../../dom.js";
import { capital, listed, sideMark } from "../../sides.js";

/** The undo button and the strip that shows who wants it; `show()` brings both up to date. */
export function undoing(table, desk) {
  const element = h("div", { id: "votes", class: "game-strip votes", role: "status", hidden: true });
  const asking = button(
    [h("span", { "aria-hidden": "true" }, "↶"), h("span", { class: "tool-words" }, "Undo")],
    ask,
    { id: "undo", class: "tool", title: "Take back your last decision and all that followed (Backspace)", "aria-label": "Undo" },
  );

  function humans() {
    return table.game.seats.filter((seat) => !seat.bot).map((seat) => seat.player);
  }

  async function vote(agree) {
    asking.disabled = true;
    try {
      return await desk.insist("undo", { agree, decisions: true });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      table.notice(error, "no");
      return null;
    } finally {
      asking.disabled = !table.game.you.length;
    }
  }

  async function ask() {
    if (!table.game.you.length) return;
    await vote(true);
  }

  function show() {
    const { votes, you } = table.game;
    asking.hidden = !you.length || Boolean(table.game.read_only);
    element.hidden = !votes.length;
    if (!votes.length) return;
    const ours = votes.some((side) => you.includes(side));
    const missing = humans().filter((side) => !votes.includes(side));
    const who = ours ? "You ask" : `${capital(listed(votes))} ${votes.length > 1 ? "ask" : "asks"}`;
    const answers = ours
      ? [button("Withdraw", () => vote(false), { id: "undo-withdraw" })]
      : you.length
        ? [button("Agree", () => vote(true), { id: "undo-agree", class: "primary" }), button("Refuse", () => vote(false), { id: "undo-refuse" })]
        : [];
    const command = table.game.wanted_back ? `“${table.game.wanted_back}”` : "the last command";
    const waits = missing.length ? ` ${capital(listed(missing))} ${missing.length > 1 ? "have" : "has"} to agree.` : "";
    fill(element, votes.map((side) => sideMark(table.sideIndex(side))), h("span", {}, `${who} to take ${command} back.${ours || !you.length ? waits : ""}`), answers);
  }

  return { element, button: asking, ask, show };
}
