/** What is drawn over the ground for a moment: where a unit can go, its path, arcs, lines of sight, the ruler. */

import { s } from "../../dom.js";
import { centre, FACINGS, INNER, neighbour, offset, outline, SIZE } from "./hexes.js";

const LETTERS = { walk: "W", run: "R", jump: "J", stationary: "" };

/**
 * Hexes in reach, each in the colour and dash of its mode; in `labels` the points it takes and a mark where dice decide, out of the way
 * of those who stand in hexes `taken`.
 */
export function drawReach(layer, labels, best, taken) {
  const shapes = { walk: [], run: [], jump: [] };
  const words = [];
  for (const [hex, found] of best) {
    if (found.mode === "stationary") continue;
    (shapes[found.mode] ??= []).push(outline(hex, 0.93));
    const { x, y } = centre(hex);
    words.push(
      s(
        "text",
        { x, y: y + 4, class: `reach-label ${found.mode}${taken.has(hex) ? " covered" : ""}`, "data-hex": hex },
        `${LETTERS[found.mode] ?? found.mode[0].toUpperCase()}${found.points}${found.rolls.length ? "!" : ""}`,
      ),
    );
  }
  const drawn = Object.entries(shapes).filter(([, paths]) => paths.length);
  layer.replaceChildren(...drawn.map(([mode, paths]) => s("path", { d: paths.join(""), class: `reach ${mode}`, "data-mode": mode })));
  labels.replaceChildren(...words);
}

/** Where a path leads, hex by hex. */
function walked(start, path) {
  let { hex, facing } = start;
  const stops = [hex];
  for (const command of path) {
    if (command.type === "Jump") hex = command.hex;
    else if (command.type === "Step") {
      if (command.way === "left") facing = (facing + 5) % 6;
      else if (command.way === "right") facing = (facing + 1) % 6;
      else if (command.way === "forward" || command.way === "climb") hex = neighbour(hex, facing);
      else if (command.way === "back") hex = neighbour(hex, facing + 3);
      else if (command.way === "shift left") hex = neighbour(hex, facing + 5);
      else if (command.way === "shift right") hex = neighbour(hex, facing + 1);
    }
    if (hex !== stops.at(-1)) stops.push(hex);
  }
  return stops;
}

/** A path that is meant to be gone, with where it ends. */
export function drawPath(layer, start, place, solid) {
  const stops = walked(start, place.path).map(centre);
  const [first, last] = [stops[0], stops.at(-1)];
  const bend = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 - Math.hypot(last.x - first.x, last.y - first.y) / 4 };
  const shape = place.mode === "jump"
    ? `M${first.x} ${first.y}Q${bend.x} ${bend.y} ${last.x} ${last.y}`
    : `M${stops.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  const wedge = offset(place.facing, INNER * 0.62);
  layer.append(
    s("path", { d: shape, class: "path-halo" }),
    s("path", { d: shape, class: `path ${place.mode}${solid ? "" : " thought"}` }),
    ...stops.slice(1, -1).map(({ x, y }) => (place.mode === "jump" ? "" : s("circle", { cx: x, cy: y, r: 4, class: `path-dot ${place.mode}` }))),
    s("path", { d: outline(place.hex, 0.9), class: `path-end ${place.mode}` }),
    s(
      "path",
      {
        class: `path-facing ${place.mode}`,
        transform: `translate(${last.x + wedge.x} ${last.y + wedge.y}) rotate(${place.facing * 60})`,
        d: "M-9 7L0 -8L9 7Z",
      },
    ),
  );
}

/** Arrows around a hex to choose a facing with; `able` are the facings that can be had. The answer is where they lie, for names to keep clear of. */
export function drawFacings(layer, hex, able, chosen, scale, pick) {
  const { x, y } = centre(hex);
  const pixels = matchMedia("(pointer: coarse)").matches ? 19 : 14;
  const far = Math.max(SIZE * 1.12, pixels * 2.15 * scale);
  const large = Math.max(12, pixels * scale);
  const lie = [];
  for (let facing = 0; facing < 6; facing += 1) {
    if (!able.has(facing)) continue;
    const step = offset(facing, far);
    const arrow = s(
      "g",
      {
        class: `turn-arrow${facing === chosen ? " chosen" : ""}`, "data-facing": facing, role: "button", tabindex: 0, "aria-label": `Face ${FACINGS[facing]}`,
        transform: `translate(${x + step.x} ${y + step.y}) rotate(${facing * 60}) scale(${large / 18})`,
        onclick: (event) => (event.stopPropagation(), pick(facing)),
        onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), event.stopPropagation(), pick(facing)),
      },
      s("circle", { r: 18 }),
      s("path", { d: "M-8 6L0 -9L8 6L0 2Z" }),
    );
    layer.append(arrow);
    lie.push({ x: x + step.x - large, y: y + step.y - large, width: 2 * large, height: 2 * large, firm: true });
  }
  return lie;
}

/** Sets of hexes, each outlined and tinted by its class. */
export function drawAreas(layer, areas) {
  layer.replaceChildren();
  for (const { hexes, kind } of areas) if (hexes.length) layer.append(s("path", { d: hexes.map((hex) => outline(hex)).join(""), class: `area ${kind}` }));
}

/** A line between two places of the map with words in its middle; where the words lie, for names to keep clear of, when the map has so many units to a pixel. */
export function drawLine(layer, from, to, kind, words = "", pixel = 1) {
  layer.append(
    s("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: `line-halo` }),
    s("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: `line ${kind}` }),
  );
  if (!words) return [];
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  layer.append(wordsAt(x, y, words, kind));
  const size = Math.max(1, pixel);
  const [width, height] = [wordsWide(words) * size, WORDS_HIGH * size];
  return [{ x: x - width / 2, y: y - height / 2, width, height, firm: true }];
}

const WORDS_HIGH = 22;
const wordsWide = (words) => words.length * 7 + 14;

/** Words on a plate. */
function wordsAt(x, y, words, kind) {
  const wide = wordsWide(words);
  return s(
    "g",
    { class: `line-words ${kind}`, transform: `translate(${x} ${y})` },
    s("g", { class: "line-size" }, s("rect", { x: -wide / 2, y: -11, width: wide, height: WORDS_HIGH, rx: 11 }), s("text", { y: 4.5 }, words)),
  );
}

/** A mark on a hex. */
export function drawMark(layer, hex, kind) {
  layer.append(s("path", { d: outline(hex, 0.9), class: `hex-mark ${kind}` }));
}

/** Where a move should have ended, from where it began; nothing without a hex. */
export function drawAdvice(layer, from, hex) {
  layer.replaceChildren();
  if (!hex) return;
  const there = centre(hex);
  const here = from ? centre(from) : there;
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  const [dx, dy] = far ? [(there.x - here.x) / far, (there.y - here.y) / far] : [0, -1];
  drawMark(layer, hex, "advised");
  if (far) drawLine(layer, here, there, "advised");
  layer.append(wordsAt(there.x + 1.2 * SIZE * dx, there.y + 1.2 * SIZE * dy, "better", "advised"));
}
