/** Units on paper: pages of the server to download, or printed from the page. */

import { blob, picture } from "../api.js";
import { button, choice, download, fill, find, h, toast } from "../dom.js";
import { refusal } from "../explain.js";
import { reference } from "./force.js";

const AT_ONCE = 40;
const PAPER = "overheat.paper";
const NAMES = { cards: "Alpha Strike card", sheets: "record sheet" };

function keptPaper() {
  try {
    return localStorage.getItem(PAPER) ?? (navigator.language === "en-US" ? "letter" : "a4");
  } catch {
    return "a4";
  }
}

/** A choice of paper that is remembered; `paper()` is the one chosen. */
export function paperChoice(id) {
  let paper = keptPaper();
  const control = choice([["a4", "A4"], ["letter", "Letter"]], paper, (value) => {
    paper = value;
    try {
      localStorage.setItem(PAPER, value);
    } catch {
      return;
    }
  }, { id });
  return { element: h("label", { class: "paper-choice" }, h("span", { class: "field-label" }, "Paper"), control), paper: () => paper };
}

/** Buttons that put a force on paper; `show` greys them out while there is nothing to print. */
export function outputs(force) {
  const paper = paperChoice("paper");
  const without = { cards: (facts) => facts.alpha_strike.refusal, sheets: (facts) => facts.record_sheet.refusal };
  const usable = (kind) => force.good.filter((entry) => entry.facts && !without[kind](entry.facts));
  const putting = (kind, run) => async () => {
    await run(usable(kind), paper.paper());
    const left = force.good.filter((entry) => entry.facts && without[kind](entry.facts));
    if (left.length) toast(`Left out, since there is no ${NAMES[kind]} for them: ${left.map((entry) => entry.facts.unit.name).join(", ")}.`);
  };
  const buttons = [
    ["Cards PDF", "cards-pdf", putting("cards", (entries, size) => pages("cards", entries, size))],
    ["Record sheets PDF", "sheets-pdf", putting("sheets", (entries, size) => pages("sheets", entries, size))],
    ["Print cards", "print-cards", putting("cards", (entries, size) => printed("card", entries, size))],
    ["Print sheets", "print-sheets", putting("sheets", (entries, size) => printed("sheet", entries, size))],
  ].map(([label, id, run]) => button(label, (event) => busy(event.currentTarget, run), { id, "data-output": id }));
  const element = h("div", { class: "outputs row" }, buttons, paper.element);
  const show = () => {
    for (const [at, kind] of ["cards", "sheets", "cards", "sheets"].entries()) buttons[at].disabled = !usable(kind).length;
  };
  return { element, show };
}

/** Run something that takes a while: the button waits, and a refusal is told. */
export async function busy(pressed, run) {
  const held = document.activeElement === pressed;
  pressed.disabled = true;
  pressed.classList.add("waiting");
  try {
    await run();
  } catch (no) {
    toast(refusal(no), "no");
  } finally {
    pressed.disabled = false;
    pressed.classList.remove("waiting");
    if (held && document.activeElement === document.body) pressed.focus({ preventScroll: true });
  }
}

async function pages(kind, entries, paper) {
  const parts = [];
  for (let at = 0; at < entries.length; at += AT_ONCE) parts.push(entries.slice(at, at + AT_ONCE));
  for (const [at, part] of parts.entries()) {
    const file = await blob(`/api/print/${kind}.pdf`, { body: { units: part.map(reference), paper } });
    download(parts.length > 1 ? `${kind} ${at + 1} of ${parts.length}.pdf` : `${kind}.pdf`, file);
  }
}

async function printed(kind, entries, paper) {
  const drawings = [];
  for (const entry of entries) drawings.push(await picture(`/api/units/${kind}.svg`, { body: reference(entry) }));
  printDrawings(kind, drawings, paper);
}

/** Print drawings and nothing else of the page: cards beside one another, sheets a page each. */
export function printDrawings(kind, drawings, paper) {
  let holder = find("#print");
  if (!holder) {
    holder = h("div", { id: "print", "aria-hidden": "true" });
    document.body.append(holder);
  }
  holder.className = `print-${kind} print-${paper}`;
  fill(holder, drawings.map((svg) => h("div", { class: "print-piece" }, svg)));
  document.body.classList.add("printing");
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    fill(holder);
  }, { once: true });
  print();
}
