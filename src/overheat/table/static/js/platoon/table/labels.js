/** Labels of units: map symbol, order die, pins and name, of one size on the screen and kept apart from each other. */

import { counted } from "../../counting.js";
import { h, s } from "../../dom.js";
import { capital } from "../../sides.js";
import { around, overlap } from "./boxes.js";
import { garrisonAt, namesOf, wordsAt } from "./ground.js";
import { PER_INCH, drawn } from "./measure.js";
import { allOrders, faceOf } from "../orders.js";
import { signsOf } from "../scene.js";
import { symbol } from "./signs.js";

/** The die of an order around the origin: a cube seen from above its edge, with the letter of the order on its face. */
export function orderDie(order, kept = false) {
  return s(
    "g",
    { class: `p-die o-${order}`, "data-order": order },
    s("title", {}, `${faceOf(order).name}${kept ? ", kept" : ""}`),
    s("path", { d: "M-7 -4.500L-3.500 -8H8L4.500 -4.500Z", class: "p-die-top" }),
    s("path", { d: "M4.500 -4.500L8 -8V3.500L4.500 7Z", class: "p-die-side" }),
    s("rect", { x: -7, y: -4.5, width: 11.5, height: 11.5, rx: 1.6, class: "p-die-face" }),
    kept && s("rect", { x: -5.4, y: -2.9, width: 8.3, height: 8.3, rx: 1, class: "p-kept" }),
    s("text", { x: -1.2, y: 5.2, "text-anchor": "middle" }, faceOf(order).letter),
  );
}

/** Pins as a token with their number. */
export function pinToken(count) {
  return s(
    "g",
    { class: "p-pin-token", "data-pins": count },
    s("title", {}, counted(count, "pin")),
    s("path", { class: "p-pin", d: "M-7.500 0L-4.500 -6.500H4.500L7.500 0L4.500 6.500H-4.500Z" }),
    s("text", { y: 4, "text-anchor": "middle", class: "p-pins" }, String(count)),
  );
}

const WIDE = 32;
const MARK = 7;
const LINE = 12.6;
const LETTER = 6.9;
const LONG = 13;
const DIE = 18;
const PIN = 17;
const RINGS = 9;
/** Pixels to an inch from which on names are written, and from which on labels grow with the drawing. */
const NAMED = 7.6;
const GROWN = 17;
/** What it costs to cover another label: no place is worth that; and to be cut off. */
const COVERS = 60;
const CUT = 30;
/** So many labels may stand far off, with a line that leads to them, before names are shortened. */
const LED_TO = 3;
/** Units of the drawing from the middle of the men in a house to the edge of their disc. */
const DISC = 8;
/** Units of the drawing from the middle of a small marker to its edge. */
const MARKER = 7;

/** A name on one line, or on two of about the same length. */
function wrapped(name) {
  if (name.length <= LONG || !name.includes(" ")) return [name];
  const words = name.split(" ");
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  return cuts.sort((one, other) => Math.max(one[0].length, one[1].length) - Math.max(other[0].length, other[1].length))[0];
}

/** What is left out of names where there is little room, and what is said shorter; the whole name stays on the card and in the list. */
const SHORTER = [[/ machine gun\b/i, " MG"], [/ (team|squad|group)\b/i, ""], [/\binfantry fighting vehicle$/i, "IFV"], [/ platoon leader$/i, " leader"], [/\bgrenade launcher$/i, "AGL"], [/^medium (?=mortar spotter$)/i, ""], [/^(guided missile) .*/i, "$1"]];

/** A name in few letters. */
function shortened(name) {
  return capital(SHORTER.reduce((left, [long, short]) => left.replace(long, short), name).trim());
}

function altitude(unit) {
  return unit.flying ? `▲ ${unit.at[2] / 100}″ up` : "landed";
}

/** The label of a unit and how large it is in pixels. */
function label(unit, { names, states, short }) {
  const hostile = unit.look === 1;
  const beside = (unit.order ? DIE : 0) + (unit.pins ? PIN : 0);
  const lines = [...(names ? wrapped(short ? shortened(unit.name) : unit.name) : []), ...(unit.kind === "helicopter" && (names || unit.flying) ? [altitude(unit)] : [])];
  const width = Math.max(WIDE + beside, Math.max(0, ...lines.map((line) => line.length)) * LETTER + 6);
  const half = hostile ? 15.5 : 10;
  const gear = !hostile && unit.kind === "vehicle" ? 5 : 0;
  const height = MARK + 2 * half + gear + 1 + lines.length * LINE + (lines.length ? 2 : 0);
  const top = -height / 2 + MARK + half;
  const middle = -beside / 2;
  const group = s(
    "g",
    { class: ["p-label", ...states].join(" "), "data-unit": unit.id, "data-side-index": unit.look, role: "button", tabindex: -1, "aria-label": spoken(unit) },
    s("rect", { x: -width / 2, y: -height / 2, width, height, class: "p-touch" }),
    s("g", { transform: `translate(${middle} ${top})` }, symbol(signsOf(unit), unit.look, { size: unit.facts?.symbol?.size, mobility: unit.sheet.mobility, vehicle: unit.kind === "vehicle" })),
    unit.order && s("g", { transform: `translate(${middle + 26} ${top})` }, orderDie(unit.order, unit.kept)),
    unit.pins > 0 && s("g", { transform: `translate(${middle + 17 + (unit.order ? DIE : 0) + 8} ${top})` }, pinToken(unit.pins)),
    lines.map((line, at) => s("text", { x: 0, y: height / 2 - 3 - (lines.length - 1 - at) * LINE, class: "p-name", "text-anchor": "middle" }, line)),
    unit.aboard.length > 0 && s("g", { transform: `translate(${middle - 15} ${top - half + 2})`, class: "p-riders" }, s("title", {}, `aboard: ${unit.aboard.map((each) => each.name).join(", ")}`), s("circle", { r: 6.5 }), s("text", { y: 3.9, "text-anchor": "middle" }, String(unit.aboard.length))),
  );
  return { group, width, height };
}

/** A unit in words, for who cannot see it. */
function spoken(unit) {
  const parts = [unit.player, unit.name];
  if (unit.order) parts.push(`order ${faceOf(unit.order).name}`);
  if (unit.pins) parts.push(counted(unit.pins, "pin"));
  return parts.join(", ");
}

/**
 * Place a label for each unit near it and apart from the others, and note in the scene what is taken and shown. `scene.pixel` is how many units of the drawing a
 * pixel is, `frame` the box that is shown, `statesOf` gives the words for a unit's looks.
 */
export function labels(scene, frame, statesOf) {
  const { pixel } = scene;
  const perInch = 10 / pixel;
  const names = perInch >= NAMED;
  const size = pixel * (perInch < 6.5 ? 0.72 : perInch < NAMED ? 0.86 : Math.min(1.4, Math.max(1, perInch / GROWN)));
  const bodies = scene.onTable().filter((unit) => unit.bodies.length).map((unit) => ({ unit, box: boxFor(unit, scene) }));
  const arrange = (short) => arranged({ scene, bodies, frame, size, looks: (unit) => ({ names, short, states: statesOf(unit) }) });
  const whole = arrange(false);
  const { placed, made } = names && whole.made.filter(({ found }) => found.far).length > LED_TO ? arrange(true) : whole;
  const group = s("g", { class: "p-labels" }, s("g", { class: "p-leaders" }, made.filter(({ found }) => found.far).map(({ unit, box, found }) => s("line", { x1: found.cx, y1: found.cy, x2: box.x + box.width / 2, y2: box.y + box.height / 2, "data-side-index": unit.look }))), made.map((each) => each.group));
  group.style.setProperty("--grown", (size / pixel).toFixed(3));
  scene.frame = frame;
  scene.labelled = [...placed, ...bodies.map(({ box }) => box)];
  return group;
}

/** Labels from the top of the drawing downwards, each where it is best as long as those before it stay; and all boxes that are taken then. */
function arranged({ scene, bodies, frame, size, looks }) {
  const placed = captions(scene);
  const made = [...bodies].sort((one, other) => one.box.y - other.box.y || one.box.x - other.box.x).map(({ unit, box }) => {
    const { group, width, height } = label(unit, looks(unit));
    const found = free(box, width * size, height * size, { bodies, placed, frame, own: unit, size });
    placed.push(found);
    group.setAttribute("transform", `translate(${found.cx.toFixed(1)} ${found.cy.toFixed(1)}) scale(${size.toFixed(4)})`);
    return { unit, box, group, found };
  });
  return { placed, made };
}

/** Where the names of objectives, of terrain and of drones stand, and small markers, so that labels keep off them. */
function captions(scene) {
  const objectives = scene.objectives.map((each) => wordsAt(each, scene).box);
  const drones = scene.onTable().filter((unit) => unit.drone).map((unit) => {
    const { x, y } = drawn(unit.drone.at, scene.depth);
    return { x: x - 6, y: y - 6, width: unit.drone.empty ? 70 : 44, height: 12 };
  });
  return [...objectives, ...namesOf(scene), ...drones, ...markers(scene)];
}

/** Where devices lie and smoke stands. */
function markers(scene) {
  const devices = scene.view.devices.filter((device) => !device.carrier);
  return [...(scene.shape?.smoke ?? []), ...devices].map(({ at, radius = 0 }) => {
    const { x, y } = drawn(at, scene.depth);
    const half = Math.max(MARKER, radius * PER_INCH);
    return { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  });
}

/** What a unit fills: its bodies, or the disc that stands for men in a house. */
function boxFor(unit, scene) {
  if (unit.building === null || !unit.soft || !unit.men.length) return around(unit, scene);
  const { x, y } = garrisonAt(unit, scene);
  return { x: x - DISC, y: y - DISC, width: 2 * DISC, height: 2 * DISC };
}

function free(box, width, height, { bodies, placed, frame, own, size }) {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  let best = null;
  for (let ring = 0; ring < RINGS; ring += 1) {
    const gap = (2 + ring * 11) * size;
    for (const [dx, dy] of [[0, -1], [0, 1], [1, 0], [-1, 0], [0.7, -1], [-0.7, -1], [0.7, 1], [-0.7, 1], [1, -0.6], [-1, -0.6], [1, 0.6], [-1, 0.6]]) {
      const cx = middle.x + dx * (box.width / 2 + width / 2 + gap) * (Math.abs(dx) < 1 && dy ? 0.6 : 1);
      const cy = middle.y + dy * (box.height / 2 + height / 2 + gap);
      const spot = { x: cx - width / 2, y: cy - height / 2, width, height, cx, cy, far: ring > 1 };
      spot.cost = ring * 40 * size * size + (dy === -1 && !dx ? 0 : 6 * size) + costOf(spot, { bodies, placed, frame, own });
      if (!best || spot.cost < best.cost) best = spot;
    }
    if (best.cost <= ring * 40 * size * size + 7 * size) break;
  }
  return best;
}

function costOf(spot, { bodies, placed, frame, own }) {
  let cost = 0;
  for (const other of placed) cost += COVERS * overlap(spot, other);
  for (const { unit, box } of bodies) cost += (unit === own ? 3 : 2) * overlap(spot, box);
  const inside = overlap(spot, frame);
  return cost + CUT * (spot.width * spot.height - inside);
}

/** What the marks on units mean. */
export function marksLegend() {
  const picture = (...children) => s("svg", { viewBox: "-9 -9 18 18", width: 22, height: 22, "aria-hidden": "true", "data-side-index": 0 }, children);
  const rows = [
    ...allOrders().map(([order, { name, tip }]) => [picture(orderDie(order)), name, tip]),
    [picture(pinToken(2)), "pins", "their number; each makes orders harder to obey"],
    [picture(s("circle", { r: 5, class: "p-base" }), s("circle", { r: 6, class: "p-leader" })), "leader", "an NCO has a white ring"],
  ];
  return h("ul", { class: "p-legend p-legend-marks" }, rows.map(([shape, name, tip]) => h("li", {}, shape, h("span", {}, h("b", {}, name), ` ${tip}`))));
}
