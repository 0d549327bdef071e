/** A battle summed up: figures of both sides, luck, the best shots, the round that decided it. */

import { counted as numbered } from "../../counting.js";
import { button, h, s } from "../../dom.js";
import { capital, sideMark } from "../../sides.js";
import { unitName } from "../unit_names.js";

const NAMES = {
  damage: "Damage done", kills: "Units destroyed", lost: "Units lost", falls: "Falls", criticals: "Critical hits taken", fallen: "Men fallen",
  struck: "Hits on its vehicles", pins: "Pins taken", assaults: "Assaults", points: "Victory points",
};
/** What each game calls its rounds, and what its weapons do in them. */
const WORDS = {
  classic: { period: "round", course: "Damage", done: (many) => `${whole(many)} damage` },
  platoon: { period: "turn", course: "Hits", done: (many) => numbered(Math.round(many), "hit") },
};
const wordsOf = (table) => WORDS[table.kind] ?? WORDS.classic;
/** What a game calls its rounds. */
export const periodOf = (table) => wordsOf(table).period;
const CHART = { width: 520, height: 112, left: 4, bottom: 20, widest: 22, step: 90 };

/** The summary of a battle as the server answers it; `locate(round)` shows a round in the replay, `film(round)` makes a film of it. */
export function summaryOf(table, found, locate, film = null) {
  const columns = found.sides.map((each) => h("th", { scope: "col" }, sideMark(table.sideIndex(each.side)), ` ${capital(each.side)}`));
  const row = (name, tell, title = null) => h("tr", {}, h("th", { scope: "row", title }, name), found.sides.map((each) => h("td", { class: "number" }, tell(each))));
  const counted = Object.keys(NAMES).filter((name) => found.sides.some((each) => each.counted[name]));
  return h(
    "div",
    { class: "stack", id: "battle-summary" },
    h(
      "table",
      { class: "summary-table" },
      h("thead", {}, h("tr", {}, h("td"), columns)),
      h(
        "tbody",
        {},
        counted.map((name) => row(NAMES[name], (each) => whole(each.counted[name] ?? 0))),
        row("Value lost", (each) => whole(each.value_lost)),
        found.sides.some((each) => each.value_kept !== null) && row("Value kept", (each) => kept(each), "What the units are worth that are left, with their crews"),
        row("Hits", (each) => `${each.hits} of ${each.shots} rolls`),
        row("Hits expected", (each) => each.expected_hits.toFixed(1), "The sum of the exact chances of all rolls"),
        row("Luck", (each) => luck(each.luck), "How many standard deviations more or fewer hits than expected"),
        row("Best weapon", (each) => (each.weapons[0] ? `${each.weapons[0][0]} (${whole(each.weapons[0][1])})` : "none")),
      ),
    ),
    moments(table, found.moments, locate),
    course(table, found, locate, film),
  );
}

function whole(number) {
  return Math.round(number).toLocaleString("en");
}

/** The value that a side has left, and the share of what it brought. */
function kept({ value_kept: left, value_lost: lost }) {
  if (left === null) return "";
  return left + lost > 0 ? `${whole(left)} (${Math.round((100 * left) / (left + lost))}\u00a0%)` : "0";
}

/** Luck in a word, and in standard deviations for those who count them. */
function luck(deviations) {
  const far = Math.abs(deviations);
  if (far < 0.5) return "as expected";
  return `${far >= 2 ? "very " : ""}${deviations > 0 ? "lucky" : "unlucky"} (${deviations > 0 ? "+" : "−"}${far.toFixed(1)}\u00a0σ)`;
}

function moments(table, list, locate) {
  const { period, done } = wordsOf(table);
  const name = (id) => unitName(table, null, id);
  const why = { damage: "hardest", odds: "luckiest" };
  const same = (one, other) => ["unit", "target", "weapon", "round", "damage", "chance"].every((fact) => one[fact] === other[fact]);
  return list.length > 0 && h(
    "ul",
    { class: "summary-moments" },
    list.filter((each, at) => list.findIndex((other) => same(each, other)) === at).map((each) => h(
      "li",
      {},
      h("b", {}, `${capital(list.filter((other) => same(each, other)).map((other) => why[other.why]).join(" and "))} hit: `),
      `${each.weapon} of ${name(each.unit)} at ${name(each.target)}, ${[done(each.damage), ...became(each)].join(", ")} in ${period} ${each.round}, at ${(100 * each.chance).toFixed(0)}\u00a0%. `,
      shows(() => locate(each.round)),
    )),
  );
}

/** What became of whom a shot hit, where that is known. */
function became({ fallen = 0, destroyed = 0 }) {
  return [fallen > 0 && `${numbered(fallen, "man", "men")} down`, destroyed > 0 && "destroyed"].filter(Boolean);
}

/** Damage by round as bars, the round marked that decided the battle, or in which most was done; any of them is shown or filmed. */
function course(table, found, locate, film) {
  const { rounds, sides } = found;
  if (!rounds.length) return null;
  const most = Math.max(1, ...rounds.flatMap((each) => Object.values(each.damage)));
  const step = Math.min(CHART.step, (CHART.width - CHART.left) / rounds.length);
  const wide = Math.min(CHART.widest, (step - 4) / sides.length);
  const begins = (at) => CHART.left + at * step + (step - wide * sides.length) / 2;
  const bar = (each, at, index, side) => {
    const tall = ((CHART.height - CHART.bottom) * (each.damage[side] ?? 0)) / most;
    return s("rect", { class: "summary-bar", "data-side-index": table.sideIndex(side), x: begins(at) + index * wide, y: CHART.height - CHART.bottom - tall, width: Math.max(1, wide - 1), height: tall });
  };
  const { period, course: made } = wordsOf(table);
  const label = `${made} by ${period}: ${rounds.map((each) => `${period} ${each.round}: ${sides.map(({ side }) => `${side} ${whole(each.damage[side] ?? 0)}`).join(", ")}`).join("; ")}`;
  const done = (each) => sides.reduce((sum, { side }) => sum + (each.damage[side] ?? 0), 0);
  const fiercest = rounds.reduce((one, other) => (done(other) > done(one) ? other : one));
  const marked = found.turning_point ?? (done(fiercest) > 0 ? fiercest.round : null);
  const so = !found.turning_point ? "was the fiercest" : table.game.outcome?.winners.length ? "decided it" : "made the most difference";
  return h(
    "figure",
    { class: "summary-course" },
    s(
      "svg",
      { viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: "img", "aria-label": label },
      rounds.map((each, at) => [
        each.round === marked && s("rect", { class: "summary-decided", x: CHART.left + at * step, y: 0, width: step, height: CHART.height }),
        sides.map(({ side }, index) => bar(each, at, index, side)),
        s("text", { x: CHART.left + (at + 0.5) * step, y: CHART.height - 4, "text-anchor": "middle" }, String(each.round)),
      ]),
    ),
    h("figcaption", { class: "muted small" }, `${made} by ${period}: `, key(table, sides), marked && h("b", {}, `${capital(period)} ${marked} ${so}.`)),
    anyPeriod(period, rounds, marked, locate, film),
  );
}

/** A round to show in the replay or to film: the one that is marked, unless another is chosen. */
function anyPeriod(period, rounds, marked, locate, film) {
  const choice = h("select", { id: "summary-round", "aria-label": `${capital(period)} to show or film` }, rounds.map(({ round }) => h("option", { value: round, selected: round === (marked ?? rounds[0].round) }, `${capital(period)} ${round}`)));
  const chosen = () => Number(choice.value);
  return h(
    "div",
    { class: "row small" },
    choice,
    shows(() => locate(chosen()), { id: "show-round" }),
    film && button("Film", () => film(chosen()), { id: "film-round", class: "summary-show", title: `A film of this ${period} to keep` }),
  );
}

/** Whose bars are whose: the marks of the sides in the order in which their bars stand, so that nobody has to tell colours apart. */
function key(table, sides) {
  const places = sides.length === 2 ? [" left", " right"] : [];
  return h("span", {}, sides.map(({ side }, index) => [index > 0 && ", ", sideMark(table.sideIndex(side)), ` ${capital(side)}${places[index] ?? ""}`]), ". ");
}

/** The button beside a moment that shows it in the replay. */
function shows(locate, facts = {}) {
  return button("Show", locate, { class: "summary-show", ...facts });
}
