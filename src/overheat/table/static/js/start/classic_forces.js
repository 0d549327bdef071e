/** Forces of one's own for the game of giant war machines: units and crews of two sides, map, length and weather. */

import { get, post } from "../api.js";
import { button, choice, field, fill, h, settled } from "../dom.js";
import { points, refusal } from "../explain.js";
import { capital, sideIndex, sideName } from "../sides.js";
import { keepDraft, keptDraft } from "./draft.js";
import { fileButton } from "./files.js";
import { missions } from "./own/missions.js";
import { randomForce } from "./own/random_force.js";
import { unitItem } from "./own/unit_item.js";
import { zones } from "./own/zones.js";
import { boardPicture } from "./pictures.js";
import { library, readUnit } from "./own/library.js";
import { maps } from "./own/maps.js";
import { refusalPlace, soundNumbers } from "./refusing.js";

const SIDES = ["red", "blue"];
const DRIFT = "Wind and smoke go";
const NOWHERE = { title: "No planet", conditions: {}, rules: [] };
const TOWARDS = [[0, "North"], [1, "North-east"], [2, "South-east"], [3, "South"], [4, "South-west"], [5, "North-west"]];
/** So many units are asked about at a time, and with more than so many a side can be emptied at once. */
const TOGETHER = 4;
const NIGHTS = { "full moon": "Night, full moon", moonless: "Night, moonless" };

/** The builder of two forces. `request()` gives what the server musters; `changed` is called after every change. */
export function classicForces({ scenarios = [], setupOf = null, rules = () => [], changed = () => {} } = {}) {
  const kept = keptDraft("classic");
  const forces = Object.fromEntries(SIDES.map((side) => [side, []]));
  const weather = { wind_towards: 0, ...kept?.weather };
  let planets = {};
  let planet = NOWHERE;
  const ruling = () => [...new Set([...rules(), ...planet.rules])];
  const rounds = h("input", { type: "number", min: 0, max: 200, value: kept?.rounds ?? 15, id: "rounds", oninput: () => told() });
  const place = refusalPlace({ id: "unit-refusal" });
  const mustered = h("div", { id: "muster-state", class: "small", role: "status" });
  const lists = Object.fromEntries(SIDES.map((side) => [side, h("div", { class: "force card", "data-side": side })]));
  let target = "red";
  let restored = false;
  let latest = 0;
  const putting = {};

  const showSide = (side) => {
    lists[side].dataset.sideIndex = sideIndex(side, SIDES);
    const units = forces[side];
    const total = units.reduce((sum, entry) => sum + (entry.value ?? 0), 0);
    const unvalued = units.filter((entry) => entry.unvalued).length;
    fill(
      lists[side],
      h(
        "header",
        { class: "row spread" },
        h("h3", {}, sideName(side, SIDES)),
        h(
          "strong",
          { class: "number", "data-total": side, title: "Battle value of the side, with its crews" },
          `${points(total)} battle value`,
        ),
      ),
      units.length === 0 && h("p", { class: "muted" }, "Nobody yet. Add units from the library, or drop unit files here."),
      h("ul", { class: "units" }, units.map((entry) => unitItem(entry, side, { value, showSide, told, forces }))),
      units.length > TOGETHER && h("div", { class: "row" }, button("Remove all", () => put(side, []), { class: "quiet", "aria-label": `Remove all units of ${side}`, "data-empty": side })),
      unvalued > 0 && h("p", { class: "small" }, `${unvalued} without a battle value, not counted.`),
    );
  };
  const told = () => {
    mustered.textContent = "";
    kinds?.refresh();
    latest += 1;
    if (restored) keepDraft("classic", request());
    check();
    changed();
  };
  const asks = ({ unit, text, gunnery, piloting, loads }) => JSON.stringify([unit, text, gunnery, piloting, loads, rules()]);
  const weigh = async (entry) => {
    const before = asks(entry);
    const read = await readUnit(entry, rules());
    if (before === asks(entry)) Object.assign(entry, read);
  };
  const value = async (entry, side) => {
    await weigh(entry);
    showSide(side);
  };
  /** Entries of units with what the server says of them, some at a time and alike ones once: `{ entry }`, or `{ no }` with the reason. */
  const readAll = async (entries) => {
    const asked = new Map();
    const one = (entry) => {
      const key = asks(entry);
      if (!asked.has(key)) asked.set(key, readUnit(entry, rules()));
      return asked.get(key).then((read) => ({ entry: { ...entry, ...read } }), (no) => ({ no }));
    };
    for (let at = 0; at < entries.length; at += TOGETHER) {
      if (entries.length > TOGETHER) mustered.textContent = `Reading units: ${at} of ${entries.length}`;
      await Promise.all(entries.slice(at, at + TOGETHER).map(one));
    }
    mustered.textContent = "";
    return Promise.all(entries.map(one));
  };
  const stated = ({ unit, text = "", gunnery = 4, piloting = 5, loads = {}, pilot = "" }) => ({ unit, text, gunnery, piloting, loads, pilot, name: unit });
  /** Units join a side; those that cannot are named with the reason. */
  const bring = async (entries, side) => {
    for (const { entry, no } of await readAll(entries.map(stated))) {
      if (no) place.add(no);
      else forces[side].push(entry);
    }
    showSide(side);
    told();
  };
  const check = settled(async () => {
    if (SIDES.some((side) => forces[side].length === 0)) return;
    const asked = (latest += 1);
    try {
      soundPlan();
      const drawn = await post("/api/classic/muster", request());
      if (asked !== latest) return;
      fill(mustered, h("span", { class: "good" }, `Both sides stand ready${compared(SIDES.map((side) => drawn.values[side].total))}.`));
      fill(goals, drawn.goals.map((goal) => h("li", {}, capital(goal), ".")));
      fill(picture, boardPicture(map.address(), `The field with the zones of both sides on ${map.label()}`, drawn.setup.units, SIDES, {
        zones: drawn.zones, goals: drawn.setup.objectives.flatMap(({ hexes }) => hexes),
      }));
    } catch (no) {
      if (asked !== latest) return;
      fill(mustered, refusal(no));
      fill(goals);
      fill(picture);
    }
  }, 700);
  const recheck = () => {
    for (const side of SIDES) Promise.allSettled(forces[side].map(weigh)).then(() => showSide(side));
    check();
    look();
  };
  let kinds = null;
  const goals = h("ul", { id: "muster-goals", class: "small" });
  const picture = h("div", { id: "muster-picture" });
  const map = maps({ start: kept, changed: told });
  const placing = zones({ sides: SIDES, start: kept, changed: told });
  const length = field("Rounds", rounds, "0: until one side is left");
  const skies = h("div", { class: "weather", id: "weather" }, length);
  let looked = 0;
  const set = (part, value) => { weather[part] = value; told(); };
  /** A condition by what it can be: one of several names, a number, or there or not. */
  const sky = (part, { title, usual, choices, least, most }) => {
    const id = `weather-${part}`;
    if (choices) return field(title, choice(choices.map((name) => [name, NIGHTS[name] ?? (capital(name) || "None")]), weather[part], (chosen) => set(part, chosen), { id }));
    if (least !== undefined) {
      const box = h("input", { type: "number", id, min: least, max: most, step: Number.isInteger(usual) && usual !== 1 ? 1 : 0.1, value: weather[part], oninput: () => box.value !== "" && set(part, Number(box.value)) });
      return field(title, box);
    }
    const box = h("input", { type: "checkbox", id, checked: weather[part], onchange: () => set(part, box.checked) });
    return h("label", { class: "row" }, box, h("span", {}, title));
  };
  const drift = () => field(DRIFT, choice(TOWARDS, weather.wind_towards, (chosen) => set("wind_towards", Number(chosen)), { id: "weather-wind_towards" }));
  const worlds = h("div", { id: "planets" });
  /** On a planet: its map, its conditions, and the rules that play them. */
  const land = async (name) => {
    planet = planets[name] ?? NOWHERE;
    for (const part of Object.keys(weather)) if (part !== "wind_towards") delete weather[part];
    Object.assign(weather, { wind_towards: 0 }, planet.conditions);
    if (planet.board_text) await map.read({ name: `${name}.board`, text: planet.board_text });
    fill(says, planet.says ?? "");
    await look();
    told();
  };
  const says = h("p", { class: "small", id: "planet-says" });
  get("/api/classic/planets").then((found) => {
    planets = found;
    const named = Object.entries(found).map(([name, { title }]) => [name, title]);
    fill(worlds, field("Planet", choice([["", NOWHERE.title], ...named], "", land, { id: "planet" })), says);
  }, () => {});
  /** The weather that the chosen rules know; what they do not know any more becomes ordinary again. */
  const look = async () => {
    const turn = ++looked;
    try {
      const asked = ruling().map((layer) => `rules=${encodeURIComponent(layer)}`).join("&");
      const found = await get(`/api/classic/conditions?${asked}`);
      if (turn !== looked) return;
      for (const part of Object.keys(weather)) if (part !== "wind_towards" && !(part in found)) delete weather[part];
      for (const [part, { usual, choices }] of Object.entries(found)) {
        if (weather[part] === undefined || (choices && !choices.includes(weather[part]))) weather[part] = usual;
      }
      fill(skies, length, Object.entries(found).map(([part, sort]) => sky(part, sort)), drift());
    } catch (no) {
      fill(skies, length, refusal(no));
    }
  };
  kinds = missions({
    sides: SIDES, start: kept?.orders, forces: () => forces,
    chosen: (mission) => { rounds.value = mission.rounds; told(); }, changed: told,
  });
  /** Numbers that draw forces or maps matter when these are drawn. */
  const soundPlan = () => [kinds.element, placing.element, skies].forEach(soundNumbers);
  const request = () => ({
    ...map.chosen(), rounds: Number(rounds.value) || 0, weather: { ...weather }, rules: ruling(),
    orders: kinds.orders(), ...placing.chosen(),
    sides: Object.fromEntries(SIDES.map((side) => [
      side,
      forces[side].map(({ unit, text, gunnery, piloting, loads, pilot }) => ({ unit, text, gunnery, piloting, loads, pilot })),
    ])),
  });
  const bringOne = (entry, side, { among = 0 } = {}) => {
    if (among === 0) place.clear();
    return bring([entry], side);
  };
  const shelf = library(SIDES, (name, side) => bringOne({ unit: name }, side));
  const readFile = (file) => bringOne({ unit: file.name, text: file.text }, file.where?.closest?.("[data-side]")?.dataset.side ?? target, file);

  const takeOver = async (name) => {
    if (!name) return;
    const setup = await setupOf(name);
    for (const side of SIDES) await put(side, setup.units.filter((unit) => unit.side === side));
    if (setup.board_text) await map.read({ name: setup.board, text: setup.board_text });
    else map.choose(setup.board);
  };
  /** Units in the place of those that a side has. */
  const put = async (side, units) => {
    const turn = (putting[side] = (putting[side] ?? 0) + 1);
    const read = await readAll(units.map(stated));
    if (putting[side] !== turn) return;
    const { no } = read.find((each) => each.no) ?? {};
    if (no) throw no;
    forces[side].splice(0, forces[side].length, ...read.map(({ entry }) => entry));
    showSide(side);
    told();
  };
  /** The units of a list or an archive join a side; those that cannot are named with the reason. */
  const readForce = async ({ name, data, where, among = 0 }) => {
    if (among === 0) place.clear();
    const side = where?.closest?.("[data-side]")?.dataset.side ?? target;
    try {
      const found = await post("/api/classic/force", { name, data });
      await bring(found.units, side);
      for (const reason of found.refused) place.add({ reason });
    } catch (no) {
      if (no.reason === undefined) throw no;
      place.add(no);
    }
  };
  const restore = async () => {
    for (const side of SIDES) if (kept?.sides?.[side]?.length) await bring(kept.sides[side], side);
    restored = true;
  };

  SIDES.forEach(showSide);
  shelf.look();
  look();
  restore();
  const element = h(
    "div",
    { class: "stack", id: "classic-forces" },
    scenarios.length > 0 && h(
      "label",
      { class: "row" },
      h("span", { class: "small" }, "Begin with the forces of"),
      choice(
        [["", "nobody"], ...scenarios.map((scenario) => [scenario.name, scenario.title])],
        "",
        takeOver,
        { id: "forces-from", "aria-label": "Begin with the forces of a scenario" },
      ),
    ),
    randomForce({ sides: SIDES, rules: ruling, put, place }),
    h("div", { class: "forces-grid" }, shelf.element, h("div", { class: "stack" }, SIDES.map((side) => lists[side]), mustered)),
    h(
      "div",
      { class: "row" },
      fileButton("Bring unit files (.mtf, .blk), lists (.mul, .toml) or archives (.zip)", ".mtf,.blk,.mul,.toml,.zip", (file) => (file.data === undefined ? readFile(file) : readForce(file)), { id: "unit-file" }),
      h(
        "label",
        { class: "row" },
        h("span", { class: "small" }, "files join"),
        choice(
          SIDES.map((side) => [side, capital(side)]),
          target,
          (side) => (target = side),
          { id: "file-side", "aria-label": "The side that unit files join" },
        ),
      ),
    ),
    place.element,
    h("h3", {}, "What is it about?"),
    kinds.element,
    h("h3", {}, "Map"),
    map.element,
    h("h3", {}, "Where do they begin?"),
    placing.element,
    h("div", { class: "muster-told" }, picture, goals),
    h("h3", {}, "Length and weather"),
    worlds,
    skies,
  );
  return {
    element, readFile, readForce, recheck, readBoard: map.read, sides: () => SIDES,
    ready: () => SIDES.every((side) => forces[side].length > 0),
    label: () => `${SIDES.map((side) => called(forces[side])).join(" against ")} on ${map.label()}`,
    async setup() {
      soundPlan();
      return (await post("/api/classic/muster", request())).setup;
    },
  };
}

function called(units) {
  return units.length === 0 ? "nobody" : units.length === 1 ? units[0].name : `${units.length} units`;
}

function compared([red, blue]) {
  if (red === null || blue === null || red === undefined || blue === undefined || red === blue) return "";
  const [more, less] = red > blue ? SIDES : [...SIDES].reverse();
  return `; ${more} is worth ${points(Math.abs(red - blue))} more than ${less}`;
}
