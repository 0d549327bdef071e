/** What stands, flies and lies on the table: men, hulls, aircraft with their shadows, smoke, missiles, devices, wrecks, and what layers bring. */

import { counted } from "../../counting.js";
import { s } from "../../dom.js";
import { PER_INCH, SCALE, corners, drawn } from "./measure.js";
import { faceOf } from "../orders.js";

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
  if (!unit.sheet.men.length) return halo(unit, scene);
  const base = halo(unit, scene);
  if (inside) return [base, garrison(unit, scene)];
  return [base, weaponArrow(unit, scene), unit.bodies.map((body) => man(body, unit.look, scene))];
}

function man(body, look, scene) {
  const { x, y } = drawn(body.at, scene.depth);
  const r = body.radius * PER_INCH;
  return s(
    "g",
    { class: "p-man" },
    s("circle", { cx: x, cy: y, r: r - 0.4, class: "p-base" }),
    look === 1 && s("rect", { x: x - 2.1, y: y - 2.1, width: 4.2, height: 4.2, transform: `rotate(45 ${x} ${y})`, class: "p-inset" }),
    look !== 1 && s("circle", { cx: x, cy: y, r: 1.7, class: "p-inset" }),
    ["leader", "nco"].includes(body.post) && s("circle", { cx: x, cy: y, r: r + 0.5, class: `p-${body.post}` }),
  );
}

function garrison(unit, scene) {
  const { x, y } = drawn(unit.at, scene.depth);
  return s("g", { class: "p-man" }, s("title", {}, `${counted(unit.men.length, "man")} inside`), s("circle", { cx: x, cy: y, r: 8, class: "p-base" }), s("text", { x, y: y + 3.4, class: "p-inside", "text-anchor": "middle" }, String(unit.men.length)));
}

/** A team with a weapon shows where it points. */
function weaponArrow(unit, scene) {
  if (!unit.fixed) return null;
  const { x, y } = drawn(unit.at, scene.depth);
  return s("path", { d: `M${x - 2.4} ${y - 7}L${x} ${y - 14}L${x + 2.4} ${y - 7}`, transform: `rotate(${unit.heading} ${x} ${y})`, class: "p-points" });
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
  if (unit.kind === "helicopter") return [rim, shadow(unit, turn, length, width), s("g", { transform: turn }, aircraft(length, width))];
  return [rim, s("g", { transform: turn }, vehicle(unit, length, width))];
}

function vehicle(unit, length, width) {
  const body = { x: -width / 2, y: -length / 2, width, height: length };
  const tracked = ["tracked", "half_track", "slow"].includes(unit.sheet.mobility);
  const turret = unit.sheet.mounts.some((mount) => mount.place === "turret");
  const aim = unit.jammed !== null && turret ? unit.jammed - unit.heading : 0;
  return [
    tracked && [-1, 1].map((flank) => s("rect", { x: flank < 0 ? -width / 2 - 1.2 : width / 2 - 2.4, y: -length / 2 + 1, width: 3.6, height: length - 2, rx: 1.6, class: "p-track" })),
    !tracked && [[-1, -0.34], [1, -0.34], [-1, 0.32], [1, 0.32]].map(([flank, along]) => s("rect", { x: flank * (width / 2) - 1.2, y: along * length - 3.4, width: 2.4, height: 6.8, rx: 1.1, class: "p-track" })),
    s("rect", { ...body, rx: 3, class: "p-hull" }),
    s("path", { d: `M${-width / 2 + 2} ${-length / 2 + 7}L0 ${-length / 2 + 2.4}L${width / 2 - 2} ${-length / 2 + 7}`, class: "p-nose" }),
    turret && s("g", { transform: `rotate(${aim})` }, s("rect", { x: -1.1, y: -length / 2 - 4, width: 2.2, height: length / 2, class: "p-barrel" }), s("circle", { cx: 0, cy: 1, r: width * 0.3, class: "p-turret" })),
    !turret && s("rect", { x: -width / 2 + 2.4, y: -length * 0.1, width: width - 4.8, height: length * 0.52, rx: 1.5, class: "p-bed" }),
    unit.immobilised && s("path", { d: `M${-width / 2} ${-length / 2}L${width / 2} ${length / 2}M${width / 2} ${-length / 2}L${-width / 2} ${length / 2}`, class: "p-crippled" }),
  ];
}

function aircraft(length, width) {
  return [
    s("path", { d: `M0 ${-length / 2}q${width / 2} ${length * 0.12} ${width * 0.32} ${length * 0.5}l${-width * 0.2} ${length * 0.42}h${-width * 0.24}l${-width * 0.2} ${-length * 0.42}q${-width * 0.18} ${-length * 0.38} ${width * 0.32} ${-length * 0.5}z`, class: "p-hull" }),
    s("rect", { x: -width * 0.26, y: length * 0.38, width: width * 0.52, height: 2.4, class: "p-barrel" }),
    s("circle", { cx: 0, cy: -length * 0.06, r: length * 0.46, class: "p-rotor" }),
    [45, 135].map((turn) => s("line", { x1: 0, y1: -length * 0.46, x2: 0, y2: length * 0.46, transform: `translate(0 ${-length * 0.06}) rotate(${turn})`, class: "p-blade" })),
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

function nose(body, scene) {
  const [left, right] = body.outline;
  const tip = drawn([(left[0] + right[0]) / 2, (left[1] + right[1]) / 2], scene.depth);
  const at = drawn(body.at, scene.depth);
  return s("line", { x1: at.x, y1: at.y, x2: tip.x, y2: tip.y, class: "p-ghost-nose" });
}

/** Wrecks that lie about. */
export function wrecks(scene) {
  return scene.view.wrecks.map(([at, width, length, heading]) => {
    const { x, y } = drawn(at, scene.depth);
    return s("g", { class: "p-wreck" }, s("title", {}, "wreck: hard cover"), s("polygon", { points: outlined(corners(at, width, length, heading), scene.depth) }), s("path", { d: `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12` }), s("circle", { cx: x, cy: y, r: 3 }));
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
