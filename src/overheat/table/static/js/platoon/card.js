/** What there is to know about a unit: on a card under the pointer, and in the panel. */

import { counted } from "../counting.js";
import { h, s } from "../dom.js";
import { chance, tally } from "../explain.js";
import { capital } from "../sides.js";
import { faceOf } from "./orders.js";
import { signsOf } from "./scene.js";
import { symbol } from "./table/signs.js";

/** The symbol of a unit as a small picture. */
export function badge(unit, size = 40) {
  return s(
    "svg",
    { viewBox: "-18 -20 36 37", width: size, height: size, class: "p-badge", "data-side-index": unit.look, "aria-hidden": "true" },
    symbol(signsOf(unit), unit.look, { size: unit.facts?.symbol?.size, mobility: unit.sheet.mobility, vehicle: unit.kind === "vehicle" }),
  );
}

/** The head of a card: symbol, name, whose it is, quality. */
export function cardHead(unit) {
  const men = unit.sheet.men.length ? `, ${unit.men.length} of ${counted(unit.sheet.men.length, "man")}` : "";
  return h("header", { class: "p-card-head", "data-side-index": unit.look }, badge(unit), h("div", {}, h("b", {}, unit.name), h("small", {}, `${capital(unit.player)} · ${unit.sheet.quality}${men}`)));
}

/** The card of a unit. */
export function card(unit, scene) {
  return h("div", { class: "p-card", "data-side-index": unit.look }, cardHead(unit), state(unit, scene), morale(unit), weapons(unit));
}

/** Where it is and what has become of it, a line each. */
export function state(unit, scene) {
  const facts = unit.facts;
  const lines = [
    whereabouts(unit, scene),
    unit.order && [`${faceOf(unit.order).name}${unit.kept ? " (kept)" : ""}`, faceOf(unit.order).tip].filter(Boolean).join(": "),
    facts?.moves,
    `damage value ${unit.sheet.damage_value}`,
    unit.building !== null && unit.place === "table" && `in ${scene.pieces[unit.building]?.name || "a building"}`,
    unit.aboard.length && `aboard: ${unit.aboard.map((each) => each.name).join(", ")}`,
    unit.sheet.seats > 0 && `seats ${unit.sheet.seats}`,
    unit.sheet.officer && `officer: ${unit.sheet.officer.replaceAll("_", " ")}`,
    unit.laws > 0 && `${unit.laws} LAW`,
    unit.charges > 0 && counted(unit.charges, "device"),
    unit.drone && droneWords(unit),
    unit.zero && `zeroed in on ${scene.unit(unit.zero.target)?.name ?? "a target"}, needs ${unit.zero.need}+`,
    ...(facts?.marks ?? []),
  ].filter(Boolean);
  return h("ul", { class: "p-facts" }, lines.map((line) => h("li", {}, line)));
}

function whereabouts(unit, scene) {
  if (unit.place === "table") return unit.flying ? `flying ${unit.at[2] / 100}″ high` : null;
  if (unit.place === "aboard") return `aboard ${scene.unit(unit.carrier)?.name ?? "a transport"}`;
  return { reserve: unit.flank ? `in reserve, outflanking by the ${unit.flank}` : "in reserve", waiting: "still to be set up", lost: "lost" }[unit.place];
}

function droneWords(unit) {
  const load = { recon: "camera", ied: "explosive load", at_ied: "anti-tank load" }[unit.sheet.payload] ?? "";
  const high = unit.drone.at[2] / 100;
  return `drone: ${load}${unit.drone.loaded || unit.sheet.payload === "recon" ? "" : " (spent)"}, ${high ? `${high}″ up` : unit.drone.empty ? "battery empty" : "on the ground"}`;
}

/** The order test of a plain Advance as the server reckons it, officers included; before it is on the table only its morale. */
export function morale(unit) {
  const { morale: start, test } = unit.facts ?? {};
  if (start === undefined || start === null) return null;
  const pins = h("span", { class: "p-pinrow", "aria-label": counted(unit.pins, "pin") }, Array.from({ length: Math.min(unit.pins, 8) }, () => h("i", {})));
  if (!test) return h("p", { class: "p-morale" }, pins, h("b", {}, "Morale "), String(start));
  const words = test.needed ? [h("b", {}, `Obeys on ${test.target} or less `), chance(test.chance)] : [h("b", {}, `Morale ${test.target} `), "no test for plain orders"];
  return h("div", { class: "p-morale" }, pins, h("span", {}, words), (test.needed || test.terms.length > 1) && tally(test.terms, { total: test.target, label: "or less on two dice, to advance" }));
}

/** Weapons with their ranges. */
export function weapons(unit) {
  const list = unit.facts?.weapons ?? [];
  if (!list.length) return null;
  return h(
    "table",
    { class: "p-weapons" },
    h("thead", {}, h("tr", {}, h("th", {}, "Weapon"), h("th", {}, "Range, shots"), h("th", {}, "Pen"))),
    h(
      "tbody",
      {},
      list.map((weapon) =>
        h("tr", { class: weapon.spent ? "spent" : null }, h("td", {}, weapon.name.replace(/^(\d+) x /, "$1 × ")), h("td", {}, weapon.ranges ?? ""), h("td", {}, weapon.pen ?? "")),
      ),
    ),
  );
}

/** The card of a unit that was clicked where others are to be chosen. */
export function lookedAt(desk) {
  const unit = desk.selected && desk.scene.unit(desk.selected);
  return unit ? h("section", { class: "p-looked-at" }, card(unit, desk.scene)) : null;
}
