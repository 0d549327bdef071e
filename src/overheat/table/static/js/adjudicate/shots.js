/** The answer: each weapon with its number explained, the damage to expect and how it spreads, the heat after. */

import { bars } from "../chart.js";
import { place } from "../classic/words.js";
import { button, h } from "../dom.js";
import { chance, percent, plainly, refusal, signed, tally } from "../explain.js";

const MOST_BARS = 28;
const TIPS = {
  Needs: "two dice: this much or more succeeds",
  Damage: "damage to expect on average",
  Heat: "heat that firing it adds to the attacker",
};

/** A weapon's name in a question; the second of the same kind in the same place is counted. */
export function shotKeys(shots) {
  const seen = new Map();
  return shots.map((shot) => {
    const name = [shot.weapon, shot.location, shot.rear ? "rear" : ""].filter(Boolean).join(", ");
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times > 1 ? `${name} #${times}` : name;
  });
}

/**
 * All weapons as a table with a box to take each or leave it. `chosen` is a set of keys; `toggle` is told of a change;
 * `inWords` makes a reason readable; `ways` gives a weapon's controls.
 */
export function weaponTable(shots, chosen, { toggle, inWords, ways }) {
  const keys = shotKeys(shots);
  const able = shots.some((shot) => !shot.refusal);
  return h(
    "table",
    { class: "shots", id: "shots" },
    h("thead", {}, h("tr", {}, h("th", {}, h("span", { class: "off-screen" }, "Fires")), ["Weapon", "Needs", "Chance", "Damage", "Heat"].map(heading))),
    h("tbody", {}, shots.map((shot, at) => weaponRow(shot, keys[at], chosen.has(keys[at]), { toggle, inWords, ways }))),
    !able && h("caption", {}, "No weapon can fire at it now."),
  );
}

function heading(title) {
  return h("th", { scope: "col", class: ["Weapon", "Blow"].includes(title) ? "" : "number", title: TIPS[title] }, title);
}

function weaponRow(shot, key, on, { toggle, inWords, ways }) {
  const box = h("input", {
    type: "checkbox",
    checked: on && !shot.refusal,
    disabled: Boolean(shot.refusal),
    "aria-label": `Fire ${key}`,
    "data-weapon": key,
    onchange: () => toggle(key, box.checked),
  });
  const where = h("small", { title: shot.location && `mounted in the ${place(shot.location)}` }, [shot.location, shot.rear ? "rear" : "", shot.ammunition ?? ""].filter(Boolean).join(" · "));
  if (shot.refusal) {
    const no = refusal({ ...shot.refusal, reason: inWords(shot.refusal.reason) });
    return h("tr", { class: "cannot", "data-shot": key }, h("td", {}, box), h("td", { colspan: 5 }, shot.weapon, " ", where, h("div", { class: "small" }, no), ways(shot, key)));
  }
  return [
    h(
      "tr",
      { class: on ? "" : "left-out", "data-shot": key, "data-needs": shot.target_number },
      h("td", {}, box),
      h("td", {}, whyButton(`fire ${key}`, [shot.weapon, " ", where]), ways(shot, key)),
      h("td", { class: "number needs" }, `${shot.target_number}+`),
      h("td", { class: "number" }, odds(shot.probability)),
      h("td", { class: "number" }, decimal(shot.expected_damage)),
      h("td", { class: "number" }, shot.heat === null || shot.heat === undefined ? "–" : plainly(shot.heat)),
    ),
    whyRow(`fire ${key}`, 6, shot.terms),
  ];
}

/** The rows that somebody has unfolded; they stay so when the answer changes. */
const unfolded = new Set();

/** A name that unfolds the reasons of its number, which stand in a row of their own. */
function whyButton(key, name) {
  const pressed = button([h("span", { class: "why-mark", "aria-hidden": "true" }), h("span", {}, name)], () => {
    const row = pressed.closest("tr").nextElementSibling;
    row.hidden = !row.hidden;
    pressed.setAttribute("aria-expanded", String(!row.hidden));
    if (row.hidden) unfolded.delete(key);
    else unfolded.add(key);
  }, { class: "why", "aria-expanded": String(unfolded.has(key)), title: "Why this number" });
  return pressed;
}

function whyRow(key, columns, terms) {
  return h("tr", { class: "why-row", hidden: !unfolded.has(key) }, h("td", { colspan: columns }, tally(terms, { label: "needed on two dice" })));
}

/** The blows that the attacker may strike at a neighbour, each with a button that rolls it. */
export function blowTable(blows, strike) {
  const rows = blows.map((blow) => {
    const { kind, limb } = blow.command ?? blow;
    const name = [kind, limb].filter(Boolean).join(", ");
    if (blow.refusal) return h("tr", { class: "cannot" }, h("td", { colspan: 5 }, name, h("div", { class: "small" }, refusal(blow.refusal))));
    return [h(
      "tr",
      { "data-blow": name },
      h("td", {}, whyButton(`strike ${name}`, [kind, limb && h("small", {}, ` ${limb}`)])),
      h("td", { class: "number needs" }, `${blow.target_number}+`),
      h("td", { class: "number" }, odds(blow.probability)),
      h("td", { class: "number" }, decimal(blow.expected_damage)),
      h("td", { class: "number" }, button("Roll", (event) => strike(event.currentTarget, { kind, ...(limb ? { limb } : {}) }), { "aria-label": `Roll the ${name}` })),
    ), whyRow(`strike ${name}`, 5, blow.terms)];
  });
  const head = h("thead", {}, h("tr", {}, ["Blow", "Needs", "Chance", "Damage", ""].map(heading)));
  return h("details", { class: "blows unfolding", open: true, id: "blows" }, h("summary", {}, h("strong", {}, "Blows")), h("table", { class: "shots" }, head, h("tbody", {}, rows)));
}

/** The easiest number of all weapons, in a few words. */
export function best(shots) {
  const able = shots.filter((shot) => !shot.refusal).map((shot) => shot.target_number);
  return able.length ? `best ${Math.min(...able)}+` : "nothing can fire";
}

/** A chance with its exact fraction beneath it. */
function odds(exact) {
  if (!exact) return "–";
  return h("span", { class: "odds" }, chance(exact), Array.isArray(exact) && h("small", {}, `${exact[0]}/${exact[1]}`));
}

/** A mean with one place after the point. */
export function decimal(value) {
  return value === null || value === undefined ? "–" : (Math.round(value * 10) / 10).toFixed(1);
}

/** What the chosen weapons do together; `target` is what is known of the unit they are fired at. */
export function together(answer, target) {
  const { expected_damage, damage, heat, distance, side } = answer;
  const none = damage?.find((row) => row.damage === 0)?.chance ?? 0;
  return h(
    "div",
    { class: "stack", id: "together" },
    h(
      "div",
      { class: "headline" },
      plate("Damage to expect", decimal(expected_damage), "expected"),
      damage?.length > 0 && plate("Some damage", `${Math.round((1 - none) * 1000) / 10} %`, "some"),
      heat && plate("Heat", `${plainly(heat.before)} → ${plainly(heat.after)}`, "heat"),
      distance !== undefined && plate("Distance", `${distance}${side ? `, ${side}` : ""}`, "distance"),
    ),
    damage?.length > 1 && bars(binned(damage), { title: "Damage of the volley", axis: "points of damage" }),
    damage?.length > 1 && atLeast(damage),
    target?.kind === "infantry" && h("p", { class: "small" }, "Points as the weapons deal them; how many soldiers fall for them is worked out when the dice are rolled."),
    heat && heatSum(heat),
  );
}

function plate(label, value, id) {
  return h("div", { class: "plate", "data-figure": id }, h("small", {}, label), h("strong", {}, value));
}

/** Long distributions are drawn in steps of several points, so that the bars can be told apart. */
function binned(damage) {
  const most = damage.at(-1).damage;
  const step = Math.max(1, Math.ceil((most + 1) / MOST_BARS));
  const bins = new Map();
  for (const row of damage) {
    const from = Math.floor(row.damage / step) * step;
    bins.set(from, (bins.get(from) ?? 0) + row.chance);
  }
  const rows = [];
  for (let from = 0; from <= most; from += step) {
    rows.push({ value: from, label: step === 1 ? String(from) : `${from} to ${from + step - 1}`, short: String(from), chance: bins.get(from) ?? 0 });
  }
  return rows;
}

function atLeast(damage) {
  const most = damage.at(-1).damage;
  const marks = [5, 10, 15, 20, 30, 40, 60, 80].filter((mark) => mark <= most);
  const share = (mark) => damage.reduce((sum, row) => sum + (row.damage >= mark ? row.chance : 0), 0);
  const said = marks.map((mark, at) => [at > 0 && " · ", `${mark}: `, h("b", {}, percent(share(mark)))]);
  return marks.length > 0 && h("p", { class: "at-least small" }, "At least ", said);
}

function heatSum(heat) {
  const signedTerms = (sum, sign) => (sum?.terms ?? []).map((term) => ({ ...term, value: sign * Number(term.value) }));
  const terms = [{ value: heat.before, label: "heat before" }, ...signedTerms(heat.built, 1), ...signedTerms(heat.sunk, -1)];
  return h(
    "details",
    { class: "unfolding heat-sum", "data-figure": "heat-sum" },
    h("summary", {}, `Heat ${heat.before}, ${signed(heat.built?.total ?? 0)} built, ${signed(-(heat.sunk?.total ?? 0))} sunk: ${heat.after} after firing`),
    tally(terms, { total: heat.after, label: "heat after (never below 0)" }),
  );
}
