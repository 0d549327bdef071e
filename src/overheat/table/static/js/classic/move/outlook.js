/** From this hex: what the places in reach mean for the fight, as the server works it out for all of them at once. */

import { h, s } from "../../dom.js";
import { chance, plainly, unfolding } from "../../explain.js";
import { centre, outline } from "../map/hexes.js";

const rounded = (damage) => Math.round(damage * 10) / 10;
const STEPS = [-6, -2, 2, 6];

/** What is known of places: `load(unit)` asks, `of(place)` answers, `exact(place)` asks for the facing of a plan. */
export function outlook(ctx) {
  let asked = "";
  let coming = Promise.resolve();
  let known = new Map();
  let exactly = new Map();
  const now = () => `${ctx.table.epoch} ${ctx.table.number} ${ctx.view().acting}`;

  /** Ask once for every moment. */
  function load() {
    if (asked !== now()) coming = ask();
    return coming;
  }

  async function ask() {
    const key = now();
    asked = key;
    known = new Map();
    exactly = new Map();
    const still = () => asked === key && now() === key;
    const found = await ctx.ask("prospects", { unit: ctx.view().acting }, still);
    if (!found) return;
    known = new Map(found.map((one) => [`${one.hex} ${one.mode}`, one]));
    ctx.refresh();
  }

  /** All facings of a hex, asked for when a plan is made there. */
  async function explain(hex) {
    const key = now();
    if (exactly.has(hex)) return;
    exactly.set(hex, []);
    const still = () => asked === key && now() === key;
    const found = await ctx.ask("prospects", { unit: ctx.view().acting, hex }, still);
    if (!found) return;
    exactly.set(hex, found);
    ctx.refresh();
  }

  return {
    load,
    of: (place) => known.get(`${place.hex} ${place.mode}`) ?? null,
    /** What the place of a plan means, as it faces; before that is known, as the hex would at its best. */
    exact(place) {
      explain(place.hex);
      const found = exactly.get(place.hex)?.find((one) => one.facing === place.facing && one.mode === place.mode);
      return found ?? known.get(`${place.hex} ${place.mode}`) ?? null;
    },
    known: () => known.size > 0,
    close() {
      asked = "";
    },
  };
}

/** The damage to be expected of one's own fire. */
export const given = (found) => found.mine?.expected_damage ?? 0;
/** How much more of it than is suffered. */
const balance = (found) => given(found) - found.suffered;

/** A prospect in two lines, for the pointer. */
export function outlookTip(found) {
  if (!found) return null;
  return h("div", { class: "tip-outlook" }, h("div", {}, ours(found)), h("div", {}, theirs(found)), found.cover.length > 0 && h("div", {}, `cover: ${found.cover.join(", ")}`));
}

function ours({ mine }) {
  if (!mine) return "You have no shot.";
  return ["You hit on ", h("b", {}, `${mine.target_number}+`), ", ", chance(mine.probability), `: about ${rounded(mine.expected_damage)} damage`];
}

function theirs({ theirs: worst, suffered, enemies }) {
  if (!worst) return "They have no shot.";
  return ["They hit on ", h("b", {}, `${worst.target_number}+`), ", ", chance(worst.probability), `: about ${rounded(suffered)} damage`, enemies > 1 && ` from all ${enemies}`];
}

/** A prospect for the card of a plan: both numbers with their sums, cover and heat. */
export function outlookCard(found, name) {
  if (!found) return h("div", { class: "outlook muted", "data-outlook": "" }, "Working out what that means…");
  const { mine, theirs: worst, heat, heat_room: room, cover, suffered, enemies } = found;
  const line = (words, shot) => (shot?.terms.length ? unfolding(words, shot.terms) : h("div", {}, words));
  return h(
    "div",
    { class: "outlook", "data-outlook": found.hex },
    line(h("span", {}, ours(found), mine && h("small", {}, ` ${mine.weapon} at ${name(mine.target)}`)), mine),
    line(h("span", {}, theirs(found), worst && h("small", {}, ` ${worst.weapon} of ${name(worst.target)}`)), worst),
    h("small", { class: "muted" }, [cover.length ? `cover: ${cover.join(", ")}` : worst ? "no cover" : "", heat === null ? "" : `heat ${plainly(heat)}${room === null ? "" : `; weapons may add ${plainly(room)} without harm`}`].filter(Boolean).join(" · "), worst ? " · enemies as they stand now" : ""),
  );
}

/** What the colours of the reach say, and its numbers. */
export function outlookKey() {
  const one = (step, words) => h("span", { class: "key-part" }, h("span", { class: `key-mark outlook-${step}`, "aria-hidden": "true" }), words);
  return h("p", { class: "outlook-key small" }, one(4, "you do more"), one(2, "about even"), one(0, "they do more"), h("span", { class: "muted" }, "Numbers: damage to expect, done : suffered"));
}

/** The hexes in reach in the colours of what they mean, each with the damage to expect done and suffered. */
export function drawOutlook(layer, labels, places, look) {
  const shapes = new Map();
  const words = [];
  for (const [hex, place] of places) {
    const found = look.of(place);
    if (!found || place.mode === "stationary") continue;
    const step = STEPS.filter((bound) => balance(found) >= bound).length;
    shapes.set(step, [...(shapes.get(step) ?? []), outline(hex, 0.93)]);
    const { x, y } = centre(hex);
    words.push(s("text", { x, y: y + 4, class: "reach-label outlook-label", "data-hex": hex }, `${Math.round(found.mine?.expected_damage ?? 0)}:${Math.round(found.suffered)}`));
  }
  layer.replaceChildren(...[...shapes].map(([step, paths]) => s("path", { d: paths.join(""), class: `reach outlook-${step}` })));
  labels.replaceChildren(...words);
}
