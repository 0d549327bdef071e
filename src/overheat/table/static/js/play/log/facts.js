/** What an event is about, by its facts: ids as they stand in it, and places as lists of numbers. */

/** Every text of some facts, once; names of facts among them where those are ids themselves. */
export function textsOf(facts, found = new Set()) {
  if (typeof facts === "string") found.add(facts);
  else if (facts && typeof facts === "object") {
    if (!Array.isArray(facts)) Object.keys(facts).forEach((name) => found.add(name));
    Object.values(facts).forEach((fact) => textsOf(fact, found));
  }
  return found;
}

/** Every list of so many numbers in some facts: a hex has two, a place on a table three. */
export function placesOf(facts, many, found = []) {
  if (!facts || typeof facts !== "object") return found;
  if (Array.isArray(facts) && facts.length === many && facts.every(Number.isInteger)) found.push(facts);
  else Object.values(facts).forEach((fact) => placesOf(fact, many, found));
  return found;
}

/** A hex of an event, [column, row], as the log names it. */
export function hexName([column, row]) {
  const digits = column < 100 && row < 100 ? 2 : 3;
  return [column, row].map((number) => String(number).padStart(digits, "0")).join("");
}

/** Where names stand in a text, as [{start, end, ref}] in order, none within another; `names` are [name, ref]. */
export function namesIn(text, names) {
  const found = [];
  const low = text.toLowerCase();
  for (const [name, ref] of [...names].sort((one, other) => other[0].length - one[0].length)) {
    const wanted = name.toLowerCase();
    for (let start = low.indexOf(wanted); start >= 0; start = low.indexOf(wanted, start + wanted.length)) {
      const end = start + name.length;
      if (!found.some((other) => start < other.end && end > other.start)) found.push({ start, end, ref });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
