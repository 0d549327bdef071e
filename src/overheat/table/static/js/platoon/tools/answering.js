/** Short answers: go down or not, choose a unit, keep orders, lead a strike astray; and waiting for others. */

import { counted } from "../../counting.js";
import { button, h, s } from "../../dom.js";
import { capital } from "../../sides.js";
import { badge, card, lookedAt } from "../card.js";
import { faceOf } from "../orders.js";
import { drawn } from "../table/measure.js";
import { fireArcs, reachOutlines, sightLine, weaponRings } from "../table/rings.js";
import { also, everything, head, sayButton, waitingHead } from "../saying.js";
import { shooterOf } from "../words.js";
import { pointing } from "./pointing.js";
import { effectWords } from "./targets.js";

const nothing = { under: () => [], over: () => [], click() {} };
const ARM = 11;

/** A cross at the place that a question is about: a shell, a device, a strike. */
function placeOf(task, scene) {
  const at = task.at ?? task.device?.at ?? task.called?.at;
  if (!at) return null;
  const { x, y } = drawn(at, scene.depth);
  return s("path", { d: `M${x - ARM} ${y}h${2 * ARM}M${x} ${y - ARM}v${2 * ARM}M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`, class: "p-ghost p-cross" });
}

/** The tool for a question that is answered with React or Hold. */
export function answering(desk, task) {
  const unit = () => desk.scene.unit(task.unit);
  const danger = () => (task.type === "Reacting" ? desk.ask("platoon/danger", { unit: task.unit }).answer : null);
  /** Whether going down helps nothing against these shots. */
  const vain = () => Boolean(danger()?.down && danger().stands) && effectWords(danger().down) === effectWords(danger().stands);
  /** What may be answered, first what Enter says. */
  const answers = () => desk.table.legal.filter((command) => ["React", "Hold"].includes(command.type)).sort((one, other) => (vain() ? (one.type > other.type) - (one.type < other.type) : 0));
  /** What the shots do after this answer. */
  const after = (command) => danger()?.[command.type === "Hold" ? "stands" : "down"];
  const answer = (command, at) => [
    sayButton(desk, command, [desk.table.offers.words(command), !at && h("kbd", {}, "Enter")], { class: at ? "" : "primary", id: command.type === "Hold" ? "p-hold" : "p-react" }),
    after(command) && h("p", { class: "p-effect" }, capital(effectWords(after(command)))),
  ];
  return {
    ...nothing,
    panel: () => [head(desk.scene), vain() && h("p", { class: "small", id: "p-vain" }, "Going down changes nothing about these shots."), h("div", { class: "p-answer" }, answers().map(answer)), unit() && card(unit(), desk.scene)],
    enters: () => true,
    confirm: () => desk.say(answers()[0]),
    over() {
      const from = desk.scene.unit(shooterOf(desk.scene)?.unit);
      const line = from?.place === "table" && unit()?.place === "table" && sightLine(from.at, unit().at, desk.scene, "aim");
      return [line, placeOf(task, desk.scene)];
    },
    states: (each) => (each.id === task.unit ? ["awaited"] : each.id === shooterOf(desk.scene)?.unit ? ["target"] : []),
    click: ({ unit: id }) => id && desk.select(id),
  };
}

/** The tool for picking one of some units. */
export function choosing(desk, task) {
  const among = () => desk.table.legal.filter((command) => command.type === "Choose");
  return {
    ...nothing,
    panel: () => [head(desk.scene), h("div", { class: "p-roll" }, among().map((command, index) => button([badge(desk.scene.unit(command.unit), 34), desk.scene.unit(command.unit).name, !index && h("kbd", {}, "Enter")], () => desk.say(command), { class: "p-pick", "data-command": "Choose" })))],
    states: (each) => (each.id === task.unit ? ["awaited"] : among().some((command) => command.unit === each.id) ? ["target"] : []),
    click({ unit }) {
      const command = among().find((each) => each.unit === unit);
      if (command) desk.say(command);
    },
    enters: () => among().length > 0,
    confirm: () => desk.say(among()[0]),
  };
}

/** The tool for keeping orders over the end of the turn. */
export function keeping(desk, task) {
  const offers = () => desk.table.legal.filter((command) => command.type === "Keep");
  const named = () => new Set(offers().flatMap((command) => command.units));
  const mayKeep = ({ facts, order }) => facts?.order === order && facts.may_keep;
  const able = () => desk.scene.side(task.side).filter((unit) => unit.alive && unit.order && (mayKeep(unit) || named().has(unit.id)));
  const chosen = new Set(offers().reduce((most, { units }) => (units.length > most.length ? units : most), []));
  const toggle = (id) => {
    if (chosen.has(id)) chosen.delete(id);
    else chosen.add(id);
    desk.refresh();
  };
  const row = (unit) =>
    h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", id: `p-keep-${unit.id}`, checked: chosen.has(unit.id), "data-keep": unit.id, onchange: () => toggle(unit.id) }),
      badge(unit, 26),
      h("span", {}, unit.name, h("small", {}, ` ${faceOf(unit.order).name}${unit.pins ? `, ${counted(unit.pins, "pin")}` : ""}`)),
    );
  const command = () => ({ type: "Keep", units: able().map((unit) => unit.id).filter((id) => chosen.has(id)) });
  return {
    ...nothing,
    panel: () => [
      head(desk.scene),
      h("p", { class: "small" }, "A unit that keeps its order keeps its die, so the bag holds one less. Who stays down loses pins."),
      h("div", { class: "p-keep" }, able().map(row)),
      lookedAt(desk),
      sayButton(desk, command(), [chosen.size ? `Keep ${counted(chosen.size, "order")}` : "Keep none", h("kbd", {}, "Enter")], { class: "primary", id: "p-go" }),
      everything(desk),
    ],
    states: (each) => (chosen.has(each.id) ? ["awaited"] : able().some((unit) => unit.id === each.id) ? ["ready"] : []),
    click: ({ unit }) => (able().some((each) => each.id === unit) ? toggle(unit) : desk.select(unit ?? null)),
    enters: () => true,
    confirm: () => desk.say(command()),
  };
}

/** The tool for a strike that goes astray, and for whatever has no tool of its own: buttons, places to point at, units to click. */
export function leading(desk, task) {
  const point = pointing(desk);
  const onto = (id) => desk.table.legal.find((command) => command.target && command.target === id);
  const picked = () => (point.active() ? null : onto(desk.selected));
  /** Who is taken by Enter: an enemy if there is one, else who is worth least. */
  const likeliest = () =>
    desk.scene.onTable().filter((unit) => onto(unit.id)).sort((one, other) => (one.side === desk.side) - (other.side === desk.side) || one.sheet.points - other.sheet.points)[0];
  const say = () => desk.say(picked());
  return {
    panel: () => [head(desk.scene), picked() && sayButton(desk, picked(), null, { class: "primary", id: "p-go" }), point.panel(), !point.active() && also(desk, (command) => command.type === "Detonate", "You may")],
    under: () => [],
    over: () => [placeOf(task, desk.scene), ...point.over()],
    states: (each) => (onto(each.id) ? ["target"] : []),
    hover: (where) => point.hover(where),
    leave: () => point.leave(),
    click: (where) => (point.active() ? point.click(where) : desk.select(where.unit ?? null)),
    tipFor: () => point.tipFor(),
    float: () => (picked() ? { spot: desk.scene.unit(desk.selected).at, label: "This one", run: say } : point.float()),
    enters: () => Boolean(picked() || likeliest() || point.offers()),
    confirm() {
      if (picked()) return say();
      if (point.active()) return point.confirm();
      const unit = likeliest();
      return unit ? desk.select(unit.id) : point.begin();
    },
    back: () => point.back(),
  };
}

/** The tool of who waits, looks back or watches: any unit can be looked at, with its reach and ranges if it is one's own. */
export function waiting(desk) {
  const unit = () => desk.selected && desk.scene.unit(desk.selected);
  return {
    panel: () => [waitingHead(desk.scene, desk.table.past !== null && desk.table.game.you.includes(desk.scene.expected?.player)), unit() ? card(unit(), desk.scene) : h("p", { class: "muted" }, "Click a unit to see its card, its ranges and how far it may go.")],
    under() {
      if (!unit() || unit().place !== "table") return [];
      const mine = unit().side === desk.side && desk.table.past === null && !desk.scene.outcome;
      const reach = mine ? desk.ask("platoon/reach", { unit: unit().id }).answer : null;
      return [fireArcs(unit(), desk.scene), reach && reachOutlines(reach.ways, desk.scene), weaponRings(unit(), desk.scene)];
    },
    over: () => [],
    states: (each) => (each.id === desk.scene.task?.unit ? ["awaited"] : []),
    click: ({ unit: id }) => desk.select(id ?? null),
  };
}
