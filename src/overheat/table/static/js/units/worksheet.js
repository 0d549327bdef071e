/** Worksheets: figures that unfold into the terms, factors and steps they were worked out by. */

import { h } from "../dom.js";
import { amount, refusal } from "../explain.js";

/** A figure as people write it; its exact fraction is there for who points at it. */
function figure(value) {
  return h("span", { title: exactly(value) }, written(amount(value)));
}

function change(value) {
  const number = amount(value);
  return h("span", { title: exactly(value) }, number < 0 ? "−" : "+", written(Math.abs(number)));
}

function written(number) {
  return number.toLocaleString("en-GB", { maximumFractionDigits: 3 });
}

function exactly(value) {
  return String(value).includes("/") ? `exactly ${value}` : null;
}

function line(mark, value, label, cite, kind = "") {
  return h("tr", { class: kind }, h("td", { class: "number" }, mark, value), h("td", {}, label, cite && h("cite", {}, cite)));
}

/** Equal terms one after another become one line that says how many there were. */
function gathered(terms) {
  const lines = [];
  for (const term of terms) {
    const last = lines.at(-1);
    if (last && last.label === term.label && last.value === term.value && last.cite === term.cite) last.times += 1;
    else lines.push({ ...term, times: 1 });
  }
  return lines;
}

function termLines(terms) {
  return gathered(terms).map((term, at) => {
    const value = term.times > 1 ? amount(term.value) * term.times : term.value;
    const label = term.times > 1 ? [`${term.times} × ${term.label}, `, figure(term.value), " each"] : term.label;
    return line("", at === 0 ? figure(value) : change(value), label, term.cite);
  });
}

function block(label, value, lines, open = false) {
  const head = h("summary", {}, h("span", {}, label), h("strong", { class: "number" }, value));
  return h("details", { class: "figure unfolding", open, "data-figure": label }, head, h("table", { class: "tally" }, h("tbody", {}, lines)));
}

/** A sum of terms and what multiplies it, unfolded. */
function stepBlock(step) {
  const factors = step.factors ?? [];
  const lines = [
    termLines(step.terms),
    factors.length > 0 && line("= ", figure(step.total), "together", null, "sum"),
    factors.map((factor) => line("× ", figure(factor.value), factor.label, factor.cite)),
  ];
  return block(step.label, figure(step.product ?? step.total), lines, true);
}

/** The price with its sums, what multiplies the whole, and what it is without ammunition. */
export function costWorksheet(price) {
  if (price.refusal) return h("p", { class: "said-no" }, "No cost: ", refusal(price.refusal));
  const sum = price.steps.reduce((so_far, step) => so_far + amount(step.product ?? step.total), 0);
  const closing = [
    price.steps.length > 1 && line("", figure(sum), "together"),
    price.factors.map((factor) => line("× ", figure(factor.value), factor.label, factor.cite)),
  ];
  const feet = [line("", figure(price.cost), "C-bills"), price.dry !== price.cost && line("", figure(price.dry), "C-bills without ammunition")];
  const total = h("table", { class: "tally" }, h("tbody", {}, closing), h("tfoot", {}, feet));
  return h("div", { class: "worksheet" }, price.steps.map(stepBlock), h("div", { class: "figure total" }, total));
}

/** The battle value with its ratings, factors and skills. */
export function battleWorksheet(value) {
  if (value.refusal) return h("p", { class: "said-no" }, "No battle value: ", refusal(value.refusal));
  const ratings = value.steps.map(stepBlock);
  const skill = value.skill;
  const rating = value.steps.reduce((sum, step) => sum + amount(step.product ?? step.total), 0);
  const closing = [
    value.steps.length > 1 && line("", figure(rating), "the ratings together"),
    (value.factors ?? []).map((factor) => line("× ", figure(factor.value), factor.label, factor.cite)),
    (value.factors ?? []).length || value.steps.length > 1 ? line("= ", figure(value.exact), "battle value of gunnery 4, piloting 5", null, "sum") : null,
    skill && line("× ", figure(skill.value), skill.label, skill.cite),
  ];
  const total = h("table", { class: "tally" }, h("tbody", {}, closing), h("tfoot", {}, line("", figure(value.bv), "battle value, rounded")));
  return h("div", { class: "worksheet" }, ratings, h("div", { class: "figure total" }, total));
}

/** The conversion to an Alpha Strike card, figure by figure, and why it has its abilities. */
export function conversionWorksheet(strike) {
  if (strike.refusal) return h("p", { class: "said-no" }, "No Alpha Strike card: ", refusal(strike.refusal));
  const { figures, abilities } = strike.worksheet;
  return h(
    "div",
    { class: "worksheet" },
    figures.map((one) =>
      block(one.label, figure(one.value), [
        termLines(one.terms),
        one.terms.length > 1 && line("= ", figure(one.total), "together", null, "sum"),
        one.steps.map((step) => line("→ ", figure(step.value), step.label, step.cite)),
      ]),
    ),
    abilities.length > 0 &&
      h(
        "details",
        { class: "figure unfolding", "data-figure": "abilities", open: true },
        h("summary", {}, h("span", {}, "Special abilities"), h("strong", {}, String(abilities.length))),
        h("table", {}, h("tbody", {}, abilities.map((ability) => h("tr", {}, h("th", { scope: "row" }, ability.printed), h("td", {}, ability.because || "of its kind"))))),
      ),
  );
}
