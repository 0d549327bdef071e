/** Where a move leads if nobody says otherwise: towards what is to be held, else towards the enemy. */

import { SCALE, flat } from "../table/measure.js";

/** What a unit goes for: the nearest objective that it does not stand on, else the nearest enemy. */
function goalOf(unit, scene) {
  const aims = scene.objectives.map(({ x, y, radius }) => ({ at: [x * SCALE, y * SCALE], radius })).filter(({ at, radius }) => flat(unit.at, at) > radius);
  const enemies = scene.onTable().filter((each) => each.side !== unit.side).map(({ at }) => ({ at }));
  const nearest = (list) => list.toSorted((one, other) => flat(unit.at, one.at) - flat(unit.at, other.at))[0]?.at ?? null;
  return scene.objectives.length && !aims.length ? null : nearest(aims) ?? nearest(enemies);
}

/** The place of some that brings a unit nearest to its goal; null where none brings it nearer. */
export function onwards(unit, places, scene) {
  const goal = goalOf(unit, scene);
  if (!goal) return null;
  const best = places.toSorted((one, other) => flat(one.at, goal) - flat(other.at, goal))[0];
  return best && (unit.place !== "table" || flat(best.at, goal) < flat(unit.at, goal)) ? best : null;
}
