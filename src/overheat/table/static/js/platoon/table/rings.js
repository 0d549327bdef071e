/** How far: outlines of reach, circles of range, arcs of fire, lines with their length. */

import { s } from "../../dom.js";
import { PER_INCH, ahead, drawn, flat, length } from "./measure.js";
import { overlap } from "./boxes.js";
import { faceOf } from "../orders.js";
import { outlined } from "./pieces.js";

const WAYS = [0, 180, 30, 330, 60, 300, 90, 270, 120, 240, 150, 210, 15, 345, 45, 315, 75, 285, 105, 255, 135, 225, 165, 195];
const LETTER = 0.58;
const LINE = 11;
const LEAST = 8;

/** The share of words from which on they are better left out than written. */
const HALF_READ = 0.25;
/** Pixels to an inch from which on circles say whose they are. */
const SPOKEN = 7;

/** How high words on the table are: 11 pixels, however far away it is; and how wide. */
const high = (scene) => Math.max(LEAST, LINE * (scene.pixel ?? 1));
const wide = (words, scene) => words.length * LETTER * high(scene);

/** The box of words at a point. */
const boxAt = ({ x, y }, words, scene) => ({ x: x - wide(words, scene) / 2, y: y - high(scene), width: wide(words, scene), height: 1.27 * high(scene) });

/** Whether words at a point are on the table, and on the screen. */
function visible(point, words, scene) {
  const box = boxAt(point, words, scene);
  const table = { x: 0, y: 0, width: scene.width * PER_INCH, height: scene.depth * PER_INCH };
  return [table, scene.frame ?? table].every((each) => overlap(each, box) > 0.999 * box.width * box.height);
}

/** How much words at a point and labels, units, names and `others` would hide of one another, as a share of the words. */
function hidden(point, words, scene, others) {
  const box = boxAt(point, words, scene);
  return [...(scene.labelled ?? []), ...others].reduce((sum, other) => sum + overlap(other, box), 0) / (box.width * box.height);
}

/** Of some points the first where words hide nothing, or the one where they hide the least. */
function clearest(points, words, scene, others = []) {
  const told = points.map((point) => ({ point, share: hidden(point, words, scene, others) }));
  return told.reduce((best, each) => (each.share < best.share ? each : best), told[0])?.point;
}

/** The outlines of how far a unit may come, one for each way of moving. */
export function reachOutlines(ways, scene) {
  const written = [];
  return ways.map((way) => {
    const words = `${way.kind === "regroup" ? "Regroup" : faceOf(way.order).name} ${way.inches}″`;
    if (way.refusal || !way.from) return null;
    const from = drawn(way.from, scene.depth);
    const shape = way.outline?.length > 2 ? s("polygon", { points: outlined(way.outline, scene.depth) }) : way.kind === "drone" ? s("circle", { cx: from.x, cy: from.y, r: way.inches * PER_INCH }) : null;
    const ring = way.outline?.length > 2 ? way.outline.map((point) => drawn(point, scene.depth)) : WAYS.map((degrees) => drawn(ahead(way.from, degrees, way.inches), scene.depth));
    const onTable = (point) => visible(point, words, scene);
    const within = ring.map(({ x, y }) => ({ x, y: y < from.y ? Math.max(y + high(scene), high(scene)) : y - 4 }));
    const inside = within.some(onTable) ? within.filter(onTable) : within;
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
    const told = [10 / (scene.pixel ?? 1) < SPOKEN ? null : `${name} ${reach}″`, `${reach}″`].map((words) => words && onRing(unit, reach, words, scene, written)).find(Boolean);
    if (told) written.push(boxAt(told, told.words, scene));
    return s("g", { class: "p-range" }, s("circle", { cx: at.x, cy: at.y, r: reach * PER_INCH }), told && s("text", { x: told.x, y: told.y, "text-anchor": "middle" }, told.words));
  });
}

/** Where words stand on the circle of a range, or null where too little of them could be read. */
function onRing(unit, reach, words, scene, written) {
  const around = WAYS.map((way) => drawn(ahead(unit.at, way, reach - 0.9), scene.depth)).filter((point) => visible(point, words, scene));
  const point = clearest(around, words, scene, written);
  return point && hidden(point, words, scene, written) < HALF_READ ? { ...point, words } : null;
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
