/** Nobody is in the middle of its turn: the units of one's side, who is done and who is next. */

import { button, h } from "../dom.js";
import { plainly } from "../explain.js";
import { pause } from "../pending.js";
import { drawZones } from "./move/deploying.js";
import { circumstances, offTheMap } from "./objectives.js";
import { isMachine, marks, soundness } from "./words.js";

const MOMENT = 40;

/** Choosing a unit to take its turn, or watching others take theirs. */
export function choosing(ctx) {
  let closed = false;
  let asked = "";
  let strikers = null;
  let barren = new Set();
  let sought = "";
  let seeking = false;

  const ready = () => ctx.table.legal.filter((command) => command.type === "Choose").map((command) => command.unit);

  /** In the physical phase: who of one's own has somebody to strike. */
  async function look() {
    const { table } = ctx;
    const key = () => `${table.epoch} ${table.number} ${table.seat}`;
    const now = key();
    if (asked === now) return;
    asked = now;
    strikers = null;
    if (ctx.view().phase !== "physical" || !ready().length) return;
    const still = () => !closed && now === asked && now === key();
    const answer = await ctx.ask("strikers", {}, still);
    if (!still()) return;
    strikers = answer;
    ctx.refresh();
    table.expect();
  }

  /** Whether a unit that may act has nobody to strike, or as far as was asked nobody to shoot at. */
  const idle = (id) => (ctx.view().phase === "weapons" ? sought === moment() && barren.has(id) : strikers !== null && !strikers.includes(id));

  /** Take the first of some units that has somebody to shoot at; where none has, the panel says so. */
  async function seek(able) {
    if (seeking) return;
    const { table } = ctx;
    const now = moment();
    if (sought !== now) [barren, sought] = [new Set(), now];
    const still = () => !closed && now === moment() && table.mine && !ctx.view().acting;
    seeking = true;
    try {
      for (const id of able.filter((each) => !barren.has(each))) {
        const found = await ctx.ask("targets", { unit: id }, still);
        if (!still()) return;
        if (!found || found.some((entry) => entry.best)) return void table.say({ type: "Choose", unit: id });
        barren.add(id);
      }
    } finally {
      seeking = false;
    }
    ctx.refresh();
    table.expect();
  }

  const moment = () => `${ctx.table.epoch} ${ctx.view().round} ${ctx.view().phase}`;
  const skips = () => ctx.skipping.get(ctx.table.seat) === moment();

  /** Every unit of one's own that may act is done for this phase, each when its turn comes. */
  function skipAll() {
    ctx.skipping.set(ctx.table.seat, moment());
    ctx.refresh();
  }

  async function goOn() {
    const { table } = ctx;
    if (closed || !table.mine || !skips()) return;
    if (table.busy) pause(MOMENT).then(goOn);
    else if (!ctx.view().acting && ready().length) {
      const { seat } = table;
      const said = await table.sayAll([{ type: "Choose", unit: ready()[0] }, { type: "Done" }]);
      if (said < 2) stop(seat);
    }
  }

  function stop(seat) {
    ctx.skipping.delete(seat);
    ctx.refresh();
  }

  /** What a unit that may act has to do, in words. */
  function task(id) {
    const { charge } = ctx.unit(id).declared;
    if (!idle(id)) return `to ${ctx.table.expected?.task || "act"}`;
    if (ctx.view().phase === "weapons") return "nobody to shoot at";
    return charge ? `${charge.kind} declared` : "nobody in reach";
  }

  function line(id, able) {
    const unit = ctx.seen(id);
    const waits = able.has(id);
    const done = ctx.view().acted.includes(id);
    const gone = unit.fate && !waits;
    const state = (gone && unit.fate) || (waits ? task(id) : done ? "done" : marks(unit)[0] ?? "");
    return h(
      "li",
      { "data-unit-line": id, class: [gone && "gone", waits && "waits", done && "done"].filter(Boolean).join(" ") },
      button(
        [
          h("span", { class: "side-mark", "data-side-index": ctx.index(unit.side) }),
          h(
            "span",
            { class: "line-name" },
            h("b", {}, ctx.name(id)),
            h(
              "small",
              {},
              [
                unit.fate ? "" : unit.hex,
                isMachine(unit) && !unit.fate && unit.condition.heat ? `heat ${plainly(unit.condition.heat)}` : "",
                unit.fate ? "" : `${Math.round(soundness(unit) * 100)} %`,
              ].filter(Boolean).join(" · "),
            ),
          ),
          h("span", { class: "line-state" }, state),
        ],
        () => (waits ? ctx.table.say({ type: "Choose", unit: id }) : ctx.select(id)),
        { class: "unit-line", "data-choose": waits ? id : null },
      ),
    );
  }

  function choices(able) {
    const count = able.size;
    const all = ["", "this unit", "both units"][count] ?? `all ${count} units`;
    const nobody = [...able].every(idle);
    const placing = ctx.view().phase === "deployment";
    return [
      placing && h("p", { class: "hint" }, "Your zone is the part of the map in your colour. Choose a unit, then a hex of it."),
      nobody && h("p", { class: "hint", role: "status" }, ctx.view().phase === "weapons" ? "Nobody can be shot at. Choose a unit if it is to do something else." : "There is nobody to kick or punch."),
      h(
        "div",
        { class: "row" },
        count > 1 && button(["Next unit", h("kbd", {}, "Tab")], () => ctx.nextUnit(1), { "data-command": "next" }),
        placing && button(count > 1 ? `Place all ${count} for me` : "Place it for me", placeAll, { "data-command": "deploy-all" }),
        !placing && button([`Done with ${all}`, nobody && h("kbd", {}, "⏎")], skipAll, {
          "data-command": "skip-all", title: "Your units do nothing more in this phase", class: nobody ? "primary" : "",
        }),
      ),
    ];
  }

  /** Each unit of one's own goes where its place is proposed. */
  function placeAll() {
    ctx.held.placingAll = true;
    placeNext();
  }

  /** The next unit is taken to be placed, once all is said that is being said. */
  async function placeNext() {
    while (ctx.table.busy && !closed) await pause(40);
    const [first] = ready();
    if (!closed && ctx.table.mine && first) ctx.table.say({ type: "Choose", unit: first });
  }

  function panel() {
    const able = new Set(ready());
    const units = Object.entries(ctx.view().units);
    const own = units.filter(([, unit]) => unit.side === ctx.table.seat);
    const others = units.filter(([, unit]) => unit.side !== ctx.table.seat);
    const list = (entries, name) => h("ul", { class: "roster", "aria-label": name }, entries.map(([id]) => line(id, able)));
    return [
      circumstances(ctx.view()),
      offTheMap(ctx.view()),
      own.length > 0 && [h("h3", {}, "Your units"), list(own, "Your units")],
      skips()
        ? h(
          "div",
          { class: "row" },
          h("span", { class: "hint" }, "Your units are done with this phase."),
          button("Stop", () => stop(ctx.table.seat), { "data-command": "stop-skipping" }),
        )
        : able.size > 0 && choices(able),
      (ctx.view().phase !== "deployment" || others.some(([, unit]) => unit.hex)) && h(
        "details",
        { class: "unfolding", "data-keep": "others", open: !own.length },
        h("summary", {}, own.length ? `Others (${others.filter(([id]) => !ctx.seen(id).fate).length})` : "Units"),
        list(others, "Others"),
      ),
    ];
  }

  return {
    name: "choosing",
    shows: () => true,
    /** Units of one's own that may act but have nothing to do. */
    idle: () => ready().filter(idle),
    show() {
      ctx.map.layers.lines.replaceChildren();
      ctx.drawDeclared();
      if (ctx.view().phase === "deployment") drawZones(ctx.map.layers.reach, ctx);
      goOn();
      look();
      if (ctx.view().phase !== "deployment") ctx.held.placingAll = false;
      else if (ctx.held.placingAll && ready().length) placeNext();
    },
    panel,
    click({ unit }) {
      if (!unit || !ready().includes(unit)) return false;
      ctx.table.say({ type: "Choose", unit });
      return true;
    },
    hover: () => null,
    /** Take the first unit that has something to do, where none was picked out; where none has, all are done. */
    confirm() {
      const able = ready();
      if (!ctx.table.mine || ctx.table.busy || !able.length || ctx.picked() || skips()) return false;
      if (able.every(idle)) skipAll();
      else if (ctx.view().phase === "weapons" && able.length > 1) seek(able);
      else ctx.table.say({ type: "Choose", unit: able.find((id) => !idle(id)) });
      return true;
    },
    clear: () => false,
    /** The unit that was picked out is done, or the only one that may act, or all where none has anything to do. */
    done() {
      const able = ready();
      if (!ctx.table.mine || ctx.table.busy || !able.length || skips() || ctx.view().phase === "deployment") return false;
      const unit = ctx.picked();
      if (unit) ctx.table.sayAll([{ type: "Choose", unit }, { type: "Done" }]);
      else if (able.length === 1 || able.every(idle)) skipAll();
      else ctx.table.notice(`Which unit is done? Choose it, or press “Done with all ${able.length} units”.`, "info");
      return true;
    },
    close() {
      closed = true;
      for (const layer of ["lines", "reach"]) ctx.map.layers[layer].replaceChildren();
    },
  };
}
