/** The tape measure: inches between any two places, and what can be seen between units. Measuring is free at any time. */

import { h } from "../../dom.js";
import { flat, length } from "./measure.js";
import { measure } from "./rings.js";

/** A tool that lies over the others while it is switched on; `below` is the tool that it covers. */
export function tape(desk, below) {
  let start = null;
  let from = null;
  let end = null;
  let to = null;
  let measured = false;

  const unit = (id) => (id ? desk.scene.unit(id) : null);
  const told = () => (from && to && from !== to ? desk.ask("platoon/sight", { from, to }).answer : null);

  function begin(where) {
    from = unit(where.unit)?.place === "table" ? where.unit : null;
    start = from ? unit(from).at : where.spot;
    end = to = null;
    desk.refresh();
  }

  return {
    panel: () => [
      h("header", { class: "p-head" }, h("h3", {}, "Tape measure"), h("small", {}, "Click where it begins, then point. From unit to unit it also tells what is seen. M puts it away.")),
      start && end && h("p", {}, h("b", {}, length(told()?.distance ?? flat(start, end))), from || to ? ` ${unit(from)?.name ?? "here"} to ${unit(to)?.name ?? "there"}${told() ? ", base to base" : ""}` : ""),
      told() && sightWords(told()),
      below.panel(),
    ],
    under: () => below.under(),
    over: () => (start && end ? [measure([start, end], desk.scene, { inches: told()?.distance ?? null, good: told() ? told().sight : null })] : []),
    states: (each) => (each.id === from ? ["awaited"] : each.id === to ? ["target"] : []),
    hover(where) {
      if (!start) return;
      const before = to;
      to = unit(where.unit)?.place === "table" ? where.unit : null;
      end = to ? unit(to).at : where.spot;
      if (to !== before) desk.refresh();
      else desk.sketch();
    },
    leave() {},
    click(where) {
      const hovers = where.event?.pointerType !== "touch";
      if (!start || (hovers ? end : measured)) begin(where);
      else this.hover(where);
      measured = !hovers && end !== null;
    },
  };
}

/** What a line of sight comes to. */
function sightWords(sight) {
  const lines = [
    sight.sight ? `seen by ${sight.lines[0]} of ${sight.lines[1]} lines` : "not seen",
    sight.cover !== "none" && `${sight.cover} cover${sight.why?.length ? `: ${sight.why.join(", ")}` : ""}`,
    sight.facing && `its ${sight.facing} is seen`,
    sight.blocked_by?.length && `hidden by ${sight.blocked_by.join(", ")}`,
  ].filter(Boolean);
  return h("ul", { class: "p-facts" }, lines.map((line) => h("li", {}, line)));
}
