/**
 * Placing the unit whose turn it is before the battle: the zones on the map, a hex to click or to find with the arrow keys,
 * and a facing to choose. A place in cover and apart from friends is proposed.
 */

import { button, h, s } from "../../dom.js";
import { pause } from "../../pending.js";
import { centre, distance, FACINGS, outline, POINTS } from "../map/hexes.js";
import { prospective } from "../map/tokens.js";

const APART = 4;
const COVER = 2;
const WET = -3;
const FAR = 400;

/** The zones of all sides before a unit is taken, with one's own as it will be offered; `but` is a side that is left out. */
export function drawZones(layer, ctx, but = null) {
  layer.replaceChildren(...Object.entries(ctx.view().zones).filter(([side]) => side !== but).map(([side, hexes]) =>
    s("path", { d: hexes.map((hex) => outline(hex, 0.93)).join(""), class: side === ctx.table.seat ? "reach zone-own" : "zone-theirs", "data-side-index": ctx.index(side), "data-zone": side })));
}

/** The deployment of a unit; `ctx` is what the board offers to its modes. */
export function deployment(ctx) {
  const offers = () => ctx.table.legal.filter((command) => command.type === "Deploy");
  const offer = (hex) => offers().find((command) => command.hex === hex) ?? null;
  const own = () => Object.values(ctx.view().units).filter((unit) => unit.side === ctx.table.seat && !unit.fate && unit.hex);
  const left = () => Object.values(ctx.view().units).filter((unit) => unit.side === ctx.table.seat && unit.fate && !unit.hex).length;
  let chosen = null;
  let picked = false;
  let waiting = false;
  let closed = false;

  /** A place to begin with: in woods, out of the water, not beside friends, towards the middle of the zone. */
  function proposed() {
    const friends = own();
    const all = offers().map(({ hex }) => centre(hex));
    const middle = { x: all.reduce((sum, { x }) => sum + x, 0) / all.length, y: all.reduce((sum, { y }) => sum + y, 0) / all.length };
    const worth = ({ hex }) => {
      const ground = ctx.view().board.hexes[hex] ?? "";
      const near = Math.min(APART, ...friends.map((unit) => distance(unit.hex, hex)));
      const { x, y } = centre(hex);
      return near - Math.hypot(x - middle.x, y - middle.y) / FAR + (ground.includes("w") ? COVER : 0) + (ground.includes("~") ? WET : 0);
    };
    return offers().reduce((best, each) => (best === null || worth(each) > worth(best) ? each : best), null);
  }

  function draw() {
    drawZones(ctx.map.layers.reach, ctx, ctx.table.seat);
    const strip = s("path", { d: offers().map(({ hex }) => outline(hex, 0.93)).join(""), class: "reach zone-own", "data-side-index": ctx.index(ctx.table.seat), "data-mode": "deploy" });
    const here = chosen && s("path", { d: outline(chosen.hex, 0.93), class: "reach zone-chosen", "data-mode": "chosen", "data-hex": chosen.hex });
    const ahead = chosen && prospective(ctx.unit(ctx.view().acting), ctx.index(ctx.table.seat), centre(chosen.hex), chosen.facing);
    ctx.map.layers.reach.append(...[strip, here, ahead].filter(Boolean));
  }

  function choose(command) {
    chosen = command;
    ctx.refresh();
  }

  const place = () => chosen !== null && ctx.table.say(chosen);
  const turn = (by) => {
    if (!chosen) return false;
    choose({ ...chosen, facing: (chosen.facing + by + 6) % 6 });
    return true;
  };

  function placeAll() {
    ctx.held.placingAll = true;
    place();
  }

  /** Where all are to be placed without asking, this one too, once all is said that is being said. */
  async function goOn() {
    if (!ctx.held.placingAll || waiting) return;
    waiting = true;
    while (ctx.table.busy && !closed) await pause(40);
    waiting = false;
    if (!closed && chosen && ctx.table.mine) place();
  }

  /** The nearest place of the zone in a direction of the screen. */
  function step(dx, dy) {
    if (!chosen) return false;
    const from = centre(chosen.hex);
    const ahead = offers().map((command) => {
      const at = centre(command.hex);
      const [x, y] = [at.x - from.x, at.y - from.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      return { command, along, cost: Math.hypot(x, y) + 1.5 * aside };
    }).filter(({ along, cost }) => along > 1 && cost > 0);
    if (!ahead.length) return true;
    const { command } = ahead.reduce((best, each) => (each.cost < best.cost ? each : best));
    choose({ ...command });
    return true;
  }

  function facings() {
    const face = (facing) =>
      button(POINTS[facing], () => choose({ ...chosen, facing }), {
        "aria-pressed": String(chosen.facing === facing), "aria-label": `Face ${FACINGS[facing]}`, "data-facing": facing,
      });
    return h("div", { class: "row", role: "group", "aria-label": "Facing" }, FACINGS.map((_, facing) => face(facing)));
  }

  function panel() {
    if (!offers().length) {
      return [
        h("p", { class: "hint" }, "There is no place left for it."),
        button(ctx.table.offers.words({ type: "Done" }), () => ctx.table.say({ type: "Done" }), { "data-command": "Done" }),
      ];
    }
    const more = left();
    const words = ["Place it there", h("kbd", {}, "⏎")];
    return [
      h("p", { class: "hint" }, "Click a hex of your zone, in your colour, or move with the arrow keys; Q and E turn."),
      chosen && h("p", { id: "deploy-place", "aria-live": "polite" }, `${chosen.hex}, facing ${FACINGS[chosen.facing]}`),
      chosen && facings(),
      h(
        "div",
        { class: "row" },
        chosen && button(words, place, { "data-command": "Deploy", class: "primary" }),
        chosen && more > 1 && button(`Place all ${more} for me`, placeAll, { "data-command": "deploy-all" }),
      ),
    ];
  }

  chosen = proposed();
  return {
    name: "deployment",
    tip: "Click a coloured hex, then click it again",
    shows: (command) => ["Deploy", "Done"].includes(command.type),
    panel,
    show() {
      if (chosen && !offer(chosen.hex)) chosen = proposed();
      chosen ??= proposed();
      draw();
      goOn();
    },
    /** A hex is chosen by a click, and taken by a second one; what was only proposed is chosen first. */
    click({ hex }) {
      const command = hex && offer(hex);
      if (!command) return false;
      if (picked && chosen?.hex === hex) place();
      else {
        picked = true;
        choose(chosen?.hex === hex ? chosen : command);
      }
      return true;
    },
    hover: () => null,
    confirm: () => Boolean(place()),
    step,
    turn,
    clear: () => false,
    done: () => false,
    close() {
      closed = true;
      ctx.map.layers.reach.replaceChildren();
    },
  };
}
