/** Ways to a place, and which of them a player most likely means. */

/** The modes of movement, the easiest first. */
export const MODES = ["walk", "run", "jump"];

/** How easy a mode is: what rules bring besides comes after those of every game. */
const rank = (mode) => (MODES.includes(mode) ? MODES.indexOf(mode) : MODES.length);

/** Whether one way takes less than another: an easier mode, fewer rolls, fewer points. */
export function easier(one, other) {
  const effort = (place) => [rank(place.mode), place.rolls.length, place.points];
  const [left, right] = [effort(one), effort(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at] < right[at];
}

/** The easiest of some ways. */
export function easiest(ways) {
  return ways.reduce((one, other) => (easier(other, one) ? other : one));
}

/** The easiest way into each hex. */
export function best(places) {
  const found = new Map();
  for (const place of places) {
    const before = found.get(place.hex);
    if (!before || easier(place, before)) found.set(place.hex, place);
  }
  return found;
}

/** In the easiest mode, the way that faces nearest to a direction; `wanted` may be null. */
export function facingMost(ways, wanted) {
  if (!ways.length) return null;
  const first = easiest(ways);
  const alike = ways.filter((place) => place.mode === first.mode && place.rolls.length === first.rolls.length);
  const turnedBy = (place) => (wanted === null ? 0 : Math.min((place.facing - wanted + 6) % 6, (wanted - place.facing + 6) % 6));
  return alike.reduce((one, other) => (turnedBy(other) < turnedBy(one) || (turnedBy(other) === turnedBy(one) && easier(other, one)) ? other : one));
}
