/** Numbers with their reasons: sums of terms with citations, chances, refusals. */

import { h } from "./dom.js";

/** A whole number or a fraction like "23/2", as a number. */
export function amount(value) {
  const [above, below] = String(value).split("/").map(Number);
  return below ? above / below : above;
}

/** A whole number or a fraction as people write it: "3/2" is 1.5. */
export function plainly(value) {
  return String(Math.round(amount(value) * 100) / 100);
}

/** A number with its sign, as terms are written. */
export function signed(value) {
  const number = amount(value);
  return number < 0 ? `−${plainly(-number)}` : `+${plainly(number)}`;
}

/** A probability given as [numerator, denominator] or as a number, in percent. */
export function percent(chance) {
  if (chance === null || chance === undefined) return "–";
  const value = Array.isArray(chance) ? chance[0] / chance[1] : chance;
  const shown = value * 100;
  return `${shown > 0 && shown < 1 ? "<1" : shown > 99 && shown < 100 ? ">99" : Math.round(shown)} %`;
}

/** A number of points as people write it, or a dash when it is not known. */
export function points(number) {
  return number === null || number === undefined ? "–" : Math.round(number).toLocaleString("en");
}

/** A chance with its exact fraction for who wants to know. */
export function chance(exact) {
  const title = Array.isArray(exact) ? `exactly ${exact[0]} in ${exact[1]}` : "";
  return h("span", { class: "chance", title }, percent(exact));
}

/** A sum as a table: each term with its value, label and where it is written. */
export function tally(terms, { total = null, label = "needed", start = true } = {}) {
  const sum = total ?? terms.reduce((so_far, term) => so_far + amount(term.value), 0);
  return h(
    "table",
    { class: "tally" },
    h(
      "tbody",
      {},
      terms.map((term, at) =>
        h(
          "tr",
          {},
          h("td", { class: "number" }, at === 0 && start ? plainly(term.value) : signed(term.value)),
          h("td", {}, term.label, term.cite && h("cite", {}, term.cite)),
        ),
      ),
    ),
    h("tfoot", {}, h("tr", {}, h("td", { class: "number" }, plainly(sum)), h("td", {}, label))),
  );
}

/** A sum in one line: 4 gunnery skill + 2 ran + 1 light woods = 7. */
export function inline(terms) {
  const parts = terms.map((term, at) => `${at === 0 ? plainly(term.value) : signed(term.value)} ${term.label}`);
  return `${parts.join(" ")} = ${terms.reduce((sum, term) => sum + amount(term.value), 0)}`;
}

/** A number that unfolds into its sum. */
export function unfolding(head, terms, options) {
  return h("details", { class: "unfolding" }, h("summary", {}, head), tally(terms, options));
}

/** Why something may not be, and where that is written. */
export function refusal(no) {
  return h("span", { class: "refusal" }, no.reason ?? String(no), no.cite && h("cite", {}, no.cite));
}
