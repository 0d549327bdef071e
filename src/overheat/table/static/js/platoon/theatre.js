/** The show of a H.E.A.T battle: what is new is played over the table, and units stand as they did until it is their turn. */

import { s } from "../dom.js";
import { roomAbove, showCard } from "../show/card.js";
import { controls } from "../show/controls.js";
import { director, still } from "../show/director.js";
import { settings } from "../show/settings.js";
import { capital } from "../sides.js";
import { drawn } from "./table/measure.js";
import { beatsOf } from "./beats.js";

/** Pixels above a place that words over it and the name of who stands there need, and pixels below one. */
const WORDS = 112;
const BELOW = 30;

/** A show over the drawing `map`; `redraw()` draws the pieces anew, `sceneFor(view)` makes a scene of a view, `shown(number)` is told up to which event it has come, null at its end. */
export function theatre(map, { redraw, sceneFor, shown }) {
  const staged = new Map();
  const pending = new Map();
  const card = showCard();
  const svg = map.element.querySelector("svg");
  const shows = director(svg, { camera: follow, changed: (on) => (bar.playing(on), on || over()) });
  const bar = controls({ skip: shows.skip, woke: shows.noise.wake });
  map.element.append(card.element, bar.element);
  let latest = null;

  function over() {
    card.over();
    shown(null);
    staged.clear();
    pending.clear();
    redraw();
  }

  /** Bring places into view, with room above them for words, unless they are there already and near enough. */
  function follow(places) {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const pixel = map.view().scale();
    const [wide, high] = [svg.clientWidth, svg.clientHeight];
    if (places.every((one) => one.x > x && one.x < x + width && one.y > y + WORDS * pixel && one.y < y + height) && width < 500) return;
    const across = Math.max(...places.map((one) => one.x)) - Math.min(...places.map((one) => one.x));
    const down = Math.max(...places.map((one) => one.y)) - Math.min(...places.map((one) => one.y));
    const middle = (axis) => (Math.max(...places.map((one) => one[axis])) + Math.min(...places.map((one) => one[axis]))) / 2;
    const inSight = Math.max(across + 160, (down + 160) * (width / height), (down * wide) / Math.max(1, high - WORDS - BELOW), 360);
    map.view().centre(middle("x"), middle("y") - ((WORDS - BELOW) / 2) * (inSight / wide), inSight);
  }

  /** The scene with units as far as they have been shown. */
  function scene(whole) {
    latest = whole;
    if (!staged.size) return whole;
    const units = { ...whole.view.units };
    for (const [id, unit] of staged) if (id in units) units[id] = unit;
    return sceneFor({ ...whole.view, units });
  }

  const unitOf = (id) => (latest ? scene(latest).unit(id) : null);

  const stage = {
    patch(patches) {
      if (!staged.size) return;
      for (const { unit, apply } of patches) {
        if (!staged.has(unit)) continue;
        staged.set(unit, apply(staged.get(unit)));
        const left = (pending.get(unit) ?? 1) - 1;
        pending.set(unit, left);
        if (left > 0) continue;
        staged.delete(unit);
        pending.delete(unit);
      }
      redraw();
    },
    slide(id, from, to, duration, part = "") {
      const piece = svg.querySelector(`.p-unit[data-unit="${CSS.escape(id)}"] ${part}`);
      if (!piece || still() || !Number.isFinite(duration)) return;
      piece.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration, easing: "ease-in-out" });
    },
    lift: (id) => roomAbove(...[".p-unit", ".p-label"].map((kind) => svg.querySelector(`${kind}[data-unit="${CSS.escape(id)}"]`))),
    begun(told) {
      if (settings.speed === "off") return;
      const unit = unitOf(told.unit);
      card.show({ ...told, who: capital(told.who), picture: unit ? picture(unit) : null });
      card.avoid(told.place, svg);
    },
    came({ unit: id, words, tone }) {
      if (settings.speed === "off") return;
      const unit = unitOf(id);
      card.result(words, tone, unit ? picture(unit) : null);
    },
  };

  return {
    scene,
    keys: bar.keys,
    rest: shows.rest,
    /** Take in what is new; `before` is the scene that was shown. Answers what to do once the new one is drawn. */
    told(events, before) {
      const at = (id) => {
        const unit = before.unit(id);
        const now = staged.get(id) ?? unit;
        return now && now.place === "table" ? drawn(now.at, before.depth) : null;
      };
      const { beats } = beatsOf(events, { scene: before, at, stage, pixel: map.view()?.scale() ?? 1 });
      if (settings.speed !== "off") {
        for (const { unit } of beats.flatMap((beat) => beat.patches)) {
          if (!staged.has(unit) && before.view.units[unit]) staged.set(unit, before.view.units[unit]);
          pending.set(unit, (pending.get(unit) ?? 0) + 1);
        }
      }
      for (const beat of beats) {
        const { strikes, upto } = beat;
        beat.strikes = () => (strikes(), shown(upto));
      }
      return () => shows.add(beats);
    },
    playing: () => shows.playing,
    /** The game has gone elsewhere: nothing of what waits is shown. */
    drop() {
      staged.clear();
      pending.clear();
      card.hide();
      shows.drop();
    },
    close() {
      shows.close();
      card.element.remove();
      bar.element.remove();
    },
  };
}

const ACROSS = 5;

/** Who is left of a unit: heads of men, those who fell crossed out; or the state of a hull with its pins. */
function picture(unit) {
  if (!unit.soft) return null;
  const all = unit.sheet.men.length;
  if (!all) return null;
  const left = new Set(unit.men.map((man) => man.figure));
  const head = (_, at) => {
    const [x, y] = [12 + (at % ACROSS) * 19, 14 + Math.floor(at / ACROSS) * 20];
    const alive = left.has(at);
    return s("g", { class: alive ? "head" : "head fallen", "data-side-index": unit.look }, s("circle", { cx: x, cy: y, r: 7 }), alive ? "" : s("path", { d: `M${x - 6} ${y - 6}l12 12M${x + 6} ${y - 6}l-12 12` }));
  };
  const rows = Math.ceil(all / ACROSS);
  return s("svg", { class: "armour-picture", viewBox: `0 ${Math.min(0, rows * 10 - 40)} 100 ${Math.max(80, rows * 20 + 8)}`, "aria-hidden": "true" }, Array.from({ length: all }, head));
}
