/** Flying a drone: a place on the map, an altitude, and its load. */

import { counted } from "../../counting.js";
import { button, h, s } from "../../dom.js";
import { PER_INCH, SCALE, distance, drawn, flat, length } from "../table/measure.js";
import { measure, placeDots, reachOutlines } from "../table/rings.js";
import { everything, head, holdButton, listed, verdictLine } from "../saying.js";
import { onwards } from "./onwards.js";

const LOADS = { ied: "Let the explosive go there", at_ied: "Let the load go on a vehicle: click the vehicle", loitering: "Dive and go off there" };

/** Inches that a drone with wings flies on at least after a turn. */
const LAST = 1;

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
  const home = () => unit().drone.at;
  const start = () => via.at(-1) ?? home();
  const lowest = () => Math.max(limits().lowest ?? 0, winged() ? home()[2] / SCALE - limits().climb : 0);
  const highest = () => Math.min(limits().highest ?? height / SCALE, winged() ? home()[2] / SCALE + limits().climb : Infinity);
  const command = (spot) => ({ type: "FlyDrone", to: [spot[0], spot[1], height], drop, target: drop ? target : null, via: turns() });

  function ask(spot) {
    const shown = () => (pinned ? desk.refresh() : desk.sketch());
    desk.ruler.ask(command(spot), (answer) => {
      verdict = answer;
      shown();
    });
    if (pinned) verdict = null;
    shown();
  }

  /** Inches of the map that the whole flight covers: the climb takes its part of it. */
  function level() {
    const rise = (height - home()[2]) / SCALE;
    return Math.sqrt(Math.max(0, way().inches ** 2 - rise ** 2));
  }

  /** Inches of the map from the start by way of the turns. */
  const flown = () => [home(), ...via].reduce((sum, stop, at, stops) => sum + (at ? flat(stops[at - 1], stop) : 0), 0);

  /** The turns on the way, each as high as an even climb is there. */
  function turns() {
    let far = 0;
    return via.map((stop, at) => {
      far += flat(via[at - 1] ?? home(), stop);
      return [...stop, Math.round(home()[2] + ((height - home()[2]) * far) / level())];
    });
  }

  /** The place in reach towards a point; wings fly all of the way, so they go on beyond a near one. */
  function within(spot) {
    const from = start();
    if (!way() || (!winged() && distance(from, [spot[0], spot[1], height]) <= way().inches)) return [spot[0], spot[1]];
    return along(from, spot, winged() ? Math.max(0, level() - flown()) : level() - 0.02);
  }

  /** The place so many inches from one towards another. */
  function along(from, spot, inches) {
    const share = inches / Math.max(flat(from, spot), 0.01);
    const part = winged() ? Math.round : Math.trunc;
    return [part(from[0] + (spot[0] - from[0]) * share), part(from[1] + (spot[1] - from[1]) * share)];
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

  /** Point at the place that lies nearest to what its team goes for, or stay; what is pointed at is done. */
  function confirm() {
    if (pinned) return desk.say(command(pinned));
    const place = onwards({ ...unit(), at: home() }, (way()?.places ?? []).filter((each) => !each.command.drop), desk.scene);
    return place ? take(place.command) : way() && document.querySelector("#p-hold")?.focus();
  }

  /** Point at a place of the server's. */
  function take(known) {
    [height, drop, target, via] = [known.to[2], known.drop, known.target, (known.via ?? []).map(([x, y]) => [x, y])];
    pin([known.to[0], known.to[1]]);
  }
  const words = () => `${drop ? "Fly and drop" : "Fly"} here, ${height / SCALE}″ high`;

  function turnHere() {
    turning = !turning;
    desk.refresh();
  }

  /** Turn at a place, with something left to fly after it. */
  function addTurn(spot) {
    const most = Math.max(0, level() - flown() - LAST);
    via = [...via, along(start(), spot, Math.min(most, flat(start(), spot)))];
    [turning, pinned, hovered] = [false, null, null];
    desk.refresh();
  }

  const mayTurn = () => winged() && via.length < limits().turns;

  function undoTurn() {
    via = via.slice(0, -1);
    [pinned, turning, hovered] = [null, false, null];
    desk.refresh();
  }

  return {
    measures: true,
    panel() {
      return [
        head(desk.scene),
        way()?.refusal && verdictLine({ granted: false, refusal: way().refusal }),
        h("div", { class: "row" }, button([words(), h("kbd", {}, "Enter")], confirm, { id: "p-go", class: "primary", "data-command": "FlyDrone", disabled: !pinned || desk.table.busy || verdict?.granted === false }), holdButton(desk)),
        pinned && verdictLine(verdict),
        way() && h("p", { class: "small" }, winged() ? `With wings it flies all of its ${way().inches}″, straight but for ${counted(limits().turns, "turn")}, and climbs or sinks up to ${limits().climb}″.` : `It flies ${way().inches}″ in all, climbing included.`),
        winged() && h("div", { class: "row" }, button(via.length ? "Turn once more on the way" : "Turn on the way", turnHere, { id: "p-via", "aria-pressed": String(turning), disabled: !mayTurn() }), via.length > 0 && button("Undo turn", undoTurn, { id: "p-unturn" })),
        turning && h("p", { class: "small" }, "Click where it turns; the next click after that is where it goes."),
        !turning && !pinned && via.length > 0 && h("p", { class: "small" }, `${via.length} of ${counted(limits().turns, "turn")} on the way, ${length(Math.max(0, level() - flown()))} to go: click the way it flies on.`),
        h("label", { class: "field" }, h("span", { class: "field-label" }, `Altitude: ${height / SCALE}″${lowest() ? "" : " (0 lands it)"}`), h("input", { type: "range", min: lowest(), max: highest(), value: height / SCALE, id: "p-altitude", onchange: (event) => setHeight(Number(event.target.value)) })),
        armed() && h("label", { class: "check" }, h("input", { type: "checkbox", id: "p-drop", checked: drop, onchange: (event) => ((drop = event.target.checked), pinned ? ask(pinned) : desk.refresh()) }), h("span", {}, LOADS[limits().payload] ?? "Let the load go there")),
        listed(desk, ["FlyDrone"], "Let the load go", (each) => each.drop),
        everything(desk),
      ];
    },
    under: () => [way() && reachOutlines([way()], desk.scene), way() && placeDots(way().places, desk.scene)],
    over() {
      const spot = pinned ?? hovered;
      if (!spot) return via.length ? [measure([home(), ...via], desk.scene)] : [];
      const { x, y } = drawn(spot, desk.scene.depth);
      const good = verdict ? verdict.granted : null;
      const stops = [home(), ...turns(), [...spot, height]];
      const inches = stops.slice(1).reduce((sum, stop, at) => sum + distance(stops[at], stop), 0);
      return [measure(stops, desk.scene, { inches: (pinned && verdict?.measure?.inches) ?? inches, allowed: way()?.inches ?? null, good }), s("circle", { cx: x, cy: y, r: 0.6 * PER_INCH, class: `p-ghost ${good === false ? "bad" : ""}` })];
    },
    hover({ spot, unit: id }) {
      if (pinned) return;
      target = id && desk.scene.unit(id)?.side !== unit().side ? id : null;
      hovered = turning ? null : within(spot);
      if (hovered) ask(hovered);
    },
    leave() {
      if (pinned) return;
      hovered = null;
      desk.sketch();
    },
    click({ spot, unit: id, place, event }) {
      const known = place !== null && !turning && way()?.places[place]?.command;
      if (known) return take(known);
      const enemy = id && desk.scene.unit(id);
      target = enemy && enemy.side !== unit().side ? id : null;
      if ((event?.shiftKey || turning) && mayTurn()) addTurn(spot);
      else if (pinned && flat(pinned, spot) < 0.6) confirm();
      else pin(target && drop ? [enemy.at[0], enemy.at[1]] : within(spot));
      return undefined;
    },
    tipFor: () => (hovered && !pinned ? verdict : null),
    float: () => (pinned && verdict?.granted !== false ? { spot: pinned, from: home(), label: verdict?.measure?.inches ? `${words()}, ${length(verdict.measure.inches)}` : words(), run: confirm } : null),
    states: (each) => (each.id === task.unit ? ["awaited"] : []),
    enters: () => !pinned,
    confirm,
    back() {
      if (!pinned && !turning && !via.length) return false;
      if (!pinned && !turning) undoTurn();
      [pinned, turning] = [null, false];
      desk.refresh();
      return true;
    },
    raise: (step) => setHeight(height / SCALE + step),
  };
}
