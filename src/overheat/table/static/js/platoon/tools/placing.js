/** Setting up and coming on: a unit under the pointer, its heading, and the ways in which it need not stand on the table. */

import { counted } from "../../counting.js";
import { button, h } from "../../dom.js";
import { badge, card, cardHead } from "../card.js";
import { zones } from "../table/ground.js";
import { SCALE, bases, corners, flat, headingTo } from "../table/measure.js";
import { ghost } from "../table/pieces.js";
import { placeDots, reachOutlines } from "../table/rings.js";
import { measured } from "../table/ruler.js";
import { everything, head, holdButton, keysHint, sayButton, verdictLine } from "../saying.js";
import { INWARDS } from "../scene.js";
import { compass } from "../words.js";
import { onwards } from "./onwards.js";
import { suggestion } from "./suggesting.js";

/** What rounding to hundredths of an inch may add to a way, in inches. */
const SLACK = 0.02;

/**
 * What setting up and coming on share: a place, a heading, a ghost, a verdict. `commandFor(spot, heading)` makes the command,
 * `nearer(spot, verdict)` may name a place to take instead.
 */
function placer(desk, { unit, start, commandFor, word, nearer = () => null }) {
  let hovered = null;
  let pinned = null;
  let heading = start;
  let verdict = null;

  function ask(spot) {
    const command = commandFor(spot, heading);
    const shown = () => (pinned ? desk.refresh() : desk.sketch());
    desk.ruler.ask(command, (answer) => {
      const instead = pinned && nearer(spot, answer);
      if (instead) return tool.pin(instead);
      verdict = answer;
      return shown();
    });
    if (pinned) verdict = null;
    shown();
  }

  function bodies(spot) {
    const sheet = unit().sheet;
    const told = verdict?.measure;
    if (told?.bodies?.length && told.to?.[0] === spot[0] && told.to[1] === spot[1] && (told.heading ?? heading) === heading) return told.bodies;
    if (!sheet.men.length && unit().drone) return [{ at: spot, radius: 0.6 }];
    if (!unit().soft) return [{ at: spot, outline: corners(spot, sheet.width, sheet.length, heading) }];
    return bases(spot, unit());
  }

  /** Whether it matters where the unit looks: men without a weapon on a mount look everywhere. */
  const turns = () => unit() && (!unit().soft || unit().fixed);

  const tool = {
    pin(spot) {
      pinned = spot;
      ask(spot);
    },
    confirm: () => pinned && desk.say(commandFor(pinned, heading)),
    back() {
      if (!pinned) return false;
      pinned = null;
      verdict = null;
      desk.refresh();
      return true;
    },
    clear() {
      hovered = pinned = verdict = null;
    },
    /** Measure anew, since something besides the place has changed. */
    again() {
      if (pinned ?? hovered) ask(pinned ?? hovered);
      desk.refresh();
    },
    turn(step) {
      if (!turns()) return;
      heading = (((heading + step) % 360) + 360) % 360;
      tool.again();
    },
    hover({ spot }) {
      if (pinned || !unit()) return;
      hovered = spot;
      ask(spot);
    },
    leave() {
      if (pinned) return;
      hovered = null;
      desk.sketch();
    },
    click({ spot, event }) {
      if (!unit()) return;
      if (pinned && event?.shiftKey && turns()) heading = Math.round(headingTo(pinned, spot)) % 360;
      if (pinned && !event?.shiftKey && Math.hypot(pinned[0] - spot[0], pinned[1] - spot[1]) < 60) tool.confirm();
      else tool.pin(event?.shiftKey && pinned ? pinned : spot);
    },
    over() {
      const spot = pinned ?? hovered;
      if (!spot || !unit()) return [];
      return [ghost(unit(), bodies(spot), desk.scene, verdict && !verdict.granted ? "bad" : "")];
    },
    tipFor: () => (hovered && !pinned ? verdict : null),
    float: () => (pinned && verdict?.granted !== false ? { spot: pinned, label: word(), run: tool.confirm } : null),
    /** The parts of the panel for what is pinned. */
    controls() {
      return [
        h("div", { class: "row" }, button([word(), h("kbd", {}, "Enter")], tool.confirm, { id: "p-go", class: "primary", disabled: !pinned || desk.table.busy || verdict?.granted === false }), holdButton(desk)),
        pinned ? verdictLine(verdict) : h("p", { class: "small" }, "Click where it shall stand.", turns() && keysHint("Shift-click turns it, or Q and E.")),
        turns() && h("label", { class: "field" }, h("span", { class: "field-label" }, `Facing ${compass(heading)} (${heading}°)`), h("input", { type: "range", min: 0, max: 345, step: 15, value: heading, id: "p-heading", onchange: (event) => tool.turn(Number(event.target.value) - heading) })),
      ];
    },
  };
  return tool;
}

/** The tool for setting up before the battle. */
export function deploying(desk, task) {
  const zone = desk.scene.zones[task.side];
  const waiting = () => desk.scene.side(task.side).filter((each) => each.place === "waiting");
  const unit = () => waiting().find((each) => each.id === desk.selected) ?? null;
  const tool = placer(desk, { unit, start: INWARDS[zone.edge], word: () => "Set up here", commandFor: (spot, heading) => ({ type: "Deploy", unit: desk.selected, at: [spot[0], spot[1], (unit()?.facts?.heights?.start ?? 0) * SCALE], heading, aboard: null, flank: "" }) });
  let offered = { id: null, list: [] };

  /** Reserve, outflanking and transports, as far as the rules allow them. */
  function elsewhere() {
    const id = `${desk.selected} ${desk.table.step}`;
    if (offered.id !== id) {
      offered = { id, list: [] };
      const mine = offered;
      const plain = (rest) => ({ type: "Deploy", unit: desk.selected, at: null, heading: 0, aboard: null, flank: "", ...rest });
      const riders = desk.scene.side(task.side).filter((each) => each.place === "table" && each.sheet.seats > 0 && unit()?.soft);
      const wanted = [["In reserve", plain({})], ["Outflank left", plain({ flank: "left" })], ["Outflank right", plain({ flank: "right" })], ...riders.map((each) => [`Aboard ${each.name}`, plain({ aboard: each.id })])];
      Promise.all(wanted.map(async ([label, command]) => ({ label, command, verdict: await measured(desk.table, command) }))).then((all) => {
        mine.list = all.filter((each) => each.verdict?.granted);
        if (offered === mine) desk.refresh();
      });
    }
    return offered.list;
  }

  /** Point at a fair place for a unit, unless another is chosen or a place is clicked meanwhile. */
  async function pointed(chosen) {
    const found = await suggestion(desk, task.side, chosen);
    if (desk.selected !== chosen.id || tool.float()) return undefined;
    return found?.at ? tool.pin(found.at) : found && desk.say(found);
  }

  return {
    ...tool,
    get measures() {
      return Boolean(unit());
    },
    panel() {
      const left = waiting();
      const chosen = unit();
      return [
        head(desk.scene),
        h("div", { class: "row" }, button(desk.automatic ? "Stop setting up" : ["Set up the rest for me", !chosen && h("kbd", {}, "Enter")], () => desk.automate(!desk.automatic), { id: "p-auto", "aria-pressed": String(Boolean(desk.automatic)) })),
        chosen && button("‹ other unit", () => desk.select(null), { class: "quiet p-all", id: "p-other" }),
        chosen && h("div", { class: "p-card" }, cardHead(chosen)),
        !chosen && h("div", { class: "p-roll" }, left.map((each) => button([badge(each, 34), h("span", {}, each.name, h("small", {}, each.sheet.seats ? `seats ${each.sheet.seats}` : each.men.length ? counted(each.men.length, "man") : each.sheet.quality))], () => desk.select(each.id), { "data-pick": each.id, class: "p-pick" }))),
        chosen && [tool.controls(), h("div", { class: "row" }, elsewhere().map(({ label, command }) => sayButton(desk, command, label))), h("details", { class: "p-about" }, h("summary", {}, `About ${chosen.name}`), card(chosen, desk.scene))],
        everything(desk),
      ];
    },
    under: () => zones(desk.scene, task.side),
    states: (each) => (each.side === task.side ? [] : ["spent"]),
    click(where) {
      if (!unit() && waiting().length) desk.select(waiting()[0].id);
      tool.click(where);
    },
    chosen: () => tool.clear(),
    next(step = 1) {
      const ids = waiting().map((each) => each.id);
      if (ids.length) desk.select(ids[(ids.indexOf(desk.selected) + step + ids.length) % ids.length]);
    },
    suggest: () => suggestion(desk, task.side),
    enters: () => true,
    /** Set up what is pointed at; point at a fair place for what is chosen; before anything is chosen, set up all the rest. */
    confirm: () => (tool.float() ? tool.confirm() : desk.automatic ? undefined : unit() ? pointed(unit()) : desk.automate(true)),
  };
}

/** The tool for coming on from reserve and for getting out of a transport. */
export function arriving(desk, task) {
  const unit = () => desk.scene.unit(task.unit);
  const way = () => desk.ask("platoon/reach", { unit: task.unit }).answer?.ways[0] ?? null;
  const first = desk.table.legal.find((command) => command.type === "Place");
  let height = first?.at[2] ?? 0;
  const limits = () => unit().facts?.heights ?? { lowest: height / SCALE, highest: height / SCALE };
  const setHeight = (inches) => {
    height = Math.max(limits().lowest, Math.min(limits().highest, inches)) * SCALE;
    tool.again();
  };
  /** Out of a transport, a place beyond reach means as far as it goes towards it: nearer by what is too much. */
  function nearer(spot, { granted, measure }) {
    const { from, inches, allowed } = measure ?? {};
    if (granted || task.doing !== "disembark" || !from || !allowed || inches <= allowed) return null;
    const far = flat(from, spot);
    const share = (far - (inches - allowed) - SLACK) / far;
    return share > 0 ? [0, 1].map((at) => Math.round(from[at] + (spot[at] - from[at]) * share)) : null;
  }

  const tool = placer(desk, { unit, start: first?.heading ?? unit().heading, word: () => (task.doing === "arrive" ? "Come on here" : "Get out here"), nearer, commandFor: (spot, heading) => ({ type: "Place", at: [spot[0], spot[1], height], heading }) });
  return {
    ...tool,
    measures: true,
    panel() {
      const found = way();
      return [
        head(desk.scene),
        tool.controls(),
        height > 0 && h("label", { class: "field" }, h("span", { class: "field-label" }, `Altitude: ${height / SCALE}″`), h("input", { type: "range", min: limits().lowest, max: limits().highest, value: height / SCALE, id: "p-altitude", onchange: (event) => setHeight(Number(event.target.value)) })),
        found && h("p", { class: "small" }, `Up to ${found.inches}″ ${found.limits?.edge ? `from the ${found.limits.edge} edge` : "from the transport"}.`),
        everything(desk),
      ];
    },
    under: () => [way() && reachOutlines([way()], desk.scene), way() && placeDots(way().places, desk.scene)],
    enters: () => !tool.float(),
    /** Point at the place that lies nearest to what it goes for; what is pointed at is done. */
    confirm() {
      if (tool.float()) return tool.confirm();
      const place = onwards(unit(), way()?.places ?? [], desk.scene);
      return place ? tool.pin(place.at) : way() && document.querySelector("#p-hold")?.focus();
    },
    click(where) {
      const place = where.place !== null && way()?.places[where.place];
      if (place) tool.pin(place.at);
      else tool.click(where);
    },
    states: () => [],
    raise(step) {
      if (height) setHeight(height / SCALE + step);
    },
  };
}
