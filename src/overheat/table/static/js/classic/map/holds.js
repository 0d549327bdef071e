/** Who holds whom: a chain between two units whose marks are about each other. */

import { s } from "../../dom.js";
import { centre, SIZE } from "./hexes.js";

const LINKS = 3;
const HELD_OFF = 0.68;

/** A chain for every two units on the map that hold each other, with what their marks say. */
export function drawHolds(layer, view) {
  layer.replaceChildren(...holds(view.units).map(([a, b]) => chain(view.units, a, b)));
}

/** Pairs of units whose marks are about each other. */
function holds(units) {
  const there = Object.keys(units).filter((id) => !units[id].fate && units[id].hex);
  return there.flatMap((a) => there.filter((b) => a < b && about(units[a], b) && about(units[b], a)).map((b) => [a, b]));
}

function about(unit, other) {
  return Object.values(unit.marks).find((mark) => mark.about === other && mark.words);
}

function chain(units, a, b) {
  const [from, to] = [centre(units[a].hex), centre(units[b].hex)];
  const at = (share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const links = Array.from({ length: LINKS }, (_, number) => {
    const { x, y } = at(HELD_OFF / 2 + ((1 - HELD_OFF) * number) / (LINKS - 1));
    return s("ellipse", { cx: x, cy: y, rx: SIZE * 0.17, ry: SIZE * 0.1, transform: `rotate(${turn} ${x} ${y})` });
  });
  return s("g", { class: "hold", "data-hold": `${a} ${b}` }, s("title", {}, `${units[a].name}: ${about(units[a], b).words}`), ...links);
}
