/** The classic battlefield: map, units, and what may be done with them now. */

import { h } from "../dom.js";
import { pause } from "../pending.js";
import { anything, picking, question } from "./anything.js";
import { byItself } from "./by_itself.js";
import { brief } from "./card.js";
import { choosing } from "./choosing.js";
import { deployment } from "./move/deploying.js";
import { expected, phases } from "./expecting.js";
import { centre, fromPair } from "./map/hexes.js";
import { keyboard } from "./keyboard.js";
import { makeMap } from "./map/map.js";
import { measure } from "./map/measure.js";
import { movement } from "./move/movement.js";
import { drawObjectives, drawThings } from "./objectives.js";
import { drawHolds } from "./map/holds.js";
import { drawBeams, makeSky } from "./map/sky.js";
import { drawAdvice, drawLine } from "./map/overlay.js";
import { actionPanel, hexWords } from "./panel.js";
import { physical } from "./fire/physical.js";
import { references } from "./references.js";
import { sheetTab } from "./sheets.js";
import { theatre } from "./show/theatre.js";
import { whereabouts } from "../show/whereabouts.js";
import { makeTip } from "./tip.js";
import { weapons } from "./fire/weapons.js";
import { names } from "./words.js";

const READABLE = 18;
const MOMENT = 20;

/** Open the classic board on a table. */
export function open(table) {
  let mode = null;
  let modeKey = "";
  let selected = null;
  let looked = null;
  let sighting = false;
  let called = names(table.view?.units ?? {});
  let after = [];
  let shown = null;
  let begun = false;
  const elsewhere = whereabouts();
  let news = false;
  let closed = false;

  const ctx = {
    table,
    view: () => table.view,
    unit: (id) => table.view.units[id] ?? null,
    /** A unit as far as its part in what happened has been shown. */
    seen: (id) => shows.unit(id) ?? ctx.unit(id),
    showing: () => shows.playing(),
    name: (id) => called.get(id) ?? String(id).replace(/^.*?(\d{4,6})$/, "hex $1"),
    index: (side) => table.sideIndex(side),
    refresh,
    select,
    nextUnit,
    /** The unit of one's own that may act and was picked out, by clicks or keys. */
    picked: () => (table.legal.some((command) => command.type === "Choose" && command.unit === selected) ? selected : null),
    drawDeclared,
    ask: (path, params, still) => kindly(() => table.ask(path, params), still),
    post: (path, body, still) => kindly(() => table.post(path, body), still),
    /** What is pointed at, from one drawing of the panel to the next. */
    held: {},
    /** By side: when its units are passed over; what is taken back ends it. */
    skipping: new Map(),
  };
  const map = makeMap(table.stage, { clicked, hovered });
  ctx.map = map;
  ctx.pick = picking(ctx, () => mode);
  const tip = makeTip(table.stage);
  const shows = theatre(map, table.stage, { called: (id) => ctx.name(id), side: (id) => ctx.index(ctx.unit(id)?.side), shown: (number) => table.shown?.(number), restaged });
  const sky = makeSky(table.stage);
  const ruler = measure(ctx);
  const sheets = sheetTab(ctx, () => selected ?? (mode?.name === "choosing" ? null : table.view.acting));
  const unasked = byItself(ctx);
  const panel = actionPanel(ctx, table.panel, () => ({ mode, ruler, selected, looked }));

  /**
   * The answer to a question, asked once all is said that is being said; a refusal is told, and answers null.
   * What nobody waits for any more, by `still()`, is dropped.
   */
  async function kindly(question, still = () => true) {
    while (table.busy && !closed && still()) await pause(MOMENT);
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

  /** Lists and cards of units tell no more than the map. */
  function restaged() {
    if (!closed && mode && moment().key === modeKey && (mode.name === "choosing" || selected || !shows.playing())) panel.draw();
  }

  /** What the panel is about now, and a key that changes with it. */
  function moment() {
    const { view } = table;
    const asked = table.mine && view.question !== null;
    const acting = !asked && table.mine && view.acting && ctx.unit(view.acting)?.side === table.seat ? view.acting : null;
    return { asked, acting, key: `${asked ? "asked" : acting ? view.phase : "choosing"} ${acting} ${table.past} ${table.seat}` };
  }

  function settle() {
    const { asked, acting, key } = moment();
    if (key === modeKey) return;
    modeKey = key;
    mode?.close();
    const make = asked ? question : acting ? { deployment, movement, weapons, physical }[table.view.phase] ?? anything : choosing;
    mode = make(ctx);
    if (acting) selected = null;
    panel.reveal();
  }

  function refresh() {
    const { view } = table;
    if (!view || !mode || closed) return;
    settle();
    map.show(shows.view(view), {
      sides: Object.fromEntries(Object.values(view.units).map((unit) => [unit.side, table.sideIndex(unit.side)])),
      ready: new Set(table.legal.filter((command) => command.type === "Choose").map((command) => command.unit)),
      done: new Set(view.acted),
      acting: view.acting, selected, target: mode.target ?? null,
    });
    drawObjectives(map.layers.goals, view);
    drawThings(map.layers.things, view);
    drawBeams(map.layers.beams, view);
    drawHolds(map.layers.holds, view);
    sky.show(view);
    mode.show();
    ctx.pick.draw();
    ruler.draw();
    panel.draw();
  }

  /** At first a large board is shown from near enough to read it, around one's own units. */
  function begin() {
    if (begun) return;
    begun = true;
    const own = ownUnit();
    if (own && matchMedia("(pointer: fine)").matches && map.pixels() < READABLE) map.closeUp(ctx.unit(own).hex, READABLE);
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
    if (ctx.pick.click(at) || mode.click(at)) return;
    looked = at.unit ? null : at.hex;
    select(at.unit);
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
    const more = mode.hover(ctx.pick.active() ? null : at);
    const unit = at.unit && ctx.seen(at.unit);
    const from = ctx.unit(table.view.acting);
    tip.show(
      at.event,
      [unit && brief(unit, ctx.name(at.unit), ctx.index(unit.side)), h("div", { class: "tip-hex" }, hexWords(ctx, unit?.hex ?? at.hex)), more],
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
    if (ctx.pick.confirm() || mode.confirm()) return true;
    if (!ctx.picked()) return false;
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
    if (ctx.pick.clear() || mode.clear() || ruler.clear()) return true;
    if (!selected) return false;
    select(null);
    return true;
  }

  const keys = keyboard(map, () => mode, { nextUnit, confirm, clear, centre: centreNow, sightNext: () => (sighting = true) });

  return {
    show() {
      if (!table.view) return;
      called = names(table.view.units);
      if (elsewhere(table) && !news) shows.drop();
      news = false;
      if (selected && !ctx.unit(selected)) selected = null;
      settle();
      refresh();
      begin();
      after.splice(0).forEach((run) => run());
      sheets.show();
      shown = table.view;
      unasked.go();
    },
    told(events) {
      news = true;
      called = names(table.view.units);
      after.push(shows.told(events, shown));
    },
    /** Be done where no unit is taken; false where that means nothing. */
    done: () => mode?.name === "choosing" && mode.done(),
    expected: () => expected(ctx, mode, mode?.idle?.() ?? []),
    phases: () => (table.view ? phases(table.view) : []),
    refs: (text, event) => references(text, event, table.view),
    locate(ref) {
      const hex = ref.unit ? ctx.unit(ref.unit)?.hex : ref.hex;
      if (!hex) return;
      map.centreOn(hex);
      shows.flash(hex);
      if (ref.unit) select(ref.unit);
    },
    advise(unit, hex) {
      if (hex && map.pixels() < READABLE) map.closeUp(hex, READABLE);
      drawAdvice(map.layers.advice, ctx.unit(unit)?.hex, hex);
    },
    notes: () => Object.entries(table.view?.units ?? {}).filter(([, unit]) => unit.not_played?.text).map(([id, unit]) => `${called.get(id) ?? id}, ${unit.not_played.text}`),
    rest: shows.rest,
    playing: shows.playing,
    frame(events) {
      const gone = events.filter(({ kind }) => kind === "Moved").map(({ event }) => fromPair(event.hex));
      return map.frame([...Object.values(table.view.units).filter((unit) => unit.hex && !unit.fate).map((unit) => unit.hex), ...gone]);
    },
    unitName: (id) => (called.has(id) ? called.get(id) : null),
    keys: [...keys, ...shows.keys],
    sheets: () => [sheets.tab],
    close() {
      closed = true;
      unasked.close();
      mode?.close();
      tip.close();
      shows.close();
      map.close();
      panel.close();
    },
  };
}
