/** A way that is planned, in words: what it takes, what it risks, and what it means for those who shoot. */

import { counted } from "../../counting.js";
import { button, h } from "../../dom.js";
import { chance, signed, unfolding } from "../../explain.js";
import { FACINGS, POINTS } from "../map/hexes.js";
import { easiest } from "./ways.js";
import { modeName } from "../words.js";

/** Whether a move may go on from a place in another way: in a charge, on a carrier, or off the board. */
const mayGoOn = (place) => place.then.length > 0;

/** Whether one goes to a place to go on from there; a charge is wanted seldom enough to be asked for. */
export const leadsOn = (place) => place.then.some(({ type }) => type !== "Charge");

/**
 * The plan as a card to confirm; `motion` is what ending so means for shots, `go(end)`, `clear()` and `change(mode)` are what is done with
 * it, `modes` those that lead there, `proposed` whether the page chose it, `turnable` whether it may face another way there, `outlook` what the place means for the fight.
 */
export function planCard(plan, unit, motion, { go, clear, change, modes, proposed, turnable, outlook }) {
  const [able, on] = [mayGoOn(plan), leadsOn(plan)];
  const turns = turnable ? " · arrows turn it" : "";
  return h(
    "section",
    { class: "plan", "data-plan": plan.hex },
    h("b", {}, `${goes(plan, unit)} ${plan.hex}, facing ${FACINGS[plan.facing]}`),
    proposed && h("div", { class: "muted", "data-proposed": "" }, "Proposed: a good place to fight from. Click another hex to go elsewhere."),
    modes.length > 1 && modeChoice(plan, unit, modes, change),
    h("div", { class: "muted" }, `${spent(plan, unit)}, ${counted(plan.hexes, "hex")}${height(plan, unit)}${turns}`),
    h(
      "div",
      { class: "row" },
      button([ending(plan, unit, on), h("kbd", {}, "⏎")], () => go(), { class: "primary", "data-command": "go" }),
      on && button("Go and end the move", () => go(true), { "data-command": "go-end" }),
      able && !on && button("Go there, then decide", () => go(false), { "data-command": "go-on" }),
      button("Clear", clear, { class: "quiet", "data-command": "clear" }),
    ),
    plan.checks.map((check) => unfolding(h("span", { class: "roll" }, `Roll, ${check.label}: ${check.target_number}+ `, chance(check.probability)), check.terms)),
    able && h("div", { class: "muted" }, `There it may also: ${plan.then_words.join("; ")}.`),
    outlook,
    h("div", { class: "sums" }, sum("As a target", motion?.as_target), sum("Its own shots", motion?.as_attacker)),
  );
}

/** The modes that lead to the same hex. */
function modeChoice(plan, unit, modes, change) {
  const one = (mode) =>
    button([h("span", { class: `mode-mark ${mode}` }, mode[0].toUpperCase()), modeName(unit, mode)], () => change(mode), {
      "aria-pressed": String(mode === plan.mode), "data-command": `by-${mode}`,
    });
  return h("div", { class: "modes", role: "group", "aria-label": "How to get there" }, modes.map(one));
}

function goes(plan, unit) {
  if (!plan.path.length) return "stay in";
  if (plan.hex !== unit.hex) return `${modeName(unit, plan.mode)} to`;
  return unit.condition.prone ? "stand up in" : "turn in";
}

/** What is pressed to do as planned. */
function ending(plan, unit, on) {
  if (!plan.path.length) return "End the move";
  if (on) return "Go there, then decide";
  if (plan.hex !== unit.hex) return "Go there";
  return unit.condition.prone ? "Stand up" : "Turn";
}

/** The points that a plan takes, of those there are. */
function spent(plan, unit) {
  const most = unit.figures.points[plan.mode] ?? 0;
  return plan.points <= most ? `${plan.points} of ${counted(most, "point")}` : counted(plan.points, "point");
}

const height = (plan, unit) => (plan.elevation > 0 && unit.figures.motive === "vtol" ? `, flying at ${plan.elevation}` : "");

function sum(title, found) {
  if (!found) return null;
  const total = Number(found.total);
  if (!found.terms.length) return h("div", {}, `${title} +0`);
  return unfolding(`${title} ${signed(total)}`, found.terms, { total, label: "in all", start: false });
}

/** What it takes to get into a hex in a mode, for the pointer; `ways` lead there. */
export function wayTip(unit, ways, mode) {
  if (!ways.length) return null;
  const least = easiest(ways);
  const found = new Set(ways.map((place) => place.facing));
  const facings = found.size === POINTS.length ? "any way" : [...found].map((facing) => POINTS[facing]).join(" ");
  return h(
    "div",
    { class: `tip-way ${mode}` },
    `${modeName(unit, mode)}: ${counted(least.points, "point")}, ${counted(least.hexes, "hex")}, facing ${facings}`,
    least.checks.map((check) => h("div", { class: "tip-roll" }, `roll, ${check.label}: ${check.target_number}+ `, chance(check.probability))),
  );
}
