/** Whether the dice are fair: what was rolled beside what was to be expected. */

import { dialog, h, s } from "../../dom.js";
import { capital, sideMark } from "../../sides.js";

const WIDTH = 520;
const HEIGHT = 170;
const LEFT = 34;
const BOTTOM = 22;
const ENOUGH = 60;
const SEED =
  "All dice of a game follow from its seed, which the game file tells when the game is over: anybody can replay it and see the same dice fall.";
const PAIR = Array.from({ length: 11 }, (_, at) => ({ value: at + 2, ways: 6 - Math.abs(5 - at) }));
const SINGLE = Array.from({ length: 6 }, (_, at) => ({ value: at + 1, ways: 1 }));

/** The rolls of a log: pairs of dice by their total, other six-sided dice by their faces, and pairs by side. */
export function tallyDice(events, sides, units = {}) {
  const found = { pairs: new Map(), singles: new Map(), bySide: new Map(sides.map((side) => [side, { count: 0, sum: 0 }])) };
  for (const { kind, event } of events) {
    if (kind !== "Rolled" || event.roll.sides !== 6) continue;
    const { faces, who = "" } = event.roll;
    if (faces.length !== 2) {
      for (const face of faces) more(found.singles, face);
      continue;
    }
    const total = faces[0] + faces[1];
    more(found.pairs, total);
    const own = found.bySide.get(roller(who, sides, units));
    if (own) {
      own.count += 1;
      own.sum += total;
    }
  }
  return found;
}

function more(counts, value) {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** The side whose roll it is: its own, or that of one of its units. */
export function roller(who, sides, units = {}) {
  if (sides.includes(who)) return who;
  const side = units[who]?.side;
  return (typeof side === "number" ? sides[side] : side) ?? null;
}

/** How often fair dice stray this far from what is expected, or farther: the chi-square test. */
export function strayChance(counts, ways) {
  const all = ways.reduce((sum, one) => sum + one.ways, 0);
  const rolls = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const square = ways.reduce((sum, one) => {
    const expected = (rolls * one.ways) / all;
    return sum + ((counts.get(one.value) ?? 0) - expected) ** 2 / expected;
  }, 0);
  return upperGamma((ways.length - 1) / 2, square / 2);
}

function upperGamma(a, x) {
  let at = a % 1 ? 0.5 : 1;
  let value = a % 1 ? complementaryError(Math.sqrt(x)) : Math.exp(-x);
  let term = a % 1 ? Math.sqrt(x / Math.PI) * 2 * Math.exp(-x) : x * Math.exp(-x);
  for (; at < a; at += 1) {
    value += term;
    term *= x / (at + 1);
  }
  return Math.min(1, value);
}

function complementaryError(x) {
  const t = 1 / (1 + 0.3275911 * x);
  return t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
}

/** Show the dice of a game. */
export function showDice(events, table) {
  const sides = table.game.seats.map((seat) => seat.player);
  const found = tallyDice(events, sides, table.view?.units);
  const parts = [];
  if (found.pairs.size) parts.push(chart("Two dice together (2D6)", found.pairs, PAIR), bySide(found.bySide, table));
  if (found.singles.size) parts.push(chart("Single dice (D6)", found.singles, SINGLE));
  if (!parts.length) parts.push(h("p", {}, "No dice have fallen yet."));
  dialog("Dice so far", h("div", { class: "stack" }, parts, h("p", { class: "muted small" }, SEED)), { id: "dice-dialog" });
}

function chart(title, counts, ways) {
  const all = ways.reduce((sum, one) => sum + one.ways, 0);
  const rolls = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const data = ways.map((one) => ({ value: one.value, rolled: counts.get(one.value) ?? 0, expected: (rolls * one.ways) / all }));
  const most = Math.max(...data.map((one) => Math.max(one.rolled, one.expected)), 1);
  const step = (WIDTH - LEFT) / data.length;
  const floor = HEIGHT - BOTTOM;
  const tall = (count) => (count / most) * (floor - 12);
  const spoken = data.map((one) => `${one.value}: ${one.rolled} rolled, ${one.expected.toFixed(1)} expected`).join("; ");
  return h(
    "figure",
    { class: "chart dice-chart" },
    h("figcaption", {}, `${title}: ${rolls} ${rolls === 1 ? "roll" : "rolls"}`, key()),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}. ${spoken}` },
      s("line", { x1: LEFT, x2: WIDTH, y1: floor, y2: floor, class: "chart-grid" }),
      s("text", { x: LEFT - 6, y: floor - tall(most) + 4, class: "chart-tick", "text-anchor": "end" }, String(Math.round(most))),
      data.map((one, at) =>
        s(
          "g",
          { class: "dice-bar" },
          s("title", {}, `${one.value}: ${one.rolled} rolled, ${one.expected.toFixed(1)} expected`),
          s("rect", { class: "rolled", x: LEFT + at * step + step * 0.16, width: step * 0.68, y: floor - tall(one.rolled), height: tall(one.rolled) }),
          s("path", { class: "expected", d: `M${LEFT + at * step + step * 0.06} ${floor - tall(one.expected)}h${step * 0.88}` }),
          s("text", { x: LEFT + (at + 0.5) * step, y: floor + 16, class: "chart-tick", "text-anchor": "middle" }, String(one.value)),
        ),
      ),
    ),
    h("p", { class: "small" }, judged(counts, ways, rolls)),
  );
}

function key() {
  return h("span", { class: "dice-key" }, h("i", { class: "rolled" }), " rolled ", h("i", { class: "expected" }), " expected");
}

function judged(counts, ways, rolls) {
  if (rolls < ENOUGH) return `Too few rolls to judge: wait for ${ENOUGH}.`;
  const often = Math.round(strayChance(counts, ways) * 100);
  return `Fair dice stray this far from the expected numbers, or farther, in ${often < 1 ? "less than 1" : often} of 100 games of this length.`;
}

function bySide(found, table) {
  const rows = [...found].filter(([, own]) => own.count);
  if (!rows.length) return null;
  const number = (tag, text) => h(tag, { class: "number" }, text);
  const head = h("tr", {}, h("th", {}, "Rolls of a side (attacks, piloting, initiative…)"), number("th", "2D6"), number("th", "average"), number("th", "expected"));
  const body = rows.map(([side, own]) => {
    const name = h("td", {}, sideMark(table.sideIndex(side)), ` ${capital(side)}`);
    return h("tr", { "data-side": side }, name, number("td", String(own.count)), number("td", (own.sum / own.count).toFixed(2)), number("td", "7.00"));
  });
  return h("table", {}, h("thead", {}, head), h("tbody", {}, body));
}
