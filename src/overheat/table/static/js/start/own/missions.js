/** Kinds of scenario for forces of one's own: what it is about, how it is won, and what of it can be said. */

import { get } from "../../api.js";
import { choice, field, fill, h } from "../../dom.js";
import { capital } from "../../sides.js";

const ROLES = { breakthrough: "Who breaks through", line: "Who holds the line", ground: "Who holds the ground", hunt: "Who hunts" };

/**
 * A chooser of the kind of scenario. `forces()` gives the units by side, `chosen(mission)` is called when a kind is picked,
 * `changed` after every other change; `orders()` is what the server takes.
 */
export function missions({ sides, start = null, forces, chosen = () => {}, changed = () => {} }) {
  let known = {};
  let id = start?.mission ?? "meeting";
  const said = { ...start };
  const cards = h("div", { class: "missions", role: "radiogroup", "aria-label": "Kind of scenario" });
  const details = h("div", { class: "weather", id: "mission-details" });
  let drawn = "";

  const wanting = () => said.side || sides[known[id]?.wants ?? 0];
  const enemies = () => sides.filter((side) => side !== wanting()).flatMap((side) => forces()[side].map((unit, at) => [`${side}-${at + 1}`, `${unit.name} (${side})`]));
  const say = (name, value) => {
    if (value === "" || value === 0 || value === null) delete said[name];
    else said[name] = value;
    changed();
  };
  const number = (label, name, hint, most) => {
    const box = h("input", { type: "number", min: 1, max: most, id: `mission-${name}`, value: said[name] ?? "", placeholder: "as usual", oninput: () => say(name, Number(box.value) || 0) });
    return field(label, box, hint);
  };
  const place = () => {
    const box = h("input", {
      id: "mission-hexes", maxlength: 120, value: (said.hexes ?? []).join(" "), placeholder: "as usual",
      onchange: () => say("hexes", box.value.trim() ? box.value.trim().split(/[\s,]+/) : null),
    });
    return field("Which hexes", box, "Numbers of hexes, such as 0808 0809; usually high ground near the middle");
  };
  const MORE = {
    breakthrough: () => [number("Units that must get through", "units", "usually more than half of them", 60)],
    line: () => [number("Rows behind the line", "depth", "usually three tenths of the map", 100)],
    ground: () => [place()],
    hunt: () => [field("The prey", choice([["", "Whoever is worth most"], ...enemies()], said.targets?.[0] ?? "", (unit) => say("targets", unit ? [unit] : null), { id: "mission-prey" }))],
    hill: () => [place(), number("Points that win", "points", "usually 5", 100)],
  };
  const draw = () => {
    const mission = known[id];
    if (!mission) return;
    const role = ROLES[id] && field(ROLES[id], choice(sides.map((side) => [side, capital(side)]), wanting(), (side) => { delete said.targets; say("side", side); }, { id: "mission-side" }));
    fill(details, role, MORE[id]?.());
    drawn = shape();
  };
  const shape = () => JSON.stringify([id, wanting(), id === "hunt" && enemies()]);
  const pick = (next) => {
    id = next;
    for (const name of Object.keys(said)) delete said[name];
    draw();
    chosen(known[id]);
  };
  const card = ([name, { title, says, won }]) => h(
    "label",
    { class: "mission-card", "data-mission": name },
    h("input", { type: "radio", name: "mission", value: name, checked: name === id, class: "off-screen", "aria-label": title, onchange: () => pick(name) }),
    h("strong", {}, title),
    h("span", { class: "small" }, says),
    h("span", { class: "small mission-won" }, won),
  );
  get("/api/classic/missions").then((found) => {
    known = found;
    fill(cards, Object.entries(found).map(card));
    draw();
  }, () => {});
  return {
    element: h("div", { class: "stack", id: "missions" }, cards, details),
    orders: () => ({ ...said, mission: id }),
    /** Forces have changed: prey is named anew. */
    refresh: () => {
      if (said.targets && !enemies().some(([unit]) => unit === said.targets[0])) delete said.targets;
      if (shape() !== drawn) draw();
    },
  };
}
