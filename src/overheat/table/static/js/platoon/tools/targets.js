/** The enemies that a unit may fire at: how far, how likely to be hit, and what to expect of it, the best first. */

import { counted } from "../../counting.js";
import { button, h } from "../../dom.js";
import { percent } from "../../explain.js";
import { badge } from "../card.js";
import { faceOf } from "../orders.js";
import { length } from "../table/measure.js";

/** Whether shots can do nothing to what they hit. */
const harmless = (told) => !told.casualties && !told.pins && Number(told.knocked_out?.[0] ?? 0) === 0 && Boolean(told.any_hit);

/** What shots promise, in a line. */
export function effectWords(told) {
  if (harmless(told)) return `any hit ${percent(told.any_hit)}, which does no harm`;
  return [
    told.any_hit && `any hit ${percent(told.any_hit)}`,
    told.casualties && `${counted(round(told.casualties.expected), "casualty")} expected`,
    told.knocked_out && `knocked out ${percent(told.knocked_out)}`,
    Boolean(told.pins) && `${counted(round(told.pins), "pin")} expected`,
    told.turns !== null && told.turns !== undefined && (told.turns ? `strikes ${counted(told.turns, "turn")} later` : "strikes at once"),
  ].filter(Boolean).join(" · ");
}

function round(value) {
  return Math.round(value * 100) / 100;
}

const prospectsOf = (desk, firer) => new Map((desk.ask("platoon/targets", { unit: firer }).answer?.targets ?? []).map((each) => [each.target, each]));

/** The targets of a unit, the most promising first; nothing while that is being reckoned. */
export function bestFirst(desk, firer, ids) {
  return [...prospectsOf(desk, firer).keys()].filter((id) => ids.includes(id));
}

/** Whether nothing that a unit fires at a target can do it any harm. */
export function hopeless(desk, firer, id) {
  const found = prospectsOf(desk, firer).get(id);
  return Boolean(found?.effect) && harmless(found.effect);
}

/** The list to choose a target from; `ids` are those that may be named, `choose(id)` takes one. */
export function targetList(desk, firer, ids, choose) {
  const told = prospectsOf(desk, firer);
  const order = bestFirst(desk, firer, ids);
  const listed = [...order, ...ids.filter((id) => !order.includes(id))];
  return h("div", { class: "p-roll p-targets", role: "group", "aria-label": "Targets, the most promising first" }, listed.map((id) => row(desk.scene.unit(id), told.get(id), choose)));
}

function row(enemy, told, choose) {
  if (!enemy) return null;
  const standing = enemy.order && faceOf(enemy.order).low ? "down" : enemy.men.length ? counted(enemy.men.length, "man") : enemy.sheet.quality;
  const where = told && [told.distance !== null && length(told.distance), told.cover && told.cover !== "none" ? `${told.cover} cover` : null, told.facing && `its ${told.facing}`].filter(Boolean).join(", ");
  return button(
    [
      badge(enemy, 34),
      h(
        "span",
        { class: "p-target-words" },
        h("span", {}, enemy.name),
        h("small", {}, [standing, where].filter(Boolean).join(" · ")),
        told?.effect && h("small", { class: "p-target-best" }, `${told.label}: ${effectWords(told.effect)}`),
        told?.refusal && h("small", {}, told.refusal.reason),
      ),
      told?.effect && h("b", { class: "p-target-chance", title: "that anything hits" }, percent(told.effect.any_hit)),
    ],
    () => choose(enemy.id),
    { class: "p-pick p-target", "data-pick": enemy.id },
  );
}
