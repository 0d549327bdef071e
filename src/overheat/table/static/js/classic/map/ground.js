/** What a hex is, from its cell in the text form of boards: level, features, theme; and that in words. */

const LETTERS = {
  w: "woods", j: "jungle", h: "foliage_elev", "~": "water", q: "rapids", r: "rough", u: "rubble", d: "sand", m: "mud",
  g: "swamp", n: "snow", i: "ice", t: "tundra", v: "magma", p: "pavement", "=": "road", "#": "rail", B: "bridge",
  b: "building", T: "fuel_tank", x: "impassable", s: "smoke", f: "fire",
};
const PARTS = { building: ["bldg_cf", "bldg_elev"], bridge: ["bridge_cf", "bridge_elev"], fuel_tank: ["fuel_tank_cf", "fuel_tank_elev"] };
const PIECE = /\[([^\]\s]*)\]|([wjh~qrudmgnitvp=#BbTxsf])(\d+)?(?:\.(\d+)\.(\d+))?(\^[0-5]*)?/g;
const GRADES = {
  woods: ["", "light woods", "heavy woods", "ultra-heavy woods"],
  jungle: ["", "light jungle", "heavy jungle", "ultra-heavy jungle"],
  rough: ["", "rough", "ultra-rough"],
  swamp: ["", "swamp", "fresh quicksand", "quicksand"],
  snow: ["", "thin snow", "deep snow"],
  smoke: ["", "light smoke", "heavy smoke"],
  magma: ["", "magma crust", "liquid magma"],
  rapids: ["", "rapids", "torrent"],
  building: ["building", "light building", "medium building", "heavy building", "hardened building", "wall"],
  fire: ["", "fire", "inferno"],
};
const SILENT = new Set(
  [
    "foliage_elev",
    "bldg_cf",
    "bldg_elev",
    "bridge_cf",
    "bridge_elev",
    "fuel_tank_cf",
    "fuel_tank_elev",
    "fuel_tank_magn",
    "bldg_basement_type",
    "bldg_class",
  ],
);

const read = new Map();

/** A cell as {level, theme, features: Map of kind to {level, exits}}; exits is a list of sides, or null. */
export function ground(cell) {
  if (!read.has(cell)) read.set(cell, parse(cell));
  return read.get(cell);
}

function parse(cell) {
  const [, level, rest, theme] = /^(-?\d+|\.)([^@]*)(?:@(.*))?$/.exec(cell) ?? [null, "0", "", ""];
  const features = new Map();
  for (const [, long, letter, grade, factor, height, exits] of rest.matchAll(PIECE)) {
    if (letter) {
      const kind = LETTERS[letter];
      features.set(kind, { level: Number(grade ?? 1), exits: exits === undefined ? null : [...exits.slice(1)].map(Number) });
      if (factor !== undefined) PARTS[kind]?.forEach((part, at) => features.set(part, { level: Number(at ? height : factor), exits: null }));
    } else {
      for (const piece of long.split(";")) {
        const [kind, amount, bits] = piece.split(":");
        const sides = bits === undefined ? null : [0, 1, 2, 3, 4, 5].filter((side) => (Number(bits) >> side) & 1);
        features.set(decodeURIComponent(kind), { level: Number(amount), exits: sides });
      }
    }
  }
  return { level: level === "." ? 0 : Number(level), theme: theme ?? "", features };
}

/** The level of a feature of a hex, 0 where it is not there. */
export function amount(hex, kind) {
  return hex.features.get(kind)?.level ?? 0;
}

/** A hex in words: `level 2, light woods, building of CF 40, height 3`. */
export function describe(cell) {
  const hex = ground(cell);
  const words = hex.level ? [`level ${hex.level}`] : [];
  for (const [kind, { level }] of hex.features) {
    if (SILENT.has(kind)) continue;
    if (kind === "water") words.push(`water, depth ${level}`);
    else words.push((GRADES[kind]?.[level] ?? kind.replaceAll("_", " ")) + built(hex, kind));
  }
  return words.join(", ") || "clear ground";
}

function built(hex, kind) {
  const [factor, height] = PARTS[kind] ?? [];
  if (!factor || !hex.features.has(factor)) return "";
  return ` (CF ${amount(hex, factor)}, height ${amount(hex, height)})`;
}
