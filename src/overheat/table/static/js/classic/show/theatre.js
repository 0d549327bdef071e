/** The show of a classic battle: what is new is played on the map, and units look as they did until it is their turn. */

import { h, s } from "../../dom.js";
import { roomAbove, showCard } from "../../show/card.js";
import { controls } from "../../show/controls.js";
import { director, still } from "../../show/director.js";
import { settings } from "../../show/settings.js";
import { centre, outline } from "../map/hexes.js";
import { beatsOf } from "./beats.js";
import { diagram } from "./diagram.js";

const FLASH = 1300;
/** How far a token reaches from its middle. */
const AROUND = 45;

/**
 * A show over a map in a stage; `called` and `side` tell of a unit's name and colour, `shown(number)` is told up to which event it has come,
 * null at its end, `restaged()` that units look otherwise than before.
 */
export function theatre(map, place, { called, side, shown, restaged }) {
  const staged = new Map();
  const pending = new Map();
  let latest = null;
  const card = showCard();
  const shows = director(map.svg, { camera: map.follow, changed: (on) => (bar.playing(on), map.svg.classList.toggle("showing", on), on || over()) });
  const bar = controls({ skip: shows.skip, woke: shows.noise.wake });
  place.append(card.element, bar.element);

  function over() {
    card.over();
    shown(null);
    if (staged.size) {
      staged.clear();
      pending.clear();
      map.restage(view(latest));
    }
    restaged();
  }

  const unitOf = (id) => staged.get(id) ?? latest?.units[id] ?? null;

  /** The view with units as far as they have been shown. */
  function view(whole) {
    latest = whole;
    if (!staged.size) return whole;
    const units = { ...whole.units };
    for (const [id, unit] of staged) if (id in units) units[id] = { ...unit, called: units[id].called, declared: units[id].declared, figures: figuresOf(unit, units[id]) };
    return { ...whole, units };
  }

  /** Of a unit whose move is being shown nobody has said how it is to be hit, until it has come to where it is now. */
  function figuresOf({ figures, motion }, now) {
    const arrived = figures.as_target === null && motion.mode === now.motion.mode && motion.travelled === now.motion.travelled;
    return arrived ? { ...figures, as_target: now.figures.as_target, moved: now.figures.moved } : figures;
  }

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
      map.restage(view(latest));
      restaged();
    },
    /**
     * A token goes along the hexes that it has passed through: a copy of its own above the map, so that the map need not be painted anew for
     * each step. What stays behind is hidden and not faded: an animation within the drawing would have it looked at again in every frame.
     */
    slide(id, from, hexes, duration) {
      const [element, at] = [map.token(id), map.place(id)];
      if (!element || !at || still() || !Number.isFinite(duration)) return;
      const walker = copied(element, at.scale / map.scale());
      const spots = [from, ...hexes.map(centre)].map(map.onScreen);
      spots[spots.length - 1] = map.onScreen(at);
      place.append(walker);
      const hidden = [element, map.label(id)].filter(Boolean);
      for (const each of hidden) each.style.visibility = "hidden";
      const walk = walker.animate(spots.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })), { duration, easing: "ease-in-out" });
      const arrived = () => {
        walker.remove();
        for (const each of hidden) each.style.visibility = "";
      };
      walk.finished.then(arrived, arrived);
    },
    lift: (id) => roomAbove(map.token(id), map.label(id)),
    begun(told) {
      if (settings.speed === "off") return;
      const unit = unitOf(told.unit);
      card.show({ ...told, picture: unit ? diagram(unit) : null });
      card.avoid(told.place, map.svg);
    },
    came({ unit: id, hot, words, tone }) {
      if (settings.speed === "off") return;
      const unit = unitOf(id);
      card.result(words, tone, unit ? diagram(unit, hot) : null);
    },
  };

  /** A picture of a token by itself, with its middle at the corner of the stage; `scale` is pixels to a unit of the map. */
  function copied(element, scale) {
    const copy = element.cloneNode(true);
    for (const name of ["transform", "data-unit", "data-hex", "tabindex", "role", "aria-label", "style"]) copy.removeAttribute(name);
    const wide = 2 * AROUND * scale;
    const picture = s("svg", { viewBox: `${-AROUND} ${-AROUND} ${2 * AROUND} ${2 * AROUND}`, width: wide, height: wide }, copy);
    return h("div", { class: "show-walker", "aria-hidden": "true", style: { margin: `${-wide / 2}px` } }, picture);
  }

  return {
    view,
    /** A unit as far as it has been shown. */
    unit: unitOf,
    keys: bar.keys,
    rest: shows.rest,
    /** Take in what is new; answers what to do once the map shows the new view. */
    told(events, before) {
      if (!before) return () => {};
      const at = (id) => (staged.get(id)?.hex ? centre(staged.get(id).hex) : (map.place(id) ?? (before.units[id]?.hex ? centre(before.units[id].hex) : null)));
      const { beats } = beatsOf(events, { at, called, side, stage, pixel: map.scale() });
      if (settings.speed !== "off") {
        for (const { unit } of beats.flatMap((beat) => beat.patches)) {
          if (!staged.has(unit) && before.units[unit]) staged.set(unit, before.units[unit]);
          pending.set(unit, (pending.get(unit) ?? 0) + 1);
        }
      }
      for (const beat of beats) {
        const { strikes, upto } = beat;
        beat.strikes = () => (strikes?.(), shown(upto));
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
    /** Call the eye to a hex. */
    flash(hex) {
      const ring = s("path", { d: outline(hex, 0.95), class: "flash located" });
      map.layers.effects.append(ring);
      const frames = still() ? [{ opacity: 1 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }, { opacity: 0 }];
      ring.animate(frames, { duration: FLASH }).finished.finally(() => ring.remove());
    },
    close() {
      shows.close();
      card.element.remove();
      bar.element.remove();
    },
  };
}
