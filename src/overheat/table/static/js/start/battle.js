/** Set up a battle: the game, a scenario or forces of one's own, rules, who plays, and go. */

import { button, field, fill, h, tabs, toast } from "../dom.js";
import { classicForces } from "./classic_forces.js";
import { keptDraft } from "./draft.js";
import { QUICK } from "./hero.js";
import { makeGame } from "./making.js";
import { opponents } from "./opponents.js";
import { platoons } from "./platoons.js";
import { refusalPlace, soundNumbers, trying } from "./refusing.js";
import { rulesChooser } from "./rules.js";
import { scenarioCards } from "./scenarios.js";

const GAMES = {
  classic: { title: "Giant war machines", text: "The classic hex game: machines, vehicles, infantry, battle armour." },
  platoon: { title: "H.E.A.T platoons", text: "Modern platoons with order dice, on a table with a tape measure." },
};

/** The part of the page where battles are set up; the answer takes dropped files of units, boards and platoons. */
export function battle(kinds, setupOf) {
  const parts = new Map();
  let kind = kinds[0];
  const rules = rulesChooser({ changed: () => { part().own.recheck?.(); sum(); } });
  const who = opponents({ id: "seats", changed: () => sum() });
  const seed = h(
    "input",
    { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, id: "seed", placeholder: "drawn by the server" },
  );
  const title = h("input", { id: "title", maxlength: 200, placeholder: "as the scenario is called" });
  const place = refusalPlace({ id: "start-refusal" });
  const forces = h("div", { id: "battle-forces" });
  const told = h("p", { id: "battle-summary", "aria-live": "polite" });
  const ruleCount = h("span", { class: "badge", id: "rules-count" });
  const begin = button("Start the battle", () => trying(begin, place, start), { class: "primary big", id: "start-battle" });

  const part = () => parts.get(kind.name);
  const own = () => part().tabs.open() === `own-${kind.name}`;
  const sides = () => (own() ? part().own.sides() : part().scenario.sides);
  const sum = () => {
    if (!parts.has(kind.name)) return;
    place.clear();
    const chosen = rules.titles();
    ruleCount.textContent = chosen.length === 0 ? "none chosen" : chosen.length === 1 ? chosen[0] : `${chosen.length} chosen`;
    const what = own() ? part().own.label() : part().scenario.title;
    fill(
      told,
      h("strong", {}, what),
      h("span", {}, ` · ${who.told().join(", ")} · ${chosen.length === 0 ? "no optional rules" : chosen.join(", ")}`),
    );
    begin.disabled = own() && !part().own.ready();
    if (begin.disabled) told.append(h("span", { class: "not-yet" }, " Both sides need a force that may fight."));
  };
  const sidesChanged = () => {
    who.set(sides(), kind.bots);
    sum();
  };
  const pick = (scenario) => {
    const before = part().scenario.rules;
    part().scenario = scenario;
    const left = rules.set(kind, [...scenario.rules.filter((id) => !before.includes(id)), ...rules.chosen()]);
    if (left) toast(left);
    sidesChanged();
  };
  const furnish = () => {
    const easy = QUICK.find((quick) => quick.kind === kind.name)?.scenario;
    const each = { kind, scenario: kind.scenarios.find((scenario) => scenario.name === easy) ?? kind.scenarios[0] };
    parts.set(kind.name, each);
    const changed = () => {
      if (parts.get(kind.name) !== each || !each.tabs || !own()) return;
      if (String(sides()) === each.shown) sum();
      else sidesChanged();
      each.shown = String(sides());
    };
    const builder = kind.name === "platoon" ? platoons : classicForces;
    each.own = builder({ scenarios: kind.scenarios, setupOf: (name) => setupOf(each.kind.name, name), rules: () => rules.chosen(), changed });
    const panes = [
      {
        id: `scenario-${kind.name}`,
        title: "Scenarios",
        body: scenarioCards({ kind, setupOf: (name) => setupOf(each.kind.name, name), chosen: each.scenario.name, choose: pick }),
      },
      { id: `own-${kind.name}`, title: "Your own forces", body: each.own.element },
    ];
    each.tabs = tabs(panes, () => each.tabs && sidesChanged());
  };
  const choose = (next) => {
    kind = next;
    if (!parts.has(kind.name)) furnish();
    rules.set(kind, part().chosenRules ?? part().scenario.rules);
    fill(forces, part().tabs.element);
    sidesChanged();
  };
  const start = async () => {
    soundNumbers(more);
    const seating = who.seating();
    const wanted = { kind: kind.name, rules: rules.chosen(), title: title.value.trim(), ...seating.request };
    if (seed.value !== "") wanted.seed = Number(seed.value);
    if (own()) {
      wanted.setup = await part().own.setup();
      wanted.title ||= part().own.label().slice(0, 200);
    } else wanted.scenario = part().scenario.name;
    return makeGame(wanted, seating);
  };
  const games = h(
    "div",
    { class: "game-choice", role: "radiogroup", "aria-label": "Which game" },
    kinds.map((each) => gameCard(each, each === kind, () => { part().chosenRules = rules.chosen(); choose(each); })),
  );
  const more = h(
    "details",
    { class: "step", id: "more-step" },
    h(
      "summary",
      {},
      h("span", { class: "step-number", "aria-hidden": "true" }, "5"),
      h("h3", {}, "Title and dice"),
      h("span", { class: "small" }, "if you like"),
    ),
    h(
      "div",
      { class: "weather" },
      field("Title", title),
      field(
        "Seed of the dice",
        seed,
        "Same seed, same dice: with the same commands the battle goes the same way. Leave it empty for fresh dice.",
      ),
    ),
  );
  const element = h(
    "section",
    { id: "battle", class: "card stack", "aria-labelledby": "battle-title" },
    h("h2", { id: "battle-title" }, "Set up a battle"),
    step(1, "Which game?", games),
    step(2, "Who fights, and where?", forces),
    h(
      "details",
      { class: "step", id: "rules-step" },
      h("summary", {}, h("span", { class: "step-number", "aria-hidden": "true" }, "3"), h("h3", {}, "Optional rules"), ruleCount),
      rules.element,
    ),
    step(4, "Who plays?", who.element),
    more,
    place.element,
    h("div", { class: "start-bar" }, told, begin),
  );
  choose(kind);
  const bringing = (name, run) => (file) => {
    const wanted = kinds.find((each) => each.name === name);
    if (kind !== wanted) element.querySelector(`[data-kind="${name}"] input`).click();
    part().tabs.show(`own-${name}`);
    element.scrollIntoView({ block: "start" });
    return run(part().own)(file);
  };
  const built = bringing("platoon", () => ({ rules: wanted = [] }) => {
    if (!wanted.length) return;
    rules.set(kind, [...new Set([...rules.chosen(), ...wanted])]);
    part().own.recheck();
    sum();
  });
  return {
    element,
    /** What the layers of rules change, when that has become known. */
    learn(told) {
      for (const each of kinds) {
        const says = new Map(told.find((one) => one.name === each.name)?.rules.map((layer) => [layer.id, layer.says]));
        for (const layer of each.rules) layer.says = says.get(layer.id) ?? [];
      }
      rules.learn();
    },
    /** Set up a battle under the rules of a link; the answer is what of it is not known here, null where nothing of it is. */
    openRules({ game, title, layers }) {
      const wanted = kinds.find((each) => each.name === game);
      if (!wanted) return null;
      if (kind !== wanted) element.querySelector(`[data-kind="${game}"] input`).click();
      rules.set(kind, layers);
      element.querySelector("#rules-step").open = true;
      element.querySelector("#preset-name").value = title;
      part().own.recheck?.();
      sum();
      element.querySelector("#rules-step").scrollIntoView({ block: "start" });
      return layers.filter((id) => !kind.rules.some((layer) => layer.id === id));
    },
    openPlatoons: () => built(keptDraft("platoon") ?? {}),
    readUnit: bringing("classic", (forces) => forces.readFile),
    readForce: bringing("classic", (forces) => forces.readForce),
    readBoard: bringing("classic", (forces) => forces.readBoard),
    readPlatoon: bringing("platoon", (forces) => forces.readFile),
  };
}

function step(number, title, body) {
  return h(
    "div",
    { class: "step stack" },
    h("div", { class: "step-head" }, h("span", { class: "step-number", "aria-hidden": "true" }, String(number)), h("h3", {}, title)),
    body,
  );
}

function gameCard(kind, on, choose) {
  const about = GAMES[kind.name] ?? { title: kind.name, text: "" };
  return h(
    "label",
    { class: "game-card", "data-kind": kind.name },
    h("input", { type: "radio", name: "game", "aria-label": about.title, value: kind.name, checked: on, onchange: choose }),
    h("span", {}, h("strong", {}, about.title), h("span", { class: "small" }, about.text)),
  );
}
