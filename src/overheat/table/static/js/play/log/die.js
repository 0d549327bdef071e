/** Dice as they fell, drawn small. */

import { s } from "../../dom.js";

const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

/** One die: pips for six sides, a number for any other. */
export function die(face, sides = 6) {
  const pips = sides === 6 ? PIPS[face] : null;
  return s(
    "svg",
    { class: "die", viewBox: "0 0 16 16", role: "img", "aria-label": String(face), "data-face": face },
    s("rect", { x: 0.75, y: 0.75, width: 14.5, height: 14.5, rx: 3 }),
    pips ? pips.map(([x, y]) => s("circle", { cx: 4 + x * 4, cy: 4 + y * 4, r: 1.5 })) : s("text", { x: 8, y: 11.5, "text-anchor": "middle" }, String(face)),
  );
}

/** All dice of a roll. */
export function diceOf(roll) {
  return roll.faces.map((face) => die(face, roll.sides));
}
