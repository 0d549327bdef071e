/** The folded log: one line a deed, with what came of it; the rest is there, and unfolds. */

import { button, h } from "../../dom.js";
import { hexName } from "./facts.js";
import { levelOf } from "./log_line.js";

const SAME = new Set(["Moved", "ShotDeclared"]);
/** Notes on a unit that is under way are parts of its move. */
const NOTES = new Set(["MarkLaid", "MarkLifted"]);
const CRITICALS = "criticals";

/** Fold a list of lines; `toldOf(item)` is the event of one. Lines that were unfolded by hand stay so. */
export function fold(list, toldOf) {
  const items = [...list.children];
  const told = items.map(toldOf);
  const heads = headsOf(told);
  items.forEach((item, at) => {
    const head = heads[at];
    const open = head !== at && head !== null && items[head].dataset.open === "true";
    item.classList.toggle("folded", head !== at && !open);
    if (head === at) dress(list, toldOf, item, told[at], told.filter((_, other) => other !== at && heads[other] === at));
  });
}

/** Put the name of a part of the round over the first line of it that is told, where no line of its own announces it. */
export function name(list, toldOf) {
  let before = "";
  for (const item of list.children) {
    item.querySelector(":scope > .log-section")?.remove();
    if (item.classList.contains("folded")) continue;
    const { section = "" } = toldOf(item);
    if (section && section !== before) item.prepend(h("b", { class: "log-section" }, section));
    before = section;
  }
}

/** By line: the line that it is folded under, itself where it stands by itself, null where it is told nowhere. */
function headsOf(told) {
  const found = [];
  let head = null;
  told.forEach((one, at) => {
    const silent = levelOf(one) === 2 && quiet(told, at);
    if (levelOf(one) <= 1 || (levelOf(one) === 2 && !silent && !goesOn(one, told[head]))) head = at;
    found.push(silent || leadsTo(told, at) ? null : head);
  });
  return found.map((mine, at) => (empty(told, found, at) ? null : mine));
}

/** Whether a line announces a part of the round in which nothing happened that is told: another part follows at once. */
function empty(told, found, at) {
  if (told[at].kind !== "PhaseBegan") return false;
  const next = told.find((one, other) => other > at && found[other] === other);
  return next !== undefined && (levelOf(next) <= 1 || Boolean(next.section));
}

/** Whether dice were thrown for the deed that is told next, with what fell. */
function leadsTo(told, at) {
  const next = told.slice(at).find((one) => one.kind !== "Rolled");
  return told[at].kind === "Rolled" && next !== undefined && levelOf(next) <= 2;
}

/** Whether two events are parts of one deed: steps of a move, shots of a volley. */
const goesOn = (one, before) => before !== undefined && one.event.unit === before.event.unit && (SAME.has(one.kind) ? one.kind === before.kind : before.kind === "Moved" && NOTES.has(one.kind));

/** That nothing changed is not told, nor that a unit takes its turn, nor that it is done, unless it might have moved and did not: what it did stands there. */
function quiet(told, at) {
  const { kind, event, idle } = told[at];
  if (idle) return true;
  if (!event.unit) return false;
  const moves = () => told.slice(0, at).findLast((one) => one.kind === "PhaseBegan")?.event.phase === "movement";
  return kind === "TurnBegan" || (kind === "TurnEnded" && (told[at - 1]?.kind !== "TurnBegan" || !moves()));
}

/** What came of a line in few words, and the mark that unfolds it; why it was done stands below. */
function dress(list, toldOf, item, told, more) {
  item.querySelector(":scope > .log-fold")?.remove();
  item.querySelector(":scope > .log-came")?.remove();
  if (levelOf(told) < 2 || !more.length) return;
  const open = item.dataset.open === "true";
  const flip = () => {
    item.dataset.open = String(!open);
    fold(list, toldOf);
    item.querySelector(":scope > .log-fold")?.focus({ preventScroll: true });
  };
  const came = cameOf(told, more);
  const reason = item.querySelector(":scope > .log-reason");
  const add = (part) => item.insertBefore(part, reason);
  if (came) add(h("span", { class: "log-came" }, came));
  add(button("⋯", flip, { class: "log-fold", "aria-expanded": String(open), "aria-label": open ? "Fold" : `Unfold ${more.length} more`, title: open ? "Fold" : "Unfold" }));
}

function cameOf(told, more) {
  if (SAME.has(told.kind)) {
    const same = more.filter((one) => one.kind === told.kind);
    if (told.kind === "Moved") return same.length ? ` to ${same.at(-1).about || hexName(same.at(-1).event.hex)}` : "";
    return same.length ? ` and ${same.length} more` : "";
  }
  const words = more.flatMap((one, at) => (one.kind === "Rolled" ? missed(one, more[at + 1]) : one.short ? [one.short] : []));
  return words.length ? ` → ${words.join("; ")}` : "";
}

/** A roll for critical hits that found none. */
function missed(one, next) {
  const { purpose, faces } = one.event.roll;
  if (purpose !== CRITICALS || next?.event.roll?.purpose?.startsWith(CRITICALS)) return [];
  return [`critical roll ${faces.reduce((sum, face) => sum + face, 0)}: none`];
}
