/** The table itself: ground, terrain, edges with inch marks, zones, objectives, and a legend of what lies there. */

import { counted } from "../../counting.js";
import { h, s } from "../../dom.js";
import { around, boxOf, overlap } from "./boxes.js";
import { PER_INCH, corners, drawn, middle } from "./measure.js";

const ORDER = ["road", "water", "bog", "hill", "earthwork", "orchard", "wood", "ruin", "hedge", "fence", "wall", "wreck", "building"];
const TEXTURED = new Set(["water", "bog", "earthwork", "orchard", "wood", "ruin", "hedge", "fence", "wall"]);
/** How far the shadow of a kind of terrain falls. */
const TALL = { building: 5, wood: 3, orchard: 2.2, hedge: 1.6, wall: 1.6, ruin: 1.8, hill: 2.4, earthwork: 1.2, wreck: 2 };
const MARK = 6;
const RIM = 14;
/** What is written on the table is so high in units of the drawing, and so many pixels at least and at most; a letter is so wide for its height. */
const HIGH = 10;
const [SMALLEST, LARGEST] = [11.5, 19];
const LETTER = 0.6;
/** Men in a house are drawn so far below its name, and so far beside others. */
const BELOW = 15;
const BESIDE = 18;

/** The box of the whole drawing, with room for the edge. */
export function worldOf(scene) {
  return { x: -RIM, y: -RIM, width: scene.width * PER_INCH + 2 * RIM, height: scene.depth * PER_INCH + 2 * RIM };
}

/** The table with all its terrain. */
export function ground(scene) {
  const [wide, deep] = [scene.width * PER_INCH, scene.depth * PER_INCH];
  const pieces = scene.pieces.map((piece, index) => ({ piece, index })).sort((one, other) => ORDER.indexOf(one.piece.kind) - ORDER.indexOf(other.piece.kind));
  return s(
    "g",
    { class: "p-ground" },
    s("clipPath", { id: "p-table" }, s("rect", { width: wide, height: deep })),
    s("rect", { x: -RIM, y: -RIM, width: wide + 2 * RIM, height: deep + 2 * RIM, rx: 6, class: "p-rim" }),
    s("rect", { width: wide, height: deep, fill: "url(#p-grass)" }),
    pieces.map(({ piece, index }) => terrain(piece, index, scene)),
    s("rect", { width: wide, height: deep, class: "p-edge" }),
    marks(scene),
  );
}

function outline(points, depth) {
  return points.map(([x, y]) => `${(x * PER_INCH).toFixed(1)},${((depth - y) * PER_INCH).toFixed(1)}`).join(" ");
}

function shrunk(points, share) {
  const [x, y] = middle(points);
  return points.map((point) => [x + (point[0] - x) * share, y + (point[1] - y) * share]);
}

function terrain(piece, index, scene) {
  const { depth } = scene;
  const facts = scene.terrain[index];
  const points = outline(piece.points, depth);
  const breached = scene.view.breached?.includes(index);
  const parts = [];
  if (TALL[piece.kind]) parts.push(s("polygon", { points, class: "p-cast", transform: `translate(${TALL[piece.kind]} ${TALL[piece.kind] * 1.2})` }));
  parts.push(s("polygon", { points, class: `p-piece k-${piece.kind}`, fill: fillOf(piece.kind, facts) }));
  if (piece.kind === "hill") parts.push(...[0.84, 0.66, 0.46].flatMap((share, at) => [s("polygon", { points: outline(shrunk(piece.points, share), depth), class: "p-cast", transform: "translate(1.5 2)" }), s("polygon", { points: outline(shrunk(piece.points, share), depth), class: `p-contour step-${at + 1}` })]));
  if (piece.kind === "building") parts.push(...roof(piece, depth));
  if (piece.kind === "road") parts.push(centreLine(piece.points, depth));
  if (breached) parts.push(s("polygon", { points, class: "p-breached" }));
  return s("g", { "data-piece": index, class: "p-terrain" }, s("title", {}, describe(piece, facts)), parts, caption(piece, index, scene));
}

/** What a kind of terrain is filled with: its texture, the colour of the page, or for what layers bring the server's. */
function fillOf(kind, facts) {
  if (TEXTURED.has(kind)) return `url(#p-${kind})`;
  return ORDER.includes(kind) ? null : (facts?.colour ?? null);
}

function roof(piece, depth) {
  const inner = shrunk(piece.points, 0.86);
  const parts = [s("polygon", { points: outline(inner, depth), fill: "url(#p-roof)", class: "p-roof" })];
  if (inner.length === 4) {
    const [a, b, c, d] = inner;
    const one = middle([a, d]);
    const other = middle([b, c]);
    const inset = (from, to) => [from[0] + (to[0] - from[0]) * 0.22, from[1] + (to[1] - from[1]) * 0.22];
    const [left, right] = [inset(one, other), inset(other, one)];
    for (const line of [[left, right], [left, a], [left, d], [right, b], [right, c]]) parts.push(s("polyline", { points: outline(line, depth), class: "p-ridge" }));
  }
  return parts;
}

function centreLine(points, depth) {
  if (points.length !== 4) return null;
  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const [a, b, c, d] = points;
  const line = far(a, b) < far(b, c) ? [middle([a, b]), middle([c, d])] : [middle([b, c]), middle([d, a])];
  return s("polyline", { points: outline(line, depth), class: "p-dash" });
}

/** What is written on a piece: its name, unless an objective there has the same; else how high a hill is. */
export function captionOf(piece, index, scene) {
  const named = scene.objectives?.some((each) => each.name === piece.name) ? "" : piece.name;
  return named || (piece.kind === "hill" ? `hill ${piece.height ?? scene.terrain[index]?.height ?? ""}″` : "");
}

/** The boxes of what is written on pieces of terrain. */
export function namesOf(scene) {
  return scene.pieces.map((piece, index) => [piece, captionOf(piece, index, scene)]).filter(([, words]) => words).map(([piece, words]) => {
    const { x, y } = drawn(middle(piece.points).map((inch) => inch * 100), scene.depth);
    return boxOfWords(words, { x, y: y + 3.5 }, scene);
  });
}

/** The box of words that are written around a point, with a little room about them, as large as they are on the screen. */
function boxOfWords(words, { x, y }, scene) {
  const pixel = scene.pixel ?? 1;
  const high = Math.min(Math.max(HIGH, SMALLEST * pixel), LARGEST * pixel);
  const wide = words.length * high * LETTER + 4 * pixel;
  return { x: x - wide / 2, y: y - high * 0.9, width: wide, height: high * 1.2 };
}

/** Where the disc of men in a house is drawn: below the name of the house, beside others who are in it. */
export function garrisonAt(unit, scene) {
  const piece = scene.pieces[unit.building];
  const inside = scene.onTable().filter((each) => each.building === unit.building);
  const { x, y } = drawn(piece ? middle(piece.points).map((inch) => inch * 100) : unit.at, scene.depth);
  const below = piece && captionOf(piece, unit.building, scene) ? BELOW * Math.max(1, scene.pixel ?? 1) : 0;
  return { x: x + (inside.findIndex((each) => each.id === unit.id) - (inside.length - 1) / 2) * BESIDE, y: y + below };
}

function caption(piece, index, scene) {
  const [x, y] = middle(piece.points);
  const at = { x: x * PER_INCH, y: (scene.depth - y) * PER_INCH };
  const text = captionOf(piece, index, scene);
  return text && s("text", { x: at.x, y: at.y + 3.5, class: "p-caption", "text-anchor": "middle" }, text);
}

function describe(piece, facts) {
  const called = facts?.called ?? piece.kind;
  const head = piece.name ? `${piece.name} (${called})` : called;
  return facts?.text ? `${head}: ${facts.text}` : head;
}

/** Inch marks along the four edges; a number every foot. */
function marks({ width, depth }) {
  const parts = [];
  const tick = (at, x1, y1, x2, y2) => parts.push(s("line", { x1, y1, x2, y2, class: at % 12 ? "p-tick" : "p-tick foot" }));
  const number = (at, x, y, turn = 0) => at % 12 === 0 && parts.push(s("text", { transform: `translate(${x} ${y}) rotate(${turn})`, class: "p-number", "text-anchor": "middle" }, String(at)));
  for (let at = 0; at <= width; at += 1) {
    const long = at % 12 === 0 ? 6 : at % 6 === 0 ? 4 : 2;
    tick(at, at * PER_INCH, depth * PER_INCH, at * PER_INCH, depth * PER_INCH + long);
    tick(at, at * PER_INCH, 0, at * PER_INCH, -long);
    number(at, at * PER_INCH, depth * PER_INCH + 12.5);
    number(at, at * PER_INCH, -7.5);
  }
  for (let at = 0; at <= depth; at += 1) {
    const long = at % 12 === 0 ? 6 : at % 6 === 0 ? 4 : 2;
    tick(at, 0, (depth - at) * PER_INCH, -long, (depth - at) * PER_INCH);
    tick(at, width * PER_INCH, (depth - at) * PER_INCH, width * PER_INCH + long, (depth - at) * PER_INCH);
    if (at && at < depth) number(at, -7.5, (depth - at) * PER_INCH, -90), number(at, width * PER_INCH + 7.5, (depth - at) * PER_INCH, 90);
  }
  return s("g", { class: "p-marks" }, parts);
}

/** Lines every six inches. */
export function grid({ width, depth }) {
  const lines = [];
  for (let x = MARK; x < width; x += MARK) lines.push(s("line", { x1: x * PER_INCH, x2: x * PER_INCH, y1: 0, y2: depth * PER_INCH, class: x % 12 ? null : "foot" }));
  for (let y = MARK; y < depth; y += MARK) lines.push(s("line", { x1: 0, x2: width * PER_INCH, y1: (depth - y) * PER_INCH, y2: (depth - y) * PER_INCH, class: y % 12 ? null : "foot" }));
  return s("g", { class: "p-grid" }, lines);
}

/** Where the sides set up. */
export function zones(scene, only = null) {
  return scene.zones.map((zone, side) => {
    if (only !== null && side !== only) return null;
    const box = { x: zone.west * PER_INCH, y: (scene.depth - zone.north) * PER_INCH, width: (zone.east - zone.west) * PER_INCH, height: (zone.north - zone.south) * PER_INCH };
    return s("rect", { ...box, class: "p-zone", "data-side-index": side, fill: `url(#p-zone-${side})` });
  });
}

/** The box around the ring of an objective. */
function ringOf({ x, y, radius }, scene) {
  const at = drawn([x * 100, y * 100], scene.depth);
  const ring = radius * PER_INCH;
  return { x: at.x - ring, y: at.y - ring, width: 2 * ring, height: 2 * ring };
}

/** What an objective is called and worth, and where that is written: in its ring or beside it, where no unit, no wreck, no other name and no other ring is. */
export function wordsAt(each, scene) {
  const words = `${each.name}, ${counted(each.worth, "point")}`;
  const { x, y } = drawn([each.x * 100, each.y * 100], scene.depth);
  const ring = each.radius * PER_INCH;
  const { width: wide, height: high } = boxOfWords(words, { x, y }, scene);
  const taken = [...scene.objectives.filter((other) => other !== each).map((other) => ringOf(other, scene)), ...namesOf(scene), ...(scene.onTable?.() ?? []).filter((unit) => unit.bodies.length).map((unit) => around(unit, scene)), ...(scene.view.wrecks ?? []).map(([at, width, long, heading]) => boxOf(corners(at, width, long, heading).map((point) => drawn(point, scene.depth))))];
  const beside = ring + wide / 2 + 3;
  const places = [[0, ring - 4], [0, ring + high], [0, -ring - 10], [0, ring * 0.4], [0, -ring * 0.5], [-beside, 4], [beside, 4], [-beside, ring], [beside, ring], [-beside, -ring], [beside, -ring]].map(([right, down]) => {
    const spot = { x: Math.max(wide / 2, Math.min(x + right, scene.width * PER_INCH - wide / 2)), y: y + down };
    return { ...spot, words, box: boxOfWords(words, spot, scene) };
  });
  const spots = places.filter(({ box }) => box.y > 0 && box.y + box.height < scene.depth * PER_INCH);
  const hidden = ({ box }) => taken.reduce((sum, other) => sum + overlap(box, other), 0);
  return spots.reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best), spots[0] ?? places[0]);
}

/** Places worth holding, with whom they belong to now. */
export function objectives(scene) {
  const holders = new Map((scene.shape?.objectives ?? []).map((each) => [each.name, each.holder]));
  return scene.objectives.map((each) => {
    const { x, y } = drawn([each.x * 100, each.y * 100], scene.depth);
    const top = y - each.radius * PER_INCH - 6;
    const holder = scene.players.indexOf(holders.get(each.name));
    const told = wordsAt(each, scene);
    return s(
      "g",
      { class: "p-objective", "data-side-index": holder < 0 ? null : holder },
      s("title", {}, `${each.name}: worth ${each.worth} to who alone stands within ${each.radius}″${holder < 0 ? "" : `; ${scene.players[holder]} holds it now`}`),
      s("circle", { cx: x, cy: y, r: each.radius * PER_INCH, class: "p-objective-ring" }),
      s("path", { d: `M${x - 3} ${top + 16}V${top}l11 4 -11 4`, class: "p-flag" }),
      s("text", { x: told.x, y: told.y, class: "p-caption", "text-anchor": "middle" }, told.words),
    );
  });
}

/** The kinds of terrain on this table and what they do. */
export function legend(scene) {
  const kinds = new Map();
  scene.pieces.forEach((piece, index) => kinds.has(piece.kind) || kinds.set(piece.kind, scene.terrain[index]));
  return h(
    "ul",
    { class: "p-legend" },
    [...kinds].map(([kind, facts]) =>
      h(
        "li",
        {},
        s("svg", { viewBox: "0 0 34 22", width: 34, height: 22, "aria-hidden": "true" }, s("rect", { x: 1, y: 1, width: 32, height: 20, rx: 3, class: `p-piece k-${kind}`, fill: kind === "building" ? "url(#p-roof)" : fillOf(kind, facts) })),
        h("span", {}, h("b", {}, facts?.called ?? kind), facts?.text && ` ${facts.text}`),
      ),
    ),
    h("li", {}, s("svg", { viewBox: "0 0 34 22", width: 34, height: 22, "aria-hidden": "true" }, s("path", { d: "M13 18V4l11 4 -11 4", class: "p-flag" })), h("span", {}, h("b", {}, "objective"), " counts for who alone stands in its ring at the end")),
  );
}
