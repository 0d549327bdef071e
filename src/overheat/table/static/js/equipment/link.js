/** Links from units to the items that they carry. */

import { h, s } from "../dom.js";

/** Where the page of an item is. */
export function itemAddress(id) {
  return `/equipment?item=${encodeURIComponent(id)}`;
}

/** The name of an item as a link to its page. */
export function itemLink(id, name) {
  return h("a", { href: itemAddress(id), "data-item": id }, name);
}

/** What a unit carries, each name a link; alike things in one place are one line. */
export function inventory(unit) {
  const lines = new Map();
  for (const mount of unit.mounts) {
    const place = [mount.location, ...mount.also_in].join("/") + (mount.rear ? " rear" : "");
    const line = lines.get(`${mount.equipment} ${place}`);
    if (line) line.count += 1;
    else lines.set(`${mount.equipment} ${place}`, { count: 1, mount, place });
  }
  const rows = [...lines.values()].map(({ count, mount, place }) =>
    h("tr", {}, h("td", { class: "number" }, String(count)), h("td", {}, mount.known === false ? mount.name : itemLink(mount.equipment, mount.name)), h("td", {}, place)),
  );
  if (unit.engine) rows.push(h("tr", {}, h("td", { class: "number" }, "1"), h("td", {}, itemLink(unit.engine.kind, unit.engine.name)), h("td", {}, `rating ${unit.engine.rating}`)));
  return h("table", { class: "inventory" }, h("thead", {}, h("tr", {}, h("th", {}, "Number"), h("th", {}, "Item"), h("th", {}, "Place"))), h("tbody", {}, rows));
}

/** In a drawing of a unit, make every name of something that it carries a link to its page. */
export function linkNames(svg, unit) {
  const ids = new Map(unit.mounts.filter((mount) => mount.known !== false).map((mount) => [mount.name, mount.equipment]));
  for (const text of svg.querySelectorAll("text")) {
    const id = ids.get(text.textContent.trim());
    if (!id) continue;
    const link = s("a", { href: itemAddress(id), "data-item": id });
    text.replaceWith(link);
    link.append(text);
  }
  // A picture hides what is in it from those who hear the page.
  if (svg.querySelector("a")) svg.setAttribute("role", "group");
}
