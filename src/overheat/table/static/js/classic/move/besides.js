/** What a unit may do besides going somewhere: get up, lie down, climb on, switch, leave; and single steps. */

import { button, h } from "../../dom.js";
import { offering } from "../../play/saying/offering.js";
import { capital } from "../../sides.js";

const OTHERS = ["Stand", "DropProne", "Board", "Alight", "Leave", "Switch", "Eject"];
const GRAVE = ["Eject", "Leave"];
const LAST = ["Board", "DropProne"];

/** Buttons for what else the unit may do now, or in several words; what cannot be made good is asked for twice. */
export function besides(ctx) {
  let armed = null;

  function arm(type) {
    armed = type;
    ctx.refresh();
  }

  function offer(command, run, said = null) {
    const grave = GRAVE.includes(command.type);
    const asks = grave && armed !== command.type;
    const words = said ?? ctx.table.offers.words(command);
    return button(asks || !grave ? words : `Really? ${words}`, asks ? () => arm(command.type) : run, {
      "data-command": command.type, class: grave ? "danger" : "",
    });
  }

  return {
    /** `ways` are lists of commands, said one after another: what they end in is offered, in `words`, where it cannot be said at once. */
    buttons(ways, words) {
      const { legal, say, sayAll } = ctx.table;
      const done = { type: "Done" };
      const now = legal.filter((command) => OTHERS.includes(command.type));
      const later = ways.filter((way) => way.length > 1 && !now.some((command) => command.type === way.at(-1).type));
      return [
        now.map((command) => offer(command, () => (LAST.includes(command.type) ? sayAll([command, done]) : say(command)))),
        later.map((way) => offer(way.at(-1), () => sayAll(LAST.includes(way.at(-1).type) ? [...way, done] : way), capital(words[way.at(-1).type]))),
      ];
    },
    /** What was asked for once is forgotten. */
    forget() {
      armed = null;
    },
  };
}

/** Steps one by one, for who wants to go backwards, aside, up or down. */
export function stepButtons(ctx) {
  const found = ctx.table.legal.filter((command) => command.type === "Go" || command.type === "Step");
  if (!found.length) return null;
  const { place, offer, again } = offering(ctx.table, ctx.held);
  again(found);
  return h(
    "details",
    { class: "unfolding", "data-keep": "steps" },
    h("summary", {}, "Step by step"),
    h(
      "div",
      { class: "row steps" },
      found.map((command) => offer(command, { "data-command": `${command.type}-${command.mode ?? command.way}` })),
    ),
    place,
  );
}
