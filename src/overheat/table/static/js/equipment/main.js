/** Equipment: a list to search, and the item looked at with every figure of it. */

import { get } from "../api.js";
import { button, choice, field, fill, h, settled } from "../dom.js";
import { points, refusal } from "../explain.js";
import { header } from "../header.js";
import { itemPage, whose } from "./item.js";

const MOST = 100;
const TECHNOLOGIES = [["", "Any"], ["inner_sphere", "Inner Sphere"], ["clan", "Clan"]];
const YEAR = /^\d{4}$/;

function open() {
  const wanted = new URLSearchParams(location.search);
  const sought = { search: wanted.get("search") ?? "", kind: "", technology: "", available: wanted.get("year") ?? "" };
  const found = h("ul", { class: "found", id: "equipment-found", "aria-label": "Items found" });
  const count = h("small", { role: "status", id: "equipment-count" });
  const holder = h("section", { class: "card item", "aria-label": "The item looked at", "aria-live": "polite" });
  const kinds = choice([["", "All kinds"]], "", (value) => change({ kind: value }), { id: "equipment-kind", "aria-label": "Kind of equipment" });
  let asked = 0;
  let looked = wanted.get("item");

  const more = button("Show more", () => look(found.children.length), { class: "quiet", id: "equipment-more", hidden: true });
  const look = async (first = 0) => {
    const mine = (asked += 1);
    try {
      const { search, kind, technology, available } = sought;
      const answer = await get("/api/equipment", { params: { search, kind, technology, available: YEAR.test(available) ? available : null, first, most: MOST } });
      if (mine !== asked) return;
      if (kinds.options.length === 1) kinds.append(...answer.kinds.map((name) => h("option", { value: name }, name)));
      if (first === 0) fill(found, answer.items.map(row));
      else found.append(...answer.items.map(row));
      more.hidden = found.children.length >= answer.count;
      fill(count, told(answer.count));
    } catch (no) {
      if (mine === asked) fill(count, refusal(no));
    }
  };
  const later = settled(() => look(), 150);
  const change = (facts) => {
    Object.assign(sought, facts);
    later();
  };

  const row = (item) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "found-item", href: address(item.id), "data-item": item.id, "aria-current": item.id === looked ? "true" : null, onclick: (event) => step(event, item.id) },
        h("span", {}, item.name),
        h("small", {}, [item.kind, ...item.groups, whose(item), item.standing ?? item.introduced].filter(Boolean).join(" · ")),
      ),
    );

  /** Go to an item without loading the page anew, unless a new window is asked for. */
  const step = (event, name) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", address(name));
    show(name);
    if (matchMedia("(max-width: 900px)").matches) holder.scrollIntoView({ block: "start" });
  };

  const show = async (name) => {
    looked = name;
    for (const link of found.querySelectorAll("a")) link.toggleAttribute("aria-current", link.dataset.item === name);
    if (!name) return fill(holder, h("p", { class: "muted" }, "Choose an item: every figure of it, when it could be had, what fits it, and what errata changed."));
    try {
      const { items } = await get("/api/equipment/item", { params: { name } });
      if (looked === name) fill(holder, items.map((item) => itemPage(item, step)));
    } catch (no) {
      if (looked === name) fill(holder, h("p", { class: "said-no" }, refusal(no)));
    }
  };

  const words = h("input", { type: "search", id: "equipment-search", value: sought.search, placeholder: "medium laser, LRM, stealth…", autocomplete: "off", spellcheck: "false", oninput: () => change({ search: words.value.trim() }) });
  const year = h("input", { type: "number", id: "equipment-year", min: 1950, max: 9999, value: sought.available, placeholder: "any", oninput: () => change({ available: year.value.trim() }) });
  const technology = choice(TECHNOLOGIES, "", (value) => change({ technology: value }), { id: "equipment-technology" });
  const search = h(
    "section",
    { class: "card stack", "aria-label": "Search" },
    field("Name", words),
    h("div", { class: "equipment-fields" }, field("Kind", kinds), field("Technology", technology), field("In the year", year)),
    count,
    found,
    more,
  );
  document.body.append(header(), h("main", { class: "page equipment" }, h("h1", {}, "Equipment"), h("div", { class: "armoury" }, search, holder)));
  addEventListener("popstate", () => show(new URLSearchParams(location.search).get("item")));
  fill(count, "looking…");
  look();
  show(looked);
}

function address(name) {
  return `/equipment?item=${encodeURIComponent(name)}`;
}

function told(count) {
  return count ? `${points(count)} ${count === 1 ? "item" : "items"}` : "nothing is called that";
}

open();
