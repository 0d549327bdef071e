/** The slots of a platoon: who fills each, how many it takes, and who could be added. */

import { button, h } from "../dom.js";
import { capital } from "../sides.js";
import { words } from "./controls.js";
import { unitRow } from "./unit.js";

const MANY = 99;

/** Every slot with its units; the answer holds the rows in the order of the units. */
export function slotList({ draft, catalogue, selected, adding, select, add, openMenu }) {
  const limits = catalogue.selectors[draft.roster.selector] ?? {};
  const units = draft.roster.units;
  const kinds = [...catalogue.kinds.values()].filter((kind) => !kind.brought);
  const named = Object.keys(limits);
  const all = [...new Set([...named, ...(named.length ? [] : kinds.map((kind) => kind.slot)), ...units.map((unit) => slotOf(unit, catalogue))])];
  const rows = [];
  const sections = all.map((slot) => {
    const held = units.map((unit, at) => ({ unit, at })).filter(({ unit }) => slotOf(unit, catalogue) === slot);
    const made = held.map(({ unit, at }) => {
      const open = selected === at;
      const row = unitRow({ unit, at, kind: catalogue.kinds.get(unit.unit), draft, catalogue, open, toggle: () => select(open ? null : at), moved: select });
      rows[at] = row;
      return row.element;
    });
    const offered = kinds.filter((kind) => [kind.slot, ...kind.also].includes(slot));
    return section({ slot, limit: limits[slot], strict: named.length > 0, held: held.length, made, offered, catalogue, open: adding === slot, openMenu, add });
  });
  return { element: h("div", { class: "stack slots" }, sections), rows };
}

function slotOf(unit, catalogue) {
  return unit.slot || catalogue.kinds.get(unit.unit)?.slot || "unknown";
}

function section({ slot, limit, strict, held, made, offered, catalogue, open, openMenu, add }) {
  const [least, most] = limit ?? (strict ? [0, 0] : [0, MANY]);
  const wrong = held < least || held > most;
  const title = capital(words(slot));
  const menu = `menu-${slot}`;
  const opener = button(open ? "Close" : "+ Add", () => openMenu(open ? null : slot), {
    class: open ? "quiet" : held < least ? "primary" : "", "aria-expanded": String(open), "aria-controls": open ? menu : null, "aria-label": open ? `Close the list for ${title}` : `Add: ${title}`, "data-field": `add:${slot}`,
  });
  return h(
    "section",
    { class: "slot", "data-slot": slot, "data-state": wrong ? "wrong" : held ? "filled" : "empty", "aria-labelledby": `slot-${slot}` },
    h(
      "header",
      { class: "slot-head" },
      h("h2", { id: `slot-${slot}` }, title),
      h("span", { class: "slot-count" }, wrong && h("span", { "aria-hidden": "true" }, "! "), standing(held, least, most)),
      offered.length > 0 && opener,
    ),
    open && h("ul", { class: "kind-menu", id: menu, "aria-label": `Units for ${title}` }, offered.map((kind) => h("li", {}, kindCard(kind, slot, catalogue, add)))),
    made.length > 0 && h("ul", { class: "unit-list", "aria-label": title }, made),
  );
}

/** How many there are, and how many there may be. */
function standing(held, least, most) {
  if (most >= MANY) return held ? `${held}, any number allowed` : "any number";
  if (least && least < most) return `${held} of ${least} to ${most}`;
  return held || least ? `${held} of ${most}` : `up to ${most}`;
}

/** A kind of unit to add, with what it costs in each quality. */
function kindCard(kind, slot, catalogue, add) {
  const qualities = catalogue.qualities.filter((quality) => kind.prices[quality] !== null);
  const quality = qualities.includes("regular") ? "regular" : qualities[0];
  const men = kind.men[1] ? (kind.men[0] === kind.men[1] ? `${kind.men[0]} men` : `${kind.men[0]} to ${kind.men[1]} men`) : "";
  const costs = qualities.map((each) => h("span", {}, h("small", {}, `${words(each)} `), String(kind.prices[each])));
  return button(
    [
      h("img", { src: kind.symbol, alt: "", width: 44, height: 36, class: "unit-symbol", loading: "lazy" }),
      h(
        "span",
        { class: "kind-words" },
        h("strong", {}, kind.name),
        h("small", {}, kind.refusal ? `${kind.refusal.reason}${kind.refusal.cite ? ` (${kind.refusal.cite})` : ""}` : [men, kind.about].filter(Boolean).join("; ")),
        costs.length > 0 && h("span", { class: "kind-costs" }, costs),
      ),
    ],
    () => add({ unit: kind.id, quality, ...(slot === kind.slot ? {} : { slot }) }),
    { class: "kind-card", "data-add": kind.id, disabled: Boolean(kind.refusal) },
  );
}
