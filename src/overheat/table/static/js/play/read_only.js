/** A game whose log does not replay in this version: it is looked at, and the strip says why and how far. */

import { button, fill, h } from "../dom.js";

/** The strip of a game that is read-only; hidden for all others. */
export function readOnly(table, { replay, download }) {
  const why = table.game.read_only;
  const element = h("div", { id: "read-only", class: "game-strip read-only", role: "status", hidden: !why });
  if (why) fill(element, h("div", { class: "read-only-words" }, h("b", {}, "Read-only"), ` ${words(why, table.game.number)}`), button("Replay", replay, { id: "read-only-replay" }), button("Download the game file", download, { id: "read-only-download" }));
  return { element };
}

function words({ reason, shown, board, version }, last) {
  const began = version ? ` It was begun with version ${version}.` : "";
  return `This game can be looked at and not played on: ${reason}.${began} ${far(shown, board, last)}`;
}

function far(shown, board, last) {
  if (!board) return "The log tells what happened; there is no board to show.";
  if (shown >= last) return "Log and board are as the events tell them.";
  return shown ? `The board is shown up to event ${shown} of ${last}; from there on the log alone tells.` : "The board is shown as it was before the game; the log alone tells what happened.";
}
