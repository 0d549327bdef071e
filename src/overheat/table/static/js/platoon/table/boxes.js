/** Boxes on the drawing of the table: what units fill and words take up, and how much of one another covers. */

import { drawn } from "./measure.js";

const BASE = 88;
const RIM = 4;
const ROTOR = 10;

/** The box that a unit fills. */
export function around(unit, scene) {
  const points = unit.bodies.flatMap((body) => (body.outline ? body.outline : [[body.at[0] - BASE, body.at[1] - BASE], [body.at[0] + BASE, body.at[1] + BASE]])).map((point) => drawn(point, scene.depth));
  const rim = unit.kind === "helicopter" ? ROTOR : unit.soft ? 0 : RIM;
  return boxOf(points, rim);
}

/** The box around some points, with a rim. */
export function boxOf(points, rim = 0) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { x: Math.min(...xs) - rim, y: Math.min(...ys) - rim, width: Math.max(...xs) - Math.min(...xs) + 2 * rim, height: Math.max(...ys) - Math.min(...ys) + 2 * rim };
}

/** How much of one box another covers. */
export function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}
