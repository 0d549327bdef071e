/** The battle as it is drawn and talked about: the server's view with what it explains about each unit. */

import { SCALE, corners } from "./table/measure.js";
import { learn } from "./orders.js";

/** Quarters of the compass as edges, seen from the middle. */
export const INWARDS = { south: 0, west: 90, north: 180, east: 270 };

/** A scene from the view, and from the shape of the same moment where that is there already; `lookOf` gives a side its colour and shape, `legal` is what may be said, `expected` what is awaited. */
export function sceneOf(view, shape, lookOf = (player) => view.setup.players.indexOf(player), { legal = [], expected = null } = {}) {
  learn(shape?.orders);
  const told = new Map((shape?.units ?? []).map((unit) => [unit.id, unit]));
  const units = new Map();
  for (const [id, unit] of Object.entries(view.units)) units.set(id, unitOf(unit, view.sheets[id], { player: view.setup.players[unit.side], lookOf, facts: told.get(id) ?? null }));
  for (const unit of units.values()) {
    if (unit.place === "aboard" && units.has(unit.carrier)) units.get(unit.carrier).aboard.push(unit);
  }
  const table = view.setup.table;
  return {
    view,
    shape,
    legal,
    expected,
    units,
    players: view.setup.players,
    name: view.setup.name,
    turn: view.turn,
    width: table.width,
    depth: table.depth,
    pieces: table.pieces,
    zones: view.setup.zones,
    objectives: view.setup.objectives,
    task: view.tasks.at(-1) ?? null,
    outcome: view.outcome,
    terrain: shape?.terrain ?? [],
    unit: (id) => units.get(id) ?? null,
    called: (id) => calledOf(units.get(id), units, view.tasks.at(-1)?.side),
    side: (side) => [...units.values()].filter((unit) => unit.side === side),
    onTable: () => [...units.values()].filter((unit) => unit.place === "table"),
  };
}

/** The name of a unit, with that of its player where it fights the side that decides and both have one of that name. */
function calledOf(unit, units, deciding) {
  if (!unit) return null;
  const both = unit.side !== deciding && [...units.values()].some((other) => other.side !== unit.side && other.name === unit.name);
  return both ? `${unit.player}'s ${unit.name}` : unit.name;
}

function unitOf(unit, sheet, { player, lookOf, facts }) {
  const soft = !["vehicle", "helicopter"].includes(sheet.kind);
  return {
    ...unit,
    sheet,
    facts,
    soft,
    name: sheet.name,
    kind: sheet.kind,
    player,
    look: lookOf(player),
    alive: unit.place !== "lost",
    flying: unit.place === "table" && unit.at[2] > 0,
    fixed: Boolean(sheet.system),
    aboard: [],
    bodies: unit.place === "table" ? bodiesOf(unit, sheet, soft) : [],
  };
}

/** What a unit fills: discs of men, or the outline of a hull. */
function bodiesOf(unit, sheet, soft) {
  if (!soft) return [{ at: unit.at, outline: corners(unit.at, sheet.width, sheet.length, unit.heading), radius: null }];
  if (!sheet.men.length && unit.drone) return [{ at: unit.drone.at, radius: 0.5, post: "drone" }];
  return unit.men.map((man) => ({ at: man.at, radius: sheet.width / 2 / SCALE, post: sheet.men[man.figure]?.post ?? "man", arms: sheet.men[man.figure]?.arms ?? "ar" }));
}

/** Whose eyes we look through, as a side 0 or 1; -1 for those who watch. */
export function sideOf(scene, seat) {
  return scene.players.indexOf(seat);
}

/** The signs in the frame of a unit, from the server or by its kind until that has answered. */
export function signsOf(unit) {
  if (unit.facts?.symbol) return unit.facts.symbol.signs;
  return { helicopter: ["helicopter"], drone: ["drone"], vehicle: ["armour"], gun: ["gun"], team: ["machine_gun"] }[unit.kind] ?? ["infantry"];
}
