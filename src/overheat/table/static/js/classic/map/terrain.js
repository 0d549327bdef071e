/** The ground of the battlefield as a picture: levels by shade and number, what grows, flows, burns and is built. */

import { s } from "../../dom.js";
import { amount, ground } from "./ground.js";
import { centre, CORNERS, INNER, neighbour, outline, split } from "./hexes.js";
import { moved, polygon, shapes } from "./symbols.js";

const LAYERS = ["ground", "relief", "lines", "under", "ways", "buildings", "over", "labels"];
const COVERS = ["pavement", "sand", "mud", "swamp", "snow", "ice", "black_ice", "tundra", "magma", "hazardous_liquid", "planted_fields", "field", "industrial", "heavy_industrial"];
const THEMES = ["desert", "lunar", "snow", "mars", "volcano", "tropical"];
const WAYS = ["road", "rail", "bridge"];
const BLOCK = 6;

/** Draw a board into a drawing; `show(board)` draws it anew where hexes have changed, and tells whether they have. */
export function terrain(into) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })]));
  into.append(...Object.values(layers));
  let drawn = "";
  return {
    show(board) {
      const key = JSON.stringify(board.hexes);
      if (key === drawn) return false;
      drawn = key;
      for (const layer of Object.values(layers)) layer.replaceChildren();
      draw(board, layers);
      return true;
    },
  };
}

/** Shapes that look alike within a block of hexes become one path, in the order in which their kinds first came. */
function collector() {
  const found = new Map();
  return {
    add(hex, kind, path) {
      const { column, row } = split(hex.name);
      const key = `${kind}|${Math.floor(column / BLOCK)} ${Math.floor(row / BLOCK)}`;
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(path);
    },
    /** All paths; those of a kind that lies lower come first. */
    into(layer, order = []) {
      const rank = (key) => order.indexOf(key.split("|")[0]);
      const sorted = order.length ? [...found].sort(([one], [other]) => rank(one) - rank(other)) : [...found];
      for (const [key, paths] of sorted) layer.append(s("path", { d: paths.join(""), class: key.split("|")[0] }));
    },
  };
}

function draw(board, layers) {
  const hexes = Object.entries(board.hexes).map(([name, cell]) => ({ name, ...ground(cell) }));
  const levels = new Map(hexes.map((hex) => [hex.name, hex.level]));
  const sheets = Object.fromEntries(["ground", "relief", "lines", "under", "over"].map((name) => [name, collector()]));
  for (const hex of hexes) {
    sheets.ground.add(hex, fillClass(hex), outline(hex.name));
    relief(hex, levels, sheets);
    for (const name of ["under", "over"]) things(hex, name, sheets[name]);
    for (const kind of WAYS) if (hex.features.has(kind)) way(hex, kind, board, layers.ways);
    if (hex.features.has("building")) building(hex, layers.buildings);
    if (hex.features.has("fuel_tank")) tank(hex, layers.buildings);
    labels(hex, layers.labels);
  }
  const crowns = ["tree-shade", "tree light", "tree heavy", "tree-light", "palm", "cloud smoke-1", "cloud smoke-2", "flame", "flame-core"];
  for (const name of ["ground", "relief", "lines", "under"]) sheets[name].into(layers[name]);
  sheets.over.into(layers.over, crowns);
}

function fillClass(hex) {
  const classes = ["hex"];
  if (THEMES.includes(hex.theme)) classes.push(`theme-${hex.theme}`);
  const cover = COVERS.find((kind) => hex.features.has(kind));
  if (hex.features.has("water") && !hex.features.has("ice")) classes.push(`water-${Math.min(amount(hex, "water"), 4)}`);
  else if (cover) classes.push(`cover-${cover.replace("heavy_", "").replace("black_", "").replace("planted_fields", "field")}`);
  classes.push(`level-${Math.max(-4, Math.min(9, hex.level))}`);
  return classes.join(" ");
}

/** Shade where a neighbour stands higher, a line along the edge to a lower one. */
function relief(hex, levels, sheets) {
  const { x, y } = centre(hex.name);
  for (let side = 0; side < 6; side += 1) {
    const other = levels.get(neighbour(hex.name, side));
    if (other === undefined || other === hex.level) continue;
    const step = Math.min(Math.abs(other - hex.level), 3);
    const [from, to] = [CORNERS[side], CORNERS[(side + 1) % 6]];
    if (other > hex.level) {
      const keep = 1 - 0.07 - 0.06 * step;
      const strip = polygon([from, to, to.map((part) => part * keep), from.map((part) => part * keep)]);
      sheets.relief.add(hex, `shade by-${step}${[5, 0, 1].includes(side) ? " deep" : ""}`, moved(strip, x, y));
    } else {
      sheets.lines.add(hex, `edge step-${step}`, `M${x + from[0]} ${y + from[1]}L${x + to[0]} ${y + to[1]}`);
    }
  }
}

function things(hex, layer, sheet) {
  const { x, y } = centre(hex.name);
  for (const [kind, { level }] of hex.features) {
    if (kind === "water" && hex.features.has("rapids")) continue;
    for (const [look, path] of shapes(layer, kind, level, Number(hex.name) % 3)) sheet.add(hex, look, moved(path, x, y));
  }
}

function sideMiddle(side) {
  const [from, to] = [CORNERS[side], CORNERS[(side + 1) % 6]];
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}

function way(hex, kind, board, layer) {
  const { x, y } = centre(hex.name);
  const carries = (side) => WAYS.some((word) => ground(board.hexes[neighbour(hex.name, side)] ?? "0").features.has(word));
  const sides = hex.features.get(kind).exits ?? [0, 1, 2, 3, 4, 5].filter(carries);
  const ends = sides.map(sideMiddle).map(([dx, dy]) => `${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`);
  const meeting = ends.length ? ends.map((end) => `M${x} ${y}L${end}`).join("") : `M${x - 11} ${y}h22`;
  const shape = ends.length === 2 ? `M${ends[0]}Q${x} ${y} ${ends[1]}` : meeting;
  for (const part of ["edge", "surface", "middle"]) layer.append(s("path", { d: shape, class: `way ${kind}-${part}` }));
}

function building(hex, layer) {
  const { x, y } = centre(hex.name);
  const kind = Math.max(1, Math.min(5, amount(hex, "building")));
  for (const side of hex.features.get("building").exits ?? []) {
    const [dx, dy] = sideMiddle(side);
    layer.append(s("path", { d: `M${x} ${y}L${x + dx} ${y + dy}`, class: `wing type-${kind}` }));
  }
  const height = amount(hex, "bldg_elev") || 1;
  const up = Math.min(height, 6) * 0.8;
  layer.append(
    s("rect", { x: x - 21, y: y - 15, width: 42, height: 34, rx: 3, class: "footprint" }),
    s("rect", { x: x - 21, y: y - 17 - up, width: 42, height: 34, rx: 3, class: `roof type-${kind}` }),
    s("text", { x, y: y + 1 - up, class: "built" }, `${"LMHXW"[kind - 1]}${height}`),
    s("text", { x, y: y + 12 - up, class: "factor" }, hex.features.has("bldg_cf") ? `CF ${amount(hex, "bldg_cf")}` : ""),
  );
}

function tank(hex, layer) {
  const { x, y } = centre(hex.name);
  layer.append(
    s("circle", { cx: x + 1.5, cy: y + 3, r: 19, class: "footprint" }),
    s("circle", { cx: x, cy: y, r: 19, class: "roof type-3" }),
    s("circle", { cx: x, cy: y, r: 12, class: "tank-ring" }),
    s("text", { x, y: y + 4.5, class: "built" }, "F"),
  );
}

function labels(hex, layer) {
  const { x, y } = centre(hex.name);
  layer.append(s("text", { x, y: y - INNER + 9.5, class: "hex-number" }, hex.name));
  const words = [];
  if (hex.level) words.push(`${hex.level > 0 ? "▴" : "▾"}${Math.abs(hex.level)}`);
  if (hex.features.has("water")) words.push(`≈${amount(hex, "water")}`);
  if (hex.features.has("bridge")) words.push(`⌒${amount(hex, "bridge_elev")}`);
  if (words.length) layer.append(s("text", { x, y: y + INNER - 3.5, class: "level-number" }, words.join(" ")));
}
