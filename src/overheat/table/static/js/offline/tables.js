/** Tables of what the rules said when they were asked beforehand, as the server packs them. Here is nothing but looking up. */

const UNKNOWN = -1;

/** Why this device cannot say, in one line. */
export function notHere(reason) {
  return { id: "pack.unknown", reason: `Not worked out without the server: ${reason}.` };
}

/** A refusal as a pack holds it. */
export function refused([id, reason, cite]) {
  return { id, reason, cite };
}

/** A whole number or a fraction like "3/2", as a number. */
export function amount(value) {
  const [above, below] = String(value).split("/").map(Number);
  return below ? above / below : above;
}

/** A value as a map knows it; words that are listed in another order are the same. */
function keyOf(value) {
  const words = Array.isArray(value) && value.every((one) => typeof one === "string");
  return JSON.stringify(words ? [...value].sort() : value);
}

/** Tables that can be asked. */
export class Tables {
  constructor(held) {
    this.held = held;
    this.places = held.facts.map(({ values }) => new Map(values.map((value, at) => [keyOf(value), at])));
  }

  /** Which of its values a fact has; undefined where the pack does not know it. */
  placeOf(fact, value) {
    return this.places[fact].get(keyOf(value));
  }

  /** What a part is in a situation. */
  part(number, situation) {
    const { by, cells } = this.held.parts[number] ?? { by: [], cells: [UNKNOWN] };
    let cell = 0;
    for (const [fact, columns] of by) {
      const row = this.held.columns[columns];
      cell = cell * (Math.max(...row) + 1) + row[situation[fact]];
    }
    if (cells[cell] === UNKNOWN) throw notHere("these facts together");
    return this.held.answers[cells[cell]];
  }
}
