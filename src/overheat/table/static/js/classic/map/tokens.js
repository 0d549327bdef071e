/** Units on the map: whose they are, what they are, where they face, and what has become of them. */

import { s } from "../../dom.js";
import { centre, world } from "./hexes.js";
import { figure } from "./figures/figure.js";
import { nameplates } from "./nameplates.js";
import { names, soundness, spoken } from "../words.js";

const RADIUS = 25;
const FAN = { 1: [[0, 0]], 2: [[-13, -6], [13, 6]], 3: [[-14, -8], [14, -8], [0, 14]], 4: [[-14, -12], [14, -12], [-14, 12], [14, 12]] };
const CROWDED = 0.68;

/** A layer of tokens; `show(view, marks)` brings it up to date, `element(id)` is one token, `label(id)` its name over all of them, `sized(pixel, margin, controls)` places the names for so many units of the map to a pixel. */
export function tokens(into) {
  const wrecks = s("g", { class: "wrecks" });
  const living = s("g", { class: "tokens" });
  const plates = nameplates();
  into.append(wrecks, living, plates.element);
  const made = new Map();
  let places = new Map();
  return {
    show(view, { sides, ready, done, acting, selected, target }) {
      const called = names(view.units);
      const shown = Object.entries(view.units).filter(([, unit]) => unit.fate !== "fled" && unit.hex);
      places = spread(shown);
      const kept = new Set();
      for (const [id, unit] of shown) {
        const key = JSON.stringify(
          [
            unit.hex,
            unit.facing,
            unit.torso,
            unit.fate,
            unit.condition,
            unit.motion,
            unit.marks,
            unit.declared.charge,
            unit.elevation,
            places.get(id),
            ready.has(id),
            done.has(id),
            acting === id,
            selected === id,
            target === id,
          ],
        );
        kept.add(id);
        const before = made.get(id);
        if (before?.key === key) continue;
        const state = { sides, ready: ready.has(id), done: done.has(id), acting: acting === id, selected: selected === id, target: target === id };
        const element = unit.fate ? wreck(id, unit, called.get(id), places.get(id), state) : token(id, unit, called.get(id), places.get(id), state);
        if (before && before.fate === unit.fate) before.element.replaceWith(element);
        else {
          before?.element.remove();
          (unit.fate ? wrecks : living).append(element);
        }
        if (before?.focused()) element.focus();
        made.set(id, { key, element, fate: unit.fate, focused: () => document.activeElement === element });
      }
      for (const [id, { element }] of made) {
        if (kept.has(id)) continue;
        element.remove();
        made.delete(id);
      }
      plates.show(shown.map(([id, unit]) => ({ id, unit, name: called.get(id), at: places.get(id), index: sides[unit.side] ?? 0, done: done.has(id), first: acting === id || selected === id || target === id })), RADIUS, view.board, world(view.board));
    },
    sized: plates.sized,
    keepClear: plates.keepClear,
    element: (id) => made.get(id)?.element ?? null,
    label: (id) => plates.plate(id),
    place: (id) => places.get(id) ?? null,
  };
}

/** A unit that is about to stand somewhere, as its token will look. */
export function prospective(unit, index, { x, y }, facing) {
  const placed = { ...unit, facing, torso: facing };
  return s("g", { class: "token prospective", "data-side-index": index, "data-facing": facing, transform: `translate(${x} ${y})` }, base(index), wedges(placed), figure(placed));
}

/** Where each token stands: those who share a hex are fanned out. */
function spread(shown) {
  const crowds = new Map();
  for (const [id, unit] of shown) {
    const key = `${unit.hex} ${unit.fate ? "wrecks" : "living"}`;
    crowds.set(key, [...(crowds.get(key) ?? []), id]);
  }
  const places = new Map();
  for (const [key, ids] of crowds) {
    const [hex, kind] = key.split(" ");
    const middle = centre(hex);
    const fan = FAN[Math.min(ids.length, 4)];
    const scale = ids.length > 1 ? CROWDED : 1;
    ids.forEach((id, at) => {
      const [dx, dy] = fan[at % fan.length];
      places.set(id, { x: middle.x + dx, y: middle.y + dy, scale, covered: kind === "wrecks" && crowds.has(`${hex} living`) });
    });
  }
  return places;
}

function frame(id, unit, name, at, classes) {
  return s("g", {
    class: classes.filter(Boolean).join(" "), "data-unit": id, "data-hex": unit.hex, "data-side": unit.side, tabindex: 0, role: "button",
    "aria-label": spoken(unit, name), transform: `translate(${at.x} ${at.y}) scale(${at.scale})`,
  });
}

function wreck(id, unit, name, at, state) {
  const element = frame(id, unit, name, at, ["token", "wreck"]);
  element.dataset.sideIndex = state.sides[unit.side] ?? 0;
  const gone = unit.kind === "infantry" || unit.kind === "battle armour";
  element.append(
    s("path", { class: "scorch", d: "M-21 3L-16 -9L-19 -16L-7 -15L1 -21L8 -14L19 -15L16 -4L22 5L14 10L12 19L2 15L-8 20L-12 11L-20 11Z" }),
    gone ? s("path", { d: "M-8 -8L8 8M-8 8L8 -8", class: "wreck-cross" }) : figure(unit, true),
    gone ? "" : s("g", { class: "wreck-fire" }, s("path", { class: "flame", d: "M-6 4c-6 0 -8 -6 -4 -11c1 3 3 3 2.500 -1c0 -4 2 -7 4 -9c0 5 5 8 4.500 14c0 5 -3 7 -7 7z" }), s("path", { class: "flame-core", d: "M-5.500 3c-3 0 -4 -3 -1.500 -6c1 2 2 1 2 -1.500c2.500 2 3 7.500 -.5 7.500z" })),
    gone ? "" : s("g", { class: "f-smoke" }, [[4, -12, 5], [9, -19, 7], [16, -27, 8.5]].map(([cx, cy, r]) => s("circle", { cx, cy, r }))),
  );
  return element;
}

function token(id, unit, name, at, state) {
  const index = state.sides[unit.side] ?? 0;
  const { condition } = unit;
  const element = frame(
    id,
    unit,
    name,
    at,
    [
      "token",
      state.ready && "ready",
      state.done && "done",
      state.acting && "acting",
      state.selected && "selected",
      state.target && "target",
      condition.shut_down && "shut-down",
      !condition.conscious && "senseless",
    ],
  );
  element.dataset.sideIndex = index;
  element.append(
    state.acting || state.selected || state.target || state.ready ? s("circle", { r: RADIUS + 7, class: "ring" }) : "",
    base(index),
    wedges(unit),
    figure(unit),
    health(unit),
  );
  return element;
}

/** The second cue for a side besides its colour: disc, square, diamond, hexagon. */
function base(index) {
  const r = RADIUS;
  if (index === 1)
    return s(
      "g",
      {},
      s("rect", { x: -r + 2, y: -r + 2, width: 2 * r - 4, height: 2 * r - 4, rx: 4, class: "token-base" }),
      s("path", { class: "hatch", d: `M${-r + 3} ${-r + 11}L${-r + 11} ${-r + 3}M${r - 11} ${r - 3}L${r - 3} ${r - 11}M${r - 11} ${-r + 3}L${r - 3} ${-r + 11}M${-r + 3} ${r - 11}L${-r + 11} ${r - 3}` }),
    );
  if (index === 2)
    return s("rect", { x: -r + 4, y: -r + 4, width: 2 * r - 8, height: 2 * r - 8, rx: 3, transform: "rotate(45)", class: "token-base" });
  if (index === 3) return s("path", { class: "token-base", d: `M${-r / 2} ${-r * 0.87}H${r / 2}L${r} 0L${r / 2} ${r * 0.87}H${-r / 2}L${-r} 0Z` });
  return s("circle", { r, class: "token-base" });
}

/** A wedge for the legs or the hull; a second, lighter pointer where torso or turret point elsewhere. */
function wedges(unit) {
  if (unit.kind === "infantry" || unit.kind === "battle armour") return "";
  const parts = [
    s("path", { class: "facing", transform: `rotate(${unit.facing * 60})`, d: `M-9 ${-RADIUS + 1}L0 ${-RADIUS - 9.5}L9 ${-RADIUS + 1}Z` }),
  ];
  if (unit.torso !== unit.facing)
    parts.push(
      s(
        "path",
        { class: "torso", transform: `rotate(${unit.torso * 60})`, d: `M-6 ${-RADIUS}L0 ${-RADIUS - 7}L6 ${-RADIUS}` },
      ),
    );
  return s("g", {}, parts);
}

/** What is left of it, along the lower rim. */
function health(unit) {
  const share = soundness(unit);
  if (share >= 0.995) return "";
  const width = 34;
  return s(
    "g",
    { class: `health ${share > 0.66 ? "well" : share > 0.33 ? "hurt" : "grave"}` },
    s("rect", { x: -width / 2 - 1, y: RADIUS - 2.5, width: width + 2, height: 6, rx: 3, class: "health-all" }),
    s("rect", { x: -width / 2, y: RADIUS - 1.5, width: Math.max(2, width * share), height: 4, rx: 2, class: "health-left" }),
  );
}
