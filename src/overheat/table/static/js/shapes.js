/** Shapes as paths: outlines, blocks, discs, and pairs of them; pieces are [look, path, location]. */

/** The outline through some places. */
export function through(...places) {
  return `M${places.map(([x, y]) => `${Number(x.toFixed(2))} ${Number(y.toFixed(2))}`).join("L")}Z`;
}

/** A block around a place with its corners cut off. */
export function slab(x, y, w, h, cut = 1.5) {
  const c = Math.min(cut, w, h);
  return through([x - w, y - h + c], [x - w + c, y - h], [x + w - c, y - h], [x + w, y - h + c], [x + w, y + h - c], [x + w - c, y + h], [x - w + c, y + h], [x - w, y + h - c]);
}

/** A disc, of fourteen corners. */
export function disc(x, y, radius) {
  return through(...Array.from({ length: 14 }, (_, at) => [x + Math.cos((at * Math.PI) / 7) * radius, y + Math.sin((at * Math.PI) / 7) * radius]));
}

/** A path mirrored at the line through the middle. */
export function mirrored(path) {
  return path.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${-Number(x)} ${y}`);
}

/** The same thing on the left and on the right, at the locations of the left and the right. */
export function pair(look, path, left = "", right = "") {
  return [[look, path, left], [look, mirrored(path), right]];
}
