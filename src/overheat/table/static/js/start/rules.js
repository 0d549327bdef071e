/** Optional rules: presets, a searchable tree of layers, what goes with what, and everything that each one changes. */

import { button, copy, fill, h, settled, toast } from "../dom.js";
import { listed } from "../sides.js";
import { brings, changeList, marked } from "./changes.js";
import { forgetPreset, keepPreset, ownPresets, presetLink } from "./own/presets.js";
import { clashes, dependants, headOf, holds, inShort, needed, optional, stacked, tree, under, wholeOf } from "./layers.js";

/** So few layers are all shown at once. */
const FEW = 8;

/** The game as it is, where no preset stands for that. */
const PLAIN = { id: "none", title: "The game as it is", layers: [], cite: "" };

/** A chooser of layers of rules; `set({name, rules, bundles}, chosen)` gives it those of a game. */
export function rulesChooser({ changed = () => {} } = {}) {
  let game = "";
  let known = new Map();
  let presets = [];
  let chosen = new Set();
  const unfolded = new Set();
  const opened = new Set();
  const shelf = h("div", { class: "rule-presets", role: "group", "aria-label": "Presets of rules" });
  const holder = h("div", { class: "layer-tree", id: "layer-tree" });
  const told = h("span", { class: "small", "aria-live": "polite", id: "rules-told" });
  const note = h("p", { class: "small rules-note", role: "status" });
  const search = h("input", {
    type: "search", id: "rules-search", placeholder: "Search the rules and what they change", "aria-label": "Search the optional rules and what they change",
    oninput: settled(() => show(), 120),
  });
  const only = h("input", { type: "checkbox", id: "rules-only-chosen", onchange: () => show() });

  const title = (id) => `“${known.get(id).title}”`;
  const titles = (ids) => listed(ids.map(title));
  const words = () => search.value.toLowerCase().split(/\s+/).filter(Boolean);

  /** Choose layers with all that they need, in place of those that they cannot go with; what that means is noted. */
  function choose(ids) {
    const gone = clashes(ids, known, chosen).flatMap(({ layer }) => [layer, ...dependants(layer, known, chosen)]);
    for (const id of gone) chosen.delete(id);
    const also = [...new Set(ids.flatMap((id) => [...needed(id, known)]))].filter((id) => !chosen.has(id) && !ids.includes(id));
    for (const id of [...ids, ...also]) chosen.add(id);
    const said = [also.length && `${titles(also)} is needed for it and was chosen too.`, gone.length && `${titles([...new Set(gone)])} was put away.`];
    settle(said.filter(Boolean).join(" "));
  }

  /** Put layers away, and what cannot go without them. */
  function putAway(ids) {
    const also = ids.flatMap((id) => dependants(id, known, chosen)).filter((id) => !ids.includes(id));
    for (const id of [...ids, ...also]) chosen.delete(id);
    settle(also.length ? `${titles([...new Set(also)])} needs it and was put away too.` : "");
  }

  function settle(said) {
    note.textContent = said;
    show();
    changed();
  }

  /** What is folded and unfolded now stays so; what a search has unfolded does not count. */
  function remember() {
    const keep = (held, key, open) => (open ? held.add(key) : held.delete(key));
    for (const part of holder.querySelectorAll("[data-group]:not([data-wide])")) keep(unfolded, part.dataset.group, part.open);
    for (const part of holder.querySelectorAll(".layer-more:not([data-wide])")) keep(opened, part.closest("[data-layer]").dataset.layer, part.open);
  }

  function show() {
    remember();
    draw();
  }

  function draw() {
    const focused = document.activeElement?.closest?.("#rules [data-focus]")?.dataset.focus;
    const wanted = words();
    const shown = [...known.values()].filter((layer) => (!only.checked || chosen.has(layer.id)) && holds(wholeOf(layer), wanted));
    const wide = wanted.length > 0 || only.checked || known.size <= FEW;
    fill(shelf, [...presets, ...ownPresets(game)].map(presetCard));
    fill(
      holder,
      tree(shown).map((group) => groupPart(group, wide)),
      shown.length === 0 && h("p", { class: "muted" }, known.size ? "No optional rule fits." : "This game has no optional rules."),
    );
    told.textContent = `${chosen.size} of ${known.size} chosen${wanted.length ? `, ${shown.length} found` : ""}`;
    if (focused) document.querySelector(`#rules [data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  /** A preset as a button; one without layers stands for the game without options. */
  function presetCard(preset) {
    const { id, layers } = preset;
    const held = layers.filter((layer) => chosen.has(layer)).length;
    const on = whole(preset);
    const against = on ? [] : clashes(layers, known, chosen);
    const run = () => (layers.length === 0 ? putAway([...chosen]) : on ? putAway(layers) : choose(layers));
    return button(
      [
        h("strong", {}, preset.title),
        h("small", {}, layers.length ? `${held} of ${layers.length} options chosen` : "no options"),
        preset.cite && h("cite", {}, preset.cite),
        preset.own && h("small", { class: "muted" }, "yours"),
        against.length > 0 && h("small", { class: "layer-against" }, `puts away ${titles(against.map(({ layer }) => layer))}`),
      ],
      run,
      { class: "rule-preset", "aria-pressed": on ? "true" : held ? "mixed" : "false", "data-preset": id, "data-focus": `preset ${id}` },
    );
  }

  /** What a player can do with a choice of his own: name and keep it, send it, or forget one that was kept. */
  function ownPart() {
    const name = h("input", { id: "preset-name", maxlength: 60, placeholder: "A name for this choice", "aria-label": "A name for the chosen rules" });
    const keep = button("Keep as a preset", () => {
      const title = name.value.trim();
      if (!title) {
        name.focus();
        return settle("Write a name for this choice first.");
      }
      settle(keepPreset(game, title, stacked(known, chosen)) ? `“${title}” is kept in this browser.` : "This browser keeps nothing.");
      name.value = "";
      return null;
    }, { id: "preset-keep" });
    const send = button("Copy a link to these rules", async () => {
      await copy(presetLink(game, name.value.trim() || "Shared rules", stacked(known, chosen)));
      toast("The link was copied: whoever opens it sets up a battle under these rules.", "good");
    }, { id: "preset-link" });
    const forget = button("Forget a preset of yours", () => {
      const held = ownPresets(game).filter(whole);
      for (const { title } of held) forgetPreset(game, title);
      settle(held.length ? `Forgotten: ${listed(held.map(({ title }) => `“${title}”`))}.` : "Choose the preset of yours that is to be forgotten first.");
    }, { id: "preset-forget" });
    return h("div", { class: "row preset-own" }, name, keep, send, forget);
  }

  /** Whether a preset is chosen: all its layers, or none at all for one without any. */
  const whole = ({ layers }) => (layers.length ? layers.every((id) => chosen.has(id)) : chosen.size === 0);


  function groupPart(group, wide) {
    const all = under(group);
    const many = all.filter((layer) => chosen.has(layer.id)).length;
    const open = wide || unfolded.has(group.path);
    return h(
      "details",
      { class: "layer-group", "data-group": group.path, "data-wide": wide, open },
      h("summary", { "data-focus": `group ${group.path}` }, h("h4", {}, group.title), h("span", { class: "badge", "data-tone": many ? "turn" : "" }, many ? `${many} of ${all.length} chosen` : String(all.length))),
      [...group.groups.values()].map((inner) => groupPart(inner, wide)),
      group.layers.length > 0 && h("ul", { class: "layers", "aria-label": group.title }, group.layers.map(layerCard)),
    );
  }

  function layerCard(layer) {
    const { id } = layer;
    const on = chosen.has(id);
    const against = on ? [] : clashes([id], known, chosen);
    const needs = [...needed(id, known)];
    const wanted = words();
    const notes = [against.length > 0 && `layer-${id}-against`, `layer-${id}-cite`].filter(Boolean).join(" ");
    const box = h("input", {
      type: "checkbox", checked: on, disabled: against.length > 0, "aria-describedby": notes, "data-focus": `layer ${id}`,
      onchange: () => (box.checked ? choose([id]) : putAway([id])),
    });
    return h(
      "li",
      { class: "layer", "data-layer": id, "data-chosen": String(on) },
      h("label", { class: "check" }, box, h("span", {}, h("strong", {}, marked(layer.title, wanted)), h("cite", { id: `layer-${id}-cite` }, layer.cite))),
      layer.about && h("p", { class: "small layer-about" }, marked(layer.about, wanted)),
      needs.length > 0 && h("p", { class: "small layer-about" }, `Needs ${titles(needs)}.`),
      against.length > 0 && clashPart(id, against),
      morePart(layer, wanted),
    );
  }

  /** Why a layer cannot be chosen now, and what would have to go for it. */
  function clashPart(id, against) {
    const rivals = titles(against.map(({ layer }) => layer));
    return h(
      "div",
      { class: "small layer-about layer-against", id: `layer-${id}-against` },
      against.map(({ layer, reason }) => h("p", {}, `Cannot go with ${title(layer)}: ${reason}.`)),
      button(`Choose it in place of ${rivals}`, () => choose([id]), { class: "quiet", "data-instead": id, "data-focus": `instead ${id}` }),
    );
  }

  /** What a layer changes, made when it is unfolded; what was searched for unfolds it where it stands nowhere else. */
  function morePart(layer, wanted) {
    const { id } = layer;
    const body = h("div", {});
    const inside = wanted.length > 0 && !holds(headOf(layer), wanted);
    const open = opened.has(id) || inside;
    const furnish = () => body.childElementCount || fill(body, changeList(layer.says, wanted));
    if (open) furnish();
    return h(
      "details",
      { class: "layer-more", open, "data-wide": inside, ontoggle: (event) => event.target.open && furnish() },
      h("summary", { "data-focus": `more ${id}` }, "What this changes: ", h("span", { class: "muted" }, brings(layer.says))),
      body,
    );
  }

  const element = h(
    "div",
    { class: "stack", id: "rules" },
    shelf,
    ownPart(),
    h("div", { class: "row spread rules-bar" }, search, h("label", { class: "check" }, only, "chosen only"), told),
    note,
    holder,
  );
  return {
    element,
    /** Show the layers of a game with some of them chosen; the answer says which cannot go with those before them, and were left out. */
    set({ name, rules, bundles = [] }, wanted) {
      known = optional(rules);
      presets = bundles.map((bundle) => ({ ...bundle, layers: bundle.layers.filter((id) => known.has(id)) }));
      if (presets.length && !presets.some((preset) => preset.layers.length === 0)) presets.unshift(PLAIN);
      chosen = new Set();
      const left = new Set();
      for (const id of wanted.filter((one) => known.has(one))) (clashes([id], known, chosen).length ? left : chosen).add(id);
      if (game === name) remember();
      else unfolded.clear();
      game = name;
      for (const group of tree([...known.values()].filter((layer) => chosen.has(layer.id)))) unfolded.add(group.path);
      note.textContent = left.size ? `${titles([...left])} cannot go with the others and ${left.size === 1 ? "was" : "were"} left out.` : "";
      draw();
      return note.textContent;
    },
    /** What layers change has become known: tell it. */
    learn: () => show(),
    chosen: () => stacked(known, chosen),
    titles: () => inShort(stacked(known, chosen), [...presets, ...ownPresets(game)].filter(({ layers }) => layers.every((id) => known.has(id))), (id) => known.get(id).title),
  };
}
