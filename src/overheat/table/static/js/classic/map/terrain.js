/** The ground of the battlefield as a picture: levels by shade and number, what grows, flows, burns and is built. */

import { s } from "../../dom.js";
import { amount, ground } from "./ground.js";
import { centre, CORNERS, INNER, neighbour, outline, split } from "./hexes.js";
import { moved, polygon, shapes } from "./symbols.js";
import { textureOf, textures } from "./textures.js";

const LAYERS = ["ground", "texture", "relief", "lines", "under", "ways", "buildings", "over", "labels"];
const COVERS = ["pavement", "sand", "mud", "swamp", "snow", "ice", "black_ice", "tundra", "magma", "hazardous_liquid", "planted_fields", "field", "industrial", "heavy_industrial"];
const THEMES = ["desert", "lunar", "snow", "mars", "volcano", "tropical", "urban", "town"];
const WAYS = ["road", "rail", "bridge"];
const BLOCK = 6;

/** Draw a board into a drawing; `show(board)` draws it anew where hexes have changed, and tells whether they have. */
export function terrain(into) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })]));
  into.append(textures(), ...Object.values(layers));
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
  const sheets = Object.fromEntries(["ground", "texture", "relief", "lines", "under", "over"].map((name) => [name, collector()]));
  for (const hex of hexes) {
    sheets.ground.add(hex, fillClass(hex), outline(hex.name));
    const texture = textureOf(hex);
    if (texture) sheets.texture.add(hex, `texture t-${texture}`, outline(hex.name));
    relief(hex, levels, sheets);
    if (hex.features.has("water") && !hex.features.has("ice")) shore(hex, board, sheets);
    for (const name of ["under", "over"]) things(hex, name, sheets[name]);
    for (const kind of WAYS) if (hex.features.has(kind)) way(hex, kind, board, layers.ways);
    if (hex.features.has("building")) building(hex, layers.buildings);
    if (hex.features.has("fuel_tank")) tank(hex, layers.buildings);
    labels(hex, layers.labels);
  }
  const crowns = ["tree-shade", "tree light", "tree heavy", "tree-mid light", "tree-mid heavy", "tree-light", "palm", "cloud smoke-1", "cloud smoke-2", "flame", "flame-core"];
  for (const name of ["ground", "texture", "relief", "lines", "under"]) sheets[name].into(layers[name]);
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

/** How much of a shadow a higher neighbour on a side throws: the light comes from the north-west. */
const DARK = [0.9, 0.55, 0.25, 0.25, 0.6, 1];
const STRIPS = 3;

/** A strip along a side, from one share of the way to the middle to another. */
function strip(side, outer, inner) {
  const [from, to] = [CORNERS[side], CORNERS[(side + 1) % 6]];
  const at = (corner, share) => corner.map((part) => part * (1 - share));
  return polygon([at(from, outer), at(to, outer), at(to, inner), at(from, inner)]);
}

/** The foot of a slope lies in shade where a neighbour stands higher, its crest shines towards the light; a line and strokes along steep edges. */
function relief(hex, levels, sheets) {
  const { x, y } = centre(hex.name);
  for (let side = 0; side < 6; side += 1) {
    const other = levels.get(neighbour(hex.name, side));
    if (other === undefined || other === hex.level) continue;
    const step = Math.min(Math.abs(other - hex.level), 3);
    const [from, to] = [CORNERS[side], CORNERS[(side + 1) % 6]];
    if (other > hex.level) {
      const deep = (0.1 + 0.09 * step) * (0.5 + DARK[side] * 0.9);
      const look = `shade dark-${Math.round(DARK[side] * 3)}`;
      for (let part = 0; part < STRIPS; part += 1) sheets.relief.add(hex, look, moved(strip(side, 0, (deep * (part + 1)) / STRIPS), x, y));
    } else {
      if (DARK[side] > 0.5) sheets.relief.add(hex, "crest", moved(strip(side, 0.02, 0.05 + 0.03 * step), x, y));
      sheets.lines.add(hex, `edge step-${step}`, `M${(x + from[0]).toFixed(1)} ${(y + from[1]).toFixed(1)}L${(x + to[0]).toFixed(1)} ${(y + to[1]).toFixed(1)}`);
      if (step > 1) sheets.lines.add(hex, "cliff", strokes(from, to, step, x, y));
    }
  }
}

/** Short strokes down a steep slope, outside the edge. */
function strokes(from, to, step, x, y) {
  return [0.14, 0.32, 0.5, 0.68, 0.86].map((share, at) => {
    const spot = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    const long = (at % 2 ? 0.1 : 0.15) * (step > 2 ? 1.4 : 1);
    return `M${(x + spot[0]).toFixed(1)} ${(y + spot[1]).toFixed(1)}l${(spot[0] * long).toFixed(1)} ${(spot[1] * long).toFixed(1)}`;
  }).join("");
}

/** Where water meets land. */
function shore(hex, board, sheets) {
  const { x, y } = centre(hex.name);
  for (let side = 0; side < 6; side += 1) {
    const cell = board.hexes[neighbour(hex.name, side)];
    if (cell === undefined || ground(cell).features.has("water")) continue;
    sheets.relief.add(hex, "shore", moved(strip(side, 0, 0.13), x, y));
    sheets.lines.add(hex, "foam", moved(`M${CORNERS[side].map((part) => (part * 0.84).toFixed(1)).join(" ")}l${[0, 1].map((part) => ((CORNERS[(side + 1) % 6][part] - CORNERS[side][part]) * 0.84).toFixed(1)).join(" ")}`, x, y));
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
  const up = 3 + Math.min(height, 7) * 1.7;
  const [left, right, front, back] = [x - 21, x + 21, y + 19, y - 14];
  const windows = [];
  for (let row = front - 3.5; row > front - up + 1; row -= 4.5) for (let at = left + 4; at < right - 4; at += 6) windows.push(`M${at} ${row.toFixed(1)}h3`);
  layer.append(
    s("path", { d: `M${left} ${front}l${6 + up * 0.5} ${3}H${(right + 4 + up * 0.6).toFixed(1)}V${back + 6}L${right} ${back}Z`, class: "footprint" }),
    s("rect", { x: left, y: front - up, width: right - left, height: up, class: `walls type-${kind}` }),
    s("path", { d: windows.join(""), class: "windows" }),
    s("rect", { x: left, y: back - up, width: right - left, height: front - back, rx: 1.5, class: `roof type-${kind}` }),
    s("rect", { x: left + 3, y: back - up + 3, width: right - left - 6, height: front - back - 6, class: "parapet" }),
    s("text", { x, y: y + 4 - up, class: "built" }, `${"LMHXW"[kind - 1]}${height}`),
    s("text", { x, y: y + 14.5 - up, class: "factor" }, hex.features.has("bldg_cf") ? `CF ${amount(hex, "bldg_cf")}` : ""),
  );
}

function tank(hex, layer) {
  const { x, y } = centre(hex.name);
  layer.append(
    s("circle", { cx: x + 6, cy: y + 6, r: 18, class: "footprint" }),
    s("path", { d: `M${x - 18} ${y - 5}v8a18 18 0 0 0 36 0v-8z`, class: "walls type-3" }),
    s("circle", { cx: x, cy: y - 5, r: 18, class: "roof type-3" }),
    s("circle", { cx: x, cy: y - 5, r: 12, class: "tank-ring" }),
    s("text", { x, y: y - 0.5, class: "built" }, "F"),
  );
}

function labels(hex, layer) {
  const { x, y } = centre(hex.name);
  layer.append(s("text", { x, y: y - INNER + 2.5, class: "hex-number" }, hex.name));
  const words = [];
  if (hex.level) words.push(`${hex.level > 0 ? "▴" : "▾"}${Math.abs(hex.level)}`);
  if (hex.features.has("water")) words.push(`≈${amount(hex, "water")}`);
  if (hex.features.has("bridge")) words.push(`⌒${amount(hex, "bridge_elev")}`);
  if (words.length) layer.append(s("text", { x, y: y + INNER - 3.5, class: "level-number" }, words.join(" ")));
}
