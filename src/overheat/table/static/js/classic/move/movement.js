/** Moving the unit whose turn it is: where it can go, the way there, and everything else it may do instead. */

import { button, h } from "../../dom.js";
import { besides, stepButtons } from "./besides.js";
import { blowList, foresight } from "../fire/blows.js";
import { hexField } from "../map/hex_field.js";
import { ground } from "../map/ground.js";
import { centre, direction, distance } from "../map/hexes.js";
import { leadsOn, planCard, wayTip } from "./move_plan.js";
import { drawOutlook, given, outlook, outlookCard, outlookKey, outlookTip } from "./outlook.js";
import { drawFacings, drawPath, drawReach } from "../map/overlay.js";
import { best, easiest, facingMost, MODES } from "./ways.js";
import { isMachine, modeName } from "../words.js";

const SHOWN = new Set(["Go", "Step", "Jump", "Stand", "DropProne", "Charge", "Board", "Alight", "Leave", "Switch", "Eject", "Done"]);

/** How large the label of a hex in reach is, in pixels. */
const LABEL = { wide: 26, high: 14 };
/** What a point of damage to take counts against one to do in what is proposed, and each hex from the enemy in points. */
const WARY = 0.5;
const FAR = 0.4;

/** The movement of a unit; `ctx` is what the board offers to its modes. */
export function movement(ctx) {
  let places = [];
  let motions = {};
  let others = [];
  let otherWords = {};
  let loaded = "";
  let known = false;
  let filter = null;
  let plan = null;
  let thought = null;
  let reached = "";
  let coloured = false;
  let proposed = null;

  const acting = () => ctx.unit(ctx.view().acting);

  const charges = () => ctx.table.legal.filter((command) => command.type === "Charge");
  const foreseen = foresight(ctx, charges);
  const aside = besides(ctx);
  const look = outlook(ctx);
  const key = () => `${ctx.table.epoch} ${ctx.table.number} ${ctx.view().acting}`;

  async function load() {
    const now = key();
    if (now === loaded) return;
    loaded = now;
    places = others = [];
    plan = thought = null;
    aside.forget();
    known = acting().motion.done;
    if (known) return;
    const still = () => now === loaded && now === key() && acting() !== null;
    const answer = await ctx.ask("reach", { unit: ctx.view().acting }, still);
    if (!still()) return;
    known = true;
    places = answer?.places ?? [];
    motions = answer?.motions ?? {};
    others = [answer?.leaving ?? [], answer?.lying ?? []];
    otherWords = answer?.words ?? {};
    ctx.map.attend(acting().hex, places.length > 1);
    ctx.refresh();
    if (places.length) look.load();
  }

  const open = () => places.filter((place) => place.path.length && (filter === null || place.mode === filter));
  /** Where the unit stands, as a way to end its move. */
  const staying = () => places.find((place) => !place.path.length) ?? null;
  const within = (hex) => open().filter((place) => place.hex === hex);
  const proposal = (hex) => facingMost(within(hex), towardsEnemy(hex));

  function towardsEnemy(hex) {
    const enemies = Object.values(ctx.view().units).filter((unit) => !unit.fate && unit.side !== acting().side && unit.hex !== hex);
    if (!enemies.length) return null;
    return direction(hex, enemies.reduce((one, other) => (distance(hex, other.hex) < distance(hex, one.hex) ? other : one)).hex);
  }

  /** The ways into the hex of the plan that are gone in its mode: turning its arrow never changes that. */
  const alike = () => within(plan.hex).filter((place) => place.mode === plan.mode);

  function face(facing) {
    if (!plan) return;
    const same = alike().filter((place) => place.facing === facing);
    if (!same.length) {
      const other = within(plan.hex).find((place) => place.facing === facing);
      if (other) ctx.table.notice(`Facing that way takes another way to move: ${modeName(acting(), other.mode)}.`, "info");
      return;
    }
    plan = easiest(same);
    ctx.refresh();
  }

  /** Go to the hex of the plan in another mode, facing the same way if that can be. */
  function change(mode) {
    const ways = within(plan.hex).filter((place) => place.mode === mode);
    if (!ways.length) return;
    plan = facingMost(ways, plan.facing);
    ctx.refresh();
  }

  /** The modes that lead to the hex of the plan. */
  const modesThere = () => Object.keys(acting()?.figures.points ?? {}).filter((mode) => within(plan.hex).some((place) => place.mode === mode));

  function draw() {
    const { layers } = ctx.map;
    const shown = `${loaded} ${places.length} ${filter} ${coloured && look.known()}`;
    if (shown !== reached) {
      if (coloured && look.known()) drawOutlook(layers.reach, layers.points, best(open()), look);
      else drawReach(layers.reach, layers.points, best(open()), new Set(Object.values(ctx.view().units).map(({ hex }) => hex)));
      for (const label of layers.points.children) label.classList.toggle("below", lettered(label.dataset.hex));
      ctx.map.stage.classList.toggle("reached", layers.points.querySelector(".below") !== null);
    }
    reached = shown;
    layers.plan.replaceChildren();
    layers.way.replaceChildren();
    const unit = acting();
    if (thought && thought !== plan && thought.hex !== plan?.hex) drawPath(layers.way, unit, thought, false);
    if (!plan) return ctx.map.keepClear(labelled());
    drawPath(layers.way, unit, plan, true);
    return ctx.map.keepClear([...drawFacings(layers.plan, plan.hex, new Set(alike().map((place) => place.facing)), plan.facing, ctx.map.scale(), face), ...labelled()]);
  }

  /** Whether the ground of a hex has words in its middle: then the label of the reach stands below them. */
  function lettered(hex) {
    const { features } = ground(ctx.view().board.hexes[hex]);
    return features.has("building") || features.has("fuel_tank");
  }

  /** Where the labels of the reach stand, for names to keep clear of. */
  function labelled() {
    const [wide, high] = [LABEL.wide * ctx.map.scale(), LABEL.high * ctx.map.scale()];
    return [...best(open()).keys()].map(centre).map(({ x, y }) => ({ x: x - wide / 2, y: y - high / 2, width: wide, height: high }));
  }

  async function go(end) {
    if (!plan || ctx.table.busy) return;
    const chosen = plan;
    const last = end ?? (!leadsOn(chosen) || !chosen.path.length) ? [{ type: "Done" }] : [];
    plan = thought = null;
    if (!chosen.rolls.length) {
      await ctx.table.sayAll([...chosen.path, ...last]);
      return;
    }
    await carefully(chosen, last);
  }

  /** Where dice decide on the way, look after each step, and stop where the unit stumbles. */
  async function carefully(chosen, last) {
    const id = ctx.view().acting;
    const commands = [...chosen.path, ...last];
    const prone = chosen.path.some((command) => command.type === "Stand");
    const further = (at) => commands.slice(at + 1).some((command) => command.type !== "Done");
    for (const [at, command] of commands.entries()) {
      const before = ctx.unit(id);
      if (!(await ctx.table.say(command))) return;
      const after = ctx.unit(id);
      const fell = after.condition.prone && (!before.condition.prone || command.type === "Stand") && (prone || at < commands.length - 1);
      if (after.fate || fell || after.motion.done || ctx.view().acting !== id || !ctx.table.mine) {
        if (further(at)) ctx.table.notice(`${ctx.name(id)} ${fell ? "falls" : "is stopped"} on the way, in ${after.hex}, and goes no farther as planned.`, "no");
        return;
      }
    }
  }

  function hint() {
    if (!known) return "Looking where it can go…";
    if (acting().motion.done) return "It moves no further this turn.";
    if (places.length < 2) return acting().motion.mode === "stationary" ? "It cannot go anywhere from here." : "It has no points left to go on.";
    if (places.every((place) => place.hex === acting().hex)) return "It can only turn here: click its hex, then choose where it faces.";
    const confirm = "Click a coloured hex, then confirm.";
    return coloured && look.known() ? confirm : `${confirm} Letters tell the mode, numbers the points it takes, ! a roll on the way.`;
  }

  function planned() {
    if (!plan) return h("p", { class: known ? "hint" : "hint loading" }, hint());
    return planCard(plan, acting(), motions[plan.motion], { go, clear, change, modes: modesThere(), proposed: plan === proposed, turnable: alike().length > 1, outlook: outlookCard(look.exact(plan), ctx.name) });
  }

  function filters() {
    const unit = acting();
    if (unit.motion.mode !== "stationary") return null;
    const { points } = unit.figures;
    const { offers } = ctx.table;
    return h(
      "div",
      { class: "modes", role: "group", "aria-label": "Ways to move" },
      modes().map((mode, at) =>
        button(
          [h("span", { class: `mode-mark ${mode}` }, mode[0].toUpperCase()), `${modeName(unit, mode)} ${points[mode]}`, h("kbd", {}, at + 1)],
          () => take(mode),
          { "aria-pressed": String(filter === mode), "data-mode": mode, title: offers.costs({ type: "Go", mode }) },
        ),
      ),
    );
  }

  const begins = (mode) => ctx.table.legal.find((command) => command.type === "Go" && command.mode === mode) ?? null;
  const charted = (mode) => MODES.includes(mode) || places.some((place) => place.mode === mode);

  /** The ways to move that the unit has: those whose places are known, and others that it may begin. */
  function modes() {
    const points = acting()?.figures.points ?? {};
    return Object.keys(points).filter((mode) => points[mode] && (charted(mode) || begins(mode)));
  }

  /** See where one way to move leads: among the places that are known, or by beginning to move so. */
  function take(mode) {
    if (charted(mode)) sift(mode);
    else ctx.table.say(begins(mode));
  }

  function sift(mode) {
    filter = filter === mode ? null : mode;
    if (plan && filter && plan.mode !== filter) plan = proposal(plan.hex);
    ctx.refresh();
  }

  /** Plan the way to a hex that was named. */
  function aimAt(hex) {
    const found = proposal(hex);
    if (!found) {
      ctx.table.notice(`${hex || "That"} is not within reach.`, "no");
      return;
    }
    plan = found;
    ctx.refresh();
    document.querySelector("#classic-panel [data-command=go]")?.focus();
  }

  function panel() {
    const unit = acting();
    const set = unit.motion.mode !== "stationary";
    const stop = button([ctx.table.offers.words({ type: "Done" }), h("kbd", {}, "Ctrl ⏎")], done, { "data-command": "Done" });
    const up = unit.condition.prone && !set && within(unit.hex).length > 0 && button("Stand up", () => aimAt(unit.hex), { "data-command": "stand-here" });
    const low = unit.condition.prone && isMachine(unit) && places.some((place) => place.path.length) && h(
      "p",
      { class: "hint" },
      "It lies on the ground: ways to other hexes begin with getting up.",
    );
    return [
      filters(),
      coloured && look.known() && outlookKey(),
      planned(),
      low,
      blowList(ctx, "Charges", charges(), foreseen),
      h("div", { class: "row actions" }, stop, look.known() && button(["Outlook", h("kbd", {}, "M")], toggle, {
        "aria-pressed": String(coloured), "data-command": "outlook", title: "Colour the hexes by what they mean: damage to expect done : suffered",
      }), places.length > 1 && hexField(aimAt), up, aside.buttons(others, otherWords)),
      stepButtons(ctx),
    ];
  }

  const done = () => ctx.table.say({ type: "Done" });

  /** Colour the reach by what it means for the fight, or by the ways to move. */
  function toggle() {
    coloured = !coloured;
    ctx.refresh();
  }

  /** Go as planned; where nothing is, have a way proposed, so that the same key again goes it. Who has gone already is done. */
  function confirm() {
    if (plan) {
      go();
      return true;
    }
    if (!known) return false;
    if (acting().motion.mode !== "stationary") {
      done();
      return true;
    }
    propose();
    return true;
  }

  /** Plan the way that is most worth going, once that is known, so that the same key again goes it. */
  async function propose() {
    const now = loaded;
    if (open().length) await look.load();
    if (now !== loaded || plan || !ctx.table.mine) return;
    plan = proposed = promising() ?? staying();
    if (plan) ctx.refresh();
    else done();
  }

  /** The place that is most worth going to: damage to do, less part of what it draws, and nearer to the enemy; no roll on the way but to get up. */
  function promising() {
    const enemies = Object.values(ctx.view().units).filter((unit) => unit.hex && !unit.fate && unit.side !== acting().side);
    const lies = acting().condition.prone;
    const ways = [...best(open()).keys()].map(proposal).concat(staying() ?? []).filter((place) => look.of(place) && (lies || !place.rolls.length));
    const away = (hex) => (enemies.length ? Math.min(...enemies.map((unit) => distance(hex, unit.hex))) : 0);
    const worth = ({ hex, mode }) => given(look.of({ hex, mode })) - WARY * look.of({ hex, mode }).suffered - FAR * away(hex);
    const sooner = (one, other) => Math.round(10 * worth(other)) - Math.round(10 * worth(one)) || one.points - other.points;
    return ways.sort(sooner)[0] ?? null;
  }

  function clearPath() {
    if (!plan) return false;
    plan = thought = null;
    ctx.refresh();
    return true;
  }

  function clear() {
    if (clearPath()) return true;
    if (!filter) return false;
    filter = null;
    ctx.refresh();
    return true;
  }

  return {
    name: "movement",
    tip: "Click a coloured hex, then click it again",
    shows: (command) => SHOWN.has(command.type),
    show() {
      load();
      foreseen.load();
      draw();
    },
    panel,
    click({ hex, unit, event }) {
      if (plan && event.shiftKey && hex && hex !== plan.hex) {
        face(direction(plan.hex, hex));
        return true;
      }
      if (unit && unit !== ctx.view().acting && !within(hex).length) return false;
      if (plan && hex === plan.hex) {
        go();
        return true;
      }
      const found = hex && proposal(hex);
      if (!found) return false;
      plan = found;
      ctx.refresh();
      return true;
    },
    hover(at) {
      const found = at?.hex && !ctx.table.busy ? proposal(at.hex) : null;
      if (found?.hex !== thought?.hex) {
        thought = found;
        draw();
      }
      const ways = at?.hex ? within(at.hex) : [];
      const modes = [...new Set(ways.map(({ mode }) => mode))];
      return at?.hex && acting() ? [modes.map((mode) => wayTip(acting(), ways.filter((place) => place.mode === mode), mode)), found && outlookTip(look.of(found))] : null;
    },
    confirm,
    outlook: toggle,
    clear, clearPath,
    done,
    sift: (at) => acting()?.motion.mode === "stationary" && modes()[at] && take(modes()[at]),
    siftMode: (mode) => acting()?.figures.points[mode] && sift(mode),
    close() {
      loaded = "";
      foreseen.close();
      look.close();
      ctx.map.stage.classList.remove("reached");
      for (const layer of ["reach", "way", "plan", "points"]) ctx.map.layers[layer].replaceChildren();
      ctx.map.keepClear([]);
    },
  };
}
