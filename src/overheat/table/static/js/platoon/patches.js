/** What an event changes of how a unit stands on the table, so that the drawing can show it when it is its turn. */

const PATCHES = {
  Moved: (unit, { at, heading, men, building }) => ({ ...unit, place: "table", at, heading, building, men: men.length ? unit.men.map((man, index) => ({ ...man, at: men[index] ?? man.at })) : unit.men }),
  Charged: (unit, { at, men }) => ({ ...unit, at, men: unit.men.map((man, index) => ({ ...man, at: men[index] ?? man.at })) }),
  DroneFlew: (unit, { at }) => (unit.drone ? { ...unit, drone: { ...unit.drone, at } } : unit),
  Fell: (unit, { men }) => ({ ...unit, men: unit.men.filter((man) => !men.includes(man.figure)) }),
  Pinned: (unit, { pins }) => ({ ...unit, pins }),
  Ordered: (unit, { order }) => ({ ...unit, order }),
  WentDown: (unit) => ({ ...unit, order: "down" }),
  Immobilised: (unit) => ({ ...unit, immobilised: true }),
  TurretJammed: (unit, { heading }) => ({ ...unit, jammed: heading }),
  Destroyed: (unit) => ({ ...unit, place: "lost" }),
};

/** What an event makes of its unit: `{ unit, apply }`, or null where it changes nothing that is drawn. */
export function patchOf(kind, event) {
  const change = PATCHES[kind];
  return change && event.unit ? { unit: event.unit, apply: (unit) => change(unit, event) } : null;
}
