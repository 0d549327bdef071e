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

  /** Whether a unit that may act has nothing to do. */
  const idle = (id) => strikers !== null && !strikers.includes(id);

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
      nobody && h("p", { class: "hint" }, "There is nobody to kick or punch."),
      h(
        "div",
        { class: "row" },
        count > 1 && button(["Next unit", h("kbd", {}, "Tab")], () => ctx.nextUnit(1), { "data-command": "next" }),
        placing && button(count > 1 ? `Place all ${count} for me` : "Place it for me", placeAll, { "data-command": "deploy-all" }),
        !placing && button(`Done with ${all}`, skipAll, {
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
    /** Take the first unit that has something to do, where none was picked out. */
    confirm() {
      const able = ready();
      if (!ctx.table.mine || ctx.table.busy || !able.length || ctx.picked()) return false;
      ctx.table.say({ type: "Choose", unit: able.find((id) => !idle(id)) ?? able[0] });
      return true;
    },
    clear: () => false,
    done: () => {},
    close() {
      closed = true;
      for (const layer of ["lines", "reach"]) ctx.map.layers[layer].replaceChildren();
    },
  };
}
