/** The adjudicator of H.E.A.T: one question at a time, its sum, its exact odds, and dice. */

import { get, post } from "../api.js";
import { bars } from "../chart.js";
import { button, fill, h } from "../dom.js";
import { percent, refusal, tally } from "../explain.js";
import { busy } from "../units/printing.js";
import { asker } from "./asking.js";
import { check, number, segments, select } from "./fields.js";
import { FACTS, QUESTIONS } from "./platoon_facts.js";
import { redrawn } from "../redrawing.js";
import { diceOf } from "./rolling.js";
import { keepAnswers, keepRulings } from "../offline/kept.js";
import { isGone, onceBack } from "../offline/server.js";
import { drawnHere, hereNote, ruledHere, ruledHereToo, unanswered } from "./here.js";
import { ruleChecks } from "./weather.js";

const SUMS = { shot: "needed on a die, or more", order_test: "needed on two dice, or less", order_and_shot: "needed on two dice to obey, or less", leash: "needed on two dice, or less", drone_drop: "needed on two dice to obey, or less", helicopter_chart: "added to a die, against the damage value", morale: "needed on two dice, or less", penetration: "added to a die, against the damage value" };

/** Questions whose number is one of two dice, or less. */
const TESTS = ["order_test", "morale", "order_and_shot", "leash", "drone_drop"];
/** What questions were called before, as old links have them. */
const BEFORE = { drop: "drone_drop" };

export const PLATOON = { question: "shot", rules: [], ...Object.fromEntries(Object.entries(FACTS).map(([name, fact]) => [name, fact.usual])) };

/** The question as the server is asked it: only the facts that belong to it. */
function asked(question) {
  const facts = { question: question.question, rules: question.rules };
  for (const name of QUESTIONS[question.question].facts) {
    const { as = name, optional, when } = FACTS[name];
    if (when && !when(question)) continue;
    if (optional && question[name] < FACTS[name].least) continue;
    facts[as] = question[name];
  }
  return facts;
}

/** The pane; `changed` is called when the question belongs into the address anew. */
export function platoonPane(question, changed) {
  const form = h("div", { class: "stack" });
  const lead = h("p", { class: "muted" });
  const body = h("div", { class: "stack found-answer" });
  const said = h("div", { role: "status", "aria-live": "polite" });
  const rolled = h("div", { class: "stack", id: "rolled" });
  const answer = h("section", { class: "card stack answer", "aria-label": "The answer", id: "answer" });
  let arms = [];
  let looked = 0;
  let told = null;
  let known = { orders: [], qualities: [] };
  question.question = BEFORE[question.question] ?? question.question;
  if (!(question.question in QUESTIONS)) question.question = PLATOON.question;

  const asking = asker({
    ask: async () => {
      const body = asked(question);
      return post("/api/platoon/adjudicate", body).catch((no) => (unanswered(no) ? ruledHere(body).catch((why) => Promise.reject(withThose(why))) : Promise.reject(no)));
    },
    show: (found) => {
      told = found;
      fill(said, found.here && hereNote(`${missingHere(question)} need the server.`));
      if (!isGone()) keepThese();
      answer.classList.remove("stale");
      body.inert = false;
      fill(body, found && answerOf(found));
      rollButton.disabled = false;
    },
    fail: (no) => {
      fill(said, h("p", { class: "said-no", id: "refused" }, refusal(no)));
      answer.classList.add("stale");
      body.inert = true;
      rollButton.disabled = true;
    },
    wait: (on) => answer.classList.toggle("asking", on),
  });
  /** A refusal with what can be asked on this device. */
  const withThose = (why) => {
    const those = titles(ruledHereToo(question.rules));
    return why.id === "pack.unknown" && those ? { ...why, reason: `${why.reason} On this device: ${those}.` } : why;
  };
  let keptFor = null;
  /** The questions are kept for when there is no network. */
  const keepThese = () => {
    const now = question.rules.join();
    if (now === keptFor) return;
    keptFor = now;
    keepAnswers(formOf(question.rules)).then(() => keepRulings(question.rules)).catch(() => {});
  };
  const set = (name, value) => {
    question[name] = value;
    fill(rolled);
    changed();
    asking.soon();
    if (FACTS[name].reshapes) showForm();
  };
  const control = (name) => {
    const fact = FACTS[name];
    const change = (value) => set(name, value);
    if (fact.weapons) return select(fact.label, question[name], { name, options: armsFor(fact, question[name]) }, change);
    if (fact.listed) return select(fact.label, question[name], { name, options: listed(fact, question[name]), hint: fact.hint }, change);
    if (fact.options) return select(fact.label, question[name], { name, options: fact.options, hint: fact.hint }, change);
    if (typeof fact.usual === "boolean") return check(fact.label, question[name], { name, hint: fact.hint }, change);
    return number(fact.label, question[name], { name, least: fact.least, most: fact.most, step: fact.step ?? 1, hint: fact.hint, empty: fact.empty }, change);
  };
  const armsFor = (fact, held) => {
    const fit = arms.filter((weapon) => (fact.pierces ? weapon.pen : weapon.bands.length) || weapon.id === held);
    return fit.length ? fit.map((weapon) => [weapon.id, `${weapon.name} (${weapon.ranges})`]) : [[held, held]];
  };
  const listed = (fact, held) => {
    const found = fact.listed(known).map(({ id, name }) => [id, name]);
    return found.length ? found : [[held, held]];
  };
  /** What the rules do not know any more becomes usual again. */
  const forget = () => {
    const gone = Object.keys(FACTS).filter((name) => FACTS[name].listed && !FACTS[name].listed(known).some(({ id }) => id === question[name]));
    for (const name of gone) question[name] = FACTS[name].usual;
    if (gone.length) changed();
    if (gone.length) asking.soon();
  };
  const showForm = () => {
    const { facts, says } = QUESTIONS[question.question];
    const shown = facts.filter((name) => !FACTS[name].when || FACTS[name].when(question));
    const ticks = shown.filter((name) => typeof FACTS[name].usual === "boolean");
    fill(lead, says);
    rollButton.hidden = QUESTIONS[question.question].dice === false;
    const fields = shown.filter((name) => !ticks.includes(name));
    redrawn(form, () => fill(form, h("div", { class: "facts" }, fields.map(control)), ticks.length > 0 && h("div", { class: "checks" }, ticks.map(control))));
  };
  const roll = async () => {
    if (isGone() && told?.here) {
      fill(rolled, drawnHere(told));
      return;
    }
    const fell = await post("/api/platoon/roll", asked(question));
    fill(
      rolled,
      h("div", { class: "row spread" }, h("h3", {}, "The dice fell"), h("small", {}, `seed ${fell.seed}`)),
      h("p", { class: "roll-summary", id: "roll-summary", role: "status" }, h("strong", {}, fell.result)),
      h("ol", { class: "roll-log", id: "roll-log" }, fell.dice.map((one) => h("li", { class: "level-2" }, h("div", { class: "log-line" }, diceOf(one.faces, one.sides), h("span", {}, spoken(one)))))),
    );
  };
  const rollButton = button([h("span", { "aria-hidden": "true" }, "⚄"), "Roll it for me"], (event) => busy(event.currentTarget, roll), { class: "primary", id: "roll" });
  const learn = async () => {
    try {
      const turn = ++looked;
      const [weapons, orders] = formOf(question.rules);
      const found = await Promise.all([get(weapons), get(orders)]);
      if (turn !== looked) return;
      [arms, known] = found;
      forget();
      if (QUESTIONS[question.question].facts.some((name) => FACTS[name].weapons || FACTS[name].listed)) showForm();
    } catch (no) {
      fill(said, h("p", { class: "said-no" }, refusal(no)));
    }
  };
  answer.append(said, body, h("div", { class: "row" }, rollButton), rolled);
  showForm();
  learn();
  asking.now();
  const kinds = segments("Question", question.question, { name: "question", options: Object.entries(QUESTIONS).map(([id, { title }]) => [id, title]) }, (value) => {
    question.question = value;
    fill(rolled);
    fill(body);
    showForm();
    changed();
    asking.now();
  });
  const options = h("details", { class: "card fold", open: question.rules.length > 0 }, h("summary", {}, "Optional rules"), ruleChecks("platoon", question, () => {
    fill(rolled);
    changed();
    learn();
    asking.soon();
  }));
  const asks = h("section", { class: "card stack", "aria-label": "The question" }, kinds, lead, form);
  const element = h("div", { class: "bench" }, h("div", { class: "bench-form" }, asks, options), h("div", { class: "bench-answer" }, answer));
  onceBack(() => element.isConnected && told?.here && asking.soon());
  return element;
}

/** What the form itself is made of under some rules. */
function formOf(rules) {
  const query = new URLSearchParams(rules.map((id) => ["rules", id]));
  return [`/api/platoon/weapons?${query}`, `/api/platoon/orders?${query}`, "/api/kinds?changes=false"];
}

/** The titles of some questions. */
function titles(names) {
  return names.map((name) => QUESTIONS[name]?.title).filter(Boolean).join(", ");
}

/** The questions that this device cannot work out. */
function missingHere({ rules }) {
  const here = ruledHereToo(rules);
  return titles(Object.keys(QUESTIONS).filter((name) => !here.includes(name))) || "Single dice";
}

/** An answer with its headline, sums, chances and outcomes. */
export function answerOf(found) {
  const { headline, chances = [], means = [], distribution } = found;
  const rows = distribution?.rows ?? [];
  const needs = found.number ?? null;
  const atMost = TESTS.includes(found.question);
  if (found.turns_later !== undefined) return [h("h2", {}, "A guided missile"), h("div", { class: "headline" }, plate("turns_later", "Strikes", found.turns_later ? `${found.turns_later} ${found.turns_later === 1 ? "turn" : "turns"} later` : "at once", ""))];
  return [
    h("h2", {}, found.title),
    h(
      "div",
      { class: "headline" },
      headline && plate("headline", headline.label, percent(headline.chance), fraction(headline.chance)),
      needs !== null && (atMost ? plate("needs", "Roll at most", needs, "on two dice") : plate("needs", "Needs", `${needs}+`, needs > 6 ? "a 6, then another 6" : "on a die")),
      means.map((mean) => plate(mean.id, mean.label, Math.round(mean.float * 100) / 100, fraction(mean.mean))),
    ),
    found.sum && h("div", { id: "sum" }, tally(found.sum.terms, { total: found.sum.total, label: SUMS[found.question] ?? "in all" })),
    !found.sum && found.explanation && h("p", { class: "small explanation" }, found.explanation),
    chances.length > 1 && chanceTable(chances),
    rows.length > 1 && bars(rows.map((row) => ({ ...row, short: String(row.value).replaceAll("_", " ") })), { title: distribution.label }),
    rows.length > 0 && h("details", { class: "unfolding", id: "outcomes" }, h("summary", {}, "Every outcome, exactly"), chanceTable(rows.map((row) => ({ ...row, id: row.value })), "outcome-table")),
  ];
}

/** What dice were for, and what they come to where their sum counts. */
function spoken({ about, sum = null }) {
  return `${about[0].toUpperCase()}${about.slice(1)}${sum === null ? "" : ` = ${sum}`}`;
}

/** A figure with its name. */
export function plate(id, label, value, note) {
  return h("div", { class: "plate", "data-figure": id }, h("small", {}, label), h("strong", {}, String(value)), h("small", { class: "exact" }, note));
}

/** An exact fraction, or how many digits it would take. */
function fraction(exact) {
  if (!Array.isArray(exact)) return "";
  const [above, below] = exact;
  if (String(below).length > 9) return `≈ ${(above / below).toPrecision(6)}`;
  return below === 1 ? String(above) : `${above.toLocaleString("en-GB")} / ${below.toLocaleString("en-GB")}`;
}

/** Chances one below the other, in percent and exactly. */
export function chanceTable(chances, id = "chances") {
  return h(
    "table",
    { class: "chances", id },
    h(
      "tbody",
      {},
      chances.map(({ id: name, label, chance }) =>
        h("tr", { "data-chance": name }, h("td", {}, label), h("td", { class: "number" }, h("b", {}, percent(chance))), h("td", { class: "number" }, h("small", {}, fraction(chance)))),
      ),
    ),
  );
}
