/** Looking for a unit in the library by words of its name. */

import { get } from "../api.js";
import { choice, fill, h, settled } from "../dom.js";
import { refusal } from "../explain.js";

const MOST = 60;
const ALL = 500;
const KINDS = ["war machine", "vehicle", "battle armour", "infantry", "aerospace fighter"];

/** What a unit weighs, in words; nothing for those that are counted in heads. */
export function tons(unit) {
  return unit.tons > 0 ? `${unit.tons} t` : "";
}

/** What the library has by some words; without a network, by the words of names in the kept list of all. */
async function foundBy(search, kind) {
  try {
    return await get("/api/units", { params: { search, kind, most: ALL } });
  } catch (no) {
    if (no.id !== "page.connection") throw no;
    const { units } = await get("/api/units", { params: { search: "", kind: "", most: ALL } });
    const wanted = search.toLowerCase().split(/\s+/);
    return { units: units.filter((unit) => (!kind || unit.kind === kind) && wanted.every((word) => unit.name.toLowerCase().includes(word))) };
  }
}

/**
 * A search field over the list of what it finds; `chosen` gets the unit's row. `id` keeps several apart on one page;
 * `kinds` limits what is offered; `quiet` shows the list only once something is typed or the field has the focus.
 */
export function unitSearch({ id, chosen, kinds = KINDS, label = "Search the library", action = "Add", quiet = false }) {
  let kind = "";
  let asked = 0;
  const found = h("ul", { class: "found", id: `${id}-found`, hidden: quiet });
  const count = h("small", { role: "status", class: "found-count" });
  const words = h("input", { type: "search", id, placeholder: "Atlas, Wolverine…", autocomplete: "off", spellcheck: "false", "aria-controls": `${id}-found` });

  const look = async () => {
    const mine = (asked += 1);
    try {
      const answer = await foundBy(words.value.trim(), kind);
      if (mine !== asked) return;
      const listed = answer.units.filter((unit) => kinds.includes(unit.kind));
      fill(found, listed.slice(0, MOST).map(row));
      fill(count, listed.length ? `${listed.length} unit${listed.length === 1 ? "" : "s"}` : "nothing in the library is called that");
    } catch (no) {
      if (mine === asked) fill(count, refusal(no));
    }
  };
  const row = (unit) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "found-unit", "data-unit": unit.name, onclick: () => chosen(unit) },
        h("span", { class: "off-screen" }, `${action} `),
        h("span", { class: "found-name" }, unit.name),
        h("small", { title: "BV: battle value, what it is worth with a regular crew" }, [unit.kind, tons(unit), `BV ${unit.bv?.toLocaleString("en") ?? "–"}`].filter(Boolean).join(" · ")),
      ),
    );
  const later = settled(look, 120);
  words.addEventListener("input", () => {
    found.hidden = false;
    later();
  });
  words.addEventListener("focus", () => (found.hidden = false));
  words.addEventListener("keydown", (event) => {
    if (event.key === "Enter") found.querySelector("button")?.click();
    else if (event.key === "ArrowDown") found.querySelector("button")?.focus();
    else return;
    event.preventDefault();
  });
  found.addEventListener("keydown", (event) => {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!step) return;
    event.preventDefault();
    (event.target.closest("li")?.[step]?.firstChild ?? words).focus();
  });
  const kindChoice = choice([["", "All kinds"], ...kinds.map((name) => [name, name])], "", (value) => {
    kind = value;
    found.hidden = false;
    look();
  }, { "aria-label": "Kind of unit" });
  look();
  return h(
    "div",
    { class: "search" },
    h("label", { class: "field-label", for: id }, label),
    h("div", { class: "search-fields" }, words, kinds.length > 1 && kindChoice),
    count,
    found,
  );
}
