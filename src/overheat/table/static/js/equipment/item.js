/** One item: its figures, when it could be had, what fits it, what errata and layers change, and where it is written. */

import { h } from "../dom.js";
import { itemAddress } from "./link.js";

const FITS = { ammunition: "Ammunition", munition: "Special rounds", weapon: "For" };

/** Whose technology an item is of. */
export const whose = ({ technology }) => (technology === "both" ? "Inner Sphere and Clan" : technology);

/** An item as a page; `step` goes to another one. */
export function itemPage(item, step) {
  return h(
    "article",
    { class: "stack", "data-shown": item.id },
    h("div", {}, h("h2", {}, item.name), h("p", { class: "muted" }, [item.kind, ...item.groups, whose(item)].join(" · "))),
    item.in_battle && h("p", { class: "small not-played" }, item.in_battle === "not played" ? "Not played: battles pass over it." : "Played in part: battles pass over some of what it does."),
    h("table", { class: "figures" }, h("tbody", {}, item.told.map(figure(item)), eras(item))),
    Object.keys(FITS).map((as) => fitting(item.fits[as], FITS[as], step)),
    item.errata.length > 0 && section("Errata", h("ul", { class: "errata" }, item.errata.map(erratum))),
    item.changed_by && section("Rules in force", h("p", {}, layer(item), h("cite", {}, item.changed_by.cite))),
    item.aliases.length > 0 && section("Also called", h("p", { class: "small" }, item.aliases.join(", "))),
    h("p", { class: "small" }, h("cite", {}, item.cites.join("; ")), h("code", { class: "item-id" }, item.id)),
  );
}

const section = (title, body) => h("section", {}, h("h3", {}, title), body);

const figure = (item) => (told) =>
  h("tr", { "data-figure": told.field }, h("th", { scope: "row" }, told.label), h("td", {}, told.words, told.field in item.before && h("small", {}, ` in place of ${String(item.before[told.field])}`)));

function eras(item) {
  const letters = Object.entries(item.availability_by_era);
  return letters.length > 0 && h("tr", { "data-figure": "eras" }, h("th", { scope: "row" }, "available by era"), h("td", {}, letters.map(([era, letter]) => `${era} ${letter}`).join(", ")));
}

function fitting(others, title, step) {
  if (!others.length) return null;
  const link = ({ id, name }) => h("li", {}, h("a", { href: itemAddress(id), "data-item": id, onclick: (event) => step(event, id) }, name));
  return section(title, h("ul", { class: "fits" }, others.map(link)));
}

function erratum({ id, says, page, figures }) {
  const amended = figures.map(({ field, words }) => h("li", { "data-amended": field }, words));
  return h("li", { "data-ruling": id }, says, h("cite", {}, `${id}${page ? `, p. ${page}` : ""}`), amended.length > 0 && h("ul", { class: "amended" }, amended));
}

function layer(item) {
  return Object.keys(item.before).length ? `changed by ${item.changed_by.layer}` : `brought by ${item.changed_by.layer}`;
}
