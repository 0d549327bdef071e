/** What stands, flies and lies on the table: men, hulls, aircraft with their shadows, smoke, missiles, devices, wrecks, and what layers bring. */

import { counted } from "../../counting.js";
import { s } from "../../dom.js";
import { PER_INCH, SCALE, corners, drawn } from "./measure.js";
import { garrisonAt } from "./ground.js";
import { faceOf } from "../orders.js";
import { carried, gunFigure, helicopterFigure, manFigure, vehicleFigure, wreckFigure } from "./figures.js";

/** Half of a cross on a model under a template, in units of the drawing. */
const CAUGHT = 2.8;

/** The outline of some places as points of the drawing. */
export function outlined(points, depth) {
  return points.map((point) => drawn(point, depth)).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** One unit on the table; `states` are words that the style sheet knows: ready, selected, target, awaited, spent. */
export function unitPiece(unit, scene, states = []) {
  const properties = { class: ["p-unit", ...states, unit.order && faceOf(unit.order).low ? "down" : ""].join(" "), "data-unit": unit.id, "data-side-index": unit.look };
  return s("g", properties, unit.soft ? men(unit, scene) : hull(unit, scene), unit.drone && drone(unit, scene));
}

function men(unit, scene) {
  const inside = unit.building !== null;
  if (inside && unit.sheet.men.length) return garrison(unit, scene);
  const base = halo(unit, scene);
  if (!unit.sheet.men.length) return base;
  const down = Boolean(unit.order && faceOf(unit.order).low);
  return [base, unit.bodies.map((body, index) => man(body, unit, index, { scene, down })), unit.kind === "gun" && gun(unit, scene)];
}

/** A man on his base; the first of a team has its weapon. */
function man(body, unit, index, { scene, down }) {
  const { x, y } = drawn(body.at, scene.depth);
  const r = body.radius * PER_INCH;
  const arms = index === 0 && unit.sheet.system && unit.kind !== "gun" ? unit.sheet.system : body.arms;
  return s(
    "g",
    { class: "p-man", "data-arms": carried(arms) },
    s("circle", { cx: x, cy: y, r: r - 0.4, class: "p-base" }),
    ["leader", "nco"].includes(body.post) && s("circle", { cx: x, cy: y, r: r + 0.5, class: `p-${body.post}` }),
    s("g", { class: "p-figure", transform: `translate(${x} ${y}) rotate(${unit.heading})` }, manFigure(arms, down)),
  );
}

/** The gun that its crew stand around. */
function gun(unit, scene) {
  const { x, y } = drawn(unit.at, scene.depth);
  return s("g", { class: "p-figure", transform: `translate(${x} ${y}) rotate(${unit.heading})` }, gunFigure(/^how/.test(unit.sheet.system ?? "")));
}

function garrison(unit, scene) {
  const { x, y } = garrisonAt(unit, scene);
  return s("g", { class: "p-man" }, s("title", {}, `${counted(unit.men.length, "man")} inside`), s("circle", { cx: x, cy: y, r: 9, class: "p-halo" }), s("circle", { cx: x, cy: y, r: 8, class: "p-base" }), s("text", { x, y: y + 3.4, class: "p-inside", "text-anchor": "middle" }, String(unit.men.length)));
}

/** A soft ground under the men of a unit, so that a squad reads as one. */
function halo(unit, scene) {
  const places = unit.bodies.map((body) => drawn(body.at, scene.depth));
  if (!places.length) return null;
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const rim = 8.5;
  return s("rect", { x: Math.min(...xs) - rim, y: Math.min(...ys) - rim, width: Math.max(...xs) - Math.min(...xs) + 2 * rim, height: Math.max(...ys) - Math.min(...ys) + 2 * rim, rx: rim, class: "p-halo" });
}

function hull(unit, scene) {
  const { x, y } = drawn(unit.at, scene.depth);
  const [length, width] = [unit.sheet.length / PER_INCH, unit.sheet.width / PER_INCH];
  const turn = `translate(${x} ${y}) rotate(${unit.heading})`;
  const rim = s("rect", { x: -width / 2 - 4, y: -length / 2 - 4, width: width + 8, height: length + 8, rx: 7, transform: turn, class: "p-halo" });
  if (unit.kind === "helicopter") return [rim, shadow(unit, turn, length, width), s("g", { class: "p-figure", transform: turn }, helicopterFigure({ length, width }))];
  return [rim, s("g", { transform: turn }, vehicle(unit, length, width))];
}

function vehicle(unit, length, width) {
  const { mounts, mobility, flags } = unit.sheet;
  const turret = mounts.some((mount) => mount.place === "turret");
  const aim = unit.jammed !== null && turret ? unit.jammed - unit.heading : 0;
  const facts = { length, width, mobility, turret, gun: mounts[0]?.weapon ?? "", open: flags?.includes("open_topped") || unit.sheet.seats > 0 };
  return [
    s("g", { class: "p-figure", "data-mobility": mobility }, vehicleFigure(facts, aim)),
    unit.immobilised && s("path", { d: `M${-width / 2} ${-length / 2}L${width / 2} ${length / 2}M${width / 2} ${-length / 2}L${-width / 2} ${length / 2}`, class: "p-crippled" }),
  ];
}

/** An aircraft's shadow lies farther away the higher it flies. */
function shadow(unit, turn, length, width) {
  const high = unit.at[2] / SCALE;
  return high > 0 && s("ellipse", { rx: width * 0.5, ry: length * 0.5, transform: `translate(${high * 0.7} ${high * 0.9}) ${turn}`, class: "p-shadow" });
}

function drone(unit, scene) {
  const { x, y } = drawn(unit.drone.at, scene.depth);
  const high = unit.drone.at[2] / SCALE;
  if (unit.place !== "table" || (!high && !unit.drone.empty && unit.men.some((man_) => Math.hypot(man_.at[0] - unit.drone.at[0], man_.at[1] - unit.drone.at[1]) < 100))) return null;
  const home = drawn(unit.at, scene.depth);
  const rotors = [[-3.6, -3.6], [3.6, -3.6], [-3.6, 3.6], [3.6, 3.6]];
  return s(
    "g",
    { class: "p-drone" },
    s("line", { x1: home.x, y1: home.y, x2: x, y2: y, class: "p-leash" }),
    high > 0 && s("circle", { cx: x + high * 0.5, cy: y + high * 0.7, r: 4, class: "p-shadow" }),
    s("path", { d: `M${x - 3.6} ${y - 3.6}l7.2 7.2M${x + 3.6} ${y - 3.6}l-7.2 7.2`, class: "p-arms" }),
    rotors.map(([dx, dy]) => s("circle", { cx: x + dx, cy: y + dy, r: 2.4, class: "p-rotor" })),
    s("rect", { x: x - 2, y: y - 2, width: 4, height: 4, class: "p-base" }),
    s("text", { x: x + 8, y: y + 3, class: "p-altitude" }, high ? `▲${high}″` : unit.drone.empty ? "battery empty" : "landed"),
  );
}

/** The ghost of a unit at a place where it may come to stand. */
export function ghost(unit, bodies, scene, states = "") {
  return s(
    "g",
    { class: `p-ghost ${states}`, "data-side-index": unit.look },
    bodies.map((body) => {
      if (body.outline) return [s("polygon", { points: outlined(body.outline, scene.depth) }), nose(body, scene)];
      const { x, y } = drawn(body.at, scene.depth);
      return s("circle", { cx: x, cy: y, r: body.radius * PER_INCH - 0.4 });
    }),
  );
}

/** A template where it would lie, with a cross in a ring on each model under it. */
export function templateAt({ at, radius, under }, scene) {
  const { x, y } = drawn(at, scene.depth);
  return s(
    "g",
    { class: "p-template", "data-under": under.reduce((sum, each) => sum + each.bodies.length, 0) },
    under.flatMap(({ unit, bodies }) => bodies.map((body) => caught(body, scene, { "data-caught": unit }))),
    s("circle", { cx: x, cy: y, r: radius * PER_INCH, class: "p-template-case" }),
    s("circle", { cx: x, cy: y, r: radius * PER_INCH, class: "p-template-rim" }),
  );
}

function caught(body, scene, properties) {
  const { x, y } = drawn(body.at, scene.depth);
  const outline = body.outline ? s("polygon", { points: outlined(body.outline, scene.depth) }) : s("circle", { cx: x, cy: y, r: body.radius * PER_INCH + 0.6 });
  return s("g", { class: "p-caught", ...properties }, outline, s("path", { d: `M${x - CAUGHT} ${y - CAUGHT}l${2 * CAUGHT} ${2 * CAUGHT}M${x + CAUGHT} ${y - CAUGHT}l${-2 * CAUGHT} ${2 * CAUGHT}` }));
}

function nose(body, scene) {
  const [left, right] = body.outline;
  const tip = drawn([(left[0] + right[0]) / 2, (left[1] + right[1]) / 2], scene.depth);
  const at = drawn(body.at, scene.depth);
  return s("line", { x1: at.x, y1: at.y, x2: tip.x, y2: tip.y, class: "p-ghost-nose" });
}

/** Wrecks that lie about and burn. */
export function wrecks(scene) {
  return scene.view.wrecks.map(([at, width, length, heading]) => {
    const { x, y } = drawn(at, scene.depth);
    return s(
      "g",
      { class: "p-wreck" },
      s("title", {}, "wreck: hard cover"),
      s("polygon", { points: outlined(corners(at, width * 1.18, length * 1.1, heading + 4), scene.depth), class: "p-scorch" }),
      s("polygon", { points: outlined(corners(at, width, length, heading), scene.depth), class: "p-wreck-hull" }),
      s("g", { transform: `translate(${x} ${y}) rotate(${heading})` }, wreckFigure(length / PER_INCH, width / PER_INCH)),
      s("g", { transform: `translate(${x} ${y})` }, s("path", { class: "g-flame", d: "M-2 5c-6 0 -7 -6 -3 -10c1 3 2.500 2.500 2 -.5c0 -4 2 -6 4 -8c0 4 4.500 7 4 12.500c0 4 -3 6 -7 6z" }), s("path", { class: "g-core", d: "M-1.500 4c-3 0 -3.500 -3 -1.500 -5.500c1 1.800 2 1 2 -1.300c2.200 1.700 2.700 6.800 -.5 6.800z" }), [[4, -9, 4], [8, -15, 5.5], [14, -22, 7]].map(([cx, cy, r]) => s("circle", { cx, cy, r, class: "p-wreck-smoke" }))),
    );
  });
}

/** Smoke of screens and of grenades. */
export function smoke(scene) {
  const told = scene.shape?.smoke ?? [];
  return told.map(({ at, radius }) => {
    const { x, y } = drawn(at, scene.depth);
    return s("g", { class: "p-smoke" }, s("title", {}, `smoke, ${radius}″ around`), s("circle", { cx: x, cy: y, r: radius * PER_INCH, fill: "url(#p-smoke)" }), s("circle", { cx: x, cy: y, r: radius * PER_INCH, class: "p-smoke-rim" }));
  });
}

/** Guided missiles with the line to what they fly at. */
export function missiles(scene) {
  return scene.view.missiles.map((missile) => {
    const at = drawn(missile.at, scene.depth);
    const from = scene.unit(missile.operator);
    const to = scene.unit(missile.target);
    const ends = [from, to].map((unit) => unit && drawn(unit.at, scene.depth));
    const way = to ? (Math.atan2(ends[1].y - at.y, ends[1].x - at.x) * 180) / Math.PI : 0;
    return s(
      "g",
      { class: "p-missile", "data-side-index": from?.look ?? 0 },
      s("title", {}, `missile of ${from?.name ?? "?"} at ${to?.name ?? "?"}`),
      ends[0] && s("line", { x1: ends[0].x, y1: ends[0].y, x2: at.x, y2: at.y, class: "p-wire" }),
      ends[1] && s("line", { x1: at.x, y1: at.y, x2: ends[1].x, y2: ends[1].y, class: "p-course" }),
      s("path", { d: "M-7 -2.2H3L8 0L3 2.2H-7L-9 4.2V-4.2z", transform: `translate(${at.x} ${at.y}) rotate(${way})` }),
    );
  });
}

/** Hidden devices; of the enemy's one knows only that a marker lies there. */
export function devices(scene, side) {
  return scene.view.devices.map((device, index) => {
    const carrier = device.carrier && scene.unit(device.carrier);
    const { x, y } = drawn(carrier ? carrier.at : device.at, scene.depth);
    const known = device.side === side;
    const kind = known ? (scene.shape?.kinds?.[device.kind] ?? device.kind) : "marker: device or decoy";
    return s(
      "g",
      { class: "p-device", "data-side-index": scene.side(device.side)[0]?.look ?? 0, "data-device": index },
      s("title", {}, `${known && device.kind !== "decoy" ? `${kind} ${index + 1}` : kind}${carrier ? ` on ${carrier.name}` : ""}`),
      s("path", { d: `M${x} ${y - 6}l6 10.4h-12z` }),
      s("text", { x, y: y + 3.2, "text-anchor": "middle" }, known ? (device.kind === "decoy" ? "D" : String(index + 1)) : "?"),
    );
  });
}

/** What layers put on the table: each by what it is called and whose it is. */
export function things(scene) {
  return Object.values(scene.view.things ?? {}).map((thing) => {
    const { x, y } = drawn(thing.at, scene.depth);
    const called = scene.shape?.things?.[thing.kind] ?? thing.kind;
    const owner = thing.side === undefined || thing.side === null ? null : scene.side(thing.side)[0];
    return s(
      "g",
      { class: "p-device", "data-side-index": owner?.look ?? 0, "data-thing": thing.id },
      s("title", {}, `${called}${thing.hidden ? ", hidden" : ""}`),
      s("path", { d: `M${x} ${y - 6}l6 6l-6 6l-6 -6z` }),
      s("text", { x, y: y + 2.4, "text-anchor": "middle" }, called.slice(0, 1).toUpperCase()),
    );
  });
}

/** Strikes that have been called and not come yet. */
export function strikes(scene) {
  return (scene.view.called ?? []).map((each) => {
    const { x, y } = drawn(each.at, scene.depth);
    return s("g", { class: "p-strike", "data-side-index": scene.side(each.side)[0]?.look ?? 0 }, s("title", {}, `strike (${each.kind}) called in turn ${each.turn}`), s("circle", { cx: x, cy: y, r: 14 }), s("path", { d: `M${x - 18} ${y}h36M${x} ${y - 18}v36` }));
  });
}
