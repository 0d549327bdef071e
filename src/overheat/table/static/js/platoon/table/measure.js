/** Inches on a table: places in hundredths of an inch, headings clockwise from north, and a drawing where south is down. */

export const SCALE = 100;
/** Units of the drawing to an inch. */
export const PER_INCH = 10;

/** Where a place of the table lies in the drawing. */
export function drawn(spot, depth) {
  return { x: spot[0] / PER_INCH, y: depth * PER_INCH - spot[1] / PER_INCH };
}

/** The place of the table under a point of the drawing. */
export function spotAt(point, depth, height = 0) {
  return [Math.round(point.x * PER_INCH), Math.round((depth * PER_INCH - point.y) * PER_INCH), height];
}

/** Inches between two places on the map. */
export function flat(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) / SCALE;
}

/** Inches between two places, height included. */
export function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], (a[2] ?? 0) - (b[2] ?? 0)) / SCALE;
}

/** The heading from one place to another, 0 to 360. */
export function headingTo(a, b) {
  return ((Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI + 360) % 360;
}

/** A turn as the shorter way around, -180 to 180. */
export function turned(degrees) {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** The place so many inches along a heading. */
export function ahead(at, heading, inches) {
  const angle = (heading * Math.PI) / 180;
  return [at[0] + Math.round(Math.sin(angle) * inches * SCALE), at[1] + Math.round(Math.cos(angle) * inches * SCALE), at[2] ?? 0];
}

/** The four corners of a hull: front left, front right, rear right, rear left. */
export function corners(at, width, length, heading) {
  const angle = (heading * Math.PI) / 180;
  const forward = [Math.sin(angle), Math.cos(angle)];
  const right = [Math.cos(angle), -Math.sin(angle)];
  return [[1, -1], [1, 1], [-1, 1], [-1, -1]].map(([along, across]) => [
    at[0] + (forward[0] * length * along + right[0] * width * across) / 2,
    at[1] + (forward[1] * length * along + right[1] * width * across) / 2,
  ]);
}

/** Where a hull stands after legs of [pivot, inches]. */
export function driven(at, heading, legs) {
  let place = at;
  let nose = heading;
  const path = [at];
  for (const [pivot, inches] of legs) {
    nose = (((nose + pivot) % 360) + 360) % 360;
    place = ahead(place, nose, inches);
    path.push(place);
  }
  return { at: place, heading: nose, path };
}

/** Places for some men around one, in ranks of five. */
export function formation(at, count, spacing = 1.4) {
  const step = Math.round(spacing * SCALE);
  const ranks = Math.ceil(count / 5);
  return Array.from({ length: count }, (_, index) => {
    const rank = Math.floor(index / 5);
    const width = Math.min(5, count - rank * 5);
    const across = (index % 5) * step - Math.floor(((width - 1) * step) / 2);
    return [at[0] + across, at[1] - rank * step + Math.floor(((ranks - 1) * step) / 2), 0];
  });
}

/** What the men of a unit would fill around a place: their bases in formation. */
export function bases(at, { men, sheet }) {
  const width = sheet.width / SCALE;
  return formation(at, men.length, width + 0.4).map((place) => ({ at: place, radius: width / 2 }));
}

/** The middle of some points. */
export function middle(points) {
  const sum = points.reduce(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** A length as it is read out: 5.4". */
export function length(inches) {
  return `${Math.round(inches * 10) / 10}″`;
}
