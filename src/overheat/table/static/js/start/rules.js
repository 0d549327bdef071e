/** Optional rules: each with what it changes and where that is written. */

import { button, fill, h, settled } from "../dom.js";
import { clashes, dependants, needed, optional, speaksOf, stacked } from "./layers.js";

const CHANGES = { adds: "adds", replaces: "replaces", drops: "drops" };

/** A chooser of layers of rules; `set(layers, chosen)` gives it those of a game. */
export function rulesChooser({ changed = () => {} } = {}) {
  let known = new Map();
  let chosen = new Set();
  const list = h("ul", { class: "layers", tabindex: "0", "aria-label": "Optional rules" });
  const told = h("span", { class: "small", "aria-live": "polite" });
  const note = h("p", { class: "small", role: "status" });
  const search = h(
    "input",
    {
      type: "search",
      id: "rules-search",
      placeholder: "Search the rules",
      "aria-label": "Search within the optional rules",
      oninput: settled(() => show(), 120),
    },
  );
  const only = h("input", { type: "checkbox", id: "rules-only-chosen", onchange: () => show() });

  const turn = (id, on) => {
    const also = on ? [...needed(id, known)].filter((need) => !chosen.has(need)) : dependants(id, known, chosen);
    for (const each of [id, ...also]) on ? chosen.add(each) : chosen.delete(each);
    const names = also.map((each) => `“${known.get(each).title}”`).join(" and ");
    note.textContent = also.length === 0 ? "" : on ? `${names} is needed for it and was chosen too.` : `${names} needs it and was put away too.`;
    show();
    list.querySelector(`[data-layer="${CSS.escape(id)}"] input`)?.focus();
    changed();
  };
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const open = new Set([...list.querySelectorAll("details[open]")].map((each) => each.closest("[data-layer]").dataset.layer));
    const shown = [...known.values()].filter((layer) => speaksOf(layer, words) && (!only.checked || chosen.has(layer.id)));
    fill(
      list,
      grouped(shown).map(([group, layers], at, all) => [
        all.length > 1 && h("li", { class: "layer-group" }, h("h4", {}, group || "Readings of the rules")),
        layers.map((layer) => layerRow(layer, { known, chosen, turn, open: open.has(layer.id) })),
      ]),
      shown.length === 0 && h("li", { class: "muted" }, known.size ? "No optional rule fits." : "This game has no optional rules."),
    );
    told.textContent = `${chosen.size} of ${known.size} chosen${words.length ? `, ${shown.length} found` : ""}`;
  };
  const element = h(
    "div",
    { class: "stack", id: "rules" },
    h(
      "div",
      { class: "row spread" },
      h("div", { class: "row" }, search, h("label", { class: "check" }, only, "chosen only")),
      h(
        "div",
        { class: "row" },
        told,
        button(
          "None",
          () => { chosen.clear(); note.textContent = ""; show(); changed(); },
          { id: "rules-none", "aria-label": "None: choose no optional rules" },
        ),
      ),
    ),
    note,
    list,
  );
  return {
    element,
    set(layers, wanted) {
      known = optional(layers);
      chosen = new Set(wanted.filter((id) => known.has(id)));
      note.textContent = "";
      show();
    },
    chosen: () => stacked(known, chosen),
    titles: () => stacked(known, chosen).map((id) => known.get(id).title),
  };
}

/** Layers by the heading that they stand under; those without one come first. */
function grouped(layers) {
  const groups = new Map([["", []]]);
  for (const layer of layers) groups.set(layer.group, [...(groups.get(layer.group) ?? []), layer]);
  return [...groups].filter(([, found]) => found.length);
}

function layerRow(layer, { known, chosen, turn, open }) {
  const on = chosen.has(layer.id);
  const against = on ? [] : clashes(layer.id, known, chosen);
  const needs = [...needed(layer.id, known)];
  const box = h(
    "input",
    {
      type: "checkbox",
      checked: on,
      disabled: against.length > 0,
      "aria-describedby": `layer-${layer.id}-cite`,
      onchange: () => turn(layer.id, box.checked),
    },
  );
  const about = [layer.about ?? []].flat().filter(Boolean);
  return h(
    "li",
    { class: "layer", "data-layer": layer.id, "data-chosen": String(on) },
    h(
      "label",
      { class: "check" },
      box,
      h("span", {}, h("strong", {}, layer.title), h("cite", { id: `layer-${layer.id}-cite` }, layer.cite)),
    ),
    about.length > 0 && h("p", { class: "small layer-about" }, about.join(" ")),
    needs.length > 0 && h("p", { class: "small layer-about" }, `Needs ${needs.map((need) => `“${known.get(need).title}”`).join(" and ")}.`),
    against.length > 0 && h(
      "p",
      { class: "small layer-about layer-against" },
      `Cannot go with ${against.map((other) => `“${known.get(other).title}”`).join(" and ")}: both decide the same.`,
    ),
    h("details", { class: "layer-more", open }, h("summary", {}, "What it changes"), changesOf(layer)),
  );
}

function changesOf(layer) {
  const named = () => Object.keys(CHANGES).flatMap((change) => layer[change].map((id) => ({ id, change, says: "", before: "", cite: null })));
  const parts = layer.says?.length ? layer.says : named();
  return h(
    "ul",
    { class: "changes" },
    parts.map((part) =>
      h(
        "li",
        { "data-change": part.change },
        h("span", { class: "badge", "data-tone": part.change }, CHANGES[part.change]),
        part.change !== "drops" && (part.says ? h("span", {}, part.says, part.cite && h("cite", {}, part.cite)) : h("code", {}, part.id)),
        part.change === "drops" && h("span", {}, part.before ? h("del", {}, part.before) : h("code", {}, part.id)),
        part.change === "replaces" && part.before && h("span", { class: "small before" }, "instead of: ", part.before),
      ),
    ),
  );
}
