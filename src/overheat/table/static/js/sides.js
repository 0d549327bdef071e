/** The sides of a battle: a colour and a shape each, and their names. */

import { h } from "./dom.js";

const OWN = { blue: 0, red: 1 };
const MOST = 4;

/** Which colour and shape each side has, by its name: in their order, but a side that is called blue or red looks like it. */
export function sideIndices(sides) {
  const found = new Map();
  for (const side of sides) {
    const own = OWN[side.toLowerCase()];
    if (own !== undefined) found.set(side, own);
  }
  const taken = new Set(found.values());
  for (const side of sides) {
    if (found.has(side)) continue;
    let index = 0;
    while (taken.has(index) && index < MOST - 1) index += 1;
    taken.add(index);
    found.set(side, index);
  }
  return found;
}

/** The number of a side's colour and shape, among all sides of its battle. */
export function sideIndex(side, sides) {
  return sideIndices(sides).get(side) ?? 0;
}

/** The mark of a side: a shape in its colour. */
export function sideMark(index) {
  return h("span", { class: "side-mark", "data-side-index": index, "aria-hidden": "true" });
}

/** The name of a side with its mark. */
export function sideName(side, sides) {
  return h("span", { class: "side-name" }, sideMark(sideIndex(side, sides)), " ", capital(side));
}

/** The sides of a set-up, in order. */
export function sidesOf(setup) {
  return setup.players ?? [...new Set((setup.units ?? []).map((unit) => unit.side))];
}

/** A name as it begins a sentence. */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** Names as they stand in a sentence: red, red and blue, red, blue and green. */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
