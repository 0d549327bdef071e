/** The log: every event in words. It grows at its end, follows it unless one reads further up, and stays fast when long. */

import { button, choice, copy, fill, h, settled, toast } from "../../dom.js";
import { unitName } from "../unit_names.js";
import { textsOf } from "./facts.js";
import { fold, name } from "./folding.js";
import { levelOf, logLine } from "./log_line.js";
import { chatText, plainText } from "./log_text.js";

const MOST = 400;
const NEAR = 40;
const TOUCH = 1000;
/** Rolls that the next line tells in words: which die comes out of a bag. */
const UNTOLD = new Set(["orders.draw"]);
const SORTS = [["brief", "In brief"], ["all", "Everything"], ["rolls", "Rolls only"], ["summary", "Summary"]];
const TURNS = new Set(["TurnBegan", "TurnEnded"]);

/** The log of a game. `board()` gives the board once there is one. */
export function gameLog(table, board) {
  const events = [];
  const units = new Set();
  const told = new WeakMap();
  const wanted = { words: "", sort: table.kind === "classic" ? "brief" : "all", unit: "" };
  let matching = [];
  let first = 0;
  let last = 0;
  let following = true;
  let touched = -Infinity;
  /** Up to which event the show has come; later lines wait for it. */
  let shownTo = null;

  const list = h("ol", { id: "log-list", class: "log-list", "aria-label": "Log" });
  const earlier = button("Show earlier", () => extend(-MOST), { class: "quiet log-more", id: "log-earlier" });
  const later = button("Show later", () => extend(MOST), { class: "quiet log-more", id: "log-later" });
  const empty = h("p", { class: "muted note" });
  const head = h("div", { class: "log-head", id: "log-head" });
  const scroller = h("div", { class: "log-scroll", id: "log-scroll", tabindex: "0", "aria-label": "Events" }, head, earlier, list, later, empty);
  const toEnd = button("↓ Latest", () => follow(), { class: "log-to-end", id: "log-to-end" });
  const words = h("input", { type: "search", id: "log-filter", placeholder: "Filter", "aria-label": "Filter the log by words" });
  const sort = choice(table.kind === "classic" ? SORTS : SORTS.slice(1), wanted.sort, (value) => change({ sort: value }), { id: "log-sort", "aria-label": "What to show" });
  const unit = h("select", { id: "log-unit", "aria-label": "Filter the log by unit", onchange: () => change({ unit: unit.value }) });
  const why = button("Why", () => reasons(why.getAttribute("aria-pressed") !== "true"), {
    id: "log-reasons", "aria-pressed": "false", title: "Show why bots do what they do",
  });
  const reasons = (shown) => {
    why.setAttribute("aria-pressed", String(shown));
    list.classList.toggle("with-reasons", shown);
    if (following) follow();
  };
  words.addEventListener("input", settled(() => change({ words: words.value.trim().toLowerCase() })));
  for (const moved of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    scroller.addEventListener(moved, () => (touched = performance.now()), { passive: true });
  }
  scroller.addEventListener("scroll", () => {
    const atEnd = last === matching.length && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    if (atEnd || performance.now() - touched < TOUCH) following = atEnd;
    toEnd.hidden = following;
  });
  new ResizeObserver(() => following && table.past === null && follow()).observe(scroller);
  const element = h(
    "div",
    { class: "log" },
    h("div", { class: "log-tools" }, words, unit, sort, why,
      h("details", { class: "log-send" }, h("summary", { "aria-label": "Copy the log", title: "Copy the log" }, "⋯"), h("div", { onclick: ({ currentTarget }) => (currentTarget.parentElement.open = false) },
        button("Copy what is shown", () => copied(plainText(matching)), { id: "log-copy", title: "Copy what is shown as text" }),
        button("Copy the end for Discord", () => copied(chatText(matching, table.game.title)), { id: "log-discord" })))),
    h("div", { class: "log-holder" }, scroller, toEnd),
  );

  async function copied(text) {
    await copy(text);
    toast("Copied.", "good");
  }

  function passes(told) {
    if (UNTOLD.has(told.event.roll?.purpose)) return false;
    if (wanted.sort === "rolls" && told.kind !== "Rolled" && levelOf(told) > 1) return false;
    if (wanted.sort === "summary" && (told.kind === "Rolled" || levelOf(told) > 2 || (TURNS.has(told.kind) && told.event.unit))) return false;
    if (wanted.words && !told.text.toLowerCase().includes(wanted.words)) return false;
    return !wanted.unit || textsOf(told.event).has(wanted.unit);
  }

  function change(facts) {
    Object.assign(wanted, facts);
    matching = events.filter(passes);
    draw(matching.length);
    follow();
  }

  function draw(end) {
    last = end;
    first = Math.max(0, end - MOST);
    list.replaceChildren(...matching.slice(first, last).map(line));
    border();
  }

  function line(one) {
    const item = logLine(one, board(), wanted.sort === "brief");
    told.set(item, one);
    return item;
  }

  function foldAll() {
    if (wanted.sort === "brief") fold(list, (item) => told.get(item));
    name(list, (item) => told.get(item));
  }

  /** What is to be said before anything happens, once there is a board that knows. */
  function introduce() {
    if (!head.childElementCount) fill(head, (board()?.notes?.() ?? []).map((note) => h("p", { class: "small not-played" }, note)));
    head.hidden = first > 0;
  }

  /** Lines of what is still to be shown wait, so that nobody reads what he is about to see. */
  function wait() {
    for (const item of list.children) item.classList.toggle("to-come", shownTo !== null && Number(item.dataset.number) > shownTo);
  }

  function border() {
    foldAll();
    wait();
    introduce();
    earlier.hidden = first === 0;
    later.hidden = last === matching.length;
    empty.hidden = matching.length > 0 || (!events.length && table.game.number > 0);
    empty.textContent = events.length ? "Nothing has happened that matches." : "Nothing has happened yet.";
  }

  function extend(step) {
    if (step < 0) {
      const from = Math.max(0, first + step);
      const height = scroller.scrollHeight;
      list.prepend(...matching.slice(from, first).map(line));
      first = from;
      scroller.scrollTop += scroller.scrollHeight - height;
    } else {
      const to = Math.min(matching.length, last + step);
      list.append(...matching.slice(last, to).map(line));
      last = to;
    }
    border();
  }

  function follow() {
    if (last !== matching.length) draw(matching.length);
    following = true;
    toEnd.hidden = true;
    bring(() => following && (scroller.scrollTop = scroller.scrollHeight));
  }

  /** Scroll now and once more when the lines that come into sight have got their height. */
  function bring(scroll) {
    scroll();
    requestAnimationFrame(() => requestAnimationFrame(scroll));
  }

  function listUnits() {
    if (unit.options.length === units.size + 1) return;
    const one = (id) => h("option", { value: id, selected: id === wanted.unit }, unitName(table, board(), id));
    fill(unit, h("option", { value: "" }, "All units"), [...units].sort().map(one));
  }

  border();
  return {
    element, events,
    focusFilter: () => words.focus(),
    /** More has happened; `more` when there is more to come at once, so that drawing can wait. */
    append(fresh, more = false) {
      const atEnd = last === matching.length && !more;
      events.push(...fresh);
      const passing = fresh.filter(passes);
      matching.push(...passing);
      if (more) return;
      if (atEnd) {
        list.append(...passing.slice(-MOST).map(line));
        last = matching.length;
        if (following && last - first > 2 * MOST) draw(last);
      }
      border();
      if (following && table.past === null) follow();
    },
    /** What comes from now on waits until it has been shown. */
    hold() {
      shownTo ??= events.at(-1)?.number ?? 0;
    },
    /** Everything up to an event has been shown, or all there is. */
    reveal(number = null) {
      if (shownTo === null) return;
      shownTo = number === null ? null : Math.max(shownTo, number);
      wait();
      if (following && table.past === null) follow();
    },
    /** All events after a number were taken back. */
    truncate(after) {
      if (!events.length || events.at(-1).number <= after) return;
      while (events.length && events.at(-1).number > after) events.pop();
      matching = events.filter(passes);
      draw(matching.length);
      follow();
    },
    /** The log has come into sight. */
    shown() {
      if (following) follow();
    },
    /** Bring up to date what depends on the view. */
    show() {
      for (const id of Object.keys(table.view?.units ?? {})) units.add(id);
      listUnits();
    },
    /** Show the place of an event while one looks back; null for now. */
    mark(number) {
      for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
      list.classList.toggle("looking-back", number !== null);
      if (number === null) return follow();
      const at = matching.findLastIndex((told) => told.number <= number);
      if (at < first || at >= last) draw(Math.min(matching.length, at + MOST / 2));
      for (const item of list.children) item.classList.toggle("ahead", Number(item.dataset.number) > number);
      let item = list.children[Math.max(0, at - first)];
      while (item?.classList.contains("folded") && item.previousElementSibling) item = item.previousElementSibling;
      item?.setAttribute("aria-current", "true");
      following = false;
      if (item) bring(() => item.isConnected && item.scrollIntoView({ block: "center", inline: "nearest" }));
    },
  };
}
