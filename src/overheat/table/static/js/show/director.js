/**
 * What has happened, shown one thing after the other. A beat is `{ lasts, gap, strike, actors, begins, strikes, sound, place }`: actors draw
 * themselves between their `begin` and `end`, in milliseconds; `strikes` runs when it hits, `gap` later the next beat begins.
 */

import { canvasOver } from "./canvas.js";
import { driver } from "./clockwork.js";
import { settings } from "./settings.js";
import { sounds } from "./sounds.js";

/** By speed: how fast time goes, and how many seconds all that waits may take before it goes faster. */
const SPEEDS = { slow: { factor: 0.6, budget: 45 }, normal: { factor: 1, budget: 16 }, fast: { factor: 2, budget: 6 }, film: { factor: 0.85, budget: 20 } };
const HURRY = 8;
const STILL = 650;
const LEAST_STILL = 160;
const LONGEST_FRAME = 60;
/** How many kinds of beats the canvas tells of, the latest last. */
const REMEMBERED = 60;
/** In place of a frame of the screen or a timer: a film drives. */
const DRIVEN = -1;

/** Whether the visitor wants nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A director over a drawing: `over` is the SVG that it draws upon, `camera(places)` brings places into view, `changed(playing)` is told when a show begins and ends. */
export function director(over, { camera = () => {}, changed = () => {} } = {}) {
  const canvas = canvasOver(over);
  const noise = sounds();
  let waiting = [];
  let active = [];
  let next = 0;
  let clock = 0;
  let before = 0;
  let frame = 0;
  let timer = 0;
  let rested = [];

  const speed = () => SPEEDS[settings.speed] ?? SPEEDS.normal;

  /** How much faster time goes so that all that waits ends in time. */
  function rate() {
    const left = waiting.reduce((sum, beat) => sum + beat.gap, 0) / 1000;
    return speed().factor * Math.min(HURRY, Math.max(1, left / speed().factor / speed().budget));
  }

  function start(beat) {
    active.push({ beat, begun: clock, struck: false });
    if (settings.follow && beat.place?.length) camera(beat.place);
    beat.begins?.(rate());
    if (beat.sound) noise.play(beat.sound);
    canvas.element.dataset.showing = beat.kind;
    canvas.element.dataset.shown = [...(canvas.element.dataset.shown ?? "").split(" ").filter(Boolean).slice(1 - REMEMBERED), beat.kind].join(" ");
  }

  function strike(one) {
    one.struck = true;
    one.beat.strikes?.();
    if (one.beat.thud) noise.play(one.beat.thud);
  }

  function step(now) {
    const passed = Math.min(now - before, LONGEST_FRAME);
    before = now;
    if (advance(passed)) frame = requestAnimationFrame(step);
  }

  /** Let time pass, in milliseconds; answers whether there is more to come. */
  function advance(passed) {
    clock += passed * rate();
    while (waiting.length && clock >= next) {
      const beat = waiting.shift();
      start(beat);
      next = clock + beat.gap;
    }
    for (const one of active) if (!one.struck && clock - one.begun >= one.beat.strike) strike(one);
    canvas.clear();
    for (const { beat, begun } of active) {
      const at = clock - begun;
      for (const actor of beat.actors) if (at >= actor.begin && at <= actor.end) canvas.draw(actor, (at - actor.begin) / (actor.end - actor.begin));
    }
    active = active.filter(({ beat, begun }) => clock - begun < beat.lasts);
    if (active.length || waiting.length) return true;
    end();
    return false;
  }

  /** Where nothing may move: the picture of each beat as it strikes, one after the other. */
  function slide() {
    active = [];
    canvas.clear();
    const beat = waiting.shift();
    if (!beat) return end();
    start(beat);
    strike(active[0]);
    for (const actor of beat.actors) if (actor.begin <= beat.strike + 1) canvas.draw(actor, actor.still ?? 0.6);
    const many = waiting.length + 1;
    later(Math.max(LEAST_STILL, Math.min(STILL / speed().factor, (speed().budget * 1000) / many)));
    return null;
  }

  /** Go on to the next picture when its time has come. */
  function later(wait) {
    timer = driver() ? DRIVEN : setTimeout(slide, wait);
    let left = wait;
    driver()?.((passed) => ((left -= passed) > 0 || slide(), timer !== 0));
  }

  function end() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = timer = 0;
    canvas.clear();
    delete canvas.element.dataset.showing;
    changed(false);
    rested.splice(0).forEach((go) => go());
  }

  function run() {
    if (frame || timer) return;
    changed(true);
    canvas.fit();
    if (still()) return void slide();
    before = performance.now();
    next = clock;
    frame = driver() ? DRIVEN : requestAnimationFrame(step);
    driver()?.(advance);
  }

  /** Everything that is still to come happens at once. */
  function skip() {
    const left = waiting.splice(0);
    for (const one of active.splice(0)) if (!one.struck) one.beat.strikes?.();
    for (const beat of left) {
      beat.begins?.(Infinity);
      beat.strikes?.();
    }
    if (frame || timer) end();
  }

  return {
    canvas: canvas.element,
    skip,
    noise,
    get playing() {
      return Boolean(frame || timer);
    },
    /** Show beats after those that wait already. */
    add(beats) {
      if (!beats.length) return;
      waiting.push(...beats);
      if (settings.speed === "off") skip();
      else run();
    },
    /** Forget everything that waits: the game has gone elsewhere. */
    drop() {
      waiting = [];
      active = [];
      if (frame || timer) end();
    },
    /** When everything has been shown. */
    rest: () => (frame || timer ? new Promise((go) => rested.push(go)) : Promise.resolve()),
    close() {
      waiting = [];
      active = [];
      if (frame || timer) end();
      canvas.element.remove();
    },
  };
}
