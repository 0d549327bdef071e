/** Vehicles and helicopters: legs of a pivot and inches ahead, one click each; helicopters also climb and sink. */

import { counted } from "../../counting.js";
import { button, h } from "../../dom.js";
import { SCALE, corners, driven, flat, headingTo, length, turned } from "../table/measure.js";
import { ghost } from "../table/pieces.js";
import { measure, placeDots, reachOutlines } from "../table/rings.js";
import { everything, head, holdButton, keysHint, verdictLine } from "../saying.js";
import { onwards } from "./onwards.js";

const STRAIGHT = 4;
const STEP = 0.25;
const STEER = 45;

/** The tool for `Drive` (kind "drive") or `Fly` (kind "fly"). */
export function driving(desk, task, kind) {
  let legs = [];
  let next = null;
  let up = 0;
  let verdict = null;

  const unit = () => desk.scene.unit(task.unit);
  const way = () => desk.ask("platoon/reach", { unit: task.unit }).answer?.ways[0] ?? null;
  const limits = () => way()?.limits ?? {};
  const most = () => (kind === "fly" ? limits().turns : limits().pivots) ?? Infinity;
  const widest = () => (kind === "fly" ? limits().turn_degrees : limits().pivot_degrees) ?? 0;
  const pivotsUsed = (list) => list.filter(([pivot]) => pivot).length;
  const command = (list = legs) => (kind === "fly" ? { type: "Fly", legs: list, up } : { type: "Drive", legs: list });
  const stuck = () => Boolean(way()?.refusal);
  const ready = () => Boolean(legs.length || up);
  /** Places to go to with one leg, as high as it is. */
  const level = () => way()?.places.filter((place) => place.inches > 0 && !place.command.up) ?? [];

  /** The leg from the end of the way so far to a place. */
  function legTo({ spot, piece, event }) {
    const now = driven(unit().at, unit().heading, legs);
    const far = flat(now.at, spot);
    let pivot = Math.round(turned(headingTo(now.at, spot) - now.heading));
    if (kind === "drive" && !legs.length && Math.abs(pivot) > 120 && limits().reverse) return [0, -Math.min(Math.floor(along(now, spot) / -STEP) * STEP, limits().reverse)];
    if (Math.abs(pivot) < STRAIGHT || pivotsUsed(legs) >= most()) pivot = 0;
    pivot = Math.max(-widest(), Math.min(widest(), pivot));
    if (event.shiftKey) return [pivot, 0];
    const reach = pivot === 0 ? Math.max(0, along(now, spot)) : far * Math.max(0.1, Math.cos(((turned(headingTo(now.at, spot) - now.heading) - pivot) * Math.PI) / 180));
    return [pivot, Math.floor(Math.min(reach, left(onRoad(piece))) / STEP) * STEP];
  }

  /** Inches ahead of a nose that a place lies. */
  function along(now, spot) {
    return flat(now.at, spot) * Math.cos(((headingTo(now.at, spot) - now.heading) * Math.PI) / 180);
  }

  /** Whether a road lies there that may be followed farther. */
  const onRoad = (piece) => Boolean(limits().road_doubles) && desk.scene.pieces[piece]?.kind === "road";

  /** Inches that are left, as far as it goes on a road all the way or elsewhere. */
  function left(road) {
    const used = legs.reduce((sum, [, inches]) => sum + Math.abs(inches), 0);
    return Math.max(0, ((road && limits().road_inches) || (way()?.inches ?? 0)) - used);
  }

  function ask(list) {
    const wanted = command(list);
    const shown = () => (next ? desk.sketch() : desk.refresh());
    desk.ruler.ask(wanted, (answer) => {
      verdict = answer;
      shown();
    });
    if (!next) verdict = null;
    shown();
  }

  function add(leg) {
    if (!leg[0] && !leg[1]) return;
    legs = [...legs, leg];
    next = null;
    ask(legs);
  }

  function back() {
    if (!ready()) return false;
    if (up) up = 0;
    else legs = legs.slice(0, -1);
    ask(legs);
    return true;
  }

  function setUp(value) {
    up = value;
    if (up) legs = legs.filter(([pivot]) => pivot).map(([pivot]) => [pivot, 0]);
    ask(legs);
  }

  /** Point at the place that a move leads to by itself, or stay; what is pointed at is done. */
  function confirm() {
    if (ready()) return desk.say(command());
    const hold = desk.table.legal.find((each) => each.type === "Hold");
    if (stuck()) return hold && desk.say(hold);
    const place = onwards(unit(), level(), desk.scene);
    if (!place) return way() && document.querySelector("#p-hold")?.focus();
    next = null;
    legs = place.command.legs;
    return ask(legs);
  }

  function over() {
    const shown = next ? [...legs, next] : legs;
    const end = driven(unit().at, unit().heading, shown);
    const sheet = unit().sheet;
    const good = verdict ? verdict.granted : null;
    if (!shown.length && !up) return [];
    const moves = end.path.length > 1 && flat(unit().at, end.at) > 0;
    const total = shown.reduce((sum, [, inches]) => sum + inches, 0);
    return [
      moves && measure(end.path, desk.scene, { inches: Math.abs(total), allowed: verdict?.measure?.allowed ?? way()?.inches ?? null, good }),
      ghost(unit(), [{ at: end.at, outline: corners(end.at, sheet.width, sheet.length, end.heading) }], desk.scene, good === false ? "bad" : ""),
    ];
  }

  function words() {
    if (!ready()) return kind === "fly" ? "Fly" : "Drive";
    if (up) return `${up > 0 ? "Climb" : "Sink"} ${Math.abs(up)}″`;
    const total = legs.reduce((sum, [, inches]) => sum + inches, 0);
    return total ? `${kind === "fly" ? "Fly" : total < 0 ? "Back" : "Drive"} ${length(Math.abs(total))}` : "Turn only";
  }

  return {
    measures: true,
    panel() {
      const found = way();
      const degrees = widest();
      if (stuck()) return [h("header", { class: "p-head" }, h("h3", {}, `${unit().name} cannot go anywhere`)), verdictLine({ granted: false, refusal: found.refusal }), h("div", { class: "row" }, holdButton(desk, { class: "primary" }, h("kbd", {}, "Enter"))), everything(desk)];
      return [
        head(desk.scene),
        h("div", { class: "row" }, button([words(), h("kbd", {}, "Enter")], confirm, { id: "p-go", class: "primary", "data-command": command().type, disabled: !ready() || desk.table.busy || (!next && verdict?.granted === false) }), holdButton(desk)),
        ready() && !next && verdictLine(verdict),
        found && h("p", { class: "small" }, allowance(found)),
        h("div", { class: "row" }, most() > 0 && [...new Set([-degrees, -Math.min(STEER, degrees), Math.min(STEER, degrees), degrees])].filter(Boolean).map(turnButton), button("Undo leg", back, { disabled: !ready(), id: "p-back" })),
        legs.length > 0 && h("p", { class: "small" }, `${length(left(false))} left${most() === Infinity || !most() ? "" : `, ${counted(most() - pivotsUsed(legs), "turn")} left`}${limits().road_doubles ? `; on a road all the way ${length(left(true))}` : ""}`),
        legs.length > 0 && h("ol", { class: "p-legs" }, legs.map(([pivot, inches]) => h("li", {}, [pivot ? `turn ${pivot > 0 ? "right" : "left"} ${Math.abs(pivot)}°` : "straight", inches ? `${inches < 0 ? "back" : "on"} ${Math.abs(inches)}″` : ""].filter(Boolean).join(", ")))),
        kind === "fly" && climbing(),
        everything(desk),
      ];
    },
    under: () => [way() && reachOutlines([way()], desk.scene), way() && !legs.length && placeDots(level(), desk.scene)],
    over,
    hover(where) {
      if (up || stuck()) return;
      next = legTo(where);
      ask([...legs, next]);
    },
    leave() {
      if (!next) return;
      next = null;
      if (legs.length) ask(legs);
      else desk.sketch();
    },
    click(where) {
      const { place } = where;
      if (stuck()) return;
      if (place !== null && level()[place]) {
        legs = level()[place].command.legs;
        next = null;
        ask(legs);
      } else add(legTo(where));
    },
    tipFor: () => (next ? verdict : null),
    float: () => (ready() && verdict?.granted !== false ? { spot: driven(unit().at, unit().heading, legs).at, from: unit().at, label: words(), run: confirm } : null),
    states: (each) => (each.id === task.unit ? ["awaited"] : []),
    enters: () => !ready(),
    confirm,
    back,
    turn: (step) => stuck() || add([Math.sign(step) * Math.min(STEER, widest()), 0]),
    raise: (step) => kind === "fly" && !stuck() && setUp(up + step),
  };

  function climbing() {
    const height = unit().at[2] / SCALE;
    const { climb = 0, lowest = height, highest = height } = limits();
    const least = Math.max(-climb, lowest - height);
    const highestUp = Math.min(climb, highest - height);
    return h(
      "label",
      { class: "field" },
      h("span", { class: "field-label" }, `Up or down, in place of flying along: ${up > 0 ? "+" : ""}${up}″, then ${height + up}″ high`),
      h("input", { type: "range", min: Math.ceil(least), max: Math.floor(highestUp), step: 1, value: up, id: "p-up", onchange: (event) => setUp(Number(event.target.value)) }),
    );
  }

  /** How far and how often it may turn, in words. */
  function allowance(found) {
    const turns = most() === 0 ? "straight ahead" : `and ${most() === Infinity ? "any number of turns" : counted(most(), "turn")} of up to ${widest()}°`;
    const reverse = kind === "drive" && found.limits.reverse ? `, or straight back ${found.limits.reverse}″` : "";
    const road = found.limits.road_doubles ? `; on a road ${found.limits.road_inches}″` : "";
    return [`${found.inches}″ ${turns}${reverse}${road}. ${most() ? "Each click adds a leg." : "Click where it goes."}`, most() > 0 && keysHint("Backspace takes it away; with Shift it only turns.")];
  }

  function turnButton(turn) {
    return button(turn < 0 ? `⟲ ${-turn}°` : `⟳ ${turn}°`, () => add([turn, 0]), { disabled: pivotsUsed(legs) >= most(), "data-turn": turn });
  }
}
