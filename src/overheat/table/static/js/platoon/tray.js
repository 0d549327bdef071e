/** Units that are not on the table: to be set up, in reserve, aboard others, lost. */

import { button, h } from "../dom.js";
import { capital } from "../sides.js";
import { badge } from "./card.js";

const GROUPS = [["waiting", "To set up"], ["reserve", "Reserve"], ["aboard", "Aboard"], ["lost", "Lost"]];

/** The tray, with the units of side `first` before the others; `pick(id)` is run when a unit is chosen, `drag(id, event)` when a mouse takes it up. */
export function tray(scene, { first, selected, pick, drag }) {
  const groups = GROUPS.flatMap(([place, title]) => (first === 1 ? [1, 0] : [0, 1]).map((side) => ({ place, title, side, units: scene.side(side).filter((unit) => unit.place === place) })));
  const shown = groups.filter((group) => group.units.length);
  return h(
    "div",
    { class: "p-tray", role: "group", "aria-label": "Units that are not on the table", hidden: !shown.length },
    shown.map(({ place, title, side, units }) =>
      h("section", { "data-side-index": units[0].look, class: `p-group ${place}` }, h("h2", {}, h("span", { class: "side-mark" }), `${title} (${capital(scene.players[side])})`), h("div", {}, units.map((unit) => chip(unit, { selected, pick, drag, within: scene.unit(unit.carrier)?.name })))),
    ),
  );
}

function chip(unit, { selected, pick, drag, within }) {
  const made = button([badge(unit, 26), h("span", {}, unit.name, within && h("small", {}, ` in ${within}`))], () => pick(unit.id), { class: "p-chip", title: unit.flank ? `outflanks by the ${unit.flank}` : unit.name, "data-chip": unit.id, "aria-pressed": String(unit.id === selected) });
  made.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && unit.place === "waiting" && drag(unit.id, event));
  return made;
}
