/** The force as a list: each unit with its skills and values, and what they add up to. */

import { button, choice, fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { battleValue, pointValue, totals } from "./force.js";
import { tons } from "./search.js";

const SKILLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** A list that shows a force; call `show` whenever the force changed. */
export function forceList(force) {
  const rows = h("ul", { class: "force", id: "force", "aria-label": "Chosen units" });
  const sums = h("div", { class: "force-totals", id: "force-totals", role: "status" });
  let looked = null;
  /** Scroll the list, and nothing but the list, to a unit. */
  const bring = (key) => {
    const row = rows.querySelector(`[data-key="${key}"]`);
    if (!row) return;
    const [above, below] = [row.offsetTop - rows.offsetTop, row.offsetTop - rows.offsetTop + row.offsetHeight - rows.clientHeight];
    rows.scrollTop = Math.min(above, Math.max(below, rows.scrollTop));
  };
  const show = () => {
    const held = document.activeElement?.dataset?.hold;
    const { scrollTop } = rows;
    fill(rows, force.entries.map((entry) => (entry.refusal ? refusedRow(force, entry) : row(force, entry))));
    rows.scrollTop = scrollTop;
    fill(sums, summed(force));
    if (held) rows.querySelector(`[data-hold="${held}"]`)?.focus();
    if (force.chosen !== looked) bring((looked = force.chosen));
  };
  return { element: h("div", { class: "stack" }, rows, sums), show };
}

function row(force, entry) {
  const unit = entry.facts?.unit;
  const about = unit ? [unit.kind, tons(unit), unit.tech].filter(Boolean).join(" · ") : "reading…";
  const waiting = entry.answered !== entry.asked;
  return h(
    "li",
    { class: `force-row${waiting ? " waiting" : ""}`, "data-unit": unit?.name ?? entry.unit, "data-key": entry.key, "aria-current": entry.key === force.chosen ? "true" : null },
    h(
      "button",
      { type: "button", class: "force-name", "data-hold": `${entry.key}-name`, onclick: () => look(force, entry) },
      h("span", {}, unit?.name ?? entry.unit),
      h("small", {}, about, entry.text && h("span", { class: "from-file" }, ` · ${entry.unit}`)),
    ),
    button("×", () => force.remove(entry.key), { class: "quiet", "aria-label": `Remove ${unit?.name ?? entry.unit}`, "data-hold": `${entry.key}-remove` }),
    h(
      "div",
      { class: "force-numbers" },
      skill(force, entry, "gunnery", "Gunnery"),
      skill(force, entry, "piloting", "Piloting"),
      value("bv", "Battle value", battleValue(entry), entry.facts?.battle_value?.refusal),
      value("pv", "Points", pointValue(entry), entry.facts?.alpha_strike?.refusal),
    ),
  );
}

/** Look at a unit; where the screen has one column, go to it. */
function look(force, entry) {
  force.choose(entry.key);
  if (matchMedia("(max-width: 1000px)").matches) document.querySelector(".detail")?.scrollIntoView({ block: "start" });
}

function skill(force, entry, name, label) {
  const control = choice(SKILLS, entry[name], (value) => force.skill(entry.key, name, Number(value)), {
    "aria-label": `${label} of ${entry.facts?.unit.name ?? entry.unit}`,
    "data-skill": name,
    "data-hold": `${entry.key}-${name}`,
  });
  return h("label", { class: "skill" }, h("span", { "aria-hidden": "true" }, label), control);
}

function value(id, label, number, no) {
  const shown = number === null ? "–" : number.toLocaleString("en-GB");
  return h("span", { class: "value", "data-value": id, title: no ? no.reason : null }, h("small", {}, label), h("strong", { class: "number" }, shown));
}

function refusedRow(force, entry) {
  return h(
    "li",
    { class: "force-row refused", "data-file": entry.unit, "data-key": entry.key },
    h("div", { class: "force-name" }, h("span", {}, entry.unit), h("small", {}, refusal(entry.refusal))),
    button("×", () => force.remove(entry.key), { class: "quiet", "aria-label": `Remove ${entry.unit}` }),
  );
}

function summed(force) {
  const units = force.good.filter((entry) => entry.facts);
  if (!units.length) return null;
  const sum = totals(units);
  const without = (what, missing) => missing > 0 && h("small", {}, `${missing} without ${what}`);
  return [
    total(`${sum.count} unit${sum.count === 1 ? "" : "s"}`, `${sum.tons.toLocaleString("en-GB")} t`),
    total("Battle value", sum.battle.sum.toLocaleString("en-GB"), without("battle value", sum.battle.missing), "bv"),
    total("Points", sum.points.sum.toLocaleString("en-GB"), without("points", sum.points.missing), "pv"),
  ];
}

function total(label, number, note = null, id = "count") {
  return h("div", { "data-total": id }, h("small", {}, label), h("strong", {}, number), note);
}
