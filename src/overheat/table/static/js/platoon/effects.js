/** What has just happened, for a moment on the table: tracers, blasts, pins, falls. Nothing moves for who wants it so. */

import { counted } from "../counting.js";
import { s } from "../dom.js";
import { PER_INCH, drawn } from "./table/measure.js";

const LASTS = 1400;
const APART = 160;
const MOST = 24;

/** Show events on a layer; `scene` is the table before them. */
export function play(events, layer, scene) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  let wait = 0;
  const moved = new Map();
  for (const told of events.slice(-MOST * 3)) {
    const made = EFFECTS[told.kind]?.(told.event, { scene, moved });
    if (told.kind === "Moved") moved.set(told.event.unit, drawn(told.event.at, scene.depth));
    if (!made) continue;
    const start = wait;
    setTimeout(() => show(made, layer), start);
    wait = Math.min(wait + APART, APART * MOST);
  }
}

function show(made, layer) {
  layer.append(made);
  setTimeout(() => made.remove(), LASTS);
}

function where(id, { scene, moved }) {
  const unit = scene.unit(id);
  if (moved.has(id)) return moved.get(id);
  return unit && unit.place === "table" ? drawn(unit.at, scene.depth) : null;
}

function word(at, text, tone) {
  return at && s("text", { x: at.x, y: at.y - 10, class: `e-word ${tone}`, "text-anchor": "middle" }, text);
}

function tracer(from, to, hits) {
  if (!from || !to) return null;
  return s("g", { class: `e-shot${hits ? " hit" : ""}` }, s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, pathLength: 100 }), hits ? s("circle", { cx: to.x, cy: to.y, r: 9 }) : null);
}

const EFFECTS = {
  Fired: (event, at) => tracer(where(event.unit, at), where(event.target, at), event.hits),
  Launched: (event, at) => tracer(where(event.unit, at), where(event.target, at), 0),
  Exploded: (event, at) => s("circle", { ...centre(event.at, at.scene), r: event.size * PER_INCH, class: "e-blast" }),
  StrikeFell: (event, at) => s("circle", { ...centre(event.at, at.scene), r: Math.max(event.radius, 2) * PER_INCH, class: "e-blast" }),
  Pinned: (event, at) => event.change && word(where(event.unit, at), `${event.change > 0 ? "+" : "−"}${counted(Math.abs(event.change), "pin")}`, event.change > 0 ? "no" : "good"),
  Fell: (event, at) => word(where(event.unit, at), `−${event.fallen}`, "no"),
  Struck: (event, at) => word(where(event.unit, at), event.result, "no"),
  Destroyed: (event, at) => word(where(event.unit, at), "lost", "no"),
  Ordered: (event, at) => word(where(event.unit, at), event.order, "info"),
  WentDown: (event, at) => word(where(event.unit, at), "down", "info"),
  Moved: (event, at) => {
    const from = where(event.unit, at);
    const to = drawn(event.at, at.scene.depth);
    return from && s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "e-trail" });
  },
};

function centre(at, scene) {
  const { x, y } = drawn(at, scene.depth);
  return { cx: x, cy: y };
}

/** A ring that calls the eye to a place. */
export function beckon(layer, { x, y }) {
  const ring = s("circle", { cx: x, cy: y, r: 26, class: "e-beckon" });
  layer.append(ring);
  setTimeout(() => ring.remove(), LASTS);
}
