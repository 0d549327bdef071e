/** What calls the eye to a place of the table. */

import { s } from "../dom.js";

const LASTS = 1400;

/** A ring that calls the eye to a place. */
export function beckon(layer, { x, y }) {
  const ring = s("circle", { cx: x, cy: y, r: 26, class: "e-beckon" });
  layer.append(ring);
  setTimeout(() => ring.remove(), LASTS);
}
