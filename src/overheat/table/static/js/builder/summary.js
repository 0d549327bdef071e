/** What a platoon comes to: its points against the limit, whether it is lawful, and what can be done with it. */

import { blob, picture } from "../api.js";
import { counted } from "../counting.js";
import { button, copy, download, fill, h, toast } from "../dom.js";
import { points, refusal, tally } from "../explain.js";
import { capital } from "../sides.js";
import { keepDraft, keptDraft } from "../start/draft.js";
import { busy, paperChoice, printDrawings } from "../units/printing.js";

/** The line that is always in sight: points, order dice, lawful or not. */
export function gauge() {
  const bar = h("span", { class: "gauge-fill" });
  const number = h("strong", { id: "points" }, "0");
  const of = h("span", { class: "muted" });
  const dice = h("span", { class: "small", id: "dice" });
  const verdict = h("a", { href: "#findings", class: "verdict", id: "verdict", onclick: (event) => { event.preventDefault(); document.querySelector("#findings")?.scrollIntoView({ block: "center" }); } });
  const element = h(
    "div",
    { class: "gauge", role: "status", "aria-label": "Points of the platoon" },
    h("span", { class: "gauge-words" }, number, of, dice),
    verdict,
    h("span", { class: "gauge-bar", "aria-hidden": "true" }, bar),
  );
  return {
    element,
    tell(told) {
      const wrong = told.findings.length + told.entries.filter((entry) => entry.refusal).length;
      number.textContent = points(told.points);
      of.textContent = ` of ${points(told.limit)} points`;
      const men = told.entries.flatMap((entry) => entry.units).reduce((sum, unit) => sum + unit.men, 0);
      dice.textContent = `${counted(told.dice, "order die", "order dice")} · ${counted(men, "man")}`;
      bar.style.inlineSize = `${Math.min(100, (100 * told.points) / told.limit)}%`;
      element.dataset.over = String(told.points > told.limit);
      element.dataset.points = String(told.points);
      element.dataset.waits = "false";
      verdict.dataset.lawful = String(!wrong);
      verdict.textContent = wrong ? `✗ ${wrong} to mend` : "✓ Lawful";
    },
    /** The platoon has changed, and nobody can say yet what the rules make of it. */
    waits() {
      element.dataset.waits = "true";
      verdict.dataset.lawful = "unknown";
      verdict.textContent = "? Waits for the server";
    },
    /** It cannot be understood, so it comes to nothing. */
    refused() {
      element.dataset.waits = "true";
      number.textContent = "?";
      of.textContent = " points";
      dice.textContent = "";
      bar.style.inlineSize = "0";
      verdict.dataset.lawful = "false";
      verdict.textContent = "✗ 1 to mend";
    },
  };
}

/** What is wrong with a platoon, each with the ruling that forbids it; and what its points are made of. */
export function verdictCard() {
  const body = h("div", { class: "stack", id: "findings", "aria-live": "polite" });
  return {
    element: h("section", { class: "card stack", "aria-label": "What the rules say" }, h("h2", {}, "What the rules say"), body),
    tell(told) {
      const wrong = [...told.entries.map((entry) => entry.refusal).filter(Boolean), ...told.findings];
      const terms = told.entries.flatMap((entry) => entry.units).map((unit) => ({ value: unit.points, label: unit.name }));
      fill(
        body,
        wrong.length
          ? h("ul", { class: "notices" }, wrong.map((no) => h("li", { "data-finding": no.id }, refusal({ ...no, reason: capital(no.reason) }))))
          : h("p", { class: "all-good" }, "✓ The rules find nothing wrong with it."),
        terms.length > 0 && h("details", {}, h("summary", {}, `What the ${points(told.points)} points are made of`), tally(terms, { total: told.points, label: "points" })),
      );
    },
    waits() {
      fill(body, h("p", { class: "muted" }, "What the rules say of it, and its points, wait for the server."));
    },
    refused(no) {
      fill(body, h("ul", { class: "notices" }, h("li", { "data-finding": no.id }, refusal({ ...no, reason: capital(no.reason) }))));
    },
  };
}

/** Buttons for what a platoon is made for: play, print, share, keep. `held()` is {told, source, roster, rules, key}. */
export function actions(held) {
  const paper = paperChoice("builder-paper");
  const note = h("p", { class: "small", id: "play-note" });
  const play = button("Play with this platoon", () => toTable(held()), { class: "primary big", id: "play-platoon", "aria-describedby": "play-note" });
  const made = (label, id, run) => button(label, (event) => busy(event.currentTarget, run), { id });
  const saving = made("Save as a file", "platoon-toml", async () => download(`${name()}.toml`, new Blob([held().told.text], { type: "application/toml" })));
  const name = () => held().roster.name.replaceAll(/[^\p{L}\p{N} _-]/gu, "") || "platoon";
  const pdf = async () => download(`${name()} cards.pdf`, await blob("/api/platoon/cards.pdf", { body: { ...held().source, paper: paper.paper() } }));
  const print = async () => {
    const { told, source } = held();
    const drawings = [];
    for (const unit of told.entries.flatMap((entry) => entry.units)) drawings.push(await picture("/api/platoon/card.svg", { body: { ...source, unit: unit.id } }));
    printDrawings("card", drawings, paper.paper());
  };
  const share = async () => {
    await copy(location.href);
    toast("The link is copied. The whole platoon is in it: it opens the same anywhere.", "good");
  };
  const reference = async () => {
    const layers = held().rules.map((id) => `&rules=${encodeURIComponent(id)}`).join("");
    download("quick reference.pdf", await blob(`/api/platoon/reference.pdf?paper=${paper.paper()}${layers}`));
  };
  const printing = [made("Print cards", "print-platoon", print), made("Cards PDF", "platoon-pdf", pdf)];
  const element = h(
    "section",
    { class: "card stack", "aria-label": "Play, print, share" },
    play,
    note,
    h("div", { class: "row outputs" }, printing, made("Quick reference PDF", "reference-pdf", reference), paper.element),
    h(
      "div",
      { class: "row outputs" },
      made("Copy link", "share-platoon", share),
      saving,
    ),
  );
  return {
    element,
    tell(told) {
      const wrong = told.findings.length > 0 || told.entries.some((entry) => entry.refusal);
      play.disabled = wrong || !told.entries.length;
      note.textContent = !told.entries.length ? "Add units first." : wrong ? "What the rules forbid must be mended before it can fight." : "Choose the table, the enemy and who plays next.";
      for (const each of printing) each.disabled = told.entries.some((entry) => entry.refusal) || !told.entries.length;
      saving.disabled = false;
    },
    /** Nothing can be done with what cannot be understood. */
    refused() {
      for (const each of [play, saving, ...printing]) each.disabled = true;
      note.textContent = "What the rules forbid must be mended before it can fight.";
    },
  };
}

/** To the start page, with this platoon for the first side. */
function toTable({ key, rules }) {
  const before = keptDraft("platoon") ?? {};
  const mine = `built ${key}`;
  keepDraft("platoon", { ...before, picked: [mine, before.picked?.[1] === mine ? null : before.picked?.[1]], rules });
  location.assign("/#platoons");
}
