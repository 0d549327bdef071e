/** Numbers with their nouns. */

const ODD = { man: "men", casualty: "casualties", hex: "hexes" };

/** A number and what there are so many of: 1 man, 3 hexes, 0.5 pins. */
export function counted(count, one, many = ODD[one] ?? `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
