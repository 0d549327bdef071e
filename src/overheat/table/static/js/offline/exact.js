/** Exact chances: fractions of whole numbers of any length, and spreads of numbers over them. */

/** Digits of both parts of a fraction beyond which a number of the browser cannot hold it. */
const LONG = 900;

/** A fraction as it is written, "1/6". */
export function fraction(text) {
  const [above, below] = text.split("/").map(BigInt);
  return lowest(above, below);
}

function lowest(above, below) {
  let [one, other] = [above < 0n ? -above : above, below];
  while (other) [one, other] = [other, one % other];
  return one > 1n ? [above / one, below / one] : [above, below];
}

export const NEVER = [0n, 1n];

export function plus([above, below], [other, under]) {
  return below === under ? [above + other, below] : [above * under + other * below, below * under];
}

export function times([above, below], [other, under]) {
  return [above * other, below * under];
}

/** The chance of anything but that. */
export function besides([above, below]) {
  return [below - above, below];
}

/** A fraction as an answer has it: numerator and denominator, as text where a number could not hold them, and about how much it is. */
export function told(exactly, name = "chance") {
  const [above, below] = lowest(...exactly);
  const digits = (whole) => (whole <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(whole) : String(whole));
  const shift = BigInt(Math.max(0, below.toString(2).length - LONG));
  return { [name]: [digits(above), digits(below)], float: Number(above >> shift) / Number(below >> shift) };
}

/** A spread from pairs of a number and its chance: whole weights, and what they are of. */
export function spread(pairs) {
  const chances = pairs.map(([value, text]) => [value, fraction(text)]);
  const of = chances.reduce((all, [, [, below]]) => all * below, 1n);
  return eased({ of, weights: new Map(chances.map(([value, [above, below]]) => [value, (above * of) / below])) });
}

function eased({ of, weights }) {
  let shared = of;
  for (const weight of weights.values()) {
    let [one, other] = [shared, weight];
    while (other) [one, other] = [other, one % other];
    shared = one;
  }
  if (shared <= 1n) return { of, weights };
  return { of: of / shared, weights: new Map([...weights].map(([value, weight]) => [value, weight / shared])) };
}

/** Two spreads added up. */
export function added(one, other) {
  const weights = new Map();
  for (const [value, weight] of one.weights) {
    for (const [more, with_] of other.weights) weights.set(value + more, (weights.get(value + more) ?? 0n) + weight * with_);
  }
  return { of: one.of * other.of, weights };
}

/** A spread added up so many times. */
export function repeated(one, many) {
  let sum = { of: 1n, weights: new Map([[0, 1n]]) };
  for (let left = many, power = one; left > 0; left = Math.floor(left / 2)) {
    if (left % 2) sum = added(sum, power);
    if (left > 1) power = added(power, power);
  }
  return sum;
}

/** A spread in which nothing goes beyond some number. */
export function atMost({ of, weights }, most) {
  const found = new Map();
  for (const [value, weight] of weights) found.set(Math.min(most, value), (found.get(Math.min(most, value)) ?? 0n) + weight);
  return { of, weights: found };
}

/** The chance of a number or more. */
export function atLeast({ of, weights }, least) {
  return [[...weights].reduce((sum, [value, weight]) => (value >= least ? sum + weight : sum), 0n), of];
}

export function mean({ of, weights }) {
  return [[...weights].reduce((sum, [value, weight]) => sum + BigInt(value) * weight, 0n), of];
}

/** The numbers that may come, the least first, each with its chance. */
export function rows({ of, weights }) {
  return [...weights].filter(([, weight]) => weight).sort(([one], [other]) => one - other).map(([value, weight]) => [value, [weight, of]]);
}
