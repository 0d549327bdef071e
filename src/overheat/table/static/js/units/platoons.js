/** H.E.A.T platoons: a roster in, its points, what is wrong with it, and the cards of its units. */

import { blob, get, picture, post } from "../api.js";
import { fragmentOf } from "../builder/link.js";
import { button, download, fill, h } from "../dom.js";
import { points, refusal, tally } from "../explain.js";
import { isGone } from "../offline/server.js";
import { keepPlatoons, referencePages } from "../offline/kept.js";
import { plain } from "../builder/draft.js";
import { shelf } from "../builder/shelf.js";
import { fileName, pictureWithTools } from "./detail.js";
import { dropZone } from "./files.js";
import { busy, paperChoice, printDrawings } from "./printing.js";

/** The pane of the platoons; it asks the server when it is first shown. */
export function platoonPane() {
  const paper = paperChoice("platoon-paper");
  const bundled = h("div", { class: "row", id: "bundled-platoons" }, h("small", {}, "…"));
  const refused = h("ul", { class: "force", "aria-label": "Files that cannot be read" });
  const result = h("div", { class: "desk-main stack" }, begin());
  let asked = 0;

  const check = async (source, name) => {
    const mine = (asked += 1);
    for (const one of bundled.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one.dataset.platoon === source.platoon));
    result.classList.add("waiting");
    try {
      const checked = await post("/api/platoon/check", source);
      if (mine === asked) fill(result, platoon(checked, source, paper));
      if (!isGone()) keepPlatoons([source]).catch(() => {});
    } catch (no) {
      if (mine === asked) fill(result, h("section", { class: "card" }, h("h2", {}, name), h("p", { class: "said-no" }, refusal(no))));
    }
    if (mine === asked) result.classList.remove("waiting");
  };
  const list = async () => {
    try {
      const platoons = await get("/api/platoon/platoons");
      fill(bundled, platoons.map((one) => button(h("span", {}, one.title, h("small", {}, ` ${points(one.points)} points`)), () => check({ platoon: one.name }, one.title), { "data-platoon": one.name })));
    } catch (no) {
      fill(bundled, refusal(no));
    }
  };
  list();
  const sources = h(
    "section",
    { class: "card stack sources", "aria-label": "Choose a platoon" },
    dropZone({
      id: "platoon-file",
      label: "A platoon of your own",
      endings: [".toml"],
      several: false,
      taken: ([file]) => {
        fill(refused);
        check({ text: file.text }, file.name);
      },
      refused: (files) => fill(refused, files.map(refusedFile)),
    }),
    refused,
    h("span", { class: "field-label" }, "Platoons that come along"),
    bundled,
    h("p", {}, h("a", { class: "button", href: "/platoon", id: "build-platoon" }, "Build a platoon")),
  );
  const reference = async () => download("quick reference.pdf", await blob(`/api/platoon/reference.pdf?paper=${paper.paper()}`));
  const showReference = async () => {
    asked += 1;
    const pages = await Promise.all(referencePages([]).map((page) => picture(page)));
    fill(result, h("section", { class: "card stack", id: "reference", "aria-label": "Quick reference" }, h("h2", {}, "Quick reference"), pages.map((page, at) => h("div", { class: "paper", role: "img", "aria-label": `Quick reference, page ${at + 1} of 2` }, page))));
  };
  sources.append(
    h("p", { class: "row" }, button("Quick reference", (event) => busy(event.currentTarget, showReference), { id: "reference-show" }), button("Quick reference PDF", (event) => busy(event.currentTarget, reference), { id: "reference-pdf" })),
    keeping(),
  );
  return h("div", { class: "desk" }, h("div", { class: "desk-side" }, sources), result);
}

/** Platoons for when there is no network: those that come along and one's own, with their cards and the quick reference. */
function keeping() {
  const able = "serviceWorker" in navigator && "caches" in self;
  const said = h("p", { class: "small", role: "status", id: "platoons-kept" });
  const keep = async () => {
    const along = await get("/api/platoon/platoons");
    const bundled = along.flatMap(({ name, roster }) => [{ platoon: name }, { roster: plain(roster), rules: [] }]);
    const own = shelf().map(({ roster, rules = [] }) => ({ roster: plain(roster), rules }));
    try {
      await keepPlatoons([...bundled, ...own], (done, all) => fill(said, `${done} of ${all} platoons are kept…`));
      fill(said, `✓ ${along.length + own.length} platoons with their cards and the quick reference are on this device.`);
    } catch (no) {
      fill(said, refusal({ reason: no.message }));
    }
  };
  return h("details", { class: "card fold", id: "keep-platoons", hidden: !able }, h("summary", {}, "Without a network"), h("div", { class: "stack" }, h("p", { class: "small" }, "What you look at is kept on this device by itself."), button("Keep all platoons, cards and the quick reference", (event) => busy(event.currentTarget, keep), { id: "keep-all-platoons" }), said));
}

function refusedFile(file) {
  return h("li", { class: "force-row refused", "data-file": file.name }, h("div", { class: "force-name" }, h("span", {}, file.name), h("small", {}, refusal(file))));
}

function begin() {
  const says = "Choose a platoon, or drop the TOML file of your own: you get its points explained, what the rules find wrong with it, and a card for each unit.";
  return h("section", { class: "card empty" }, h("h2", {}, "No platoon yet"), h("p", {}, says));
}

function platoon(checked, source, paper) {
  const over = checked.limit && checked.points > checked.limit;
  const of = checked.limit ? `of ${points(checked.limit)} points` : "points";
  return [
    h(
      "section",
      { class: "card stack", "data-platoon-name": checked.name },
      h(
        "div",
        { class: "row spread" },
        h("div", {}, h("h2", {}, checked.title ?? checked.name), h("p", { class: "muted" }, checked.selector_title ?? "")),
        h("div", { class: "force-totals" }, h("div", { "data-total": "points" }, h("small", {}, of), h("strong", { class: over ? "refusal" : "" }, points(checked.points)))),
      ),
      findings(checked.findings),
      rosterTable(checked.units),
      outputs(checked, source, paper),
    ),
    h("div", { class: "cards-grid" }, checked.units.map((unit) => unitCard(unit, source))),
  ];
}

function findings(found) {
  if (!found.length) return h("p", { class: "all-good", id: "findings" }, "✓ The rules find nothing wrong with it.");
  return h("ul", { class: "notices", id: "findings" }, found.map((no) => h("li", {}, refusal(no))));
}

function rosterTable(units) {
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "roster" },
      h("thead", {}, h("tr", {}, ["Unit", "Slot", "Quality", "Men", "Points"].map((title, at) => h("th", { class: at > 2 ? "number" : "", scope: "col" }, title)))),
      h("tbody", {}, units.map(rosterRow)),
    ),
  );
}

/** A unit in one line; pressing its points unfolds in the next what they are made of. */
function rosterRow(unit) {
  const why = h("tr", { class: "why-row", hidden: true }, h("td", { colspan: 5 }, tally(unit.cost?.terms ?? [], { total: unit.points, label: "points" })));
  const worth = button(String(unit.points), () => {
    why.hidden = !why.hidden;
    worth.setAttribute("aria-expanded", String(!why.hidden));
  }, { class: "points", "aria-expanded": "false", "aria-label": `${unit.points} points of ${unit.name}: why` });
  const cells = [unit.name, words(unit.slot), words(unit.quality), unit.men ? String(unit.men) : "–", worth];
  return [h("tr", { "data-unit": unit.id }, cells.map((cell, at) => h("td", { class: at > 2 ? "number" : "" }, cell))), why];
}

function words(name) {
  return String(name ?? "").replaceAll("_", " ");
}

function outputs(checked, source, paper) {
  const pdf = async () => download(`${fileName(checked.name)} cards.pdf`, await blob("/api/platoon/cards.pdf", { body: { ...source, paper: paper.paper() } }));
  const print = async () => {
    const drawings = [];
    for (const unit of checked.units) drawings.push(await picture("/api/platoon/card.svg", { body: { ...source, unit: unit.id } }));
    printDrawings("card", drawings, paper.paper());
  };
  const save = () => download(`${fileName(checked.name)}.toml`, new Blob([checked.text], { type: "application/toml" }));
  return h(
    "div",
    { class: "outputs row" },
    button("Cards PDF", (event) => busy(event.currentTarget, pdf), { id: "platoon-pdf" }),
    button("Print cards", (event) => busy(event.currentTarget, print), { id: "platoon-print" }),
    h("a", { class: "button", href: `/platoon#${fragmentOf(checked.roster, source.rules ?? [])}`, id: "platoon-build" }, "Change in the builder"),
    checked.text && button("Download TOML", save, { id: "platoon-toml" }),
    paper.element,
  );
}

function unitCard(unit, source) {
  const body = h("div", { class: "waiting" }, h("p", { class: "muted" }, "drawing…"));
  const draw = async () => {
    try {
      fill(body, pictureWithTools(await picture("/api/platoon/card.svg", { body: { ...source, unit: unit.id } }), `${unit.name} card`));
    } catch (no) {
      fill(body, h("p", { class: "said-no" }, refusal(no)));
    }
    body.classList.remove("waiting");
  };
  draw();
  return h("section", { class: "card stack", "data-card": unit.id, "aria-label": unit.name }, body);
}
