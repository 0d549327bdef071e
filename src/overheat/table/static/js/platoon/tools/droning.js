/** Flying a drone: a place on the map, an altitude, and its load. */

import { button, h, s } from "../../dom.js";
import { PER_INCH, SCALE, distance, drawn, flat, length } from "../measure.js";
import { measure, placeDots, reachOutlines } from "../rings.js";
import { everything, head, holdButton, listed, verdictLine } from "../saying.js";

const LOADS = { ied: "Let the explosive go there", at_ied: "Let the load go on a vehicle: click the vehicle", loitering: "Dive and go off there" };

/** The tool for the flight of a drone. */
export function droning(desk, task) {
  const unit = () => desk.scene.unit(task.unit);
  const way = () => desk.ask("platoon/reach", { unit: task.unit }).answer?.ways[0] ?? null;
  const offered = desk.table.legal.find((command) => command.type === "FlyDrone");
  let height = Math.max(unit().drone.at[2], offered?.to[2] ?? 0);
  let hovered = null;
  let pinned = null;
  let target = null;
  let drop = false;
  let via = [];
  let turning = false;
  let verdict = null;

  const winged = () => Boolean(way()?.limits?.winged);
  const limits = () => way()?.limits ?? {};
  const armed = () => Boolean(limits().may_drop);
  const start = () => via.at(-1) ?? unit().drone.at;
  const lowest = () => Math.max(limits().lowest ?? 0, winged() ? unit().drone.at[2] / SCALE - limits().climb : 0);
  const highest = () => Math.min(limits().highest ?? height / SCALE, winged() ? unit().drone.at[2] / SCALE + limits().climb : Infinity);
  const command = (spot) => ({ type: "FlyDrone", to: [spot[0], spot[1], height], drop, target: drop ? target : null, via });

  function ask(spot) {
    const shown = () => (pinned ? desk.refresh() : desk.sketch());
    desk.ruler.ask(command(spot), (answer) => {
      verdict = answer;
      shown();
    });
    if (pinned) verdict = null;
    shown();
  }

  /** The place in reach towards a point: the altitude takes its part of the way, and wings fly all of it. */
  function within(spot) {
    const from = start();
    const most = left();
    if (most === null || (!winged() && distance(from, [spot[0], spot[1], height]) <= most)) return [spot[0], spot[1]];
    const rise = (height - from[2]) / SCALE;
    const level = Math.sqrt(Math.max(0, most * most - rise * rise)) - (winged() ? 0 : 0.02);
    const share = level / Math.max(flat(from, spot), 0.01);
    const part = winged() ? Math.round : Math.trunc;
    return [part(from[0] + (spot[0] - from[0]) * share), part(from[1] + (spot[1] - from[1]) * share)];
  }

  /** Inches that are left after the turns on the way. */
  function left() {
    const stops = [unit().drone.at, ...via];
    const flown = stops.slice(1).reduce((sum, stop, at) => sum + distance(stops[at], stop), 0);
    return way() ? Math.max(0, way().inches - flown) : null;
  }

  function pin(spot) {
    pinned = spot;
    ask(spot);
  }

  function setHeight(value) {
    height = Math.max(lowest(), Math.min(highest(), value)) * SCALE;
    if (pinned) ask((pinned = winged() ? within(pinned) : pinned));
    desk.refresh();
  }

  const confirm = () => pinned && desk.say(command(pinned));
  const words = () => `${drop ? "Fly and drop" : "Fly"} here, ${height / SCALE}″ high`;

  function turnHere() {
    turning = !turning;
    desk.refresh();
  }

  function addTurn(spot) {
    via = [...via, [spot[0], spot[1], unit().drone.at[2]]];
    [turning, pinned] = [false, null];
    desk.refresh();
  }

  const tool = {
    measures: true,
    panel() {
      return [
        head(desk.scene),
        way()?.refusal && verdictLine({ granted: false, refusal: way().refusal }),
        h("div", { class: "row" }, button([words(), h("kbd", {}, "Enter")], confirm, { id: "p-go", class: "primary", "data-command": "FlyDrone", disabled: !pinned || desk.table.busy || verdict?.granted === false }), holdButton(desk)),
        pinned && verdictLine(verdict),
        way() && h("p", { class: "small" }, winged() ? `With wings it flies all of its ${way().inches}″, straight but for ${limits().turns} turn${limits().turns === 1 ? "" : "s"}, and climbs or sinks up to ${limits().climb}″.` : `It flies ${way().inches}″ in all, climbing included.`),
        winged() && h("div", { class: "row" }, button(via.length ? `Turning on the way: ${via.length}` : "Turn on the way", turnHere, { id: "p-via", "aria-pressed": String(turning), title: "The next click on the table is a place to turn at (or Shift-click)" }), via.length > 0 && button("Undo turn", () => tool.back())),
        h("label", { class: "field" }, h("span", { class: "field-label" }, `Altitude: ${height / SCALE}″${lowest() ? "" : " (0 lands it)"}`), h("input", { type: "range", min: lowest(), max: highest(), value: height / SCALE, id: "p-altitude", onchange: (event) => setHeight(Number(event.target.value)) })),
        armed() && h("label", { class: "check" }, h("input", { type: "checkbox", id: "p-drop", checked: drop, onchange: (event) => ((drop = event.target.checked), pinned ? ask(pinned) : desk.refresh()) }), h("span", {}, LOADS[limits().payload] ?? "Let the load go there")),
        listed(desk, ["FlyDrone"], "Let the load go", (each) => each.drop),
        everything(desk),
      ];
    },
    under: () => [way() && reachOutlines([way()], desk.scene), way() && placeDots(way().places, desk.scene)],
    over() {
      const spot = pinned ?? hovered;
      if (!spot) return [];
      const { x, y } = drawn(spot, desk.scene.depth);
      const good = verdict ? verdict.granted : null;
      return [measure([unit().drone.at, ...via, spot], desk.scene, { inches: (pinned && verdict?.measure?.inches) ?? (way() ? way().inches - left() : 0) + distance(start(), [spot[0], spot[1], height]), allowed: way()?.inches ?? null, good }), s("circle", { cx: x, cy: y, r: 0.6 * PER_INCH, class: `p-ghost ${good === false ? "bad" : ""}` })];
    },
    hover({ spot, unit: id }) {
      if (pinned) return;
      target = id && desk.scene.unit(id)?.side !== unit().side ? id : null;
      hovered = within(spot);
      ask(hovered);
    },
    leave() {
      if (pinned) return;
      hovered = null;
      desk.sketch();
    },
    click({ spot, unit: id, place, event }) {
      const known = place !== null && !turning && way()?.places[place]?.command;
      if (known) {
        [height, drop, target, via] = [known.to[2], known.drop, known.target, known.via ?? []];
        return pin([known.to[0], known.to[1]]);
      }
      const enemy = id && desk.scene.unit(id);
      target = enemy && enemy.side !== unit().side ? id : null;
      if ((event?.shiftKey || turning) && winged()) addTurn(spot);
      else if (pinned && flat(pinned, spot) < 0.6) confirm();
      else pin(target && drop ? [enemy.at[0], enemy.at[1]] : within(spot));
      return undefined;
    },
    tipFor: () => (hovered && !pinned ? verdict : null),
    float: () => (pinned && verdict?.granted !== false ? { spot: pinned, from: unit().drone.at, label: `${words()}, ${length(verdict?.measure?.inches ?? distance(start(), [...pinned, height]))}`, run: confirm } : null),
    states: (each) => (each.id === task.unit ? ["awaited"] : []),
    confirm,
    back() {
      if (!pinned) via = via.slice(0, -1);
      pinned = null;
      desk.refresh();
    },
    raise: (step) => setHeight(height / SCALE + step),
  };
  return tool;
}
