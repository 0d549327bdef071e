/** Men move: a ruler to the pointer, the formation at its end, buildings to run into and enemies to charge. */

import { button, h } from "../../dom.js";
import { bases, flat, headingTo, length } from "../table/measure.js";
import { ghost } from "../table/pieces.js";
import { measure, placeDots, reachOutlines } from "../table/rings.js";
import { everything, head, holdButton, keysHint, listed, verdictLine } from "../saying.js";
import { compass } from "../words.js";

/** The tool for a move on foot, or for regrouping after a fight. */
export function walking(desk, task) {
  let hovered = null;
  let pinned = null;
  let heading = null;
  let verdict = null;

  const unit = () => desk.scene.unit(task.unit);
  const way = () => desk.ask("platoon/reach", { unit: task.unit }).answer?.ways[0] ?? null;
  const allowed = () => way()?.inches ?? null;
  const turnsOnly = () => allowed() === 0 && unit().fixed;

  /** What a point of the table stands for: a charge, a building, a turn, or a place to walk to. */
  function commandAt({ spot, unit: id, piece, place }) {
    const found = way();
    if (place !== null && found?.places[place]) return found.places[place].command;
    const charge = found?.charges.find((each) => each.target === id);
    if (charge) return charge.command;
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

  function confirm() {
    if (pinned) desk.say(pinned);
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
      const ground = found?.ground?.length ? h("p", { class: "small" }, `In the way: ${found.ground.map((each) => `${each.name || each.called} (${each.reason})`).join("; ")}`) : null;
      return [
        head(desk.scene),
        h("div", { class: "row" }, go, holdButton(desk)),
        pinned && verdictLine(verdict),
        !pinned && allowed() !== null && h("p", { class: "small" }, turnsOnly() ? "A fixed weapon only turns on an Advance: click where it shall point." : `It may go ${length(allowed())}. A click farther away goes as far as that.`),
        ground,
        unit().fixed && !turnsOnly() && headingField(),
        listed(desk, ["Charge", "Occupy"], "Charge or take cover"),
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
