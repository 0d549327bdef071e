/** What the rules of the game offer that no panel is made for: any phase, any command and any question, in the words of the server. */

import { counted } from "../counting.js";
import { button, h } from "../dom.js";
import { leftOver, offerGroup, offering } from "../play/saying/offering.js";
import { hexField } from "./map/hex_field.js";
import { drawMark } from "./map/overlay.js";

/** More hexes than this are clicked on the map, and not listed. */
const FEW = 6;

const hexOf = (command) => (typeof command.hex === "string" ? command.hex : null);

/**
 * Hexes that commands are about: a group of many is taken up by its button, then its hexes are clicked on the map. `shows` of the mode
 * says which commands are not for us; the answer is kept by the board and draws on the map's layer for it.
 */
export function picking(ctx, mode) {
  let armed = null;
  let chosen = null;
  let moment = "";

  const groups = () => (ctx.table.mine && mode() && !["choosing", "question"].includes(mode().name) ? leftOver(ctx.table, mode().shows) : []);
  const wide = (group) => group.commands.every(hexOf) && new Set(group.commands.map(hexOf)).size > FEW;
  const current = () => groups().find((group) => group.id === armed) ?? null;
  const here = () => (chosen ? (current()?.commands.filter((command) => hexOf(command) === chosen) ?? []) : []);

  function settle() {
    const now = `${ctx.table.epoch} ${ctx.table.step} ${ctx.table.seat}`;
    if (now === moment) return;
    moment = now;
    chosen = null;
    const all = groups();
    if (!current()) armed = mode()?.name === "anything" && all.length === 1 && wide(all[0]) ? all[0].id : null;
  }

  function arm(id) {
    armed = armed === id ? null : id;
    chosen = null;
    ctx.refresh();
  }

  function choose(hex) {
    if (!current()?.commands.some((command) => hexOf(command) === hex)) {
      ctx.table.notice(`${hex || "That"} is not one of the marked hexes.`, "no");
      return;
    }
    chosen = hex;
    ctx.refresh();
  }

  return {
    groups, wide, here, arm, choose,
    armed: (id) => armed === id,
    /** Whether hexes are being picked, so that the map means nothing else. */
    active: () => current() !== null,
    chosen: () => chosen,
    draw() {
      settle();
      const layer = ctx.map.layers.picks;
      ctx.map.svg.classList.toggle("picking", current() !== null);
      layer.replaceChildren();
      const hexes = new Set((current()?.commands ?? []).map(hexOf));
      layer.classList.toggle("nearly-all", hexes.size > Object.keys(ctx.view().board.hexes).length / 2);
      for (const hex of hexes) drawMark(layer, hex, hex === chosen ? "picked" : "pick");
    },
    /** A marked hex is chosen by a click, and what may be done there is done by a second one. */
    click({ hex }) {
      if (!hex || !current()?.commands.some((command) => hexOf(command) === hex)) return false;
      if (hex === chosen && here().length === 1) ctx.table.say(here()[0]);
      else choose(hex);
      return true;
    },
    confirm() {
      if (here().length !== 1) return false;
      ctx.table.say(here()[0]);
      return true;
    },
    clear() {
      if (!armed || (!chosen && mode()?.name === "anything" && groups().length === 1)) return false;
      if (chosen) chosen = null;
      else armed = null;
      ctx.refresh();
      return true;
    },
  };
}

/** Buttons for everything that may be said now and that no panel shows. */
export function unknown(ctx, title = "Also") {
  const groups = ctx.pick.groups();
  if (!groups.length) return null;
  const { place, offer, again } = offering(ctx.table, ctx.held);
  again(groups.flatMap((group) => group.commands));
  return h("section", { id: "also" }, h("h3", {}, title), groups.map((group) => (ctx.pick.wide(group) ? onTheMap(ctx, group, offer) : offerGroup(group, offer))), place);
}

function onTheMap(ctx, group, offer) {
  const { pick } = ctx;
  const on = pick.armed(group.id);
  const many = counted(new Set(group.commands.map(hexOf)).size, "hex");
  const toggle = button([h("span", {}, group.title), h("small", { class: "cost" }, many)], () => pick.arm(group.id), {
    "aria-pressed": String(on), "data-command": `pick-${group.id}`,
  });
  const found = pick.here();
  return h(
    "div",
    { class: "offer-group", role: "group", "aria-label": group.title, "data-group": group.id },
    h("div", { class: "row" }, toggle, on && hexField(pick.choose, `${group.title}: the number of the hex`, "pick-hex")),
    on && !found.length && h("p", { class: "hint" }, "Click one of the marked hexes, then click it again."),
    on && found.length > 0 && h("div", { class: "row offers" }, found.map((command) => offer(command, { class: found.length === 1 ? "offer primary" : "offer" }))),
  );
}

/** Something that is asked in the middle of a resolution: the question, and an answer on each button. */
export function question(ctx) {
  const panel = () => {
    const { question: asked, units } = ctx.view();
    const { place, offer } = offering(ctx.table, ctx.held);
    return [
      h("h3", {}, "Decide"),
      asked.unit in units && h("p", {}, ctx.name(asked.unit)),
      h("p", { id: "question", role: "status" }, asked.words),
      h("div", { class: "row", id: "also" }, ctx.table.legal.map((command) => offer(command))),
      place,
    ];
  };
  return { ...bare(ctx, "question", panel), confirm: toFirstAnswer };
}

/** Enter leads to the answers, and a second one gives the answer that it led to: none is given by mistake. */
function toFirstAnswer() {
  const led = document.activeElement?.closest("#also button");
  const first = document.querySelector("#also button:enabled");
  if (led) led.click();
  else first?.focus();
  return Boolean(led ?? first);
}

/** A phase that has no panel of its own: what is known of it is that it has a title, and what may be said. */
export function anything(ctx) {
  const done = { type: "Done" };
  const able = () => ctx.table.legal.some((command) => command.type === "Done");
  const end = () => ctx.table.say(done);
  const title = () => ctx.view().phases[ctx.view().phase];
  const panel = () => [
    unknown(ctx, title()) ?? [h("h3", {}, title()), h("p", { class: "hint" }, "There is nothing to do.")],
    h("div", { class: "row" }, button([ctx.table.offers.words(done), h("kbd", {}, "⏎")], end, { "data-command": "Done" })),
  ];
  return { ...bare(ctx, "anything", panel), done: end, confirm: () => (able() && end(), able()) };
}

/** A mode that the map has no part in. */
function bare(ctx, name, panel) {
  return {
    name,
    panel,
    tip: "Choose what to do",
    shows: (command) => command.type === "Done",
    show() {
      ctx.map.layers.lines.replaceChildren();
      ctx.drawDeclared();
    },
    click: () => false,
    hover: () => null,
    confirm: () => false,
    clear: () => false,
    done: () => false,
    close: () => ctx.map.layers.lines.replaceChildren(),
  };
}
