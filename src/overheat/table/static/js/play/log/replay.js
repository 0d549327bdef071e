/** Looking back: a slider over all events, with steps and a playback, read only. */

import { button, choice, fill, h, s } from "../../dom.js";
import { levelOf } from "./log_line.js";

const ICONS = {
  first: "M4 3h2v10H4zM13 3v10L7 8z", back: "M11 3v10L5 8z", play: "M5 3v10l7-5z", pause: "M4 3h3v10H4zM9 3h3v10H9z", forward: "M4 3v10l6-5zM10 3h2v10h-2z",
};
const SPEEDS = [["1600", "slow"], ["800", "normal"], ["300", "fast"]];

/** The bar of the replay; `look(number, events)` shows a moment, null for now; `rest()` is when what happened has been shown. */
export function replayBar(table, log, look, rest = () => {}) {
  let timer = 0;
  let pause = 800;
  let wanted = null;
  let shownTo = null;
  let looking = null;

  const ticks = h("datalist", { id: "replay-rounds" });
  const range = h("input", { type: "range", id: "replay-range", list: "replay-rounds", min: 0, max: 0, step: 1, "aria-label": "Event to look back to" });
  const label = h("output", { id: "replay-label", for: "replay-range" });
  const playing = button(icon("play"), () => (timer ? stop() : start()), { id: "replay-play", "aria-label": "Play", title: "Play from here" });
  const now = button([h("span", { class: "at-desk" }, "Back to "), h("span", { class: "now" }, "now")], () => goTo(null), { id: "replay-now", "aria-label": "Back to now" });
  const element = h(
    "div",
    { id: "replay", class: "replay", role: "group", "aria-label": "Replay", hidden: true },
    button(icon("first"), () => goTo(0), { "aria-label": "To the beginning", title: "To the beginning", id: "replay-first" }),
    button(icon("back"), () => step(-1), { "aria-label": "Step back", title: "Step back ( [ )", id: "replay-back" }),
    playing,
    button(icon("forward"), () => step(1), { "aria-label": "Step forward", title: "Step forward ( ] )", id: "replay-forward" }),
    button("Next hit", () => nextHit(), { id: "replay-hit", title: "To the next shot or blow that hits" }),
    range,
    ticks,
    label,
    choice(SPEEDS, String(pause), (value) => (pause = Number(value)), { id: "replay-speed", "aria-label": "Speed" }),
    now,
    button("×", () => open(false), { class: "quiet", "aria-label": "Close the replay" }),
  );
  range.addEventListener("input", () => goTo(Number(range.value)));

  function last() {
    return table.game.number;
  }

  function here() {
    return wanted ?? table.past ?? last();
  }

  /** Show a moment; while one is being fetched only the latest wish counts, and everybody who wished waits for that one. */
  function goTo(number, played = false) {
    if (!played) stop();
    wanted = number === null || number >= last() ? last() : Math.max(0, number);
    draw();
    looking ??= showWanted();
    return looking;
  }

  async function showWanted() {
    await null;
    try {
      while (wanted !== null) {
        const to = wanted;
        const from = shownTo ?? last();
        const between = to > from ? log.events.filter((told) => told.number > from && told.number <= to) : [];
        shownTo = to;
        await look(to >= last() ? null : to, between.length < 60 ? between : []);
        if (wanted === to) wanted = null;
      }
    } finally {
      looking = null;
      draw();
    }
  }

  function step(direction, played = false) {
    const at = direction > 0 && wanted === null && table.past !== null ? Math.max(table.past, table.number) : here();
    const stops = log.events.filter((told) => levelOf(told) <= 2 && told.kind !== "Rolled");
    const next = direction > 0 ? stops.find((told) => told.number > at) : stops.findLast((told) => told.number < at);
    return goTo(next?.number ?? (direction > 0 ? null : 0), played);
  }

  /** To the next attack that hits, from the moment before it to all that came of it; to now after the last. */
  async function nextHit() {
    const at = table.past === null ? 0 : here();
    const next = log.events.findIndex((told) => told.number > at && (told.event.hit === true || told.event.hits > 0));
    if (next < 0) return goTo(null);
    if (here() !== log.events[next].number - 1) await goTo(log.events[next].number - 1);
    return goTo(log.events[lastOf(next)].number);
  }

  /** The last event of the deed that an event begins; dice that are thrown for the next one are no part of it. */
  function lastOf(first) {
    const after = log.events.findIndex((told, at) => at > first && levelOf(told) <= 2);
    let end = after < 0 ? log.events.length - 1 : after - 1;
    while (end > first && log.events[end].kind === "Rolled") end -= 1;
    return end;
  }

  /** The events with which rounds begin, in order. */
  function rounds() {
    return log.events.filter((told) => told.kind === "RoundBegan" || (told.kind === "TurnBegan" && told.event.turn !== undefined));
  }

  /** The event numbers at which a round begins and ends. A game opened from a position goes on in a round whose beginning nobody told. */
  function boundsOf(round) {
    const all = rounds();
    const number = (told) => told.event.round ?? told.event.turn;
    const at = all.findIndex((told) => number(told) === round);
    const end = all[at + 1] ? all[at + 1].number - 1 : last();
    if (at >= 0) return [all[at].number, end];
    const opened = !all.length || number(all[0]) === round + 1;
    return opened && end > 0 ? [0, end] : null;
  }

  /** Show a round as it stood when it began; the answer has all that happened in it played, and then resolves. */
  async function openRound(round) {
    const bounds = boundsOf(round);
    if (!bounds) return null;
    await goTo(bounds[0]);
    const events = log.events.filter((told) => told.number > bounds[0] && told.number <= bounds[1]);
    return { events, play: () => ((shownTo = bounds[1]), look(bounds[1], events)) };
  }

  async function start() {
    if (table.past === null) await goTo(0);
    const on = async () => {
      await step(1, true);
      await rest();
      if (table.past === null) stop();
      else if (timer) timer = setTimeout(on, pause);
    };
    timer = setTimeout(on, pause);
    dressed(true);
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    dressed(false);
  }

  function dressed(on) {
    fill(playing, icon(on ? "pause" : "play"));
    playing.setAttribute("aria-label", on ? "Pause" : "Play");
  }

  function draw() {
    range.max = String(last());
    range.value = String(here());
    label.textContent = `${here()} / ${last()}`;
    now.disabled = table.past === null;
    const begun = rounds();
    if (ticks.childElementCount !== begun.length) fill(ticks, begun.map((told) => h("option", { value: told.number, label: String(told.event.round ?? told.event.turn) })));
    if (table.past === null && wanted === null) shownTo = null;
  }

  function open(on = element.hidden) {
    element.hidden = !on;
    if (!on && table.past !== null) goTo(null);
    if (!on) stop();
    draw();
  }

  return { element, open, step, goTo, boundsOf, openRound, show: draw, isOpen: () => !element.hidden };
}

function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}
