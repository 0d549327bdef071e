/** What a unit may do before it fires, or instead: turn torso or turret, flip its arms, spot, free what is jammed, aim at a hex. */

import { button, h } from "../../dom.js";

const OTHERS = ["FlipArms", "Spot", "Clear"];

const ARCS = ["front", "left", "right", "rear"];

/** What the tints of the arcs say. */
const key = (on) => on && h("p", { class: "arc-key small" }, ARCS.map((side) => h("span", { class: "key-part" }, h("span", { class: `key-mark arc-${side}`, "aria-hidden": "true" }), side)));

/** The row of buttons; `aiming` and `arcs` are switches, {on, flip()}. */
export function insteadRow({ legal, say, offers }, aiming, arcs) {
  const twists = legal.filter((command) => command.type === "Twist");
  const others = legal.filter((command) => OTHERS.includes(command.type));
  const aims = legal.some((command) => command.type === "Aim");
  if (!twists.length && !others.length && !aims) return null;
  return [h(
    "div",
    { class: "row actions" },
    twists.map((command) => button(offers.words(command), () => say(command), { "data-command": `Twist-${command.facing}` })),
    others.map((command) => button(offers.words(command), () => say(command), { "data-command": command.type })),
    aims && button("Fire at a hex", aiming.flip, { "aria-pressed": String(aiming.on), "data-command": "Aim" }),
    button(["Arcs", h("kbd", {}, "R")], arcs.flip, { "aria-pressed": String(arcs.on), "data-command": "arcs" }),
  ), key(arcs.on)];
}
