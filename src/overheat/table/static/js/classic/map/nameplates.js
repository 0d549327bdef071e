/** Names of units with what is to be known of them now, of one size on the screen and kept apart from each other. */

import { s } from "../../dom.js";
import { amount, plainly } from "../../explain.js";
import { isMachine, isTroops, short } from "../words.js";
import { offset, SIZE } from "./hexes.js";
import { lettering } from "./lettering.js";

const LEAST = 11.5;
const MOST = 16;
const GROWS = 0.3;
const PAD = 3;
const ROOM = 2;
const FAR = 19;
const MODES = { walk: "W", run: "R", jump: "J" };
const AROUND = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.8, 1], [-0.8, 1], [0.8, -1], [-0.8, -1]];
const RINGS = 7;
/** How long a map has not been magnified when names are placed anew, in milliseconds. */
const REST = 100;
/** How much of a token is its figure, that no other's name may stand over. */
const BODY = 0.9;
/** How much worse it is to stand under what is pressed or read than over a token. */
const FIRM = 6;
/** What it costs a place that a name there might be read as another's. */
const MISREAD = 0.6;
/** How much of a name may be out of the room for names, and what more of it costs. */
const EDGE = 0.01;
const CUT = 0.4;
/** What it costs to lie over the arrow of somebody's facing, and to lead to one's token across another name or figure. */
const OVER_ARROW = 0.4;
const ACROSS = 0.6;
const ARROW = 7;
/** Where along its way a leader is looked at. */
const ALONG = [0.25, 0.5, 0.75, 1];
/** What it costs to be a step away from one's token, and to be written in short: without what is not in trouble, without anything, by the first letters alone. */
const STEP = 0.25;
const SHORTER = { full: 0, trouble: 0.35, name: 0.5, letters: 2.2 };
const LOST_TROUBLE = 0.5;
/** A place that is as good as this need not be bettered, and by how much another must be better than the one that a name has. */
const GOOD = 0.3;
const STAYS = 0.15;
/** What it costs first letters to stand on the figure itself. */
const OVER_ITS_OWN = 0.2;
/** The first letters stand for a name: so many at least and at most. */
const LETTERS = [3, 6];
const FONT = "system-ui, 'Segoe UI', Roboto, sans-serif";

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** How wide words are for letters of a pixel. */
function wide(words) {
  if (!widths.has(words)) {
    pen.font = `700 100px ${FONT}`;
    widths.set(words, pen.measureText(words).width / 100);
  }
  return widths.get(words);
}

/** What stands under a name: [words, kind]. */
function chips(unit, far) {
  const { condition, motion, figures } = unit;
  const found = [];
  if (condition.shut_down) found.push(["off", "trouble"]);
  else if (!condition.conscious) found.push(["out cold", "trouble"]);
  else if (condition.prone) found.push(["down", "trouble"]);
  else if (condition.stance) found.push([condition.stance.id.includes("hull_down") ? "hull down" : "low", "trouble"]);
  else if (figures.immobile) found.push(["stuck", "trouble"]);
  if (unit.declared.charge) found.push(["charges", "trouble"]);
  if (isMachine(unit) && amount(condition.heat) > 0) found.push([`${plainly(condition.heat)}°`, amount(condition.heat) >= 14 ? "heat hot" : amount(condition.heat) >= 5 ? "heat warm" : "heat"]);
  if (unit.elevation > 0 && figures.motive === "vtol") found.push([`↑${unit.elevation}`, "height"]);
  if (far) return found.filter(([, kind]) => kind !== "heat");
  if (unit.pilot) found.unshift([unit.pilot.split(" ").at(-1), "pilot"]);
  if (unit.kind === "infantry" || unit.kind === "battle armour") found.push([`×${condition.troopers || Object.values(condition.locations).filter((place) => place.structure > 0 && !place.blown_off).length}`, "count"]);
  if (motion.mode !== "stationary") found.push([`${MODES[motion.mode] ?? motion.mode[0].toUpperCase()}${figures.as_target === null ? "" : `+${figures.as_target}`}`, `mode-${motion.mode}`]);
  return found;
}

const overlaps = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const shared = (a, b) => (overlaps(a, b) ? (Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * (Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)) : 0);
const around = ({ x, y }, reach) => ({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach });

/** The first letters of names with their numbers, as many as tell the units of a side apart. */
function letters(entries) {
  const parts = entries.map(({ id, name, index }) => {
    const [, words, number] = /^(.*?)(?: (\S*\d+))?$/.exec(name);
    return { id, index, words, number: number ?? "" };
  });
  const start = ({ words, number }, many) => `${words.slice(0, many).trim()}${number}`;
  return new Map(parts.map((one) => {
    const others = parts.filter((other) => other.index === one.index && other.id !== one.id);
    let many = LETTERS[0];
    while (many < LETTERS[1] && others.some((other) => start(other, many) === start(one, many))) many += 1;
    return [one.id, start(one, many)];
  }));
}

/** How far a place is from a box. */
const away = (box, { x, y }) => Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));

/**
 * The names over the tokens: none stands over another, nor over the figure of another unit. Where there is no room a name is written in
 * short, at last by its first letters on its own figure; that of who acts, is picked out or aimed at is always whole.
 * `show(entries, radius, board, box)` takes who is there, and the box that names keep within if they can, `sized(pixel, margin, controls)`
 * places them for a magnification, with a box beyond the map that has room for names as well and boxes that lie under controls,
 * `keepClear(boxes)` has them stay out of what lies over the map, of `firm` boxes above all.
 */
export function nameplates() {
  const element = s("g", { class: "token-names", "aria-hidden": "true" });
  const lettered = lettering();
  let entries = [];
  let radius = 0;
  let pixel = 0;
  let waiting = 0;
  let resting = 0;
  let made = new Map();
  let within = null;
  let key = "";
  let clear = [];
  let margin = null;
  let controls = [];
  let beyond = "";

  function draw() {
    cancelAnimationFrame(waiting);
    clearTimeout(resting);
    waiting = resting = 0;
    if (!pixel) return;
    const size = Math.min(MOST, Math.max(LEAST, (GROWS * SIZE) / pixel));
    const far = SIZE / pixel < FAR;
    const bodies = entries.filter(({ unit }) => !unit.fate).map(({ id, at }) => ({ id, ...around(at, radius * at.scale * BODY) }));
    const arrows = entries.filter(({ unit }) => !unit.fate && !isTroops(unit)).map(({ id, at, unit }) => ({ id, ...arrowOf(at, unit.facing) }));
    const starts = letters(entries.filter(({ unit }) => !unit.fate));
    const taken = [];
    const plates = [];
    const ranked = [...entries].sort((one, other) => Boolean(one.unit.fate) - Boolean(other.unit.fate) || other.first - one.first || one.at.y - other.at.y || one.at.x - other.at.x);
    for (const entry of ranked) {
      if (entry.at.covered) continue;
      const spot = placed(entry, forms(entry, size, far, starts.get(entry.id)), taken, bodies, arrows);
      if (!spot) continue;
      taken.push(spot);
      plates.push([entry, spot]);
    }
    made = new Map();
    element.replaceChildren(...plates.map(([entry, spot]) => {
      const cx = spot.x + spot.width / 2;
      const cy = spot.y + spot.height / 2;
      const plate = drawn(entry, spot.form, size);
      const line = spot.ring > 1 || spot.misread ? s("path", { class: "plate-leader" }) : null;
      const group = s("g", { class: "plate-place", "data-side-index": entry.index }, line ?? "", plate);
      const one = { group, spot, plate, line, at: entry.at, dx: (cx - entry.at.x) / pixel, dy: (cy - entry.at.y) / pixel };
      set(one);
      made.set(entry.id, one);
      return group;
    }));
  }

  /** A name where it is to stand, of its size on the screen; with a line from the rim of its token where it is not beside it, or might be read as another's. */
  function set({ plate, line, at, dx, dy }) {
    const [x, y] = [at.x + dx * pixel, at.y + dy * pixel];
    plate.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${pixel.toFixed(4)})`);
    const share = Math.min(1, (radius * at.scale) / (Math.hypot(x - at.x, y - at.y) || 1));
    line?.setAttribute("d", `M${(at.x + (x - at.x) * share).toFixed(1)} ${(at.y + (y - at.y) * share).toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`);
  }

  /** While the map is magnified names keep their size and their side; they are placed anew when it rests. */
  function magnified() {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      for (const one of made.values()) set(one);
    });
    clearTimeout(resting);
    resting = setTimeout(draw, REST);
  }

  /** Where the arrow of a facing lies. */
  function arrowOf(at, facing) {
    const { x, y } = offset(facing, (radius + ARROW / 2) * at.scale);
    return around({ x: at.x + x, y: at.y + y }, ARROW * at.scale);
  }

  /** Whether the line from a token to its name would cross another name or figure. */
  function crosses(at, spot, taken, bodies, id) {
    const [dx, dy] = [spot.x + spot.width / 2 - at.x, spot.y + spot.height / 2 - at.y];
    return ALONG.some((share) => {
      const point = { x: at.x + dx * share, y: at.y + dy * share };
      return taken.some((other) => away(other, point) === 0) || bodies.some((other) => other.id !== id && away(other, point) === 0);
    });
  }

  /** Whether a name would stand as near to another unit that lives as to its own, so that it might be read as that one's. */
  function ambiguous(spot, id, at) {
    const own = away(spot, at) + 1;
    return entries.some((other) => other.id !== id && !other.unit.fate && away(spot, other.at) < own);
  }

  /** The ways to write a name, the longest first: {kind, title, marks, worse} with how wide and high they are in pixels. */
  function forms(entry, size, far, start) {
    const title = short(entry.name);
    if (entry.unit.fate) return [measured({ kind: "full", title, marks: [] }, entry, size)];
    const marks = chips(entry.unit, far);
    const trouble = marks.filter(([, kind]) => kind === "trouble");
    const ways = [{ kind: "full", title, marks }];
    if (trouble.length && trouble.length < marks.length) ways.push({ kind: "trouble", title, marks: trouble });
    if (marks.length) ways.push({ kind: "name", title, marks: [] });
    if (!entry.first) ways.push({ kind: "letters", title: start, marks: [] });
    return ways.map((way) => measured({ ...way, worse: SHORTER[way.kind] + (trouble.length && !way.marks.length ? LOST_TROUBLE : 0) }, entry, size));
  }

  function measured(form, { unit, done }, size) {
    const small = Math.max(11.2, size * 0.86);
    const mark = done && !unit.fate && form.kind !== "letters" ? wide("✓ ") * size : 0;
    const chipWidths = form.marks.map(([words]) => wide(words) * small + 6);
    const second = chipWidths.reduce((sum, each) => sum + each + 2, 0);
    const low = form.marks.length ? small * 1.26 : 0;
    return { worse: 0, ...form, small, mark, chipWidths, second, low, width: Math.max(wide(form.title) * size + mark, second) + 2 * PAD, height: size * 1.22 + low + 2 };
  }

  /** The best way to write a name with its place; null where there is none for a wreck's. */
  function placed(entry, ways, taken, bodies, arrows) {
    let best = null;
    for (const form of ways) {
      if (best && best.cost <= form.worse) break;
      best = free(entry, form, taken, bodies, arrows, best);
      if (best && best.cost <= GOOD) break;
    }
    if (best || entry.unit.fate) return best;
    return free(entry, ways.at(-1), taken, [], arrows, null, true) ?? free(entry, ways.at(-1), [], [], arrows, null, true);
  }

  /** The best place for a name written so, if it is better than the best so far: over no other name and no figure, unless it is `pressed` for room. */
  function free({ id, at, unit }, form, taken, bodies, arrows, found, pressed = false) {
    const [width, height] = [(form.width + ROOM) * pixel, (form.height + ROOM) * pixel];
    const body = (radius + 3) * at.scale;
    const before = made.get(id)?.spot;
    let best = found;
    const attempt = (dx, dy, x, y, ring, extra) => {
      const spot = { x, y, width, height, ring, dx, dy, form };
      if (!pressed && controls.some((other) => overlaps(spot, other))) return;
      if (taken.some((other) => overlaps(spot, other)) || bodies.some((other) => other.id !== id && overlaps(spot, other))) return;
      const out = within ? Math.max(0, 1 - (shared(spot, within) || 0) / (width * height)) : 0;
      const outside = out && margin ? 1 - shared(spot, margin) / (width * height) : out;
      const stays = before && before.ring === ring && before.dx === dx && before.dy === dy && before.form.kind === form.kind;
      let cost = form.worse + extra + (outside > EDGE ? CUT + 2 * outside : 0) + ring * STEP + (dx && dy ? 0.06 : 0) + (dy === 1 && !dx ? 0 : 0.04) - (stays ? STAYS : 0);
      if (best && cost >= best.cost) return;
      cost += clear.reduce((sum, other) => sum + shared(spot, other) * (other.firm ? FIRM : 1), 0) / (width * height) + lettered.lost(spot, pixel);
      if (pressed) cost += entries.reduce((sum, other) => sum + (other.id === id || other.unit.fate ? 0 : shared(spot, around(other.at, radius * other.at.scale * BODY)) / (width * height)), 0) * FIRM;
      if (best && cost >= best.cost) return;
      spot.misread = ambiguous(spot, id, at);
      if (spot.misread) cost += MISREAD;
      cost += arrows.reduce((sum, other) => sum + (other.id !== id && overlaps(spot, other) ? OVER_ARROW : 0), 0);
      if ((ring > 1 || spot.misread) && crosses(at, spot, taken, bodies, id)) cost += ACROSS;
      if (!best || cost < best.cost) best = { ...spot, cost };
    };
    for (let ring = 0; ring < (unit.fate ? 1 : RINGS); ring += 1) {
      if (best && best.cost <= form.worse + ring * STEP - STAYS) break;
      const gap = ring * height * 0.6;
      for (const [dx, dy] of AROUND) attempt(dx, dy, at.x + dx * (dy ? width * 0.55 : body + width / 2 + gap) - width / 2, at.y + dy * (body + height / 2 + gap) - height / 2, ring, 0);
    }
    if (form.kind === "letters") for (const dy of [0.5, -0.5, 0]) attempt(0, dy, at.x - width / 2, at.y + dy * body - height / 2, 0, OVER_ITS_OWN);
    return best;
  }

  function drawn({ id, unit, index }, { kind, title, marks, small, mark, chipWidths, second, low, width, height }, size) {
    let x = -second / 2;
    return s(
      "g",
      { class: `plate${unit.fate ? " of-wreck" : ""}`, "data-plate": id, "data-form": kind, "data-side-index": index },
      s("rect", { x: -width / 2, y: -height / 2, width, height, rx: 4, class: "plate-back" }),
      s("text", { class: "token-name", y: -height / 2 + size * 1.02, "font-size": size.toFixed(1) }, mark ? s("tspan", { class: "plate-done" }, "✓ ") : "", title),
      marks.map(([words, look], at) => {
        const left = x;
        x += chipWidths[at] + 2;
        return s(
          "g",
          { class: `badge ${look}` },
          s("rect", { x: left, y: height / 2 - low + 0.5, width: chipWidths[at], height: low - 2, rx: (low - 2) / 2 }),
          s("text", { x: left + chipWidths[at] / 2, y: height / 2 - low * 0.31 - 0.4, "font-size": small.toFixed(1) }, words),
        );
      }),
    );
  }

  function later() {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  }

  return {
    element,
    show(shown, reach, board, box) {
      entries = shown;
      radius = reach;
      within = box;
      lettered.show(board);
      const now = JSON.stringify(shown.map(({ id, unit, name, at, index, done, first }) => [id, name, at, index, done, first, unit.fate, unit.fate ? "" : chips(unit, false)]));
      if (now === key) return;
      key = now;
      draw();
    },
    sized(next, room, under) {
      const now = JSON.stringify([room, under]);
      if (Math.abs(next - pixel) < 1e-6 && now === beyond) return;
      const first = !pixel;
      [pixel, margin, controls, beyond] = [next, room, under, now];
      if (first) draw();
      else magnified();
    },
    keepClear(boxes) {
      if (JSON.stringify(boxes) === JSON.stringify(clear)) return;
      clear = boxes;
      later();
    },
    plate: (id) => made.get(id)?.group ?? null,
  };
}
