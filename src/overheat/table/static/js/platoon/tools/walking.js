/** Men move: a ruler to the pointer, the formation at its end, buildings to run into and enemies to charge. */

import { button, h } from "../../dom.js";
import { capital } from "../../sides.js";
import { bases, flat, headingTo, length } from "../table/measure.js";
import { ghost } from "../table/pieces.js";
import { measure, placeDots, reachOutlines } from "../table/rings.js";
import { everything, head, holdButton, keysHint, verdictLine } from "../saying.js";
import { compass } from "../words.js";
import { onwards } from "./onwards.js";

/** The tool for a move on foot, or for regrouping after a fight. */
export function walking(desk, task) {
  let hovered = null;
  let pinned = null;
  let heading = null;
  let verdict = null;

  const unit = () => desk.scene.unit(task.unit);
  const way = () => desk.ask("platoon/reach", { unit: task.unit }).answer?.ways[0] ?? null;
  const allowed = () => way()?.inches ?? null;
  const charges = () => way()?.kind === "walk" && unit().order === "run";
  const turnsOnly = () => allowed() === 0 && unit().fixed;

  /** What a point of the table stands for: a charge, a building, a turn, or a place to walk to. */
  function commandAt({ spot, unit: id, piece, place }) {
    const found = way();
    if (place !== null && found?.places[place]) return found.places[place].command;
    if (charges() && desk.scene.unit(id)?.side === 1 - unit().side && !desk.scene.unit(id).flying) return { type: "Charge", target: id };
    const building = piece !== null && found?.buildings.find((each) => each.index === piece);
    if (building) return building.command;
    if (turnsOnly()) return { type: "Walk", to: unit().at, heading: Math.round(headingTo(unit().at, spot)) % 360 };
    return { type: "Walk", to: within(spot), heading: unit().fixed ? heading ?? Math.round(headingTo(unit().at, spot)) % 360 : heading };
  }

  /** A place beyond reach means as far as it goes towards it. */
  function within(spot) {
    const most = allowed();
    const far = flat(unit().at, spot);
    if (most === null || far <= most || !far) return [spot[0], spot[1], 0];
    const share = most / far;
    const part = (at) => Math.trunc(unit().at[at] + (spot[at] - unit().at[at]) * share - Math.sign(spot[at] - unit().at[at]) * 0.5);
    return [part(0), part(1), 0];
  }

  function ask(command) {
    const shown = () => (pinned ? desk.refresh() : desk.sketch());
    desk.ruler.ask(command, (answer) => {
      if (command !== (pinned ?? hovered)) return;
      verdict = answer;
      shown();
    });
    if (pinned) verdict = null;
    shown();
  }

  function pin(command) {
    pinned = command;
    ask(command);
  }

  /** Point at the place that a move leads to by itself, or stay; what is pointed at is done. */
  function confirm() {
    if (pinned) return desk.say(pinned);
    const place = onwards(unit(), way()?.places ?? [], desk.scene);
    return place ? pin(place.command) : way() && document.querySelector("#p-hold")?.focus();
  }

  /** What a charge promises; asked for once, and shown when it has come. */
  function promised(command) {
    if (command.type !== "Charge" || !desk.table.offers.foretells(command)) return null;
    const told = desk.table.foreseen.known(command);
    if (told === undefined) desk.table.foreseen.ask(command).then(desk.refresh);
    return told?.says ? h("p", { class: "small p-promise" }, capital(told.says)) : null;
  }

  /** Charges and buildings to run into: one click points at them, the next does it. */
  function rushes() {
    const commands = desk.table.legal.filter((command) => ["Charge", "Occupy"].includes(command.type));
    if (!commands.length) return null;
    const row = (command) => button(desk.table.offers.words(command), () => pin(command), { class: "p-line", "data-rush": command.type, "aria-pressed": String(JSON.stringify(command) === JSON.stringify(pinned)) });
    const title = [["Charge", "Charge"], ["Occupy", "Take cover"]].filter(([type]) => commands.some((command) => command.type === type)).map(([, words]) => words).join(" or ");
    return h("section", {}, h("h4", {}, capital(title.toLowerCase())), h("div", { class: "p-lines" }, commands.map((command) => [row(command), JSON.stringify(command) !== JSON.stringify(pinned) && promised(command)])));
  }

  function bodiesOf(command) {
    const told = verdict?.measure;
    if (told?.bodies?.length && told.to && flat(told.to, command.to) === 0) return told.bodies;
    return bases(command.to, unit());
  }

  function endOf(command) {
    if (command.type === "Charge") return desk.scene.unit(command.target)?.at;
    if (command.type === "Occupy") return verdict?.measure?.to ?? null;
    return command.to;
  }

  function over() {
    const command = pinned ?? hovered;
    if (!command) return [];
    const end = endOf(command);
    if (!end) return [];
    const good = verdict ? verdict.granted : null;
    const moves = command.type !== "Walk" || flat(unit().at, end) > 0;
    return [
      moves && measure([unit().at, end], desk.scene, { inches: pinned ? verdict?.measure?.inches ?? null : null, allowed: verdict?.measure?.allowed ?? allowed(), good }),
      command.type === "Walk" && ghost(unit(), bodiesOf(command), desk.scene, good === false ? "bad" : ""),
    ];
  }

  function words(command) {
    if (command.type === "Charge") return `Charge ${desk.scene.unit(command.target)?.name ?? ""}`;
    if (command.type === "Occupy") return `Run into ${desk.scene.pieces[command.feature]?.name || "the building"}`;
    if (flat(unit().at, command.to) === 0) return `Turn to the ${compass(command.heading ?? 0)}`;
    return `Go ${length(flat(unit().at, command.to))} here`;
  }

  return {
    measures: true,
    panel() {
      const go = pinned && button([words(pinned), h("kbd", {}, "Enter")], confirm, { id: "p-go", class: "primary", "data-command": pinned.type, disabled: desk.table.busy || verdict?.granted === false });
      const found = way();
      const barred = Map.groupBy(found?.ground ?? [], (each) => each.reason);
      const ground = barred.size > 0 && h("details", { class: "p-not" }, h("summary", {}, `In the way: ${found.ground.map((each) => each.name || each.called).join(", ")}`), h("ul", {}, [...barred].map(([reason, pieces]) => h("li", {}, `${pieces.map((each) => each.name || each.called).join(", ")}: ${reason}`))));
      return [
        head(desk.scene),
        h("div", { class: "row" }, go, holdButton(desk)),
        pinned && [verdictLine(verdict), promised(pinned)],
        !pinned && allowed() !== null && h("p", { class: "small" }, turnsOnly() ? "A fixed weapon only turns on an Advance: click where it shall point." : `It may go ${length(allowed())}. A click farther away goes as far as that.`, !turnsOnly() && onwards(unit(), way()?.places ?? [], desk.scene) && keysHint("Enter shows a way onwards.")),
        ground,
        unit().fixed && !turnsOnly() && headingField(),
        rushes(),
        everything(desk),
      ];
    },
    under: () => [way() && reachOutlines([way()], desk.scene), way() && placeDots(way().places, desk.scene)],
    over,
    hover(where) {
      if (pinned) return;
      hovered = commandAt(where);
      ask(hovered);
    },
    leave() {
      if (pinned) return;
      hovered = null;
      verdict = null;
      desk.sketch();
    },
    click(where) {
      const command = commandAt(where);
      const same = pinned?.type === command.type && JSON.stringify(pinned) === JSON.stringify(command);
      const near = pinned?.type === "Walk" && command.type === "Walk" && flat(pinned.to, command.to) < 0.6 && flat(unit().at, command.to) > 0;
      if (same || near) confirm();
      else pin(command);
    },
    tipFor: () => (hovered && !pinned ? verdict : null),
    float: () => (pinned && endOf(pinned) && verdict?.granted !== false ? { spot: endOf(pinned), from: unit().at, label: words(pinned), run: confirm } : null),
    enters: () => !pinned,
    states: (each) => (each.id === task.unit ? ["awaited"] : way()?.charges.some((charge) => charge.target === each.id) ? ["target"] : []),
    confirm,
    back() {
      if (!pinned) return false;
      pinned = null;
      verdict = null;
      desk.refresh();
      return true;
    },
    turn(step) {
      heading = (((heading ?? unit().heading) + step) % 360 + 360) % 360;
      if (pinned?.type === "Walk") pin({ ...pinned, heading });
      else desk.refresh();
    },
  };

  function headingField() {
    return h("label", { class: "field" }, h("span", { class: "field-label" }, `Facing: ${compass(heading ?? unit().heading)}`, keysHint("(Q, E turn)")), h("input", { type: "range", min: 0, max: 345, step: 15, value: heading ?? unit().heading, id: "p-heading", oninput: (event) => setHeading(Number(event.target.value)) }));
  }

  function setHeading(value) {
    heading = value;
    if (pinned?.type === "Walk") pin({ ...pinned, heading });
  }
}
