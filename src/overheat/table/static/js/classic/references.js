/** Parts of a line of the log that lead to the map: the units and hexes that its event is about. */

import { hexName, namesIn, placesOf, textsOf } from "../play/log/facts.js";

const GROUND = "hex ";

/** The references of a text about an event as [{start, end, ref}], in order, none within another. */
export function references(text, event, view) {
  if (!view) return [];
  const texts = [...textsOf(event)];
  const units = texts.filter((id) => id in view.units).map((id) => [view.units[id].logged, { unit: id }]);
  const aimed = texts.map((target) => (target.startsWith(GROUND) ? target.slice(GROUND.length) : target));
  const hexes = [...placesOf(event, 2).map(hexName), ...aimed].filter((hex) => hex in view.board.hexes);
  return namesIn(text, [...units, ...[...new Set(hexes)].map((hex) => [hex, { hex }])]);
}
