/** Outlines of terrain: what moves, turns and sizes them. Inches, y to the north, degrees clockwise. */

const FINE = 100;
const SQUARE = 0.02;
/** How far the corners of a round piece lie from its middle: not quite a circle. */
const ROUND = [0.97, 0.9, 1, 0.88, 0.95, 0.92, 1, 0.86];
const LEAST = 0.4;

/** A hundredth of an inch. */
export const fine = (number) => Math.round(number * FINE) / FINE;

const rotated = ([x, y], degrees, [mx, my] = [0, 0]) => {
  const angle = (-degrees * Math.PI) / 180;
  const [dx, dy] = [x - mx, y - my];
  return [mx + dx * Math.cos(angle) - dy * Math.sin(angle), my + dx * Math.sin(angle) + dy * Math.cos(angle)];
};

/** How an oblong lies: how far its first edge is turned, -90 to 90; 0 for all that is none. */
export function angleOf(points) {
  if (points.length !== 4) return 0;
  const [a, b, c, d] = points;
  const along = [b[0] - a[0], b[1] - a[1]];
  const next = [c[0] - b[0], c[1] - b[1]];
  const skew = Math.hypot(a[0] + c[0] - b[0] - d[0], a[1] + c[1] - b[1] - d[1]);
  const long = Math.hypot(...along) * Math.hypot(...next);
  if (!long || skew > 0.1 || Math.abs(along[0] * next[0] + along[1] * next[1]) / long > SQUARE * 4) return 0;
  const angle = (-Math.atan2(along[1], along[0]) * 180) / Math.PI;
  return Math.round((angle - 180 * Math.ceil((angle - 90) / 180)) * 10) / 10;
}

/** The box around an outline as it lies: {middle, angle, width, depth}. */
export function frameOf(points, angle = angleOf(points)) {
  const laid = points.map((point) => rotated(point, -angle));
  const [xs, ys] = [laid.map(([x]) => x), laid.map(([, y]) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { middle: rotated([(west + east) / 2, (south + north) / 2], angle), angle, width: east - west, depth: north - south };
}

/** The corners of a frame, with so many inches around it: north west, north east, south east, south west. */
export function cornersOf({ middle, angle, width, depth }, beyond = 0) {
  const [x, y] = [width / 2 + beyond, depth / 2 + beyond];
  return [[-x, y], [x, y], [x, -y], [-x, -y]].map((corner) => placed(corner, middle, angle));
}

/** A place given from the middle of a frame. */
export function placed(point, middle, angle) {
  const [x, y] = rotated(point, angle);
  return [middle[0] + x, middle[1] + y];
}

/** A place as it lies from the middle of a frame. */
export function within(point, { middle, angle }) {
  return rotated([point[0] - middle[0], point[1] - middle[1]], -angle);
}

const written = (points) => points.map(([x, y]) => [fine(x), fine(y)]);

/** An outline so many inches farther east and north. */
export function moved(points, dx, dy) {
  return written(points.map(([x, y]) => [x + dx, y + dy]));
}

/** An outline turned about its middle. */
export function turned(points, degrees, middle = frameOf(points).middle) {
  return written(points.map((point) => rotated(point, degrees, middle)));
}

/** An outline made so wide and deep as it lies; `hold` is the side that stays: -1, 0 or 1 across and along. */
export function sized(points, width, depth, hold = [0, 0]) {
  const frame = frameOf(points);
  const [wide, deep] = [Math.max(LEAST, width), Math.max(LEAST, depth)];
  const grown = [wide / (frame.width || 1), deep / (frame.depth || 1)];
  const still = [(hold[0] * frame.width) / 2, (hold[1] * frame.depth) / 2];
  return written(points.map((point) => {
    const inside = within(point, frame);
    return placed(inside.map((inch, at) => still[at] + (inch - still[at]) * grown[at]), frame.middle, frame.angle);
  }));
}

/** The outline of a new piece of a kind around a place. */
export function outlineOf({ size: [width, depth], round }, [x, y]) {
  if (!round) return written([[x - width / 2, y - depth / 2], [x + width / 2, y - depth / 2], [x + width / 2, y + depth / 2], [x - width / 2, y + depth / 2]]);
  return written(ROUND.map((out, at) => {
    const angle = (at * 2 * Math.PI) / ROUND.length;
    return [x + Math.cos(angle) * (width / 2) * out, y + Math.sin(angle) * (depth / 2) * out];
  }));
}

/** The same outline across the table: turned by half a circle about its middle. */
export function across(points, { width, depth }) {
  return written(points.map(([x, y]) => [width - x, depth - y]));
}

/** Whether a place lies inside an outline. */
export function inside([x, y], points) {
  let found = false;
  for (let at = 0, before = points.length - 1; at < points.length; before = at, at += 1) {
    const [[ax, ay], [bx, by]] = [points[at], points[before]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}

/** The area of an outline, in square inches. */
export function areaOf(points) {
  return Math.abs(points.reduce((sum, [x, y], at) => sum + x * points[(at + 1) % points.length][1] - points[(at + 1) % points.length][0] * y, 0)) / 2;
}
