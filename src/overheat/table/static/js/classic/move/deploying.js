/** Placing the unit whose turn it is before the battle: its zone on the map, a hex to click, and a facing to choose. */

import { button, h, s } from "../../dom.js";
import { FACINGS, outline, POINTS } from "../map/hexes.js";

/** The deployment of a unit; `ctx` is what the board offers to its modes. */
export function deployment(ctx) {
  const offers = () => ctx.table.legal.filter((command) => command.type === "Deploy");
  const offer = (hex) => offers().find((command) => command.hex === hex) ?? null;
  let chosen = null;

  function draw() {
    const strip = s("path", { d: offers().map(({ hex }) => outline(hex, 0.93)).join(""), class: "reach walk", "data-mode": "deploy" });
    const here = chosen && s("path", { d: outline(chosen.hex, 0.8), class: "reach run", "data-mode": "chosen" });
    ctx.map.layers.reach.replaceChildren(...[strip, here].filter(Boolean));
  }

  function choose(command) {
    chosen = command;
    ctx.refresh();
  }

  const place = () => chosen !== null && ctx.table.say(chosen);

  function facings() {
    const turn = (facing) =>
      button(POINTS[facing], () => choose({ ...chosen, facing }), {
        "aria-pressed": String(chosen.facing === facing), "aria-label": `Face ${FACINGS[facing]}`, "data-facing": facing,
      });
    return h("div", { class: "row", role: "group", "aria-label": "Facing" }, FACINGS.map((_, facing) => turn(facing)));
  }

  function panel() {
    if (!offers().length) {
      return [
        h("p", { class: "hint" }, "There is no place left for it."),
        button(ctx.table.offers.words({ type: "Done" }), () => ctx.table.say({ type: "Done" }), { "data-command": "Done" }),
      ];
    }
    if (!chosen) return [h("p", { class: "hint" }, "Click a coloured hex to place the unit.")];
    const words = ["Place it there", h("kbd", {}, "⏎")];
    return [h("p", {}, `${chosen.hex}, facing ${FACINGS[chosen.facing]}`), facings(), h("div", { class: "row" }, button(words, place, { "data-command": "Deploy", class: "primary" }))];
  }

  return {
    name: "deployment",
    tip: "Click a coloured hex, then click it again",
    shows: (command) => ["Deploy", "Done"].includes(command.type),
    panel,
    show: draw,
    /** A hex is chosen by a click, and taken by a second one. */
    click({ hex }) {
      const command = hex && offer(hex);
      if (!command) return false;
      if (chosen?.hex === hex) place();
      else choose(command);
      return true;
    },
    hover: () => null,
    confirm: () => Boolean(place()),
    clear() {
      if (!chosen) return false;
      choose(null);
      return true;
    },
    done: () => false,
    close: () => ctx.map.layers.reach.replaceChildren(),
  };
}
