/** The record sheet of a unit, as it is now, in a tab beside the log. */

import { button, choice, fill, h } from "../dom.js";
import { enlarged } from "../enlarging.js";
import { refusal } from "../explain.js";

/** The tab; `wanted` names the unit that is looked at when none was chosen in the tab itself. */
export function sheetTab(ctx, wanted) {
  let into = null;
  let chosen = null;
  let looked = null;
  let drawn = "";
  const paper = h("div", { class: "sheet-paper", onclick: () => enlarge(ctx.name(current())) });

  function current() {
    const now = wanted() ?? null;
    if (now !== looked) {
      looked = now;
      if (now) chosen = now;
    }
    const units = ctx.view().units;
    return chosen in units ? chosen : Object.keys(units).find((id) => units[id].side === ctx.table.seat) ?? Object.keys(units)[0];
  }

  async function show() {
    if (!into?.isConnected || into.closest("[hidden]")) return;
    const id = current();
    const unit = ctx.unit(id);
    const key = JSON.stringify([id, unit.condition, unit.ammunition, ctx.table.past]);
    if (key === drawn) return;
    drawn = key;
    fill(
      into,
      h(
        "div",
        { class: "sheet-head" },
        choice(
          Object.keys(ctx.view().units).map((other) => [other, `${ctx.name(other)} (${ctx.unit(other).side})`]),
          id,
          (other) => (chosen = other, show()),
          { id: "sheet-unit", "aria-label": "Whose sheet" },
        ),
        button("Enlarge", () => enlarge(ctx.name(id)), { id: "sheet-enlarge", title: "Show the sheet so large that all of it can be read" }),
      ),
      paper,
    );
    try {
      const svg = await ctx.table.picture("sheet.svg", { unit: id });
      if (key === drawn) fill(paper, svg);
    } catch (error) {
      if (key === drawn) fill(paper, refusal(error));
    }
  }

  /** The sheet in a window of its own, as it is at this moment. */
  function enlarge(name) {
    const svg = paper.querySelector("svg");
    if (svg) enlarged(svg, name);
  }

  return {
    show,
    tab: {
      id: "sheet",
      title: "Sheet",
      docks: "unit",
      open(element) {
        into = element;
        drawn = "";
        show();
      },
    },
  };
}
