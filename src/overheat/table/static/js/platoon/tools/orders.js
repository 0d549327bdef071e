/** Giving an order: whose die it is, every order of a unit with its test explained, and how far the unit would come. */

import { counted } from "../../counting.js";
import { button, h, s } from "../../dom.js";
import { chance, refusal, tally } from "../../explain.js";
import { badge, card, cardHead, lookedAt, morale } from "../card.js";
import { orderDie } from "../table/labels.js";
import { faceOf } from "../orders.js";
import { fireArcs, reachOutlines, weaponRings } from "../table/rings.js";
import { everything, head, sayButton } from "../saying.js";
import { targetList } from "./targets.js";

/** The tool for a die in hand. */
export function ordering(desk) {
  const able = () => new Set(desk.table.legal.filter((command) => command.type === "Give").map((command) => command.unit));
  let looking = null;
  const chosen = () => (desk.selected && able().has(desk.selected) ? desk.scene.unit(desk.selected) : null);
  const offersOf = (unit) => desk.ask("platoon/orders", { unit: unit.id }).answer?.orders.filter((each) => each.command) ?? [];
  /** The order that Enter gives: the first that has no drawback, and lying down only where nothing else has none. */
  const usual = (may) => {
    const plainly = may.filter((each) => !each.note && !each.pins);
    return plainly.find((each) => !faceOf(each.order).low) ?? plainly[0] ?? may[0];
  };

  function panel() {
    const unit = chosen();
    const back = unit && able().size > 1 && button("‹ other unit", () => desk.select(null), { class: "quiet p-all", id: "p-other" });
    const pass = desk.table.legal.find((command) => command.type === "Hold");
    return [head(desk.scene), unit ? [back, cardHead(unit), morale(unit), orderButtons(unit)] : [lookedAt(desk), roll()], pass && sayButton(desk, pass, "Pass", { id: "p-hold" }), everything(desk)];
  }

  /** All units that may take the die. */
  function roll() {
    const units = [...able()].map((id) => desk.scene.unit(id)).filter(Boolean);
    return h("div", { class: "p-roll" }, units.map((unit) => button([badge(unit, 34), h("span", {}, unit.name, h("small", {}, note(unit, desk.scene)))], () => desk.select(unit.id, { centre: true }), { "data-pick": unit.id, class: "p-pick" })));
  }

  function orderButtons(unit) {
    const found = desk.ask("platoon/orders", { unit: unit.id });
    if (found.failed) return plain(unit);
    if (!found.answer) return h("p", { class: "muted" }, "reckoning the tests…");
    const may = found.answer.orders.filter((each) => each.command);
    const not = found.answer.orders.filter((each) => !each.command);
    return [
      h("div", { class: "p-orders" }, may.map((each, at) => orderButton(each, at, each === usual(may)))),
      not.length > 0 && h("details", { class: "p-not" }, h("summary", {}, `Not now (${not.length})`), h("ul", {}, not.map((each) => h("li", {}, `${each.label}: `, each.refusal && refusal(each.refusal))))),
      unit.place === "table" && prospects(unit),
      h("details", { class: "p-about" }, h("summary", {}, `About ${unit.name}`), card(unit, desk.scene)),
    ];
  }

  /** What the unit could do to each enemy if it fired from where it is; reckoned when somebody wants to see it. */
  function prospects(unit) {
    const enemies = desk.scene.onTable().filter((each) => each.side !== unit.side).map((each) => each.id);
    const toggle = (event) => {
      if (event.target.open === (looking === unit.id)) return;
      looking = event.target.open ? unit.id : null;
      desk.refresh();
    };
    const open = looking === unit.id;
    return h("details", { class: "p-about", id: "p-prospects", open, ontoggle: toggle }, h("summary", {}, "Targets if it fires now"), open && targetList(desk, unit.id, enemies, (id) => desk.locate({ unit: id })));
  }

  function orderButton(each, at, enters) {
    const main = button(
      [die(each.order), h("span", { class: "p-order-name" }, each.label, each.pins > 0 && h("small", { class: "p-idle" }, `costs ${counted(each.pins, "pin")}`), each.note && h("small", { class: "p-idle" }, each.note)), enters && h("kbd", {}, "Enter"), at < 9 && h("kbd", {}, String(at + 1)), h("span", { class: "p-order-odds" }, each.test ? [h("b", {}, `${each.target_number}−`), " ", chance(each.probability)] : h("small", {}, "no test"))],
      () => desk.say(each.command),
      { class: `p-order o-${each.order}`, "data-command": "Give", "data-order": each.order, "data-doing": each.doing || null, disabled: desk.table.busy },
    );
    const radio = each.radio && h("small", {}, "its radio must reach it too: ", chance(each.radio));
    const why = each.test && h("details", { class: "p-why" }, h("summary", { "aria-label": `Why ${each.target_number}` }, "why"), tally(each.terms, { total: each.target_number, label: "or less on two dice" }));
    return h("div", { class: "p-order-row" }, main, why, radio);
  }

  function plain(unit) {
    return h("div", { class: "p-orders" }, desk.table.legal.filter((command) => command.unit === unit.id).map((command) => sayButton(desk, command)));
  }

  const tool = {
    panel,
    under() {
      const unit = chosen();
      if (!unit) return [];
      const reach = unit.place === "table" || unit.place === "aboard" ? desk.ask("platoon/reach", { unit: unit.id }).answer : null;
      return unit.place === "table" ? [fireArcs(unit, desk.scene), reach && reachOutlines(reach.ways, desk.scene), desk.ranges && weaponRings(unit, desk.scene)] : [];
    },
    over: () => [],
    states: (unit) => (able().has(unit.id) ? ["ready"] : unit.order ? ["spent"] : []),
    click({ unit }) {
      if (unit) desk.select(unit);
      else desk.select(null);
    },
    /** The only unit that may take the die. */
    alone: () => (able().size === 1 ? [...able()][0] : null),
    enters: () => able().size > 0,
    /** Take up the next unit, then give it the order that has no drawback. */
    confirm() {
      const offered = chosen() && usual(offersOf(chosen()));
      if (offered) desk.say(offered.command);
      else if (!chosen()) tool.next();
    },
    /** Give the order with a number. */
    pick(number) {
      const offered = chosen() && offersOf(chosen())[number - 1];
      if (offered) desk.say(offered.command);
      return Boolean(offered);
    },
    /** The next unit that may take the die. */
    next(step = 1) {
      const ids = [...able()];
      if (ids.length) desk.select(ids[(ids.indexOf(desk.selected) + step + ids.length) % ids.length], { centre: true });
    },
  };
  return tool;
}

function note(unit, scene) {
  const parts = [unit.place === "aboard" ? `in ${scene.unit(unit.carrier)?.name ?? "a transport"}` : unit.place === "reserve" ? "in reserve" : null, unit.pins ? counted(unit.pins, "pin") : null, unit.men.length ? counted(unit.men.length, "man") : null];
  return parts.filter(Boolean).join(" · ");
}

function die(order) {
  return s("svg", { viewBox: "-8 -8 16 16", width: 24, height: 24, "aria-hidden": "true", class: "p-die-picture" }, orderDie(order), s("title", {}, faceOf(order).name));
}
