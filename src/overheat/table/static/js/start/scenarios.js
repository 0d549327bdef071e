/** Scenarios as cards: the field, the story, the sides and their forces with what they are worth. */

import { get } from "../api.js";
import { fill, h, onceSeen } from "../dom.js";
import { points } from "../explain.js";
import { sideName, sidesOf } from "../sides.js";
import { inShort } from "./layers.js";
import { boardAddress, boardPicture, boardTextAddress, tablePicture } from "./pictures.js";

const WORTH = {
  "battle value": "What the units are worth with their crews; sides of the same value have a fair fight",
  points: "What the platoon costs; sides of the same points have a fair fight",
};

/** The cards of a game's scenarios, the chosen one first; `choose(scenario)` is called when one is picked. */
export function scenarioCards({ kind, setupOf, chosen, choose }) {
  const known = new Map(kind.rules.map((layer) => [layer.id, layer.title]));
  const titles = (ids) => inShort(ids, kind.bundles, (id) => known.get(id) ?? id);
  return h(
    "div",
    { class: "scenarios", role: "radiogroup", "aria-label": "Scenario" },
    [...kind.scenarios].sort((one, other) => (other.name === chosen) - (one.name === chosen)).map((scenario) => card(scenario, { kind, setupOf, titles, on: scenario.name === chosen, choose })),
  );
}

function card(scenario, { kind, setupOf, titles, on, choose }) {
  const picture = h("div", { class: "scenario-picture" });
  const forces = h("div", { class: "scenario-forces" });
  const facts = h("p", { class: "small" });
  const box = h(
    "input",
    {
      type: "radio",
      name: `scenario-${kind.name}`,
      value: scenario.name,
      checked: on,
      class: "off-screen",
      "aria-label": scenario.title,
      onchange: () => choose(scenario),
    },
  );
  const ask = () => setupOf(scenario.name).then(async (setup) => {
    const field = setup.table ? tablePicture(setup) : boardPicture(
      setup.board_text ? await boardTextAddress(setup.board_text) : boardAddress(setup.board),
      `The board ${boardName(setup)}`,
      setup.units,
      scenario.sides,
    );
    fill(picture, field);
    facts.textContent = factsOf(setup, scenario, titles);
    fill(forces, await forcesOf(setup));
  }, (no) => (facts.textContent = no.reason ?? String(no)));
  const element = h(
    "label",
    { class: "scenario-card", "data-scenario": scenario.name },
    box,
    picture,
    h(
      "div",
      { class: "stack scenario-words" },
      h("strong", { class: "scenario-title" }, scenario.title),
      scenario.story && h("p", {}, scenario.story),
      facts,
      forces,
    ),
  );
  onceSeen(element, ask);
  return element;
}

/** A board in words: bundled ones by name, those of a scenario of its own by their file. */
const boardName = ({ board }) => board.replace(/\.board$/i, "").replaceAll("_", " ");

function factsOf(setup, scenario, titles) {
  const rules = scenario.rules.length ? titles(scenario.rules).join(", ") : "no optional rules";
  if (setup.table) {
    const listed = setup.objectives.map((aim) => `${aim.name} (${aim.worth})`).join(", ");
    const aims = listed ? `${listed} to hold` : "no objectives: break the other side";
    return `Table ${setup.table.width} × ${setup.table.depth} inches; ${aims}; ${rules}.`;
  }
  const aims = setup.objectives.map((aim) =>
    aim.kind === "breakthrough" ? `${aim.side} leaves over the ${aim.edge} edge` : `${aim.side} holds ${aim.hexes.join(", ")}`,
  );
  return [`Board ${boardName(setup)}`, setup.rounds ? `${setup.rounds} rounds` : "until one side is left", ...aims, rules].join("; ") + ".";
}

async function forcesOf(setup) {
  const sides = sidesOf(setup);
  const listed = setup.forces ? setup.forces.map(pointed) : await valued(setup, sides);
  const worth = setup.forces ? "points" : "battle value";
  return sides.map((side, at) => {
    const total = listed[at].every((unit) => unit.value !== null) ? listed[at].reduce((sum, unit) => sum + unit.value, 0) : null;
    return h(
      "details",
      { class: "scenario-force" },
      h(
        "summary",
        {},
        sideName(side, sides),
        h(
          "span",
          { class: "number", title: WORTH[worth] },
          `${listed[at].length} ${listed[at].length === 1 ? "unit" : "units"}`,
          total !== null && `, ${points(total)} ${worth}`,
        ),
      ),
      h(
        "ul",
        {},
        listed[at].map((unit) => h(
          "li",
          {},
          h(
            "span",
            {},
            unit.name,
            unit.crew && h("span", { class: "small" }, ` ${unit.crew}`),
            unit.notPlayed && h("span", { class: "small not-played" }, ` ${unit.notPlayed}`),
          ),
          h("span", { class: "number" }, points(unit.value)),
        )),
      ),
    );
  });
}

function pointed(force) {
  return force.map((unit) => ({ name: unit.name, value: unit.points }));
}

let shelf = null;

async function valued(setup, sides) {
  shelf ??= get("/api/units", { params: { most: 500 } }).then(
    (found) => new Map(found.units.map((unit) => [unit.name, unit])),
    () => new Map(),
  );
  const values = await shelf;
  const worth = (unit) => (unit.gunnery === 4 && unit.piloting === 5 ? (values.get(unit.unit)?.bv ?? null) : null);
  const listed = (unit) => ({
    name: unit.unit, crew: `${unit.gunnery}/${unit.piloting}`, value: worth(unit), notPlayed: values.get(unit.unit)?.not_played,
  });
  return sides.map((side) => setup.units.filter((unit) => unit.side === side).map(listed));
}
