/** Shooting: targets, each volley with its numbers explained and what it is likely to do, and what is done in its place. */

import { button, h } from "../../dom.js";
import { chance, refusal, tally } from "../../explain.js";
import { length } from "../table/measure.js";
import { templateAt } from "../table/pieces.js";
import { fireArcs, sightLine, weaponRings } from "../table/rings.js";
import { everything, head, holdButton, listed, sayButton } from "../saying.js";
import { pointing } from "./pointing.js";
import { bestFirst, effectWords, hopeless, targetList } from "./targets.js";

/** Everything else that may be said is done in place of shooting. */
const ELSEWHERE = ["Shoot", "Hold", "Detonate"];

/** The tool for a unit that shoots. */
export function shooting(desk, task) {
  const unit = () => desk.scene.unit(task.unit);
  const shots = () => desk.table.legal.filter((command) => command.type === "Shoot");
  const instead = () => desk.table.legal.filter((command) => !ELSEWHERE.includes(command.type));
  const types = () => [...new Set(instead().map((command) => command.type))];
  const placed = (command) => Boolean(command.at ?? command.to);
  const meant = (command) => command.target || command.vehicle || null;
  const others = (id) => instead().filter((command) => id && meant(command) === id);
  const targets = () => [...new Set([...shots().flatMap((command) => command.volleys.map((volley) => volley.target)), ...instead().map(meant).filter(Boolean)])];
  let target = task.against ?? null;
  const point = pointing(desk);

  const vain = (id) => Boolean(id) && hopeless(desk, task.unit, id);
  const aimed = () => (target && targets().includes(target) ? target : targets().length === 1 ? targets()[0] : target);

  function panel() {
    const at = aimed();
    if (point.active()) return [head(desk.scene), point.panel(), everything(desk)];
    return [
      head(desk.scene),
      at && desk.scene.unit(at) ? [targets().length > 1 && button(`‹ other target (${targets().length})`, () => choose(null), { class: "quiet p-all", id: "p-other" }), others(at).map((command, index) => sayButton(desk, command, [desk.table.offers.words(command), !index && h("kbd", {}, "Enter")], { class: "primary", id: index ? null : "p-instead" })), aim(desk.scene.unit(at))] : targetList(desk, task.unit, targets(), (id) => choose(id, true)),
      point.panel(!targets().length),
      listed(desk, types(), "In place of shooting", (command) => !placed(command) && !others(at).includes(command)),
      listed(desk, types(), "Places for that", placed, 0),
      h("div", { class: "row" }, holdButton(desk, holds(at) ? { class: "primary" } : {}, holds(at) && h("kbd", {}, "Enter"))),
      everything(desk),
    ];
  }

  /** Take a target, or none; `centre` brings it into sight. */
  function choose(id, centre = false) {
    target = id;
    point.stop();
    desk.select(id, { centre });
    desk.refresh();
  }

  /** Point at what promises most, then fire. */
  function confirm() {
    if (point.active()) return point.confirm();
    const at = aimed();
    if (at) return (document.querySelector("#p-instead") ?? document.querySelector(vain(at) ? "#p-hold" : "#p-fire"))?.click();
    const best = bestFirst(desk, task.unit, targets())[0];
    if (best) return choose(best);
    if (targets().length) return undefined;
    return point.offers() ? point.begin() : document.querySelector("#p-hold")?.focus();
  }

  function aim(enemy) {
    const ready = shots().filter((command) => command.volleys[0].target === enemy.id);
    if (enemy.side === task.side || (!ready.length && others(enemy.id).length)) return null;
    const found = desk.ask("platoon/shots", { unit: task.unit, target: enemy.id });
    if (found.failed) return [h("p", { class: "p-verdict no" }, refusal(found.failed)), fireButtons(enemy.id, ready.map((command) => ({ command, words: desk.table.offers.words(command) })))];
    if (!found.answer) return h("p", { class: "muted" }, "reckoning the shots…");
    const told = found.answer;
    const sight = [length(told.distance), told.cover && told.cover !== "none" ? `${told.cover} cover` : "in the open", told.facing && `its ${told.facing}`].filter(Boolean).join(", ");
    const may = told.volleys.filter((volley) => !volley.refusal);
    const fullest = told.commands?.length ? told.commands : ready.map((command) => ({ command, words: desk.table.offers.words(command) }));
    const same = (one, other) => JSON.stringify(one.volleys) === JSON.stringify(other.volleys);
    const alone = may.filter((volley) => volley.command && !fullest.some(({ command }) => same(command, volley.command)));
    const offers = [...fullest, ...alone.map(({ command, label }) => ({ command, label }))];
    const not = told.volleys.filter((volley) => volley.refusal);
    return [
      h("p", { class: "p-aim" }, h("b", {}, enemy.name), ` ${sight}`),
      fireButtons(enemy.id, offers),
      may.map(volleyCard),
      not.length > 0 && h("details", { class: "p-not" }, h("summary", {}, `Cannot fire (${not.length})`), h("ul", {}, not.map((volley) => h("li", {}, `${volley.label}: `, refusal(volley.refusal))))),
    ];
  }

  /** Whether Enter fires at a target, where that can do harm and nothing is done in its place; and whether it holds fire. */
  const first = (id) => !vain(id) && !others(id).length;
  const holds = (id) => vain(id) && !others(id).length;

  /** What may be fired at a target; the first is what Enter says, if it fires. */
  /** The templates of what may be fired at a target, each size once: they all lie where the first does. */
  function templates(enemy) {
    const told = enemy.side === task.side ? null : desk.ask("platoon/shots", { unit: task.unit, target: enemy.id }).answer;
    const laid = (told?.volleys ?? []).map((volley) => volley.template).filter(Boolean);
    return laid.filter((each, index) => laid.findIndex(({ radius }) => radius === each.radius) === index).map((each) => templateAt(each, desk.scene));
  }

  function fireButtons(id, offers) {
    return h("div", { class: "p-lines" }, offers.map(({ command, label, words, effect: joint }, index) => [
      sayButton(desk, command, [words ?? `Fire: ${label}`, !index && first(id) && h("kbd", {}, "Enter")], { class: index || !first(id) ? "p-line" : "primary", id: index ? null : "p-fire" }),
      command.volleys.length > 1 && joint && h("p", { class: "p-effect p-joint" }, "Together: ", effectWords(joint)),
    ]));
  }

  return {
    panel,
    get measures() {
      return point.active();
    },
    under() {
      const from = unit();
      return from?.place === "table" ? [fireArcs(from, desk.scene), desk.ranges && weaponRings(from, desk.scene)] : [];
    },
    over() {
      const enemy = aimed() && desk.scene.unit(aimed());
      const lines = enemy && unit() ? [sightLine(unit().at, enemy.at, desk.scene, "aim")] : [];
      return [...lines, enemy && !point.active() && templates(enemy), point.over()];
    },
    hover: (where) => point.hover(where),
    leave: () => point.leave(),
    click(where) {
      if (point.active()) return point.click(where);
      if (where.unit) choose(where.unit);
      return undefined;
    },
    tipFor: () => point.tipFor(),
    float: () => point.float(),
    states: (each) => (each.id === task.unit ? ["awaited"] : each.id === aimed() ? ["target", "aimed"] : targets().includes(each.id) ? ["target"] : []),
    enters: () => true,
    confirm,
    back: () => point.back(),
    next(step = 1) {
      const ids = targets();
      if (ids.length) choose(ids[(ids.indexOf(aimed()) + step + ids.length) % ids.length]);
    },
  };
}

/** A volley with its parts, its damage and its likely effect. */
function volleyCard(volley) {
  return h(
    "article",
    { class: "p-volley" },
    h("h4", {}, volley.label),
    volley.parts.map((part) =>
      h(
        "details",
        { class: "p-part" },
        h("summary", {}, h("span", {}, `${part.guns > 1 ? `${part.guns} × ` : ""}${part.name}, ${part.shots} shot${part.shots === "1" ? "" : "s"}${part.guns > 1 ? " each" : ""}`), h("b", {}, part.score > 6 ? "6, then 6" : `${part.score}+`), chance(part.probability)),
        tally(part.to_hit.terms, { total: part.to_hit.total, label: "or more on a die" }),
      ),
    ),
    volley.damage && damage(volley.damage),
    volley.effect && effect(volley.effect),
    volley.silent && h("p", { class: "small muted p-silent" }, `not in reach or sight: ${volley.silent}`),
  );
}

function damage(told) {
  const rows = (told.results ?? []).map((row) => h("li", {}, `${row.label} `, chance(row.chance)));
  return h("details", { class: "p-part" }, h("summary", {}, h("span", {}, told.label), told.probability && chance(told.probability)), told.pen && tally(told.pen.terms, { total: told.pen.total, label: `penetration, against ${told.damage_value}` }), rows.length > 0 && h("ul", { class: "p-facts" }, rows));
}

function effect(told) {
  return h("p", { class: "p-effect" }, effectWords(told));
}
