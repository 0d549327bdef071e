/** What can be taken hold of on a table: the corners and sides of a part, what turns it, and its own corners. Inches throughout. */

import { cornersOf, fine, frameOf, placed, sized, turned, within } from "./shapes.js";

const SIDES = [[-1, 1], [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0]];
const TURN = 15;

/** The box around a part of a table. */
export function boxOf(type, part) {
  if (type === "piece") return frameOf(part.points);
  if (type === "zone") return { middle: [(part.west + part.east) / 2, (part.south + part.north) / 2], angle: 0, width: part.east - part.west, depth: part.north - part.south };
  return { middle: [part.x, part.y], angle: 0, width: part.radius * 2, depth: part.radius * 2 };
}

/**
 * The handles of a part: [{at, look, drag(point)}], where drag answers the facts that change. `beyond` is how far they lie
 * outside the part, `shaping` whether the corners of a piece are moved one by one, `snap` rounds inches, `snaps` says whether it does.
 */
export function handlesOf(type, part, { beyond, shaping, snap, snaps, table }) {
  const box = boxOf(type, part);
  if (type === "objective") return [{ at: [part.x + part.radius + beyond, part.y], look: "size", drag: (to) => ({ radius: Math.min(100, Math.max(0.5, snap(to[0] - beyond - part.x))) }) }];
  if (type === "piece" && shaping) return [...ownCorners(part, snap), ...newCorners(part, snap)];
  const grown = SIDES.map((side) => sizing(type, part, box, side, { beyond, snap, table }));
  return type === "zone" ? grown : [...grown, turning(part, box, beyond, snaps)];
}

function sizing(type, part, box, side, { beyond, snap, table }) {
  const at = placed([side[0] * (box.width / 2 + beyond), side[1] * (box.depth / 2 + beyond)], box.middle, box.angle);
  const drag = (to) => {
    const [x, y] = within(to, box);
    const grown = (far, sign, now) => (sign ? Math.max(0.5, snap(far * sign - beyond + now / 2)) : now);
    const [width, depth] = [grown(x, side[0], box.width), grown(y, side[1], box.depth)];
    if (type === "piece") return { points: sized(part.points, width, depth, [-side[0], -side[1]]) };
    const facts = {};
    if (side[0] > 0) facts.east = Math.min(table.width, part.west + width);
    if (side[0] < 0) facts.west = Math.max(0, part.east - width);
    if (side[1] > 0) facts.north = Math.min(table.depth, part.south + depth);
    if (side[1] < 0) facts.south = Math.max(0, part.north - depth);
    return facts;
  };
  return { at, look: side[0] && side[1] ? "size" : "side", along: side[0] ? box.depth : box.width, drag };
}

function turning(part, box, beyond, snaps) {
  const at = placed([0, box.depth / 2 + beyond * 3.2], box.middle, box.angle);
  const drag = (to) => {
    const bearing = (Math.atan2(to[0] - box.middle[0], to[1] - box.middle[1]) * 180) / Math.PI;
    const wanted = snaps ? Math.round(bearing / TURN) * TURN : bearing;
    return { points: turned(part.points, wanted - box.angle, box.middle) };
  };
  return { at, look: "turn", from: placed([0, box.depth / 2 + beyond], box.middle, box.angle), drag };
}

function ownCorners(part, snap) {
  return part.points.map((point, at) => ({
    at: point, look: "corner",
    drag: (to) => ({ points: part.points.map((each, place) => (place === at ? [snap(to[0]), snap(to[1])] : each)) }),
  }));
}

function newCorners(part, snap) {
  return part.points.map(([x, y], at) => {
    const [nx, ny] = part.points[(at + 1) % part.points.length];
    return {
      at: [(x + nx) / 2, (y + ny) / 2], look: "new", along: Math.hypot(nx - x, ny - y),
      drag: (to) => ({ points: part.points.flatMap((each, place) => (place === at ? [each, [snap(to[0]), snap(to[1])]] : [each])) }),
    };
  });
}

/** The outline of the box that is drawn around what is selected. */
export function outlineOf(type, part, beyond) {
  return cornersOf(boxOf(type, part), beyond).map(([x, y]) => [fine(x), fine(y)]);
}
