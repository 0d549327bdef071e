/** Commands that name a place of their own choice: smoke, shells, devices, strikes, dives. One points at the table and confirms. */

import { button, h, s } from "../../dom.js";
import { PER_INCH, ahead, drawn, flat, headingTo, turned } from "../table/measure.js";
import { templateAt } from "../table/pieces.js";
import { verdictLine } from "../saying.js";
import { armName } from "../words.js";

const CLOSE = 0.4;
/** Inches around a place in which enemies speak for it. */
const NEAR = 6;
const ARM = 9;

/** Commands with which the ground is meant and not a unit that stands there. */
const ON_THE_GROUND = new Set(["ThrowSmoke", "Lay"]);
/** Commands of moves, which have tools of their own. */
const MOVES = new Set(["Deploy", "Walk", "Place", "FlyDrone"]);

/** The field of a command that holds its place; null where it has none. */
const fieldOf = (command) => (MOVES.has(command.type) ? null : ["at", "to"].find((field) => Array.isArray(command[field])) ?? null);

/** A tool inside other tools; it offers itself where the server lists a command with a place. */
export function pointing(desk) {
  let sample = null;
  let spots = [];
  let hovered = null;
  let verdict = null;
  let single = false;

  const samples = () => {
    const found = new Map();
    for (const command of desk.table.legal) {
      const key = [command.type, command.kind, command.arm, command.round].join(":");
      if (fieldOf(command) && !found.has(key)) found.set(key, command);
    }
    return [...found.values()];
  };
  const title = (command) => desk.table.offers.title(command);

  /** What is pointed for, told from what else could be by its weapon, its round and its kind. */
  function label(command) {
    const which = [command.arm !== undefined && armName(command.arm, desk.scene), command.round, command.kind].filter(Boolean).join(", ");
    return `${title(command)}${which ? ` (${which.replaceAll("_", " ")})` : ""} where I point`;
  }
  const several = () => sample.type === "ThrowSmoke";
  const most = () => (several() ? sample.at.length : 1);
  const placed = () => spots.length >= most();
  /** The places of a throw around one of them: as the server's own lie, turned away from the thrower. */
  function around(spot) {
    const from = desk.scene.unit(desk.scene.task.unit)?.at ?? spot;
    const middle = sample.at[Math.floor(sample.at.length / 2)];
    const turn = turned(headingTo(from, spot) - headingTo(from, middle));
    return sample.at.map((each) => ahead(spot, headingTo(middle, each) + turn, flat(middle, each)).with(2, 0));
  }

  const high = () => (several() ? 0 : sample[fieldOf(sample)][2] ?? 0);
  const command = (list = spots) => ({ ...sample, [fieldOf(sample)]: several() ? list : list[0] });

  /** The place that is meant: that of the unit under the pointer, or what lies under it. */
  function meant({ spot, unit: id }) {
    const unit = id && !ON_THE_GROUND.has(sample.type) ? desk.scene.unit(id) : null;
    const [x, y] = unit?.place === "table" ? unit.at : spot;
    return [x, y, high()];
  }

  function ask(list) {
    desk.ruler.ask(command(list), (answer) => {
      verdict = answer;
      if (spots.length) desk.refresh();
      else desk.sketch();
    });
  }

  /** How far it may be from where it is measured. */
  function limit() {
    const { from, allowed } = verdict?.measure ?? {};
    if (!from || !allowed) return null;
    const { x, y } = drawn(from, desk.scene.depth);
    return s("circle", { cx: x, cy: y, r: allowed * PER_INCH, class: "p-limit" });
  }

  /** How many enemies stand within reach of a template around a place. */
  const crowd = (at) => desk.scene.onTable().filter((unit) => unit.side !== desk.side && flat(unit.at, at) <= NEAR).length;

  /** A place to begin with: of those that the server lists, the one with the most enemies about it. */
  function suggest() {
    const listed = desk.table.legal.filter((each) => each.type === sample.type && each.kind === sample.kind && each.arm === sample.arm && each.round === sample.round);
    const at = (each) => [each[fieldOf(each)]].flat(several() ? 1 : 0)[0];
    const best = listed.reduce((found, each) => (crowd(at(each)) > crowd(at(found)) ? each : found));
    spots = several() ? best[fieldOf(best)] : [best[fieldOf(best)]];
    verdict = null;
    ask(spots);
    desk.refresh();
  }

  const tool = {
    active: () => sample !== null,
    /** Whether there is anything to point at. */
    offers: () => samples().length > 0,
    /** Take up the first of what may be pointed at, with a place to begin with. */
    begin() {
      sample = samples()[0];
      suggest();
    },
    stop() {
      sample = null;
      spots = [];
      hovered = verdict = null;
      desk.refresh();
    },
    /** Stop, if anything is being pointed at. */
    back() {
      if (!sample) return false;
      tool.stop();
      return true;
    },
    /** What may be pointed at, or how far that has come; `usual` where Enter takes up the first. */
    panel(usual = false) {
      const offers = samples();
      if (!offers.length) return null;
      if (!sample) return h("div", { class: "p-lines" }, offers.map((each, index) => button([label(each), usual && !index && h("kbd", {}, "Enter")], () => ((sample = each), desk.refresh()), { class: "p-line", "data-point": each.type })));
      const inches = verdict?.measure?.inches;
      return h(
        "section",
        {},
        h("p", { class: "small" }, `${label(sample)}${most() > 1 ? (single ? `: click ${most()} places, one by one.` : `: one click places all ${most()}.`) : ": click on the table."}`),
        several() && button("One by one", () => ((single = !single), (spots = []), (verdict = null), desk.refresh()), { "aria-pressed": String(single), id: "p-single" }),
        spots.length > 0 && (placed() ? verdictLine(verdict) : h("p", { class: "p-verdict muted" }, `${spots.length} of ${most()} placed`)),
        placed() && inches !== undefined && inches !== null && h("p", { class: "small" }, `${Math.round(inches * 10) / 10}″ away${verdict.measure.allowed ? `, ${verdict.measure.allowed}″ allowed` : ""}`),
        h("div", { class: "row" }, button(title(sample), tool.confirm, { id: "p-go", class: "primary", "data-command": sample.type, disabled: !placed() || desk.table.busy || verdict?.granted === false }), button("Never mind", tool.stop, { id: "p-never" })),
      );
    },
    over() {
      if (!sample) return [];
      const next = hovered && !placed() ? [hovered] : [];
      const template = verdict?.measure?.template;
      return [limit(), template && templateAt(template, desk.scene), ...[...spots, ...(several() && !single && next.length ? around(hovered) : next)].map((spot) => {
        const { x, y } = drawn(spot, desk.scene.depth);
        return s("path", { d: `M${x - ARM} ${y}h${2 * ARM}M${x} ${y - ARM}v${2 * ARM}M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0`, class: `p-ghost p-cross ${verdict?.granted === false ? "bad" : ""}` });
      })];
    },
    hover(where) {
      if (!sample) return;
      hovered = meant(where);
      if (!placed() && (!several() || !single)) ask(several() ? around(hovered) : [hovered]);
      desk.sketch();
    },
    leave() {
      hovered = null;
      if (sample) desk.sketch();
    },
    click(where) {
      const spot = meant(where);
      if (placed() && flat(spots.at(-1), spot) < CLOSE) return tool.confirm();
      if (several() && !single) spots = around(spot);
      else spots = placed() ? [spot] : [...spots, spot];
      verdict = null;
      if (placed()) ask(spots);
      desk.refresh();
      return undefined;
    },
    tipFor: () => (sample && hovered && !spots.length ? verdict : null),
    float: () => (sample && placed() && verdict?.granted !== false ? { spot: spots.at(-1), label: title(sample), run: tool.confirm } : null),
    confirm: () => sample && (placed() ? desk.say(command()) : suggest()),
  };
  return tool;
}
