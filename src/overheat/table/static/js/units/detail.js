/** One unit with everything that is worked out of it: card, record sheet, worksheets, notices. */

import { picture } from "../api.js";
import { button, download, fill, h, tabs } from "../dom.js";
import { inventory, linkNames } from "../equipment/link.js";
import { enlarged } from "../enlarging.js";
import { refusal } from "../explain.js";
import { ordinary } from "../offline/kept.js";
import { fillable } from "../pips.js";
import { reference } from "./force.js";
import { tons } from "./search.js";
import { constructionCheck } from "./check.js";
import { battleWorksheet, conversionWorksheet, costWorksheet } from "./worksheet.js";

const PICTURES = { card: "/api/units/card.svg", sheet: "/api/units/sheet.svg" };

/** A pane that shows the unit of a force that is looked at; call `show` whenever the force changed. */
export function unitDetail(force) {
  const head = h("div", { class: "detail-head" });
  const bodies = Object.fromEntries(["card", "sheet", "equipment", "check", "value", "cost", "conversion", "notices"].map((id) => [id, h("div", { class: `detail-${id}` })]));
  let tabbed = null;
  tabbed = tabs([
    { id: "card", title: "Card", body: bodies.card },
    { id: "sheet", title: "Record sheet", body: bodies.sheet },
    { id: "equipment", title: "Equipment", body: bodies.equipment },
    { id: "check", title: "Construction", body: bodies.check },
    { id: "value", title: "Battle value", body: bodies.value },
    { id: "cost", title: "Cost", body: bodies.cost },
    { id: "conversion", title: "Conversion", body: bodies.conversion },
    { id: "notices", title: "Notices", body: bodies.notices },
  ], () => tabbed && draw());
  const element = h("section", { class: "card detail", "aria-label": "The unit looked at" }, head, tabbed.element);
  const drawn = {};
  let shown = "";

  const draw = async () => {
    const entry = force.looked;
    const kind = tabbed?.open();
    if (kind === "check" && entry && !entry.refusal && drawn.check !== entry.key) {
      drawn.check = entry.key;
      fill(bodies.check, constructionCheck(entry));
    }
    if (!entry || entry.refusal || !(kind in PICTURES)) return;
    const wanted = `${entry.key} ${entry.gunnery} ${entry.piloting}`;
    if (drawn[kind] === wanted) return;
    drawn[kind] = wanted;
    bodies[kind].classList.add("waiting");
    const body = await picturePane(entry, kind);
    if (drawn[kind] !== wanted) return;
    bodies[kind].classList.remove("waiting");
    fill(bodies[kind], body);
  };

  const show = () => {
    const entry = force.looked;
    element.hidden = !entry || Boolean(entry.refusal);
    if (element.hidden || !entry.facts) return;
    const now = `${entry.key} ${entry.answered}`;
    if (now !== shown) {
      shown = now;
      const { unit, battle_value, cost, alpha_strike } = entry.facts;
      fill(head, headline(unit, entry), entry.facts.not_played.text && h("p", { class: "small not-played" }, entry.facts.not_played.text));
      fill(bodies.equipment, h("p", { class: "lead" }, "What it carries; each name leads to every figure of the item."), inventory(unit));
      fill(bodies.value, h("p", { class: "lead" }, "Every figure unfolds into what it was worked out by, and where that is written."), battleWorksheet(battle_value));
      fill(bodies.cost, h("p", { class: "lead" }, "What it costs to build, in C-bills."), costWorksheet(cost));
      fill(bodies.conversion, h("p", { class: "lead" }, "How the record sheet becomes the card, step by step."), conversionWorksheet(alpha_strike));
      const said = noticeList(entry.facts);
      fill(bodies.notices, said);
      element.querySelector("#tab-notices").textContent = said.dataset.count === "0" ? "Notices" : `Notices (${said.dataset.count})`;
    }
    draw();
  };
  return { element, show };
}

/** A unit's drawing; without a network the kept one, which is of an ordinary crew. */
async function drawing(entry, kind) {
  try {
    return { svg: await picture(PICTURES[kind], { body: reference(entry) }) };
  } catch (no) {
    const usual = ordinary(entry.unit, entry.text);
    if (no.id !== "page.connection" || (usual.gunnery === entry.gunnery && usual.piloting === entry.piloting)) throw no;
    const note = h("p", { class: "small", id: "kept-crew" }, `Kept on this device for gunnery ${usual.gunnery}, piloting ${usual.piloting}.`);
    return { svg: await picture(PICTURES[kind], { body: usual }), note };
  }
}

async function picturePane(entry, kind) {
  try {
    const { svg, note } = await drawing(entry, kind);
    const shown = pictureWithTools(svg, `${entry.facts?.unit.name ?? entry.unit} ${kind}`);
    if (entry.facts) linkNames(svg, entry.facts.unit);
    if (note) shown.unshift(note);
    if (kind === "sheet") shown.unshift(fillable(svg, `sheet ${entry.unit}`) || "", button("Enlarge", () => enlarged(svg, entry.facts?.unit.name ?? entry.unit), { class: "enlarge" }));
    return shown;
  } catch (no) {
    return h("p", { class: "said-no" }, refusal(no));
  }
}

/** A drawing as it would be on paper, with a button that downloads it. */
export function pictureWithTools(svg, name) {
  const markup = new XMLSerializer().serializeToString(svg);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", name);
  return [
    h("div", { class: "paper" }, svg),
    h("div", { class: "row" }, button("Download SVG", () => download(`${fileName(name)}.svg`, new Blob([markup], { type: "image/svg+xml" })), { "data-download": "svg" })),
  ];
}

/** A name that every system takes for a file. */
export function fileName(name) {
  return name.replace(/[^\p{L}\p{N}()[\]_.-]+/gu, " ").trim() || "unit";
}

function headline(unit, entry) {
  const moves = [unit.walk ? `moves ${unit.walk}` : "", unit.jump ? `jumps ${unit.jump}` : ""].filter(Boolean).join(", ");
  const facts = [unit.kind, unit.motive, tons(unit), { IS: "Inner Sphere" }[unit.tech] ?? unit.tech, unit.year, unit.role, moves].filter(Boolean);
  return [h("h2", {}, unit.name), h("p", { class: "muted" }, facts.join(" · ")), entry.text && h("p", { class: "small" }, `from the file ${entry.unit}`)];
}

const FIGURES = { battle_value: "battle value", cost: "cost", alpha_strike: "Alpha Strike card", record_sheet: "record sheet" };

function noticeList(facts) {
  const missing = Object.entries(FIGURES).filter(([id]) => facts[id].refusal);
  const said = [
    ...facts.notices.map((notice) => h("li", {}, notice)),
    ...missing.map(([id, name]) => h("li", {}, `No ${name}: `, refusal(facts[id].refusal))),
  ];
  return h("div", { "data-count": said.length }, said.length ? h("ul", { class: "notices" }, said) : h("p", { class: "muted" }, "Everything in the file was understood."));
}

