/** What a layer of rules changes, as the server tells it: rules, commands, phases, rows of tables, old and new. */

import { counted } from "../counting.js";
import { h } from "../dom.js";

const PLURALS = { "way to move": "ways to move", equipment: "pieces of equipment" };
const SINGULARS = { equipment: "piece of equipment" };

/** A text with the words that were searched for marked in it. */
export function marked(text, words) {
  if (!words.length) return text;
  const parts = text.split(new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "i"));
  return parts.map((part, at) => (at % 2 ? h("mark", {}, part) : part));
}

/** What a layer brings, counted: `1 phase, 3 rules`. */
export function brings(changes) {
  const counts = new Map();
  for (const { what } of changes) counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].map(([what, count]) => counted(count, SINGULARS[what] ?? what, PLURALS[what])).join(", ");
}

/** All changes of a layer, each with its sentence, what it was before, and where that is written. */
export function changeList(changes, words) {
  return h("ul", { class: "changes" }, gathered(changes).map((change) => line(change, words)));
}

/** Many changes of equipment that are written in one place are told as the rows of a table. */
function gathered(changes) {
  const found = [];
  for (const change of changes) {
    const before = found.at(-1);
    const alike = before && change.what === "equipment" && ["what", "change", "cite"].every((fact) => before[fact] === change[fact]);
    const row = { place: change.id, before: change.before, now: change.says };
    if (alike) before.rows.push(row);
    else found.push(change.what === "equipment" ? { ...change, id: "", says: "", before: "", rows: [row] } : change);
  }
  return found;
}

function line({ id, what, change, says, before, cite, rows, more }, words) {
  const gone = change === "drops";
  const named = !id || (id.includes(".") && what !== "table") ? null : h("strong", {}, marked(id, words), " ");
  return h(
    "li",
    { "data-change": change, "data-what": what },
    h("span", { class: "badge", "data-tone": change }, `${change} ${article(what)}${what}`),
    h("div", { class: "change-words" }, named, gone ? h("del", {}, marked(before, words)) : marked(says, words), h("cite", {}, cite)),
    !gone && before && h("div", { class: "small before" }, "instead of: ", marked(before, words)),
    rows.length > 0 && rowTable(rows, words),
    more > 0 && h("div", { class: "small" }, `and ${more} more`),
  );
}

const article = (what) => (what === "equipment" ? "" : /^[aeiou]/.test(what) ? "an " : "a ");

function rowTable(rows, words) {
  const old = rows.some((row) => row.before);
  const cell = (text) => h("td", {}, text ? marked(text, words) : h("span", { class: "muted" }, "–"));
  return h(
    "table",
    { class: "change-rows" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Row"), old && h("th", { scope: "col" }, "Before"), h("th", { scope: "col" }, "Now"))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, marked(row.place, words)), old && cell(row.before), cell(row.now)))),
  );
}
