/** What stands and lies on the ground, as shapes that are put at a place: each is [class, path] for a hex in the middle of nothing. */

/** Where trees stand: off the number above and the level below. */
const FEW = [[[-17, -8], [15, -13], [-3, 11]], [[-14, -14], [18, -3], [-17, 10]], [[0, -14], [-19, 3], [17, 9]]];
const MANY = [
  [[-18, -15], [1, -14], [18, -15], [-26, -2], [-9, -3], [10, -2], [27, 1], [-19, 11], [-1, 10], [18, 12]],
  [[-20, -13], [-4, -13], [13, -14], [25, -6], [-27, 0], [-12, 1], [4, 1], [19, 6], [-20, 13], [0, 13]],
  [[-14, -14], [5, -13], [21, -12], [-24, -5], [-4, 0], [12, 1], [27, 4], [-16, 9], [2, 13], [19, 14]],
];
const STONES = [[-19, -8, 5], [-3, -15, 4], [15, -10, 6], [-9, 5, 6], [8, 3, 4], [20, 9, 5], [-18, 15, 4], [4, 16, 6]];

const WAVES = "M-22 -8q5 -5 10 0t10 0M2 2q5 -5 10 0t10 0M-18 14q5 -5 10 0t10 0";
const RAPIDS = "M-24 -10l8 -5 8 5 8 -5 8 5M-12 2l8 -5 8 5 8 -5 8 5M-22 14l8 -5 8 5 8 -5 8 5";
const REEDS = "M-16 8v-10m-4 6q4 -1 4 4m4 -6q-4 -1 -4 4M8 -2v-10m-4 6q4 -1 4 4m4 -6q-4 -1 -4 4M12 18v-10m-4 6q4 -1 4 4m4 -6q-4 -1 -4 4";
const FURROWS = "M-26 -14h52M-30 -5h60M-30 5h60M-26 14h52M-21 23h42";
const CRACKS = "M-26 -4l14 6 6 -12 12 8 16 -6M-12 2l-4 18M6 -2l4 20";
const SWIRL = "M0 0q4 -5 7 1q2 7 -7 9q-14 0 -14 -11q2 -15 18 -15q19 2 18 18q-2 17 -22 18";
const RIPPLES = "M-20 -12q4 -4 8 0t8 0M2 -4q4 -4 8 0t8 0M-18 6q4 -4 8 0t8 0M0 16q4 -4 8 0t8 0";
const TORRENT = `${RAPIDS}M-20 -20l8 -5 8 5 8 -5 8 5M-14 24l8 -5 8 5 8 -5 8 5`;
const GRAINS = "M-20 -10h1M-8 -18h1M6 -12h1M18 -16h1M-14 0h1M0 2h1M16 -2h1M-22 12h1M-6 14h1M10 12h1M22 10h1M2 22h1";
const FLAKES = "M-16 -10h8m-4 -4v8M10 -14h8m-4 -4v8M-2 6h8m-4 -4v8M16 12h8m-4 -4v8M-22 16h8m-4 -4v8";
const TUFTS = "M-18 -8l3 5 3 -5M6 -12l3 5 3 -5M-8 6l3 5 3 -5M14 4l3 5 3 -5M-20 16l3 5 3 -5";
const BUBBLES = [[-14, -8, 4], [8, -14, 5], [14, 8, 4], [-6, 12, 5], [0, -1, 3]].map(([x, y, radius]) => disc(x, y, radius)).join("");
const MOUND = "M-18 14q8 -16 12 -17h12q4 1 12 17z";
const PLUME = "M-5 -3q-12 -1 -8 -12q8 -8 13 0q5 -8 13 0q4 11 -8 12z";
const CHIMNEYS = "M-22 16v-16l9 -7v7l9 -7v7l9 -7v7h5v-18h5v34z";
const CROSS = "M-20 -20l40 40M-20 20l40 -40";
const SLABS = "M-16 4l10 -7 8 5 -7 8zM4 -10l9 -3 5 8 -9 4zM2 14l8 -6 8 5 -6 6z";
const CLOUD = "M-24 12a11 11 0 0 1 3 -21a15 15 0 0 1 28 -5a13 13 0 0 1 15 19a10 10 0 0 1 -7 11h-35q-4 0 -4 -4z";
const FLAME = "M0 22c-15 0 -17 -14 -8 -24c2 7 6 6 5 -1c-1 -9 5 -15 9 -19c-1 9 11 16 10 31c-1 9 -7 13 -16 13z";
const CORE = "M1 20c-7 0 -8 -7 -3 -13c2 4 5 2 5 -3c5 4 6 16 -2 16z";

const TONGUE = "M0 8c-7 0 -8 -7 -4 -11c1 3 3 2 3 -1c0 -4 2 -7 4 -9c0 5 5 8 4 14c0 5 -3 7 -7 7z";
const TONGUE_CORE = "M0 6c-3 0 -4 -3 -1 -6c1 2 2 1 2 -2c3 3 3 8 -1 8z";
/** Beside whoever stands in the midst of a fire. */
const TONGUES = [[-30, 7], [30, 7], [-26, -17], [26, -17]];

/** A path moved to a place; only its M commands are absolute. */
export function moved(path, x, y) {
  return path.replaceAll(/M(-?[\d.]+) (-?[\d.]+)/g, (_, dx, dy) => `M${(Number(dx) + x).toFixed(1)} ${(Number(dy) + y).toFixed(1)}`);
}

const beside = (path) => TONGUES.map(([x, y]) => moved(path, x, y)).join("");

/** A round outline. */
function disc(x, y, radius) {
  return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

/** The crown of a tree from above: a disc of bumps. */
function crown(x, y, radius, bumps, turn) {
  const step = (Math.PI * 2) / bumps;
  const spot = (at) => [Math.cos(turn + at * step) * radius, Math.sin(turn + at * step) * radius];
  const arcs = Array.from({ length: bumps }, (_, at) => {
    const [[fromX, fromY], [toX, toY]] = [spot(at), spot(at + 1)];
    return `a${(radius * 0.5).toFixed(1)} ${(radius * 0.5).toFixed(1)} 0 0 1 ${(toX - fromX).toFixed(1)} ${(toY - fromY).toFixed(1)}`;
  });
  const [startX, startY] = spot(0);
  return `M${(x + startX).toFixed(1)} ${(y + startY).toFixed(1)}${arcs.join("")}z`;
}

function trees(places, radius, kind) {
  const each = (shape) => places.map(shape).join("");
  const own = ([x, y]) => radius * (0.86 + (Math.abs(Math.round(x * 7 + y * 3)) % 5) * 0.06);
  return [
    ["tree-shade", each(([x, y], at) => crown(x + 3, y + 4.2, own([x, y]), 7, at))],
    [`tree ${kind}`, each(([x, y], at) => crown(x, y, own([x, y]), 7, at))],
    [`tree-mid ${kind}`, each(([x, y], at) => crown(x - 1.2, y - 1.6, own([x, y]) * 0.62, 6, at + 1))],
    ["tree-light", each(([x, y], at) => crown(x - 2.2, y - 2.8, own([x, y]) * 0.28, 5, at + 2))],
  ];
}

function palms(places, radius) {
  const point = (x, y) => (at) => {
    const [angle, far] = [(at * Math.PI) / 6, radius * (at % 2 ? 0.5 : 1)];
    return [x + Math.sin(angle) * far, y - Math.cos(angle) * far];
  };
  return [["tree-shade", places.map(([x, y]) => disc(x + 2.5, y + 3.5, radius * 0.62)).join("")], ["palm", places.map(([x, y]) => polygon([...Array(12).keys()].map(point(x, y)))).join("")]];
}

function stones(share) {
  const stone = ([x, y, size]) => {
    const r = size * share;
    return polygon([[x - r, y + r * 0.6], [x - r * 0.5, y - r * 0.6], [x + r * 0.4, y - r * 0.8], [x + r, y + r * 0.6]]);
  };
  return ["stone", STONES.map(stone).join("")];
}

/** A closed outline by steps, so that it can be moved. */
export function polygon(points) {
  const [first, ...rest] = points;
  let before = first;
  const steps = rest.map((point) => {
    const step = `l${(point[0] - before[0]).toFixed(1)} ${(point[1] - before[1]).toFixed(1)}`;
    before = point;
    return step;
  });
  return `M${first[0].toFixed(1)} ${first[1].toFixed(1)}${steps.join("")}z`;
}

const UNDER = {
  water: () => [["wave", WAVES]],
  rapids: (grade) => [["wave", grade > 1 ? TORRENT : RAPIDS]],
  rough: (grade) => [stones(grade > 1 ? 1.35 : 1)],
  rubble: (grade) => [stones(grade > 5 ? 1.3 : 0.8), ["rubble", SLABS]],
  swamp: (grade) => [["reed", grade > 1 ? SWIRL : REEDS]],
  mud: () => [["reed", RIPPLES]],
  sand: () => [["grain", GRAINS]],
  snow: (grade) => (grade > 1 ? [["flake", FLAKES]] : []),
  tundra: () => [["reed", TUFTS]],
  ice: () => [["ice-crack", CRACKS]],
  black_ice: () => [["ice-crack dark", CRACKS]],
  hazardous_liquid: () => [["bubble", BUBBLES]],
  geyser: (grade) => [["stone", MOUND], ...(grade > 1 ? [[grade > 2 ? "flame" : "plume", PLUME]] : [])],
  heavy_industrial: () => [["stone", CHIMNEYS]],
  industrial: () => [["stone", CHIMNEYS]],
  planted_fields: () => [["furrow", FURROWS]],
  field: () => [["furrow", FURROWS]],
  magma: () => [["crack", CRACKS]],
  impassable: () => [["barred", CROSS]],
};
const OVER = {
  woods: (grade, variant) => (grade > 1 ? trees(MANY[variant % 3], grade > 2 ? 9 : 7.2, "heavy") : trees(FEW[variant % 3], 8.6, "light")),
  jungle: (grade, variant) => palms((grade > 1 ? MANY : FEW)[variant % 3], grade > 2 ? 12 : grade > 1 ? 9.5 : 11),
  smoke: (grade) => [[`cloud smoke-${grade > 1 ? 2 : 1}`, CLOUD]],
  fire: () => [["flame", FLAME + beside(TONGUE)], ["flame-core", CORE + beside(TONGUE_CORE)]],
};

const made = new Map();

/** The shapes of a feature under or over ways and buildings; [] where it has none there. */
export function shapes(layer, kind, grade, variant) {
  const draw = (layer === "under" ? UNDER : OVER)[kind];
  if (!draw) return [];
  const key = `${layer} ${kind} ${grade} ${variant}`;
  if (!made.has(key)) made.set(key, draw(grade, variant));
  return made.get(key);
}
