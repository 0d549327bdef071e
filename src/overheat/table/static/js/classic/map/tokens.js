/** Units on the map: whose they are, what they are, where they face, and what has become of them. */

import { s } from "../../dom.js";
import { amount, plainly } from "../../explain.js";
import { centre } from "./hexes.js";
import { silhouettes } from "./silhouettes.js";
import { isMachine, names, short, soundness, spoken } from "../words.js";

const RADIUS = 22;
const FAN = { 1: [[0, 0]], 2: [[-13, -6], [13, 6]], 3: [[-14, -8], [14, -8], [0, 14]], 4: [[-14, -12], [14, -12], [-14, 12], [14, 12]] };
const CROWDED = 0.74;
const MODE_LETTERS = { walk: "W", run: "R", jump: "J" };

/** A layer of tokens; `show(view, marks)` brings it up to date, `element(id)` is one token, `label(id)` its name over all of them. */
export function tokens(into) {
  const wrecks = s("g", { class: "wrecks" });
  const living = s("g", { class: "tokens" });
  const labels = s("g", { class: "token-names", "aria-hidden": "true" });
  into.append(silhouettes(), wrecks, living, labels);
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
        const element = unit.fate ? wreck(id, unit, called.get(id), places.get(id)) : token(id, unit, called.get(id), places.get(id), state);
        if (before && before.fate === unit.fate) before.element.replaceWith(element);
        else {
          before?.element.remove();
          (unit.fate ? wrecks : living).append(element);
        }
        if (before?.focused()) element.focus();
        before?.label.remove();
        const label = nameplate(unit, called.get(id), places.get(id));
        labels.append(label);
        made.set(id, { key, element, label, fate: unit.fate, focused: () => document.activeElement === element });
      }
      for (const [id, { element, label }] of made) {
        if (kept.has(id)) continue;
        element.remove();
        label.remove();
        made.delete(id);
      }
    },
    element: (id) => made.get(id)?.element ?? null,
    label: (id) => made.get(id)?.label ?? null,
    place: (id) => places.get(id) ?? null,
  };
}

/** Where each token and its name stand: those who share a hex are fanned out, their names listed below; wrecks under them go unnamed. */
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
    const first = kind === "wrecks" ? 27 : RADIUS + 17;
    const named = kind === "living" || !crowds.has(`${hex} living`);
    ids.forEach((id, at) => {
      const [dx, dy] = fan[at % fan.length];
      const name = { x: middle.x, y: middle.y + (first + 12 * at) * scale };
      places.set(id, { x: middle.x + dx, y: middle.y + dy, scale, name: named ? name : null });
    });
  }
  return places;
}

/** The name of a unit, below its token. */
function nameplate(unit, name, { name: at, scale }) {
  if (!at) return s("g");
  const kind = `token-name${unit.fate ? " of-wreck" : ""}`;
  return s("text", { class: kind, transform: `translate(${at.x} ${at.y}) scale(${Math.max(scale, 0.85)})` }, short(name));
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
  if (isMachine(unit) && amount(condition.heat) > 0)
    badge(-20, -17, `${plainly(condition.heat)}°`, amount(condition.heat) >= 14 ? "heat hot" : amount(condition.heat) >= 5 ? "heat warm" : "heat");
  if (motion.mode !== "stationary")
    badge(20, 16, `${MODE_LETTERS[motion.mode] ?? motion.mode[0].toUpperCase()}+${figures.as_target}`, `mode-${motion.mode}`);
  if (condition.shut_down) badge(20, -17, "off", "trouble");
  else if (!condition.conscious) badge(20, -17, "zzz", "trouble");
  else if (figures.immobile) badge(20, -17, "×", "trouble");
  else if (condition.prone) badge(20, -17, "down", "trouble");
  else if (condition.stance) badge(20, -17, "low", "trouble");
  else if (unit.elevation > 0 && figures.motive === "vtol") badge(20, -17, `↑${unit.elevation}`, "height");
  else if (unit.declared.charge) badge(20, -17, "!!", "trouble");
  if (state.done) badge(-20, 16, "✓", "finished");
  return found;
}
