/** Heat: where the scale will stand, and what that brings, as the server tells it. */

import { h } from "../../dom.js";
import { amount, chance, plainly, tally } from "../../explain.js";

const MOST = 30;
const TICK = 5;

/** A consequence in words, with how likely it is where dice decide. */
function brought({ label, target_number: number, probability }) {
  return number === null ? label : [label, " (", chance(probability), ")"];
}

/** Words with commas between them. */
const listed = (parts) => parts.flatMap((part, at) => (at ? [", ", part] : [part]));

/** A bar from the heat now to the heat after the round, with its sum and what it brings. */
export function heatBar({ before, built, sunk, after, consequences, top = MOST }) {
  const share = (value) => `${Math.min(100, (100 * amount(value)) / top)}%`;
  const ticks = Array.from({ length: Math.ceil(top / TICK) - 1 }, (_, at) => (at + 1) * TICK);
  const kind = consequences.some((each) => each.probability) ? "hot" : consequences.length ? "warm" : "cool";
  const labels = consequences.map((each) => each.label).join(", ");
  const terms = [{ value: before, label: "heat now" }, ...built.terms, ...sunk.terms.map((term) => ({ ...term, value: -amount(term.value) }))];
  return h(
    "details",
    { class: `heat-bar ${kind}`, "data-heat-after": after, "data-keep": "heat" },
    h(
      "summary",
      { "aria-label": `Heat ${plainly(before)}, ${plainly(after)} after the round${labels ? `: ${labels}` : ""}` },
      h(
        "span",
        { class: "heat-words" },
        "Heat ",
        h("b", {}, `${plainly(before)} → ${plainly(after)}`),
        h("small", {}, consequences.length ? listed(consequences.map(brought)) : "no consequences"),
      ),
      h(
        "span",
        { class: "heat-scale" },
        h("span", { class: "heat-after", style: { inlineSize: share(after) } }),
        h("span", { class: "heat-now", style: { insetInlineStart: share(before) } }),
        ticks.map((at) => h("span", { class: "heat-tick", style: { insetInlineStart: share(at) } })),
      ),
    ),
    tally(terms, { total: after, label: "after the round, never below 0" }),
    consequences.length > 0 && h(
      "ul",
      { class: "consequences" },
      consequences.map((each) => h("li", { "data-consequence": each.id }, brought(each), h("cite", {}, each.cite))),
    ),
  );
}
