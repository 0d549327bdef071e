/** How far: outlines of reach, circles of range, arcs of fire, lines with their length. */

import { s } from "../../dom.js";
import { PER_INCH, SCALE, ahead, drawn, flat, length, middle } from "./measure.js";
import { overlap } from "./boxes.js";
import { faceOf } from "../orders.js";
import { outlined } from "./pieces.js";

const WAYS = [0, 180, 30, 330, 60, 300, 90, 270, 120, 240, 150, 210];
const LETTER = 0.58;
const LINE = 11;
const LEAST = 8;

/** Pixels to an inch from which on circles say whose they are. */
const SPOKEN = 7;

/** How wide words on the table are, which are 11 pixels high however far away it is. */
const wide = (words, scene) => words.length * LETTER * Math.max(LEAST, LINE * (scene.pixel ?? 1));

/** The box of words at a point. */
const boxAt = ({ x, y }, words, scene) => ({ x: x - wide(words, scene) / 2, y: y - LINE, width: wide(words, scene), height: LINE + 3 });

/** Of some points the first where words hide no label, no unit, no name and none of the `others`, or the one where they hide the least. */
function clearest(points, words, scene, others = []) {
  const houses = scene.pieces.filter((piece) => piece.name).map((piece) => middle(piece.points));
  const flags = scene.objectives.map((each) => [each.x, each.y + each.radius]);
  const marks = [...houses, ...flags].map((spot) => drawn(spot.map((inch) => inch * SCALE), scene.depth));
  const taken = [...(scene.labelled ?? []), ...others, ...marks.map(({ x, y }) => ({ x: x - 25, y: y - 8, width: 50, height: 20 }))];
  const hidden = (point) => taken.reduce((sum, box) => sum + overlap(box, boxAt(point, words, scene)), 0);
  return points.find((point) => hidden(point) === 0) ?? points.reduce((best, point) => (hidden(point) < hidden(best) ? point : best), points[0]);
}

/** The outlines of how far a unit may come, one for each way of moving. */
export function reachOutlines(ways, scene) {
  const written = [];
  return ways.map((way) => {
    const words = `${way.kind === "regroup" ? "Regroup" : faceOf(way.order).name} ${way.inches}″`;
    if (way.refusal || !way.from) return null;
    const from = drawn(way.from, scene.depth);
    const shape = way.outline?.length > 2 ? s("polygon", { points: outlined(way.outline, scene.depth) }) : way.kind === "drone" ? s("circle", { cx: from.x, cy: from.y, r: way.inches * PER_INCH }) : null;
    const ring = way.outline?.length > 2 ? way.outline.map((point) => drawn(point, scene.depth)) : [{ x: from.x, y: from.y - way.inches * PER_INCH }];
    const inside = ring.map(({ x, y }) => ({ x, y: y < from.y ? Math.max(y + LINE, LINE) : y - 4 }));
    const at = clearest(inside.toSorted((one, other) => one.y - other.y), words, scene, written);
    written.push(boxAt(at, words, scene));
    return shape && s("g", { class: `p-reach ${way.order}`, "data-way": way.order }, s("title", {}, words), shape, s("text", { x: at.x, y: at.y, "text-anchor": "middle" }, words));
  });
}

/** Dots for places that the rules are sure to grant. */
export function placeDots(places, scene, chosen = null) {
  return places.map((place, index) => {
    const { x, y } = drawn(place.at, scene.depth);
    return s("g", { class: `p-place${index === chosen ? " chosen" : ""}`, "data-place": index }, s("title", {}, place.label), s("circle", { cx: x, cy: y, r: 7, class: "p-touch" }), s("circle", { cx: x, cy: y, r: 2.2 }));
  });
}

/** Circles of the weapons' ranges around a unit, in the arcs that they bear. */
export function weaponRings(unit, scene) {
  const seen = new Map();
  for (const weapon of unit.facts?.weapons ?? []) {
    const { reach } = weapon;
    if (reach && !weapon.spent && !seen.has(reach)) seen.set(reach, weapon.name);
  }
  const at = drawn(unit.at, scene.depth);
  const written = [];
  return [...seen].map(([reach, name]) => {
    const words = 10 / (scene.pixel ?? 1) < SPOKEN ? `${reach}″` : `${name} ${reach}″`;
    const side = wide(words, scene) / 2;
    const around = WAYS.map((way) => drawn(ahead(unit.at, way, reach - 0.9), scene.depth)).filter(({ x, y }) => x > side && y > 12 && x < scene.width * PER_INCH - side && y < scene.depth * PER_INCH - 8);
    const beside = clearest(around, words, scene, written);
    if (beside) written.push(boxAt(beside, words, scene));
    return s("g", { class: "p-range" }, s("circle", { cx: at.x, cy: at.y, r: reach * PER_INCH }), beside && s("text", { x: beside.x, y: beside.y, "text-anchor": "middle" }, words));
  });
}

/** The arcs in which mounts and fixed weapons bear, each once, unless they bear all round. */
export function fireArcs(unit, scene) {
  const arcs = new Map((unit.facts?.arcs ?? []).filter((arc) => arc.to - arc.from !== 360).map((arc) => [`${arc.from}-${arc.to}`, arc]));
  return [...arcs.values()].map((arc) => {
    const span = (arc.to - arc.from + 360) % 360;
    const far = 14;
    const points = [unit.at, ...Array.from({ length: 13 }, (_, step) => ahead(unit.at, arc.from + (span * step) / 12, far))];
    return s("polygon", { points: outlined(points, scene.depth), class: "p-arc" }, s("title", {}, arc.place === "fixed" ? "its weapon bears here" : `what is mounted in the ${arc.place} bears here`));
  });
}

/** A ruler between places of a way, with its inches and the inches that are allowed. */
export function measure(path, scene, { inches = null, allowed = null, good = null } = {}) {
  const points = path.map((spot) => drawn(spot, scene.depth));
  const last = points.at(-1);
  const before = points.at(-2) ?? last;
  const total = inches ?? path.slice(1).reduce((sum, spot, at) => sum + flat(path[at], spot), 0);
  const words = allowed === null || allowed === undefined ? length(total) : `${length(total)} of ${length(allowed)}`;
  const beside = [0.5, 0.7, 0.3, 0.9].flatMap((share) => [-4, 13].map((off) => ({ x: before.x + (last.x - before.x) * share, y: before.y + (last.y - before.y) * share + off })));
  const at = clearest(beside, words, scene);
  const state = good === null ? "" : good ? " good" : " bad";
  return s(
    "g",
    { class: `p-ruler${state}` },
    s("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: "p-ruler-under" }),
    s("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }),
    s("text", { x: at.x, y: at.y, "text-anchor": "middle" }, words),
  );
}

/** A line of sight or fire between two units. */
export function sightLine(from, to, scene, state = "") {
  const [a, b] = [drawn(from, scene.depth), drawn(to, scene.depth)];
  return s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `p-sight ${state}` });
}
