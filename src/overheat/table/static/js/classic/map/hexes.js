/** Hexes by name: where they are on the map, what lies around them, and how far apart they are. */

/** From the middle of a hex to its corner, in the units of the map. */
export const SIZE = 40;
/** From the middle of a hex to its side. */
export const INNER = (SIZE * Math.sqrt(3)) / 2;
/** The facings in words, north first, clockwise. */
export const FACINGS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
/** The facings in short. */
export const POINTS = ["N", "NE", "SE", "S", "SW", "NW"];

const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/** Column and row of a hex name; of an odd number of digits the column has one more. */
export function split(name) {
  const columns = Math.ceil(name.length / 2);
  return { column: Number(name.slice(0, columns)), row: Number(name.slice(columns)) };
}

/** The name of a hex from its column and row: two digits each, and three each where one of them is beyond 99. */
export function named(column, row) {
  const digits = column < 100 && row < 100 ? 2 : 3;
  return `${String(column).padStart(digits, "0")}${String(row).padStart(digits, "0")}`;
}

/** A hex as events write it, [column, row], as a name. */
export function fromPair(pair) {
  return named(pair[0], pair[1]);
}

function axial(name) {
  const { column, row } = split(name);
  return [column, row - Math.floor((column - 1) / 2)];
}

/** The hex next to another in a direction. */
export function neighbour(name, direction) {
  const [q, r] = axial(name);
  const [along, down] = STEPS[((direction % 6) + 6) % 6];
  return named(q + along, r + down + Math.floor((q + along - 1) / 2));
}

/** How many hexes apart two hexes are. */
export function distance(one, other) {
  const [q, r] = axial(one);
  const [toQ, toR] = axial(other);
  const across = toQ - q;
  const down = toR - r;
  return Math.max(Math.abs(across), Math.abs(down), Math.abs(across + down));
}

/** The middle of a hex on the map. */
export function centre(name) {
  const { column, row } = split(name);
  return { x: SIZE * (1 + 1.5 * (column - 1)), y: INNER * (2 * row - 1 + (column % 2 === 0 ? 1 : 0)) };
}

/** The hex that a place on the map lies in. */
export function hexAt(point) {
  const guess = Math.round((point.x / SIZE - 1) / 1.5) + 1;
  let best = null;
  for (let column = guess - 1; column <= guess + 1; column += 1) {
    const shift = column % 2 === 0 ? 1 : 0;
    const row = Math.round((point.y / INNER + 1 - shift) / 2);
    const at = { x: SIZE * (1 + 1.5 * (column - 1)), y: INNER * (2 * row - 1 + shift) };
    const far = Math.hypot(at.x - point.x, at.y - point.y);
    if (column > 0 && row > 0 && (!best || far < best.far)) best = { far, name: named(column, row) };
  }
  return best?.name ?? null;
}

/** The direction that points nearest from one hex to another. */
export function direction(from, to) {
  const start = centre(from);
  const end = centre(to);
  const turn = Math.atan2(end.x - start.x, start.y - end.y) / (Math.PI / 3);
  return ((Math.round(turn) % 6) + 6) % 6;
}

/** A step of a length in a direction, as an offset on the map. */
export function offset(facing, length) {
  const angle = (facing * Math.PI) / 3;
  return { x: Math.sin(angle) * length, y: -Math.cos(angle) * length };
}

/** The corners of a hex around the origin; side n runs from corner n to the next. */
export const CORNERS = [[-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1], [-1, 0]].map(([x, y]) => [x * SIZE, y * INNER]);

/** The outline of a hex for a path, as large as `share` of it. */
export function outline(name, share = 1) {
  const { x, y } = centre(name);
  return `M${CORNERS.map(([dx, dy]) => `${(x + dx * share).toFixed(1)} ${(y + dy * share).toFixed(1)}`).join("L")}Z`;
}

/** The whole map of a board, with some room around it. */
export function world(board, room = 14) {
  const width = SIZE * (1.5 * board.width + 0.5);
  const height = INNER * (2 * board.height + (board.width > 1 ? 1 : 0));
  return { x: -room, y: -room, width: width + 2 * room, height: height + 2 * room };
}
