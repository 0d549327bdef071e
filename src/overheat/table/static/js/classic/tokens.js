/** Units on the map: whose they are, what they are, where they face, and what has become of them. */

import { s } from "../dom.js";
import { centre } from "./hexes.js";
import { isMachine, names, short, soundness, spoken } from "./words.js";

const RADIUS = 22;
const FAN = { 1: [[0, 0]], 2: [[-13, -6], [13, 6]], 3: [[-14, -8], [14, -8], [0, 14]], 4: [[-14, -12], [14, -12], [-14, 12], [14, 12]] };
const MODE_LETTERS = { walk: "W", run: "R", jump: "J" };

/** A layer of tokens; `show(view, marks)` brings it up to date, `element(id)` is one token. */
export function tokens(into) {
  const wrecks = s("g", { class: "wrecks" });
  const living = s("g", { class: "tokens" });
  into.append(symbols(), wrecks, living);
  const made = new Map();
  let places = new Map();
  return {
    show(view, { sides, ready, done, acting, selected, target }) {
      const called = names(view.units);
      const shown = Object.entries(view.units).filter(([, unit]) => unit.fate !== "fled");
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
            unit.declared.spots,
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
        const element = unit.fate ? wreck(id, unit, called.get(id), places.get(id)) : token(id, unit, called.get(id), places.get(id), state);
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
    },
    element: (id) => made.get(id)?.element ?? null,
    place: (id) => places.get(id) ?? null,
  };
}

/** Where each token stands: those who share a hex are fanned out. */
function spread(shown) {
  const crowds = new Map();
  for (const [id, unit] of shown) {
    const key = `${unit.hex} ${Boolean(unit.fate)}`;
    crowds.set(key, [...(crowds.get(key) ?? []), id]);
  }
  const places = new Map();
  for (const [key, ids] of crowds) {
    const middle = centre(key.split(" ")[0]);
    const fan = FAN[Math.min(ids.length, 4)];
    ids.forEach((id, at) => {
      const [dx, dy] = fan[at % fan.length];
      places.set(id, { x: middle.x + dx, y: middle.y + dy, scale: ids.length > 1 ? 0.74 : 1 });
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

function wreck(id, unit, name, at) {
  const element = frame(id, unit, name, at, ["token", "wreck"]);
  element.append(
    s("circle", { r: 15, class: "wreck-disc" }),
    s("path", { d: "M-7 -7L7 7M-7 7L7 -7", class: "wreck-cross" }),
    s("text", { y: 27, class: "token-name" }, short(name)),
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
    ],
  );
  element.dataset.sideIndex = index;
  element.append(
    state.acting || state.selected || state.target || state.ready ? s("circle", { r: RADIUS + 8, class: "ring" }) : "",
    base(index),
    facing(unit),
    s("g", { class: "silhouette", transform: condition.prone ? "rotate(90)" : "" }, s("use", { href: `#token-${icon(unit)}` })),
    s("text", { x: 0, y: RADIUS - 3.5, class: "weight" }, weight(unit)),
    health(unit),
    ...badges(unit, state),
    s("text", { y: RADIUS + 17, class: "token-name" }, short(name)),
  );
  return element;
}

/** The second cue for a side besides its colour: disc, square, diamond. */
function base(index) {
  const r = RADIUS;
  if (index === 1)
    return s(
      "g",
      {},
      s("rect", { x: -r + 2, y: -r + 2, width: 2 * r - 4, height: 2 * r - 4, rx: 4, class: "token-base" }),
      s("path", { class: "hatch", d: `M${-r + 2} ${-r + 12}L${-r + 12} ${-r + 2}M${r - 12} ${r - 2}L${r - 2} ${r - 12}` }),
    );
  if (index === 2)
    return s("rect", { x: -r + 3, y: -r + 3, width: 2 * r - 6, height: 2 * r - 6, rx: 3, transform: "rotate(45)", class: "token-base" });
  return s("circle", { r, class: "token-base" });
}

/** A wedge for the legs or the hull; a second, lighter pointer where torso or turret point elsewhere. */
function facing(unit) {
  if (unit.kind === "infantry" || unit.kind === "battle armour") return "";
  const parts = [
    s("path", { class: "facing", transform: `rotate(${unit.facing * 60})`, d: `M-10 ${-RADIUS + 2}L0 ${-RADIUS - 11.5}L10 ${-RADIUS + 2}Z` }),
  ];
  if (unit.torso !== unit.facing)
    parts.push(
      s(
        "path",
        { class: "torso", transform: `rotate(${unit.torso * 60})`, d: `M0 -8V${-RADIUS - 6}M-5 ${-RADIUS - 1}L0 ${-RADIUS - 8}L5 ${-RADIUS - 1}` },
      ),
    );
  return s("g", {}, parts);
}

function icon(unit) {
  const { motive } = unit.figures;
  if (isMachine(unit)) return motive === "quad" || motive === "quadvee" ? "quad" : "biped";
  if (unit.kind === "infantry") return "infantry";
  if (unit.kind === "battle armour") return "suits";
  if (unit.kind === "gun emplacement") return "gun";
  return {
    vtol: "vtol",
    hover: "hover",
    wheeled: "wheeled",
    wige: "hover",
    naval: "boat",
    hydrofoil: "boat",
    submarine: "boat",
  }[motive] ?? "tracked";
}

/** L, M, H or A by weight; soldiers show how many are left. */
function weight(unit) {
  if (unit.kind === "infantry" || unit.kind === "battle armour") return String(unit.condition.troopers || "");
  const { tons } = unit.figures;
  return tons < 40 ? "L" : tons < 60 ? "M" : tons < 80 ? "H" : "A";
}

function health(unit) {
  const share = soundness(unit);
  if (share >= 0.995) return "";
  const width = 30;
  return s(
    "g",
    { class: `health ${share > 0.66 ? "well" : share > 0.33 ? "hurt" : "grave"}` },
    s("rect", { x: -width / 2, y: RADIUS + 1.5, width, height: 5, rx: 2.5, class: "health-all" }),
    s("rect", { x: -width / 2, y: RADIUS + 1.5, width: Math.max(2, width * share), height: 5, rx: 2.5, class: "health-left" }),
  );
}

function badges(unit, state) {
  const { condition, motion, figures } = unit;
  const found = [];
  const badge = (x, y, text, kind) => {
    const wide = Math.max(20, 8 * text.length + 7);
    found.push(
      s(
        "g",
        { class: `badge ${kind}`, transform: `translate(${x} ${y})` },
        s("rect", { x: -wide / 2, y: -9, width: wide, height: 18, rx: 9 }),
        s("text", { y: 4.2 }, text),
      ),
    );
  };
  if (isMachine(unit) && condition.heat > 0)
    badge(-20, -17, `${condition.heat}°`, condition.heat >= 14 ? "heat hot" : condition.heat >= 5 ? "heat warm" : "heat");
  if (motion.mode !== "stationary")
    badge(20, 16, `${MODE_LETTERS[motion.mode]}${figures.as_target ? `+${figures.as_target}` : motion.travelled || ""}`, `mode-${motion.mode}`);
  if (condition.shut_down) badge(20, -17, "off", "trouble");
  else if (!condition.conscious) badge(20, -17, "zzz", "trouble");
  else if (figures.immobile) badge(20, -17, "×", "trouble");
  else if (condition.prone) badge(20, -17, "down", "trouble");
  else if (unit.elevation > 0 && figures.motive === "vtol") badge(20, -17, `↑${unit.elevation}`, "height");
  else if (unit.declared.charge) badge(20, -17, "!!", "trouble");
  if (state.done) badge(-20, 16, "✓", "finished");
  return found;
}

function symbols() {
  const put = (name, ...shapes) => s("g", { id: `token-${name}` }, shapes);
  const path = (d) => s("path", { d });
  return s(
    "defs",
    {},
    put("biped", path("M-3.5 -14h7l1 5h5l3 4v8h-4v-5h-2l-1 4 3 9h-5l-3 -7 -3 7h-5l3 -9 -1 -4h-2v5h-4v-8l3 -4h5z")),
    put("quad", path("M-4 -12h8l2 5h5l3 14h-4l-3 -7h-14l-3 7h-4l3 -14h5z")),
    put("tracked", path("M-14 -1h28l2 5 -3 5h-26l-3 -5zM-7 -8h12l3 6h-18zM4 -7h12v2.6h-12z")),
    put(
      "wheeled",
      path("M-14 -2h28v6h-28zM-7 -9h12l3 6h-18zM4 -8h12v2.6h-12z"),
      s("circle", { cx: -9, cy: 6, r: 3.6 }),
      s("circle", { cx: 0, cy: 6, r: 3.6 }),
      s("circle", { cx: 9, cy: 6, r: 3.6 }),
    ),
    put("hover", path("M-12 -1h24l4 5h-32zM-15 6q15 5 30 0v3q-15 4 -30 0zM-6 -8h10l3 6h-16zM4 -7h11v2.6h-11z")),
    put("boat", path("M-16 0h32l-6 9h-20zM-4 -9h8l3 8h-14z")),
    put("vtol", path("M-16 -10h32v2.4h-14.8v3h4q6 1 7 8 -8 4 -18 1l-9 -3v-6h2l2 4 9 -4v-3h-14.2z")),
    put(
      "infantry",
      [-8, 0, 8].map((x) =>
        [s("circle", { cx: x, cy: -8 + Math.abs(x) / 3, r: 3 }), s("path", { d: `M${x - 3} ${-3.6 + Math.abs(x) / 3}h6l1 8h-8z` })],
      ),
    ),
    put("suits", [-7, 7].map((x) => s("path", { d: `M${x - 2.5} -11h5l1 3h3v8h-2.5v-3l-1 9h-3l-.5 -4 -.5 4h-3l-1 -9v3h-2.5v-8h3z` }))),
    put("gun", path("M-12 8v-6l5 -7h9l5 7v6zM1 -4l12 -6 1.5 3 -11 6z")),
  );
}

