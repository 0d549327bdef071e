/** Small pictures of battlefields: boards as the server draws them, and tables from their set-ups. */

import { blob } from "../api.js";
import { split } from "../classic/map/hexes.js";
import { h, s } from "../dom.js";
import { sideIndex } from "../sides.js";

const SIZE = 10;
const MARGIN = 2;
const ROOT = Math.sqrt(3);
const SCALE = 10;
const COLOURS = {
  building: "#8d8378", ruin: "#b3a998", wood: "#6f9a5b", orchard: "#a9c48f", hedge: "#557a45", fence: "#9a7d52", wall: "#77716a",
  wreck: "#4a4643", earthwork: "#a58a5e", hill: "#c9b98a", bog: "#9fae9a", water: "#7fa8c4", road: "#cfc6b4",
};
const UNDERFOOT = ["hill", "bog", "water", "road"];

/** The address of a bundled board's picture. */
export function boardAddress(name, size = SIZE) {
  return `/api/boards/${encodeURIComponent(name)}/board.svg?size=${size}`;
}

/** The address of the picture of a board file; the server refuses what it cannot read. */
export async function boardTextAddress(text, name = "board") {
  return URL.createObjectURL(await blob("/api/boards/board.svg", { body: { text, name, size: SIZE } }));
}

/** A board with the sides' units where they begin, the zones that they begin in, and hexes that matter. */
export function boardPicture(address, label, units = [], sides = [], { zones = {}, goals = [] } = {}) {
  const marks = s("svg", { class: "board-marks", "aria-hidden": "true" });
  const image = h("img", { src: address, alt: label, loading: "lazy", draggable: "false" });
  image.addEventListener("load", () => {
    marks.setAttribute("viewBox", `0 0 ${image.naturalWidth} ${image.naturalHeight}`);
    marks.replaceChildren(
      ...Object.entries(zones).map(([side, hexes]) => hexPart(hexes, { class: "board-zone", "data-side-index": sideIndex(side, sides), "data-zone": side })),
      ...(goals.length ? [hexPart(goals, { class: "board-goal" })] : []),
      ...units.filter(({ hex }) => hex).map((unit) => unitMark(unit, sideIndex(unit.side, sides))),
    );
  });
  return h("div", { class: "board-picture" }, image, marks);
}

function middle(hex) {
  const { column, row } = split(hex);
  return { x: MARGIN + SIZE * (1 + 1.5 * (column - 1)), y: MARGIN + SIZE * ROOT * (row - 0.5 + (column % 2 === 0 ? 0.5 : 0)) };
}

function hexPart(hexes, properties) {
  const corners = [0, 1, 2, 3, 4, 5].map((at) => [SIZE * Math.cos((at * Math.PI) / 3), SIZE * Math.sin((at * Math.PI) / 3)]);
  const outlines = hexes.map((hex) => {
    const { x, y } = middle(hex);
    return `M${corners.map(([along, down]) => `${(x + along).toFixed(1)},${(y + down).toFixed(1)}`).join("L")}Z`;
  });
  return s("path", { d: outlines.join(""), ...properties });
}

function unitMark(unit, index) {
  const { x, y } = middle(unit.hex);
  const shape = { class: "unit-dot", "data-side-index": index };
  return index === 1
    ? s("rect", { ...shape, x: x - 7, y: y - 7, width: 14, height: 14, rx: 1.5 })
    : s("circle", { ...shape, cx: x, cy: y, r: 8 });
}

/** A table from the set-up of a platoon battle: terrain, where the sides set up, what is worth holding. */
export function tablePicture(setup) {
  const { width, depth, pieces } = setup.table;
  const ground = [...pieces].sort((one, other) => UNDERFOOT.includes(other.kind) - UNDERFOOT.includes(one.kind));
  const label = `The table of ${setup.name}: ${width} by ${depth} inches`;
  return s(
    "svg",
    { class: "table-picture", viewBox: `0 0 ${width * SCALE} ${depth * SCALE}`, role: "img", "aria-label": label },
    s("rect", { width: width * SCALE, height: depth * SCALE, class: "table-ground" }),
    ground.map((piece) => s(
      "polygon",
      { points: outline(piece.points, depth), fill: COLOURS[piece.kind] ?? "#999", class: "table-piece" },
      s("title", {}, piece.name || piece.kind),
    )),
    setup.zones.map((zone, at) => zonePart(zone, at, depth)),
    setup.objectives.map((aim) => [
      s("circle", { cx: aim.x * SCALE, cy: (depth - aim.y) * SCALE, r: aim.radius * SCALE, class: "table-aim" }),
      s("text", { x: aim.x * SCALE, y: (depth - aim.y) * SCALE, class: "table-worth", "font-size": (width * SCALE) / 16 }, String(aim.worth)),
    ]),
  );
}

function outline(points, depth) {
  return points.map(([x, y]) => `${x * SCALE},${(depth - y) * SCALE}`).join(" ");
}

function zonePart(zone, at, depth) {
  return s("rect", {
    x: zone.west * SCALE, y: (depth - zone.north) * SCALE, width: (zone.east - zone.west) * SCALE, height: (zone.north - zone.south) * SCALE,
    class: "table-zone", "data-side-index": at,
  });
}
