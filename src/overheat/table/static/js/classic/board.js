/** The classic battlefield: map, units, and what may be done with them now. */

import { button, fill, h } from "../dom.js";
import { armour, brief, card, facts, heading, weapons as weaponList } from "./card.js";
import { choosing } from "./choosing.js";
import { effects } from "./effects.js";
import { describe } from "./ground.js";
import { centre, distance } from "./hexes.js";
import { makeMap } from "./map.js";
import { measure } from "./measure.js";
import { movement } from "./movement.js";
import { drawObjectives } from "./objectives.js";
import { drawLine } from "./overlay.js";
import { physical } from "./physical.js";
import { references } from "./references.js";
import { sheetTab } from "./sheets.js";
import { makeTip } from "./tip.js";
import { weapons } from "./weapons.js";
import { counted, ended, names } from "./words.js";

const PHASES = { movement: "Movement", weapons: "Weapons", physical: "Physical" };
const TASKS = { movement: "move", weapons: "fire with", physical: "strike with" };
const SCROLL = 60;
const READABLE = 18;
const MOMENT = 20;

/** What a part that unfolds is known by when the panel is made anew. */
const keepKey = (details) => details.dataset.keep ?? details.querySelector("summary")?.textContent;

/** What a control is known by, so that it keeps the focus. */
const focusKey = (element) => element.dataset.command ?? element.dataset.target ?? null;

/** Open the classic board on a table. */
export function open(table) {
  let mode = null;
  let modeKey = "";
  let selected = null;
  let looked = null;
  let sighting = false;
  let called = new Map();
  let after = [];
  let shown = null;
  let begun = false;
  let pressed = false;
  let stale = false;
  let closed = false;

  const ctx = {
    table,
    view: () => table.view,
    unit: (id) => table.view.units[id] ?? null,
    name: (id) => called.get(id) ?? String(id).replace(/^.*?(\d{4,6})$/, "hex $1"),
    index: (side) => table.sideIndex(side),
    refresh,
    select,
    nextUnit,
    drawDeclared,
    ask: (path, params, still) => kindly(() => table.ask(path, params), still),
    post: (path, body, still) => kindly(() => table.post(path, body), still),
    /** The side, phase and round in which units are passed over. */
    skip: null,
  };
  const map = makeMap(table.stage, { clicked, hovered });
  ctx.map = map;
  const tip = makeTip(table.stage);
  const shows = effects(map);
  const ruler = measure(ctx);
  const sheets = sheetTab(ctx, () => selected ?? (mode?.name === "choosing" ? null : table.view.acting));
  const body = h("div", { class: "classic-panel", id: "classic-panel" });
  table.panel.append(body);
  body.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, released);

  /** What is under the finger stays until it is lifted, so that no click is lost. */
  function released() {
    setTimeout(() => {
      pressed = false;
      if (stale) refresh();
    });
  }

  /**
   * The answer to a question, asked once all is said that is being said; a refusal is told, and answers null.
   * What nobody waits for any more, by `still()`, is dropped.
   */
  async function kindly(question, still = () => true) {
    while (table.busy && !closed && still()) await new Promise((resolve) => setTimeout(resolve, MOMENT));
    if (closed || !still()) return null;
    try {
      const answer = await question();
      return !closed && still() ? answer : null;
    } catch (error) {
      if (error.reason === undefined) throw error;
      if (error.status !== 0 && !closed && still()) table.notice(error, "no");
      return null;
    }
  }

  function settle() {
    const { view } = table;
    const acting = table.mine && view.acting && ctx.unit(view.acting)?.side === table.seat ? view.acting : null;
    const key = `${acting ? view.phase : "choosing"} ${acting} ${table.past} ${table.seat}`;
    if (key === modeKey) return;
    modeKey = key;
    mode?.close();
    const make = acting ? { movement, weapons, physical }[view.phase] ?? choosing : choosing;
    mode = make(ctx);
    if (acting) selected = null;
    body.scrollIntoView({ block: "nearest" });
  }

  function refresh() {
    const { view } = table;
    if (!view || !mode || closed) return;
    settle();
    map.show(view, {
      sides: Object.fromEntries(Object.values(view.units).map((unit) => [unit.side, table.sideIndex(unit.side)])),
      ready: new Set(table.legal.filter((command) => command.type === "Choose").map((command) => command.unit)),
      done: new Set(view.acted),
      acting: view.acting, selected, target: mode.target ?? null,
    });
    drawObjectives(map.layers.goals, view);
    mode.show();
    ruler.draw();
    fillPanel();
  }

  /** At first a large board is shown from near enough to read it, around one's own units. */
  function begin() {
    if (begun) return;
    begun = true;
    const own = ownUnit();
    if (own && matchMedia("(pointer: fine)").matches && map.pixels() < READABLE) map.closeUp(ctx.unit(own).hex, READABLE);
  }

  function fillPanel() {
    if (pressed) {
      stale = true;
      return;
    }
    const { view } = table;
    stale = false;
    const focused = body.contains(document.activeElement) ? focusKey(document.activeElement) : null;
    const unfolded = new Set([...body.querySelectorAll("details[open]")].map(keepKey));
    const acting = mode.name === "choosing" ? null : view.acting;
    const other = selected && selected !== acting ? ctx.unit(selected) : null;
    fill(
      body,
      ruler.panel(),
      view.outcome && h("p", { class: "hint", id: "outcome" }, ended(view.outcome)),
      acting && h(
        "section",
        { class: "acting-head" },
        heading(ctx.unit(acting), ctx.name(acting), ctx.index(ctx.unit(acting).side)),
        facts(ctx.unit(acting)),
      ),
      mode.panel(),
      looked && h("p", { class: "hint", id: "looked-hex" }, hexWords(looked)),
      other && h(
        "div",
        { class: "looked" },
        card(other, ctx.name(selected), ctx.index(other.side)),
        h("div", { class: "row" }, button("Close", () => select(null), { class: "quiet", "data-command": "close-card" })),
      ),
      acting && !other && h(
        "details",
        { class: "unfolding own-card" },
        h("summary", {}, "Armour, weapons and ammunition"),
        armour(ctx.unit(acting)),
        weaponList(ctx.unit(acting)),
      ),
    );
    for (const details of body.querySelectorAll("details")) if (unfolded.has(keepKey(details))) details.open = true;
    if (focused) [...body.querySelectorAll("[data-command], [data-target]")].find((element) => focusKey(element) === focused)?.focus();
  }

  /** Lines for everything that has been declared aloud and is still to come. */
  function drawDeclared() {
    const firing = table.view.phase === "weapons";
    for (const [id, unit] of Object.entries(table.view.units)) {
      const { shots, blows, charge } = unit.declared;
      const targets = new Set([...(firing ? shots : blows), charge].filter(Boolean).map((one) => one.target));
      for (const target of targets) {
        const [from, to] = [map.place(id), map.place(target)];
        if (from && to) drawLine(map.layers.lines, from, to, `declared side-${table.sideIndex(unit.side)}`);
      }
    }
  }

  function clicked(at) {
    tip.hide();
    const { event } = at;
    const from = table.view.acting ?? selected;
    if ((event.ctrlKey || event.metaKey || sighting) && at.hex) {
      sighting = false;
      if (from) ruler.sight(from, at.hex);
      else table.notice("Choose a unit first: the line is drawn from it.", "info");
      return;
    }
    if (event.altKey && at.hex) {
      ruler.stretch(from ? ctx.unit(from).hex : null, at.hex);
      return;
    }
    if (table.busy) return;
    looked = null;
    if (mode.click(at)) return;
    looked = at.unit ? null : at.hex;
    select(at.unit);
  }

  /** A hex in words, with how far it is from the unit whose turn it is. */
  function hexWords(hex) {
    const from = ctx.unit(table.view.acting);
    const far = from && from.hex !== hex ? `, ${counted(distance(from.hex, hex), "hex", "hexes")} away` : "";
    return [h("b", {}, hex), ` ${describe(table.view.board.hexes[hex])}${far}`];
  }

  function select(id) {
    selected = id;
    refresh();
    sheets.show();
  }

  function hovered(at) {
    if (!at?.hex && !at?.unit) {
      mode?.hover(null);
      tip.hide();
      return;
    }
    const more = mode.hover(at);
    const unit = at.unit && ctx.unit(at.unit);
    const from = ctx.unit(table.view.acting);
    tip.show(
      at.event,
      unit ? [brief(unit, ctx.name(at.unit), ctx.index(unit.side)), more] : [h("div", { class: "tip-hex" }, hexWords(at.hex)), more],
      from && at.hex && centre(from.hex).y > centre(at.hex).y,
    );
  }

  /** Take the next unit that may act, or aim at the next target; false after the last, so that the key leads on. */
  function nextUnit(step) {
    if (mode.next) return mode.next(step);
    const able = table.legal.filter((command) => command.type === "Choose").map((command) => command.unit);
    const at = able.indexOf(selected);
    const next = able[at < 0 ? (step > 0 ? 0 : able.length - 1) : at + step];
    if (!next) return false;
    select(next);
    map.centreOn(ctx.unit(next).hex);
    map.token(next)?.focus({ preventScroll: true });
    return true;
  }

  function confirm() {
    if (mode.confirm()) return true;
    if (!selected || !table.legal.some((command) => command.type === "Choose" && command.unit === selected)) return false;
    table.say({ type: "Choose", unit: selected });
    return true;
  }

  function ownUnit() {
    return Object.keys(table.view.units).find((id) => ctx.unit(id).side === table.seat && !ctx.unit(id).fate);
  }

  function centreNow() {
    const id = table.view.acting ?? selected ?? ownUnit();
    if (id) map.centreOn(ctx.unit(id).hex);
  }

  /** Clear the last thing that was begun; false where there is none. */
  function clear() {
    if (mode.clear() || ruler.clear()) return true;
    if (!selected) return false;
    select(null);
    return true;
  }

  const keys = [
    { key: "Tab", label: "Next unit, or next target", run: () => nextUnit(1) },
    { key: "Shift+Tab", label: "Unit or target before", run: () => nextUnit(-1) },
    { key: "Enter", label: "Confirm the move or the volley", run: confirm },
    { key: "Escape", label: "Clear path, choice and measuring", run: clear },
    { key: "Backspace", label: "Clear the path", run: () => mode.clearPath?.() ?? false },
    { key: "1", label: "Only walking", run: () => mode.sift?.(0) },
    { key: "2", label: "Only running", run: () => mode.sift?.(1) },
    { key: "3", label: "Only jumping", run: () => mode.sift?.(2) },
    { key: "j", label: "Only jumping", run: () => mode.siftMode?.("jump") },
    { key: "r", label: "Only running; when firing, show the arcs", run: () => (mode.arcs ? mode.arcs() : mode.siftMode?.("run")) },
    { key: "f", label: "Fire", run: () => (mode.fire ? mode.fire() : false) },
    { key: "l", label: "Line of sight to the hex clicked next", run: () => (sighting = true) },
    { key: " ", label: "Centre the map", run: () => centreNow() },
    { key: "+", label: "Magnify", run: () => map.pan.zoom(1.25) },
    { key: "-", label: "Make smaller", run: () => map.pan.zoom(0.8) },
    { key: ["w", "ArrowUp"], label: "Scroll up", run: () => map.pan.pan(0, SCROLL) },
    { key: ["s", "ArrowDown"], label: "Scroll down", run: () => map.pan.pan(0, -SCROLL) },
    { key: ["a", "ArrowLeft"], label: "Scroll left", run: () => map.pan.pan(SCROLL, 0) },
    { key: ["d", "ArrowRight"], label: "Scroll right", run: () => map.pan.pan(-SCROLL, 0) },
  ];

  return {
    show() {
      if (!table.view) return;
      called = names(table.view.units);
      if (selected && !ctx.unit(selected)) selected = null;
      settle();
      refresh();
      begin();
      after.splice(0).forEach((run) => run());
      sheets.show();
      shown = table.view;
    },
    told(events) {
      after.push(shows.told(events, shown));
    },
    expected() {
      const { view } = table;
      const acting = view.acting;
      if (acting)
        return {
          who: ctx.unit(acting).side,
          what: `${TASKS[view.phase]} ${ctx.name(acting)}`,
          tip: {
            movement: "Click a coloured hex, then click it again",
            weapons: "Choose a target and weapons",
            physical: "Choose a blow",
          }[view.phase],
        };
      const count = table.legal.filter((command) => command.type === "Choose").length;
      return {
        who: view.to_act,
        what: count ? `${TASKS[view.phase]} ${count === 1 ? "your unit" : `one of your ${count} units`}` : `${PHASES[view.phase] ?? ""}`,
        tip: count ? "Click a unit with a dashed ring" : "",
      };
    },
    phases() {
      const { view } = table;
      if (!view) return [];
      const round = { name: `Round ${view.round}${view.rounds ? ` of ${view.rounds}` : ""}`, current: false };
      return [round, ...Object.entries(PHASES).map(([phase, name]) => ({ name, current: view.phase === phase }))];
    },
    refs: (text) => references(text, table.view),
    locate(ref) {
      const hex = ref.unit ? ctx.unit(ref.unit)?.hex : ref.hex;
      if (!hex) return;
      map.centreOn(hex);
      shows.flash(hex);
      if (ref.unit) select(ref.unit);
    },
    unitName: (id) => (called.has(id) ? called.get(id) : null),
    keys,
    sheets: () => [sheets.tab],
    close() {
      closed = true;
      for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, released);
      mode?.close();
      tip.close();
      map.close();
      body.remove();
    },
  };
}
