/** A unit in short: what it is, how it moves, how hot it is, and what is left of it. */

import { h } from "../dom.js";
import { amount, plainly } from "../explain.js";
import { isMachine, isTroops, isVehicle, marks, modeName, moved, place, soundness } from "./words.js";

const BODY = {
  HD: [3, 1],
  LA: [1, 2],
  LT: [2, 2],
  CT: [3, 2],
  RT: [4, 2],
  RA: [5, 2],
  FLL: [1, 2],
  FRL: [5, 2],
  LL: [2, 3],
  CL: [3, 3],
  RL: [4, 3],
  RLL: [1, 3],
  RRL: [5, 3],
};
const ORDER = ["HD", "LA", "LT", "CT", "RT", "RA", "FLL", "FRL", "LL", "CL", "RL", "RLL", "RRL", "FR", "LS", "RS", "RR", "TU", "FT", "RO", "BD"];

/** The head of a unit: mark of its side, name, skills. */
export function heading(unit, name, index) {
  return h(
    "header",
    { class: "unit-head", "data-side-index": index },
    h("span", { class: "side-mark", "data-side-index": index }),
    h("div", {}, h("b", {}, name), h("small", {}, kind(unit))),
  );
}

/** Pilot, model, weight and skills in a line. */
function kind(unit) {
  const tons = isTroops(unit) ? "" : `${unit.figures.tons} t, `;
  const second = isMachine(unit) ? ` / piloting ${unit.piloting}` : isVehicle(unit) ? ` / driving ${unit.piloting}` : "";
  return `${unit.pilot ? `${unit.pilot}, ` : ""}${unit.name}, ${tons}gunnery ${unit.gunnery}${second}`;
}

/** Movement, heat and marks as small facts. */
export function facts(unit) {
  const { points, as_target: harder, sinks } = unit.figures;
  const ways = Object.keys(points).filter((mode) => points[mode]).map((mode) => `${modeName(unit, mode)} ${points[mode]}`);
  const fact = (words, kind = "") => h("span", { class: `fact ${kind}` }, words);
  return h(
    "div",
    { class: "facts" },
    fact(ways.join(" · ") || "cannot move", "figures"),
    unit.motion.mode !== "stationary" && fact(harder === null ? moved(unit) : `${moved(unit)}, target +${harder}`, unit.motion.mode),
    isMachine(unit) && fact(
      `heat ${plainly(unit.condition.heat)}${sinks ? `, sinks ${sinks}` : ""}`,
      amount(unit.condition.heat) >= 14 ? "hot" : amount(unit.condition.heat) >= 5 ? "warm" : "",
    ),
    unit.kind === "infantry" && fact(`${unit.condition.troopers} of ${unit.figures.troopers} soldiers`),
    marks(unit).map((words) => fact(words, "mark")),
  );
}

/** What rules and loads have changed of its sheet. */
export function refitted(unit) {
  if (!unit.refitted?.length) return null;
  return h(
    "details",
    { class: "small refitted", "data-keep": `refitted ${unit.name}` },
    h("summary", {}, "Otherwise than in its file"),
    unit.refitted.map((note) => h("p", {}, note.text, note.cite && h("cite", {}, note.cite))),
  );
}

/** Bars for the armour and structure of each location, standing where they are on the body; `close` is small enough for two beside one another. */
export function armour(unit, close = false) {
  if (unit.kind === "infantry") return null;
  const codes = Object.keys(unit.figures.full).filter((code) => unit.figures.full[code].some(Boolean));
  codes.sort((one, other) => rank(one) - rank(other));
  return h(
    "div",
    { class: `armour ${isMachine(unit) ? "of-machine" : "of-others"}${close ? " close" : ""}`, role: "list", "aria-label": "Armour" },
    codes.map((code) => bar(unit, code)),
  );
}

function rank(code) {
  const at = ORDER.indexOf(code);
  return at < 0 ? ORDER.length : at;
}

function bar(unit, code) {
  const [armourFull, rearFull, structureFull] = unit.figures.full[code];
  const now = unit.condition.locations[code];
  const gone = !now || now.blown_off || now.structure <= 0;
  const share = (left, full) => `${full ? Math.max(0, Math.min(100, (100 * left) / full)) : 0}%`;
  const words = gone
    ? "gone"
    : `${now.armour}/${armourFull}${rearFull ? `, rear ${now.rear_armour}/${rearFull}` : ""}, structure ${now.structure}/${structureFull}`;
  const strip = (left, full, kind) => full > 0 && h(
    "span",
    { class: `strip ${kind}${left / full <= 0.34 ? " low" : ""}` },
    h("span", { style: { inlineSize: share(left, full) } }),
  );
  const cell = h(
    "div",
    {
      class: `armour-place${gone ? " gone" : ""}`,
      role: "listitem",
      title: `${place(code)}: ${words}`,
      "aria-label": `${place(code)}: ${words}`,
      "data-location": code,
    },
    h("span", { class: "armour-code" }, h("span", {}, code), h("small", {}, gone ? "✕" : String(now.armour), rearFull && !gone ? `·${now.rear_armour}` : "")),
    strip(gone ? 0 : now.armour, armourFull, "front"),
    strip(gone ? 0 : now.rear_armour, rearFull, "rear"),
    strip(gone ? 0 : now.structure, structureFull, "structure"),
    !gone && now.flooded ? h("small", { class: "criticals" }, "flooded") : !gone && now.critical_hits.length ? h("small", { class: "criticals" }, `${now.critical_hits.length} crit`) : null,
  );
  if (isMachine(unit) && BODY[code]) [cell.style.gridColumn, cell.style.gridRow] = BODY[code].map(String);
  return cell;
}

/** Two units face to face, each with what is left of its armour: who shoots, and at whom. */
export function opposed(unit, name, index, target, targetName, targetIndex) {
  const one = (each, called, at) => h("figure", { class: "opposed-one" }, h("figcaption", {}, h("span", { class: "side-mark", "data-side-index": at }), called), armour(each, true) ?? h("p", { class: "muted" }, `${each.condition.troopers} soldiers`));
  return h("div", { class: "opposed", "data-opposed": "" }, one(unit, name, index), one(target, targetName, targetIndex));
}

/** Weapons that work and those that do not. */
export function weapons(unit) {
  const shots = new Map((unit.ammunition ?? []).map((bin) => [bin.mount, bin]));
  const lines = unit.figures.weapons.map((weapon) =>
    h("li", { class: weapon.works ? "" : "lost" }, `${weapon.name} `, h("small", {}, `${weapon.location}${weapon.rear ? " rear" : ""}`)),
  );
  const bins = [...shots.values()].map((bin) => h("li", {}, h("small", {}, `${bin.name} (${bin.location}): ${bin.shots} left`)));
  return h("ul", { class: "weapon-list" }, lines, bins);
}

/** All of it, for the panel. */
export function card(unit, name, index) {
  return h(
    "section",
    { class: "unit-card", "data-card": name },
    heading(unit, name, index),
    facts(unit),
    unit.not_played?.text && h("p", { class: "small not-played" }, unit.not_played.text),
    refitted(unit),
    armour(unit),
    h("details", { class: "unfolding" }, h("summary", {}, "Weapons and ammunition"), weapons(unit)),
  );
}

/** A few lines for the pointer. */
export function brief(unit, name, index) {
  return h(
    "div",
    { class: "brief" },
    heading(unit, name, index),
    unit.kind !== "infantry" && h("div", { class: "brief-line" }, `${Math.round(soundness(unit) * 100)} % of armour and structure left`),
    facts(unit),
    armour(unit),
    h("small", {}, unit.figures.weapons.filter((weapon) => weapon.works).map((weapon) => weapon.name).join(", ") || "no weapon works"),
  );
}
