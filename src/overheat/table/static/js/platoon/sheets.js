/** The two platoons as lists of cards, each with what is left of it. */

import { counted } from "../counting.js";
import { button, fill, h } from "../dom.js";
import { cardHead, morale, state, weapons } from "./card.js";
import { faceOf } from "./orders.js";

const PLACES = { table: "on the table", reserve: "in reserve", aboard: "aboard", waiting: "to be set up", lost: "lost" };

/** Tabs for the frame, one for each platoon. */
export function sheetsOf(desk) {
  return [0, 1].map((side) => {
    let holder = null;
    let shown = null;
    const draw = () => {
      const open = new Set([...holder.querySelectorAll("details[open]")].map((each) => each.dataset.card));
      if (desk.selected !== shown && desk.selected) open.add(desk.selected).delete(shown);
      shown = desk.selected;
      fill(holder, platoon(desk, side));
      for (const each of holder.querySelectorAll("details")) each.open = open.has(each.dataset.card);
    };
    return {
      id: `platoon-${side}`,
      title: capital(desk.scene.players[side]),
      docks: side === Math.max(0, desk.scene.players.indexOf(desk.table.seat)) ? "platoon" : null,
      open(into) {
        holder = into;
        draw();
      },
      /** Bring it up to date where somebody looks at it. */
      again() {
        if (holder?.checkVisibility?.() ?? holder?.offsetParent) draw();
      },
    };
  });
}

function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

function platoon(desk, side) {
  const units = desk.scene.side(side);
  const points = units.reduce((sum, unit) => sum + unit.sheet.points, 0);
  const left = units.filter((unit) => unit.alive);
  return h(
    "div",
    { class: "p-platoon", "data-side-index": units[0]?.look ?? side },
    h("p", { class: "small" }, `${left.length} of ${units.length} units left, ${left.reduce((sum, unit) => sum + unit.sheet.points, 0)} of ${points} points`),
    units.map((unit) => row(unit, desk)),
  );
}

const pictures = new Map();

/** The printed card of a unit, fetched when its fold is opened; it never changes. */
function picture(unit, desk) {
  const key = `${desk.table.game.id}:${unit.id}`;
  const place = h("div", { class: "p-print" });
  const show = () => pictures.get(key)?.then((svg) => fill(place, svg.cloneNode(true)), () => pictures.delete(key));
  const fold = h("details", { "data-card": `${unit.id}:print`, ontoggle: open }, h("summary", {}, "Printed card"), place);
  function open() {
    if (!fold.open) return;
    if (!pictures.has(key)) pictures.set(key, desk.table.picture("platoon/card.svg", { unit: unit.id }));
    show();
  }
  return fold;
}

function row(unit, desk) {
  const order = unit.order ? faceOf(unit.order).name : "no order yet";
  const tail = unit.alive ? `${PLACES[unit.place]} · ${order}${unit.pins ? ` · ${counted(unit.pins, "pin")}` : ""}` : "lost";
  return h(
    "details",
    { class: `p-card${unit.alive ? "" : " lost"}`, "data-card": unit.id },
    h("summary", {}, cardHead(unit), h("small", { class: "p-tail" }, tail)),
    state(unit, desk.scene),
    morale(unit),
    weapons(unit),
    picture(unit, desk),
    h("div", { class: "row" }, unit.place === "table" && button("Show on the map", () => desk.locate({ unit: unit.id }))),
  );
}
