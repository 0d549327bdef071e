/** Blows: each with its explained number and its damage. */

import { button, h } from "../../dom.js";
import { declaredList } from "./armoury.js";
import { blowList, foresight } from "./blows.js";
import { drawLine } from "../map/overlay.js";

/** Physical attacks of the unit whose turn it is. */
export function physical(ctx) {
  const acting = () => ctx.unit(ctx.view().acting);
  const strikes = () => ctx.table.legal.filter((command) => command.type === "Strike");
  const foreseen = foresight(ctx, strikes);
  let looked = false;

  /** On a small screen the fight is shown from near. */
  function look() {
    if (looked) return;
    looked = true;
    ctx.map.attend(acting().hex, strikes().length > 0);
  }

  function panel() {
    const targets = [...new Set(strikes().map((command) => command.target))];
    const declared = acting().declared.blows;
    return [
      targets.map((target) =>
        h(
          "section",
          {},
          h("h3", {}, ctx.name(target)),
          blowList(ctx, `Blows at ${ctx.name(target)}`, strikes().filter((command) => command.target === target), foreseen),
        ),
      ),
      !targets.length && h("p", { class: "hint" }, declared.length ? "Nothing more can be struck with." : "Nobody is near enough to strike."),
      declaredList({ unit: acting(), name: ctx.name }),
      h(
        "div",
        { class: "row" },
        button(
          [ctx.table.offers.words({ type: "Done" }), h("kbd", {}, "Ctrl ⏎")],
          done,
          { "data-command": "Done", class: targets.length ? "" : "primary" },
        ),
      ),
    ];
  }

  const done = () => ctx.table.say({ type: "Done" });

  return {
    name: "physical",
    tip: "Choose a blow",
    shows: (command) => ["Strike", "Done"].includes(command.type),
    show() {
      foreseen.load();
      look();
      ctx.map.layers.lines.replaceChildren();
      ctx.drawDeclared();
      const from = ctx.map.place(ctx.view().acting);
      for (const target of new Set(strikes().map((command) => command.target))) {
        const to = ctx.map.place(target);
        if (from && to) drawLine(ctx.map.layers.lines, from, to, "aimed");
      }
    },
    panel,
    click: () => false,
    hover: () => null,
    confirm: () => false,
    clear: () => false,
    done,
    close() {
      foreseen.close();
      ctx.map.layers.lines.replaceChildren();
    },
  };
}
