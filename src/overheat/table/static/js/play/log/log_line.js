/** One event as a line of the log: indented, with its dice, its sum and its links to the map. */

import { button, h } from "../../dom.js";
import { tally } from "../../explain.js";
import { diceOf } from "./die.js";

/** What stays on the line of the word before it. */
const STOPS = /^[.,:;)]+/;
const ROUNDS = new Set(["RoundBegan", "TurnBegan"]);

/** How far an event is set in: 0 a round, 1 a phase, 2 a deed, 3 what follows from it. */
export function levelOf(told) {
  if (told.level !== undefined) return told.level;
  if (told.kind === "Rolled") return 3;
  if (ROUNDS.has(told.kind) && (told.event.round ?? told.event.turn)) return 0;
  return told.kind.endsWith("PhaseBegan") ? 1 : 2;
}

/** The line of an event; in few words where there are any and it is to be `brief`. */
export function logLine(told, board, brief = false) {
  const level = levelOf(told);
  const words = linked((brief && level === 2 && told.short) || told.text, told.event, board);
  const terms = told.terms ?? [];
  return h(
    "li",
    {
      class: `log-line level-${level}`,
      "data-number": told.number,
      "data-kind": told.kind,
      "data-level": level,
      title: told.reason ? `Why: ${told.reason}` : undefined,
    },
    told.kind === "Rolled" ? rolled(told, board) : terms.length ? explained(words, terms) : words,
    told.reason && h("small", { class: "log-reason" }, `why: ${told.reason}`),
  );
}

/** Words before which a mark stands that unfolds their sum; between the links the words themselves can be pressed, too. */
function explained(words, terms) {
  const sum = tally(terms, { label: "in all" });
  sum.hidden = true;
  const unfold = () => {
    sum.hidden = !sum.hidden;
    why.setAttribute("aria-expanded", String(!sum.hidden));
    if (!sum.hidden) sum.scrollIntoView({ block: "nearest" });
  };
  const why = button("", unfold, { class: "log-why", "aria-expanded": "false", "aria-label": "How the number comes about", title: "How the number comes about" });
  const text = h("span", { class: "log-words", onclick: (event) => event.target === text && unfold() }, words);
  return [why, text, sum];
}

function rolled(told, board) {
  const { roll } = told.event;
  const total = roll.faces.reduce((sum, face) => sum + face, 0);
  return [h("span", { class: "dice" }, diceOf(roll), told.summed && h("b", {}, String(total))), " ", h("span", {}, linked(told.about || told.text, told.event, board))];
}

/** A text about an event, with the names of what that is about as links to the map. */
export function linked(text, event, board) {
  const refs = board?.refs?.(text, event) ?? [];
  const parts = [];
  let at = 0;
  for (const { start, end, ref } of [...refs].sort((one, other) => one.start - other.start)) {
    if (start < at) continue;
    const [stop = ""] = STOPS.exec(text.slice(end)) ?? [];
    const named = link(text.slice(start, end), ref, board);
    parts.push(text.slice(at, start), stop ? h("span", { class: "log-end" }, named, stop) : named);
    at = end + stop.length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}

function link(words, ref, board) {
  const show = (event) => {
    event.preventDefault();
    board.locate(ref);
  };
  return button(words, show, { class: "log-link", title: "Show on the map", "data-unit": ref.unit, "data-hex": ref.hex });
}
