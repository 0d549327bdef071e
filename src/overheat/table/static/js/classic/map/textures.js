/** The texture of the ground by theme and cover: a few strokes, repeated. */

import { s } from "../../dom.js";

const tile = (name, size, shapes) => s("pattern", { id: `ground-${name}`, width: size, height: size, patternUnits: "userSpaceOnUse" }, shapes.map(([look, d]) => s("path", { class: look, d })));

const BLADES = [[9, 17], [61, 8], [98, 33], [34, 58], [82, 74], [12, 96], [112, 104], [55, 112], [70, 40]].map(([x, y]) => `M${x} ${y}l1.400 -4.500M${x + 2.5} ${y}l.2 -5.200M${x + 4.500} ${y}l1.600 -3.600`).join("");
const GRAINS = [[6, 9], [19, 4], [33, 13], [47, 7], [58, 18], [12, 24], [27, 29], [41, 24], [53, 33], [7, 40], [21, 45], [36, 41], [49, 49], [61, 44], [15, 57], [30, 60], [44, 62]].map(([x, y]) => `M${x} ${y}h1.500`).join("");
const DUNES = "M2 14q12 -7 24 0t24 0M20 40q12 -7 24 0t18 -2M-6 58q10 -5 20 0";
const CRATERS = "M10 14a6 4.500 0 1 0 12 0a6 4.500 0 1 0 -12 0zM44 44a9 6.500 0 1 0 18 0a9 6.500 0 1 0 -18 0zM40 12a3 2.200 0 1 0 6 0a3 2.200 0 1 0 -6 0zM12 50a4 3 0 1 0 8 0a4 3 0 1 0 -8 0z";
const DRIFTS = "M6 12q8 -4 16 0M36 26q9 -4 18 0M12 46q8 -4 16 0M44 56q6 -3 12 0";
const FISSURES = "M4 10l10 6 4 10 12 4M40 4l-4 12 10 8M20 44l12 -4 8 8 14 -2M8 58l8 -6";
const FLAGS = "M0 0H64M0 32H64M0 0V64M32 0V64";
const FERNS = [[10, 14], [40, 10], [26, 36], [54, 44], [12, 54]].map(([x, y]) => `M${x} ${y}q-5 -5 -6 1M${x} ${y}q5 -5 6 1M${x} ${y}q0 -7 1 -8`).join("");

/** The tiles, for the head of a drawing. */
export function textures() {
  return s(
    "defs",
    {},
    tile("grass", 124, [["tex-blade", BLADES]]),
    tile("desert", 64, [["tex-dune", DUNES], ["tex-grain", GRAINS]]),
    tile("mars", 64, [["tex-dune", DUNES], ["tex-grain", GRAINS]]),
    tile("lunar", 72, [["tex-crater", CRATERS]]),
    tile("snow", 64, [["tex-drift", DRIFTS]]),
    tile("volcano", 64, [["tex-fissure", FISSURES]]),
    tile("tropical", 124, [["tex-blade", BLADES], ["tex-fern", FERNS]]),
    tile("paved", 32, [["tex-flag", FLAGS]]),
  );
}

const BY_THEME = { desert: "desert", lunar: "lunar", snow: "snow", mars: "mars", volcano: "volcano", tropical: "tropical", urban: "paved", town: "paved" };
const BARE = ["water", "magma", "hazardous_liquid", "ice", "black_ice", "swamp", "mud", "planted_fields", "field"];

/** The name of the texture of a hex; nothing where what covers it has its own. */
export function textureOf({ features, theme }) {
  if (BARE.some((kind) => features.has(kind))) return "";
  if (features.has("pavement")) return "paved";
  if (features.has("sand")) return "desert";
  if (features.has("snow")) return "snow";
  return BY_THEME[theme] ?? "grass";
}
