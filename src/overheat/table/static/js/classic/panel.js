/** The panel of actions: what the moment asks for, what was measured and looked at, and the unit's own figures. */

import { counted } from "../counting.js";
import { button, fill, h } from "../dom.js";
import { steady } from "../play/saying/pressing.js";
import { unknown } from "./anything.js";
import { armour, card, facts, heading, weapons } from "./card.js";
import { describe } from "./map/ground.js";
import { distance } from "./map/hexes.js";
import { ended } from "./words.js";

/** What a part that unfolds is known by when the panel is made anew. */
const keepKey = (details) => details.dataset.keep ?? details.querySelector("summary")?.textContent;

/** What a control is known by, so that it keeps the focus. */
const focusKey = (element) => element.dataset.command ?? element.dataset.target ?? null;

/** The things and effects in a hex that rules have put there, and what is on its way to it, in the words of the server. */
function lying(view, hex) {
  const things = view.things.filter((thing) => (thing.to || thing.hex) === hex).map((thing) => thing.words);
  return [...things, ...Object.values(view.effects[hex] ?? {}).map(({ words }) => words)].filter(Boolean);
}

/** A hex in words, with how far it is from the unit whose turn it is. */
export function hexWords(ctx, hex) {
  const from = ctx.unit(ctx.view().acting);
  const far = from?.hex && from.hex !== hex ? `, ${counted(distance(from.hex, hex), "hex")} away` : "";
  return [h("b", {}, hex), ` ${[describe(ctx.view().board.hexes[hex]), ...lying(ctx.view(), hex)].join(", ")}${far}`];
}

/**
 * The panel at `place`; `now()` tells its content: the mode of the moment, the ruler, the unit `selected` and the hex `looked` at.
 * What is unfolded and what has the focus stays so when it is drawn anew.
 */
export function actionPanel(ctx, place, now) {
  const body = h("div", { class: "classic-panel", id: "classic-panel" });
  place.append(body);
  const drawing = steady(body, draw);

  function draw() {
    const focused = body.contains(document.activeElement) ? focusKey(document.activeElement) : null;
    const unfolded = new Set([...body.querySelectorAll("details[open]")].map(keepKey));
    fill(body, content());
    for (const details of body.querySelectorAll("details")) if (unfolded.has(keepKey(details))) details.open = true;
    if (focused) [...body.querySelectorAll("[data-command], [data-target]")].find((element) => focusKey(element) === focused)?.focus();
  }

  function content() {
    const { mode, ruler, selected, looked } = now();
    const { outcome } = ctx.view();
    const acting = ["choosing", "question"].includes(mode.name) ? null : ctx.view().acting;
    const other = selected && selected !== acting ? ctx.seen(selected) : null;
    return [
      ruler.panel(),
      outcome && !ctx.showing() && h("p", { class: "hint", id: "outcome" }, ended(outcome)),
      acting && head(ctx.unit(acting), acting),
      mode.panel(),
      acting && mode.name !== "anything" && unknown(ctx),
      looked && h("p", { class: "hint", id: "looked-hex" }, hexWords(ctx, looked)),
      other && lookedAt(other, selected),
      acting && !other && ownFigures(ctx.unit(acting)),
    ];
  }

  const head = (unit, id) => h("section", { class: "acting-head" }, heading(unit, ctx.name(id), ctx.index(unit.side)), facts(unit));

  const lookedAt = (unit, id) =>
    h(
      "div",
      { class: "looked" },
      card(unit, ctx.name(id), ctx.index(unit.side)),
      h("div", { class: "row" }, button("Close", () => ctx.select(null), { class: "quiet", "data-command": "close-card" })),
    );

  const ownFigures = (unit) =>
    h("details", { class: "unfolding own-card" }, h("summary", {}, "Armour, weapons and ammunition"), armour(unit), weapons(unit));

  return {
    draw: drawing.draw,
    /** Show the panel from its beginning. */
    reveal: () => body.closest(".panel-place, .tab-pane")?.scrollTo(0, 0),
    close() {
      drawing.close();
      body.remove();
    },
  };
}
