/** A unit of a force on the set-up page: its crew, what it is loaded with, what it is worth. */

import { button, choice, field, h, s } from "../../dom.js";
import { points, refusal } from "../../explain.js";

function twoSheets() {
  return s(
    "svg",
    { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" },
    s("rect", { x: 1.5, y: 1.5, width: 9, height: 9, rx: 1.5 }),
    s("rect", { x: 5.5, y: 5.5, width: 9, height: 9, rx: 1.5, class: "icon-over" }),
  );
}

/** What each bin holds, to be chosen; `load(key, chosen)` is called for what is. */
function loading(entry, load) {
  return h(
    "details",
    { class: "small loads", "data-loads": entry.name, open: Boolean(entry.loading), ontoggle: ({ target }) => { entry.loading = target.open; } },
    h("summary", {}, "Ammunition"),
    entry.holders.map(({ key, holds, fits }) => field(
      key,
      choice(fits, holds, (chosen) => load(key, chosen), { "aria-label": `${key} of ${entry.name}`, "data-load": key }),
    )),
  );
}

/** A unit in the list of its side; `value`, `showSide` and `told` are called when it changes. */
export function unitItem(entry, side, { value, showSide, told, forces }) {
  const units = forces[side];
  const skill = (name, label) => {
    const control = choice([0, 1, 2, 3, 4, 5, 6, 7, 8], entry[name], async (chosen) => {
      entry[name] = Number(chosen);
      await value(entry, side).catch(() => {});
      told();
      [...document.querySelectorAll(`[data-side="${side}"] [data-skill="${name}"]`)][units.indexOf(entry)]?.focus();
    }, { "aria-label": `${label} of ${entry.name}`, "data-skill": name });
    return h("label", { class: "skill" }, h("span", { class: "small" }, label), control);
  };
  const put = (change) => {
    change(units.indexOf(entry));
    showSide(side);
    told();
  };
  return h(
    "li",
    { class: "unit", "data-unit": entry.name },
    h(
      "div",
      { class: "unit-name" },
      h("strong", {}, entry.name),
      h("span", { class: "small" }, [entry.tons ? `${entry.tons} t` : null, entry.text ? "your file" : null].filter(Boolean).join(", ")),
      h("input", {
        class: "pilot", maxlength: 60, value: entry.pilot ?? "", placeholder: "Pilot", "aria-label": `Pilot of ${entry.name}`, "data-pilot": "",
        onchange: (event) => { entry.pilot = event.target.value.trim(); told(); },
      }),
      entry.notices?.length > 0 && h(
        "details",
        { class: "small" },
        h("summary", {}, `${entry.notices.length} ${entry.notices.length === 1 ? "note" : "notes"} on the file`),
        entry.notices.map((notice) => h("p", {}, notice)),
      ),
      entry.notPlayed && h("p", { class: "small not-played" }, entry.notPlayed),
      entry.refitted?.length > 0 && h(
        "details",
        { class: "small refitted" },
        h("summary", {}, `${entry.refitted.length} ${entry.refitted.length === 1 ? "change" : "changes"} by rules and loads`),
        entry.refitted.map((note) => h("p", {}, note.text, note.cite && h("cite", {}, note.cite))),
      ),
      entry.holders?.length > 0 && loading(entry, async (key, chosen) => {
        entry.loads = { ...entry.loads, [key]: chosen };
        await value(entry, side).catch(() => {});
        told();
      }),
      entry.unvalued && refusal(entry.unvalued),
    ),
    skill("gunnery", "Gunnery"),
    skill("piloting", "Piloting"),
    h("span", { class: "number unit-value", title: "Battle value with this crew" }, points(entry.value)),
    button(
      twoSheets(),
      () => put((at) => units.splice(at + 1, 0, { ...entry, loads: { ...entry.loads } })),
      { class: "quiet", "aria-label": `Another ${entry.name}`, title: "Another one", "data-duplicate": entry.name },
    ),
    button(
      "×",
      () => put((at) => units.splice(at, 1)),
      { class: "quiet", "aria-label": `Remove ${entry.name}`, title: "Remove", "data-remove": entry.name },
    ),
  );
}
