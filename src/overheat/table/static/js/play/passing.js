/** Several players at one screen: say when it goes to the next, and hide the table meanwhile if the game has secrets. */

import { button, h } from "../dom.js";
import { capital, sideMark } from "../sides.js";

const WHILE = 1800;

/** Watches whose seat it is; a board with `secret` true is covered until the next player is there. */
export function passing(table, stage) {
  let seat = table.seat;
  let note = null;
  let timer = 0;

  function show(board) {
    const before = seat;
    seat = table.seat;
    if (before === null || seat === before || table.game.you.length < 2 || table.past !== null || table.game.outcome) return;
    note?.remove();
    clearTimeout(timer);
    note = board.secret ? cover() : banner();
    stage.append(note);
    note.querySelector("button")?.focus();
  }

  function banner() {
    const index = table.sideIndex(seat);
    timer = setTimeout(() => note.remove(), WHILE);
    return h("div", { class: "pass-banner", id: "pass", "data-side-index": index, "aria-hidden": "true" }, sideMark(index), ` ${capital(seat)}'s turn`);
  }

  function cover() {
    const here = button(`I am ${capital(seat)}`, () => note.remove(), { class: "primary" });
    const words = h("p", {}, sideMark(table.sideIndex(seat)), ` Pass the screen to ${capital(seat)}.`);
    return h("div", { class: "pass-cover", id: "pass", role: "alertdialog", "aria-label": "Pass the screen" }, words, here);
  }

  return { show };
}
