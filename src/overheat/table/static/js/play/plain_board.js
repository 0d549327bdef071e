/** A board for games that have no map here yet: the sides, the units and the commands in words. */

import { fill, h } from "../dom.js";
import { commandList } from "./saying/commands.js";
import { unitName } from "./unit_names.js";

/** Open the plain board. */
export function open(table) {
  const list = h("div", { class: "plain-board" });
  const commands = commandList(table);
  const board = {
    show() {
      fill(list, h("h2", {}, table.game.title), units(table));
      commands.show();
    },
    told() {},
    expected() {
      const count = table.legal.length;
      return { who: table.game.to_act, what: !table.mine ? "is to act" : count === 1 ? "one command to choose" : `choose one of ${count} commands`, tip: "" };
    },
    phases() {
      const round = table.view?.round ?? table.view?.turn;
      return round === undefined ? [] : [{ name: `Round ${round}`, current: false }, ...(table.view.phase ? [{ name: table.view.phase, current: true }] : [])];
    },
    refs: () => [],
    locate() {},
    keys: [],
    close() {
      list.remove();
    },
  };
  table.stage.append(list);
  table.panel.append(commands.element);
  return board;
}

function units(table) {
  const all = Object.entries(table.view?.units ?? {});
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("th", {}, "Unit"), h("th", {}, "Where"))),
    h("tbody", {}, all.map(([id, unit]) => h("tr", { "data-unit": id }, h("td", {}, unitName(table, null, id)), h("td", {}, unit.fate || unit.hex || "")))),
  );
}
