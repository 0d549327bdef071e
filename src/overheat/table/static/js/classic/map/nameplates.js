/** Names of units with what is to be known of them now, of one size on the screen and kept apart from each other. */

import { s } from "../../dom.js";
import { amount, plainly } from "../../explain.js";
import { isMachine, short } from "../words.js";
import { SIZE } from "./hexes.js";

const LEAST = 11.5;
const MOST = 16;
const GROWS = 0.3;
const PAD = 3;
const ROOM = 2;
const FAR = 19;
const MODES = { walk: "W", run: "R", jump: "J" };
const AROUND = [[0, 1], [0, -1], [1, 0], [-1, 0], [0.8, 1], [-0.8, 1], [0.8, -1], [-0.8, -1]];
const RINGS = 7;
/** How much worse it is to stand under what is pressed or read than over a token. */
const FIRM = 6;
/** What it costs a place that a name there might be read as another's. */
const MISREAD = 0.2;
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
  if (motion.mode !== "stationary") found.push([`${MODES[motion.mode] ?? motion.mode[0].toUpperCase()}+${figures.as_target}`, `mode-${motion.mode}`]);
  return found;
}

const overlaps = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const shared = (a, b) => (overlaps(a, b) ? (Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * (Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)) : 0);

/** How far a place is from a box. */
const away = (box, { x, y }) => Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));

/** The names over the tokens: `show(entries, radius, box)` takes who is there, and the box that names keep within if they can, `sized(pixel)` places them for a magnification, `keepClear(boxes)` has them stay out of what lies over the map, of `firm` boxes above all. */
export function nameplates() {
  const element = s("g", { class: "token-names", "aria-hidden": "true" });
  let entries = [];
  let radius = 0;
  let pixel = 0;
  let waiting = 0;
  let made = new Map();
  let within = null;
  let key = "";
  let clear = [];

  function draw() {
    waiting = 0;
    if (!pixel) return;
    const size = Math.min(MOST, Math.max(LEAST, (GROWS * SIZE) / pixel));
    const far = SIZE / pixel < FAR;
    const bodies = entries.filter(({ unit }) => !unit.fate).map(({ id, at }) => ({ id, x: at.x - radius * at.scale * 0.8, y: at.y - radius * at.scale * 0.8, width: radius * at.scale * 1.6, height: radius * at.scale * 1.6 })).concat(clear);
    const taken = [];
    const plates = [];
    const ranked = [...entries].sort((one, other) => Boolean(one.unit.fate) - Boolean(other.unit.fate) || other.first - one.first || one.at.y - other.at.y || one.at.x - other.at.x);
    for (const entry of ranked) {
      const plate = written(entry, size, far);
      const [width, height] = [(plate.width + ROOM) * pixel, (plate.height + ROOM) * pixel];
      const spot = entry.at.covered ? null : free(entry, width, height, taken, bodies);
      if (!spot) continue;
      taken.push(spot);
      plates.push([entry, plate, spot]);
    }
    made = new Map();
    element.replaceChildren(...plates.map(([entry, plate, spot]) => {
      const cx = spot.x + spot.width / 2;
      const cy = spot.y + spot.height / 2;
      const leader = spot.ring > 1 ? s("path", { class: "plate-leader", d: `M${entry.at.x} ${entry.at.y}L${cx} ${cy}` }) : "";
      plate.element.setAttribute("transform", `translate(${cx.toFixed(1)} ${cy.toFixed(1)}) scale(${pixel.toFixed(4)})`);
      const group = s("g", { class: "plate-place", "data-side-index": entry.index }, leader, plate.element);
      made.set(entry.id, group);
      return group;
    }));
  }

  /** Whether a name would stand as near to another unit that lives as to its own, so that it might be read as that one's. */
  function ambiguous(spot, id, at) {
    const own = away(spot, at) + 1;
    return entries.some((other) => other.id !== id && !other.unit.fate && away(spot, other.at) < own);
  }

  /** The first place around a token that covers no other name; of those that cover none the one over the fewest tokens, and nearest to its own. */
  function free({ id, at, unit }, width, height, taken, bodies) {
    const body = (radius + 3) * at.scale;
    let best = null;
    for (let ring = 0; ring < (unit.fate ? 1 : RINGS); ring += 1) {
      const gap = ring * height * 0.6;
      for (const [dx, dy] of AROUND) {
        const x = at.x + dx * (dy ? width * 0.55 : body + width / 2 + gap) - width / 2;
        const y = at.y + dy * (body + height / 2 + gap) - height / 2;
        const spot = { x, y, width, height, ring };
        if (taken.some((other) => overlaps(spot, other))) continue;
        const out = within ? 1 - shared(spot, within) / (width * height) : 0;
        const cost = 2 * out + bodies.reduce((sum, other) => sum + (other.id === id ? 0 : shared(spot, other) * (other.firm ? FIRM : 1)), 0) / (width * height) + ring * 0.25 + (dx && dy ? 0.06 : 0) + (dy === 1 && !dx ? 0 : 0.04) + (ambiguous(spot, id, at) ? MISREAD : 0);
        if (!best || cost < best.cost) best = { ...spot, cost };
      }
      if (best && best.cost <= (ring + 1) * 0.25) return best;
    }
    return best;
  }

  function written({ id, unit, name, index, done }, size, far) {
    const title = short(name);
    const marks = unit.fate ? [] : chips(unit, far);
    const small = Math.max(11.2, size * 0.86);
    const mark = done && !unit.fate ? wide("✓ ") * size : 0;
    const first = wide(title) * size + mark;
    const chipWidths = marks.map(([words]) => wide(words) * small + 6);
    const second = chipWidths.reduce((sum, each) => sum + each + 2, 0);
    const width = Math.max(first, second) + 2 * PAD;
    const [high, low] = [size * 1.22, marks.length ? small * 1.26 : 0];
    const height = high + low + 2;
    let x = -second / 2;
    const plate = s(
      "g",
      { class: `plate${unit.fate ? " of-wreck" : ""}`, "data-plate": id, "data-side-index": index },
      s("rect", { x: -width / 2, y: -height / 2, width, height, rx: 4, class: "plate-back" }),
      s("text", { class: "token-name", y: -height / 2 + size * 1.02, "font-size": size.toFixed(1) }, mark ? s("tspan", { class: "plate-done" }, "✓ ") : "", title),
      marks.map(([words, kind], at) => {
        const left = x;
        x += chipWidths[at] + 2;
        return s(
          "g",
          { class: `badge ${kind}` },
          s("rect", { x: left, y: height / 2 - low + 0.5, width: chipWidths[at], height: low - 2, rx: (low - 2) / 2 }),
          s("text", { x: left + chipWidths[at] / 2, y: height / 2 - low * 0.31 - 0.4, "font-size": small.toFixed(1) }, words),
        );
      }),
    );
    return { element: plate, width, height };
  }

  const later = () => (waiting ||= requestAnimationFrame(draw));

  return {
    element,
    show(shown, around, box) {
      entries = shown;
      radius = around;
      within = box;
      const now = JSON.stringify(shown.map(({ id, unit, name, at, index, done, first }) => [id, name, at, index, done, first, unit.fate, unit.fate ? "" : chips(unit, false)]));
      if (now === key) return;
      key = now;
      draw();
    },
    sized(next) {
      if (Math.abs(next - pixel) < 1e-6) return;
      const first = !pixel;
      pixel = next;
      if (first) draw();
      else later();
    },
    keepClear(boxes) {
      if (JSON.stringify(boxes) === JSON.stringify(clear)) return;
      clear = boxes;
      later();
    },
    plate: (id) => made.get(id) ?? null,
  };
}
