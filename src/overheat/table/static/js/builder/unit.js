/** One unit of the platoon: a line with its price, and below it everything that can be chosen for it. */

import { picture } from "../api.js";
import { button, choice, field, fill, h } from "../dom.js";
import { points, refusal, tally } from "../explain.js";
import { capital } from "../sides.js";
import { price, segments, stepper, tick, words } from "./controls.js";
import { idsOf } from "./draft.js";

/** The line of a unit; `tell(entry)` puts in what the server says of it, `card(source)` draws its card. */
export function unitRow({ unit, at, kind, draft, catalogue, open, toggle, moved }) {
  const sum = h("strong", { class: "number unit-points" }, "…");
  const refused = h("div", { class: "unit-refused", hidden: true });
  const why = h("div", { class: "unit-why" });
  const drawn = h("div", { class: "paper unit-card", role: "img", "aria-label": `Card of ${unit.name || kind?.name || unit.unit}` });
  const head = button(
    [
      h("img", { src: kind?.symbol ?? "/static/icon.svg", alt: "", width: 44, height: 36, class: "unit-symbol" }),
      h("span", { class: "unit-title" }, h("strong", {}, unit.name || kind?.name || unit.unit), h("small", {}, inShort(unit, kind, catalogue))),
      sum,
    ],
    toggle,
    { class: "unit-line", "aria-expanded": String(open), "data-field": `unit:${at}` },
  );
  const element = h(
    "li",
    { class: "builder-unit", "data-at": at, "data-kind": unit.unit, "data-open": String(open) },
    head,
    refused,
    open && h(
      "div",
      { class: "unit-editor" },
      h("div", { class: "stack" }, kind && editor({ unit, at, kind, draft, catalogue }), tools({ at, draft, moved, unit, kind })),
      h("div", { class: "stack unit-aside" }, drawn, why),
    ),
  );
  let asked = 0;
  return {
    element,
    tell(entry) {
      sum.textContent = entry.refusal ? "–" : points(entry.units.reduce((total, each) => total + each.points, 0));
      element.dataset.points = entry.refusal ? "" : sum.textContent;
      element.classList.toggle("wrong", Boolean(entry.refusal));
      refused.hidden = !entry.refusal;
      fill(refused, entry.refusal && refusal(entry.refusal));
      fill(why, entry.units.length > 0 && tally(entry.units.flatMap((each) => each.cost.terms), { label: "points" }));
    },
    async draw(source, entry) {
      if (!open || entry.refusal) return fill(drawn);
      const mine = (asked += 1);
      try {
        const svg = await picture("/api/platoon/card.svg", { body: { ...source, unit: entry.units[0].id } });
        if (mine === asked) fill(drawn, svg);
      } catch {
        fill(drawn);
      }
    },
  };
}

/** A unit in few words: quality, men, and what it has besides. */
function inShort(unit, kind, catalogue) {
  const men = unit.men ?? kind?.men[0] ?? 0;
  const bought = Object.entries(unit.options ?? {}).map(([id, many]) => counted(catalogue.options.get(id)?.name ?? words(id), many));
  const swapped = Object.entries(unit.swap ?? {}).map(([id, many]) => counted(catalogue.swap_names[id] ?? words(id), many));
  return [words(unit.quality), men ? `${men} ${men === 1 ? "man" : "men"}` : "", ...bought, ...swapped].filter(Boolean).join(" · ");
}

const counted = (name, many) => (many > 1 ? `${many} × ${name}` : name);

function editor({ unit, at, kind, draft, catalogue }) {
  const set = (facts) => draft.edit(at, facts);
  const counts = (key, id, many) => set({ [key]: { ...unit[key], [id]: many } });
  return [
    segments({
      label: "Quality", field: "quality", chosen: unit.quality, change: (quality) => set({ quality }),
      options: catalogue.qualities.map((quality) => ({
        value: quality,
        title: capital(words(quality)),
        note: kind.prices[quality] === null ? "–" : `from ${kind.prices[quality]}`,
        refused: kind.prices[quality] === null ? `${kind.name}: not to be had ${words(quality)}` : null,
      })),
    }),
    kind.men[1] > kind.men[0] && stepper({
      label: "Men", field: "men", value: unit.men ?? kind.men[0], least: kind.men[0], most: kind.men[1],
      note: `${price(catalogue.men[unit.quality] ?? 0)} each, ${kind.men[0]} to ${kind.men[1]}`, change: (men) => set({ men }),
    }),
    bought({ unit, kind, catalogue, counts, set }),
    kind.men[1] > 0 && swaps({ unit, kind, catalogue, counts }),
    h("div", { class: "unit-more" }, more({ unit, at, kind, draft, catalogue, set })),
  ];
}

function group(title, controls) {
  return h("fieldset", { class: "choices" }, h("legend", { class: "field-label" }, title), h("div", { class: "choice-grid" }, controls));
}

/** What the unit may buy; what these rules do not sell is named below with the ruling that forbids it. */
function bought({ unit, kind, catalogue, counts, set }) {
  const sold = kind.options.filter((id) => !catalogue.options.get(id).refusal || unit.options?.[id]);
  const missing = kind.options.filter((id) => !sold.includes(id)).map((id) => catalogue.options.get(id));
  if (!kind.options.length) return null;
  return [
    sold.length > 0 && group("Options", sold.map((id) => option({ unit, catalogue, id, counts, set }))),
    missing.length > 0 && h("p", { class: "small" }, `Not under these rules: ${missing.map((each) => each.name).join(", ")}`, h("cite", {}, missing[0].refusal.cite)),
  ];
}

function option({ unit, catalogue, id, counts, set }) {
  const found = catalogue.options.get(id);
  const many = unit.options?.[id] ?? 0;
  const note = price(found.cost, found.per_man ? "a man" : found.most > 1 ? `each, up to ${found.most}` : "");
  if (found.most > 1 && !found.refusal) return stepper({ label: found.name, field: `option:${id}`, value: many, most: found.most, note, change: (next) => counts("options", id, next) });
  const change = (on) => {
    const others = Object.entries(unit.options ?? {}).filter(([other]) => !(on && found.load && catalogue.options.get(other)?.load));
    set({ options: { ...Object.fromEntries(others), [id]: on ? 1 : 0 } });
  };
  return tick({ label: found.name, field: `option:${id}`, on: many > 0, note, refused: found.refusal, change });
}

/** Weapons that men take in place of what their unit is issued with. */
function swaps({ unit, kind, catalogue, counts }) {
  const men = unit.men ?? kind.men[0];
  const armed = Object.entries(unit.options ?? {}).reduce((sum, [id, many]) => sum + (catalogue.options.get(id)?.arms ? many : 0), kind.issued.length);
  const swapped = Object.values(unit.swap ?? {}).reduce((sum, many) => sum + many, 0);
  const offered = catalogue.swaps.filter((id) => id !== kind.base);
  const left = Math.max(0, men - armed - swapped);
  return h(
    "details",
    { class: "choices swaps", open: swapped > 0 },
    h("summary", { "data-field": "swaps" }, h("span", { class: "field-label" }, "Weapons of the men"), h("small", {}, ` ${left} with ${catalogue.weapons.get(kind.base) ?? kind.base}`)),
    h(
      "div",
      { class: "choice-grid" },
      offered.map((id) => {
        const many = unit.swap?.[id] ?? 0;
        return stepper({
          label: catalogue.swap_names[id] ?? id, field: `swap:${id}`, value: many, most: many + left,
          note: `${price(catalogue.swap_costs[kind.base]?.[id] ?? 0)} each`, change: (next) => counts("swap", id, next),
        });
      }),
    ),
  );
}

function more({ unit, at, kind, draft, catalogue, set }) {
  const text = (key, label, usual) => {
    const input = h("input", { type: "text", value: unit[key] ?? "", placeholder: usual, maxlength: 60, "data-field": key, onchange: () => set({ [key]: input.value.trim() }) });
    return field(label, input);
  };
  const ids = idsOf(draft.roster.units);
  const squads = draft.roster.units.map((each, place) => [each, place]).filter(([each]) => catalogue.kinds.get(each.unit)?.slot === "infantry");
  const join = (id) => set({ squad: id || null });
  return [
    text("name", "Name", kind.name),
    text("id", "Short name in logs", ids[at]),
    kind.also.length > 0 && field("Slot", choice([kind.slot, ...kind.also].map((slot) => [slot, capital(words(slot))]), unit.slot ?? kind.slot, (slot) => set({ slot: slot === kind.slot ? null : slot }), { "data-field": "slot" })),
    kind.ifv && field("Belongs to", choice([["", "the next free squad"], ...squads.map(([each, place]) => [ids[place], each.name || `${catalogue.kinds.get(each.unit).name} (${ids[place]})`])], unit.squad ?? "", join, { "data-field": "squad" })),
    catalogue.splits && kind.slot === "infantry" && field("Fireteams", choice([1, 2, 3, 4], unit.fireteams ?? 1, (teams) => set({ fireteams: Number(teams) }), { "data-field": "fireteams" })),
  ];
}

function tools({ at, draft, moved, unit, kind }) {
  const name = unit.name || kind?.name || unit.unit;
  const last = draft.roster.units.length - 1;
  const shift = (to) => { draft.move(at, to); moved(to); };
  return h(
    "div",
    { class: "row unit-tools" },
    button("Duplicate", () => { draft.twin(at); moved(at + 1); }, { "data-field": "twin", "aria-label": `Duplicate ${name}` }),
    button("↑", () => shift(at - 1), { "data-field": "up", "aria-label": `${name}: earlier`, disabled: at === 0 }),
    button("↓", () => shift(at + 1), { "data-field": "down", "aria-label": `${name}: later`, disabled: at === last }),
    button("Remove", () => { draft.remove(at); moved(null); }, { class: "danger", "data-field": "remove", "aria-label": `Remove ${name}` }),
  );
}
