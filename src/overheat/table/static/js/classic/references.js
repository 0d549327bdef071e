/** Parts of a line of the log that lead to the map: units by the names the log calls them, and hexes. */

const HEX = /(?<![\w.+-])\d{4,6}(?![\w.])/g;

/** What the log calls each unit: its chassis and its side, or its id where a side has several of a kind. */
function logNames(units) {
  const entries = Object.entries(units);
  const alike = ({ side, figures }) => entries.filter(([, other]) => other.side === side && other.figures.chassis === figures.chassis).length;
  return entries.map(([id, unit]) => [`${unit.figures.chassis} (${alike(unit) === 1 ? unit.side : id})`, id]);
}

/** The references of a text as [{start, end, ref}], in order, none within another. */
export function references(text, view) {
  if (!view) return [];
  const found = [];
  for (const [name, id] of logNames(view.units)) {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) found.push(
      { start: at, end: at + name.length, ref: { unit: id } },
    );
  }
  for (const { 0: hex, index } of text.matchAll(HEX)) {
    if (hex in view.board.hexes) found.push({ start: index, end: index + hex.length, ref: { hex } });
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  return found.filter((one, at) => !found.slice(0, at).some((before) => before.end > one.start));
}
