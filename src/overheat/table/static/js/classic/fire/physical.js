/** Blows: each with its explained number and its damage. */

import { button, h } from "../../dom.js";
import { declaredList } from "./armoury.js";
import { blowList, foresight } from "./blows.js";
import { drawLine } from "../map/overlay.js";

/** What a fall costs, in points of damage. */
const FALL = 12;

/** Physical attacks of the unit whose turn it is. */
export function physical(ctx) {
  const acting = () => ctx.unit(ctx.view().acting);
  const strikes = () => ctx.table.legal.filter((command) => command.type === "Strike");
  const foreseen = foresight(ctx, strikes);
  let looked = false;

  /** What a blow is worth: the damage to expect, less what a fall after a miss would cost. */
  function worth(command) {
    const blow = foreseen.of(command);
    if (!blow) return null;
    const hit = blow.probability ? blow.probability[0] / blow.probability[1] : 1;
    const miss = blow.checks.find((check) => check.when === "miss");
    const falls = miss?.probability ? 1 - miss.probability[0] / miss.probability[1] : 0;
    return blow.expected_damage - (1 - hit) * falls * FALL;
  }

  /** The blow that is worth most; null where none is worth its risk, or nothing is known yet. */
  function best() {
    const known = strikes().filter((command) => (worth(command) ?? 0) > 0);
    return known.length ? known.reduce((one, other) => (worth(other) > worth(one) ? other : one)) : null;
  }

  /** On a small screen the fight is shown from near. */
  function look() {
    if (looked) return;
    looked = true;
    ctx.map.attend(acting().hex, strikes().length > 0);
  }

  function panel() {
    const targets = [...new Set(strikes().map((command) => command.target))];
    const declared = acting().declared.blows;
    const suggested = best();
    return [
      targets.map((target) =>
        h(
          "section",
          {},
          h("h3", {}, ctx.name(target)),
          blowList(ctx, `Blows at ${ctx.name(target)}`, strikes().filter((command) => command.target === target), foreseen, suggested),
        ),
      ),
      targets.length > 0 && !suggested && foreseen.known() && h("p", { class: "hint" }, declared.length ? "What is left is not worth its risk." : "No blow is worth its risk."),
      !targets.length && h("p", { class: "hint" }, declared.length ? "Nothing more can be struck with." : "Nobody is near enough to strike."),
      declaredList({ unit: acting(), name: ctx.name, fired: true }),
      h(
        "div",
        { class: "row" },
        button(
          [ctx.table.offers.words({ type: "Done" }), h("kbd", {}, suggested ? "Ctrl ⏎" : "⏎")],
          done,
          { "data-command": "Done", class: targets.length ? "" : "primary" },
        ),
      ),
    ];
  }

  const done = () => ctx.table.say({ type: "Done" });

  /** Strike what is worth most, as long as anything is, and be done. */
  async function strikeBest() {
    const unit = ctx.view().acting;
    const still = () => ctx.view().acting === unit && ctx.view().phase === "physical" && ctx.table.mine;
    for (let blow = best(); blow; blow = best()) {
      if (!(await ctx.table.say(blow)) || !still()) return;
      await foreseen.load();
    }
    if (still()) await done();
  }

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
    confirm() {
      if (!ctx.table.busy && (foreseen.known() || !strikes().length)) strikeBest();
      return true;
    },
    clear: () => false,
    done,
    close() {
      foreseen.close();
      ctx.map.layers.lines.replaceChildren();
    },
  };
}
