/** Moving the unit whose turn it is: where it can go, the way there, and everything else it may do instead. */

import { button, h } from "../dom.js";
import { chance, signed, unfolding } from "../explain.js";
import { blowList, foresight } from "./blows.js";
import { hexField } from "./hexfield.js";
import { direction, distance, FACINGS, POINTS } from "./hexes.js";
import { drawFacings, drawPath, drawReach } from "./overlay.js";
import { best, easiest, facingMost, MODES } from "./ways.js";
import { counted, isMachine, modeName, offered } from "./words.js";

const OTHERS = ["Stand", "DropProne", "Board", "Alight", "Leave", "Switch", "Eject"];
const GRAVE = ["Eject", "Leave"];
const CLOSE = 26;

/** The movement of a unit; `ctx` is what the board offers to its modes. */
export function movement(ctx) {
  let places = [];
  let motions = {};
  let leaving = [];
  let loaded = "";
  let known = false;
  let filter = null;
  let plan = null;
  let thought = null;
  let armed = null;

  const acting = () => ctx.unit(ctx.view().acting);

  const charges = () => ctx.table.legal.filter((command) => command.type === "Charge");
  const foreseen = foresight(ctx, charges);
  const key = () => `${ctx.table.epoch} ${ctx.table.number} ${ctx.view().acting}`;

  async function load() {
    const now = key();
    if (now === loaded) return;
    loaded = now;
    places = leaving = [];
    plan = thought = null;
    known = acting().motion.done;
    if (known) return;
    const still = () => now === loaded && now === key() && acting() !== null;
    const answer = await ctx.ask("reach", { unit: ctx.view().acting }, still);
    if (!still()) return;
    known = true;
    places = answer?.places ?? [];
    motions = answer?.motions ?? {};
    leaving = answer?.leaving ?? [];
    if (matchMedia("(pointer: coarse)").matches && places.length > 1) ctx.map.closeUp(acting().hex, CLOSE);
    else ctx.map.include([acting().hex]);
    ctx.refresh();
  }

  const open = () => places.filter((place) => place.path.length && (filter === null || place.mode === filter));
  const within = (hex) => open().filter((place) => place.hex === hex);
  const proposal = (hex) => facingMost(within(hex), towardsEnemy(hex));

  function towardsEnemy(hex) {
    const enemies = Object.values(ctx.view().units).filter((unit) => !unit.fate && unit.side !== acting().side && unit.hex !== hex);
    if (!enemies.length) return null;
    return direction(hex, enemies.reduce((one, other) => (distance(hex, other.hex) < distance(hex, one.hex) ? other : one)).hex);
  }

  function face(facing) {
    if (!plan) return;
    const same = within(plan.hex).filter((place) => place.facing === facing);
    if (!same.length) return;
    plan = easiest(same);
    ctx.refresh();
  }

  function draw() {
    const { layers } = ctx.map;
    drawReach(layers.reach, best(open()));
    layers.plan.replaceChildren();
    const unit = acting();
    if (thought && thought !== plan && thought.hex !== plan?.hex) drawPath(layers.plan, unit, thought, false);
    if (!plan) return;
    drawPath(layers.plan, unit, plan, true);
    drawFacings(layers.plan, plan.hex, new Set(within(plan.hex).map((place) => place.facing)), plan.facing, ctx.map.scale(), face);
  }

  /** Whether a move may go on from a place in another way: in a charge, on a carrier, or off the board. */
  const leadsOn = (place) => place.then.length > 0;

  async function go(end) {
    if (!plan || ctx.table.busy) return;
    const chosen = plan;
    const last = end ?? !leadsOn(chosen) ? [{ type: "Done" }] : [];
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
    for (const [at, command] of commands.entries()) {
      const before = ctx.unit(id);
      if (!(await ctx.table.say(command))) return;
      const after = ctx.unit(id);
      const fell = after.condition.prone && (!before.condition.prone || command.type === "Stand") && (prone || at < commands.length - 1);
      if (after.fate || fell || after.motion.done || ctx.view().acting !== id || !ctx.table.mine) {
        if (at < commands.length - 1)
          ctx.table.notice(`${ctx.name(id)} ${fell ? "falls" : "is stopped"} on the way, in ${after.hex}; the rest of the path is not gone.`, "no");
        return;
      }
    }
  }

  function sum(title, found) {
    if (!found) return null;
    const total = Number(found.total);
    if (!found.terms.length) return h("div", {}, `${title} +0`);
    return unfolding(`${title} ${signed(total)}`, found.terms, { total, label: "in all", start: false });
  }

  function hint() {
    if (!known) return "Looking where it can go…";
    if (acting().motion.done) return "It moves no further this turn.";
    if (places.length < 2) return "It cannot go anywhere from here.";
    return "Click a coloured hex, then confirm. Letters tell the mode, numbers the points it takes, ! a roll on the way.";
  }

  /** The points that the plan takes, of those there are. */
  function spent(unit) {
    const most = unit.figures.points[plan.mode] ?? 0;
    return plan.points <= most ? `${plan.points} of ${counted(most, "point")}` : counted(plan.points, "point");
  }

  function planned() {
    if (!plan) return h("p", { class: known ? "hint" : "hint loading" }, hint());
    const unit = acting();
    const motion = motions[plan.motion];
    const on = leadsOn(plan);
    return h(
      "section",
      { class: "plan", "data-plan": plan.hex },
      h("b", {}, `${modeName(unit, plan.mode)} to ${plan.hex}, facing ${FACINGS[plan.facing]}`),
      h(
        "div",
        { class: "muted" },
        `${spent(unit)}, ${counted(plan.hexes, "hex", "hexes")}`,
        plan.elevation > 0 && unit.figures.motive === "vtol" ? `, flying at ${plan.elevation}` : "",
      ),
      plan.checks.map((check) =>
        unfolding(h("span", { class: "roll" }, `Roll, ${check.label}: ${check.target_number}+ `, chance(check.probability)), check.terms),
      ),
      on && h("div", { class: "muted" }, `There it may also: ${plan.then.map((command) => offered(command, ctx.name)).join("; ")}.`),
      h("div", { class: "sums" }, sum("As a target", motion?.as_target), sum("Its own shots", motion?.as_attacker)),
      h(
        "div",
        { class: "row" },
        button([on ? "Go there, then decide" : "Go there", h("kbd", {}, "⏎")], () => go(), { class: "primary", "data-command": "go" }),
        on && button("Go and end the move", () => go(true), { "data-command": "go-end" }),
        button("Clear", clear, { class: "quiet", "data-command": "clear" }),
      ),
    );
  }

  /** What it takes to get into a hex in a mode, for the pointer. */
  function wayTip(hex, mode) {
    const ways = within(hex).filter((place) => place.mode === mode);
    if (!ways.length) return null;
    const least = easiest(ways);
    const facings = ways.map((place) => POINTS[place.facing]).join(" ");
    return h(
      "div",
      { class: `tip-way ${mode}` },
      `${modeName(acting(), mode)}: ${counted(least.points, "point")}, ${counted(least.hexes, "hex", "hexes")}, facing ${facings}`,
      least.checks.map((check) => h("div", { class: "tip-roll" }, `roll, ${check.label}: ${check.target_number}+ `, chance(check.probability))),
    );
  }

  function filters() {
    const unit = acting();
    if (unit.motion.mode !== "stationary") return null;
    const { points } = unit.figures;
    return h(
      "div",
      { class: "modes", role: "group", "aria-label": "Ways to move" },
      MODES.filter((mode) => points[mode]).map((mode, at) =>
        button(
          [h("span", { class: `mode-mark ${mode}` }, mode[0].toUpperCase()), `${modeName(unit, mode)} ${points[mode]}`, h("kbd", {}, at + 1)],
          () => sift(mode),
          { "aria-pressed": String(filter === mode), "data-mode": mode },
        ),
      ),
    );
  }

  function sift(mode) {
    filter = filter === mode ? null : mode;
    if (plan && filter && plan.mode !== filter) plan = proposal(plan.hex);
    ctx.refresh();
  }

  function others() {
    const { legal } = ctx.table;
    const leave = leaving.length > 1 && !legal.some((command) => command.type === "Leave") && other(leaving.at(-1), () => ctx.table.sayAll(leaving));
    return [legal.filter((command) => OTHERS.includes(command.type)).map((command) => other(command, () => ctx.table.say(command))), leave];
  }

  function other(command, run) {
    const grave = GRAVE.includes(command.type);
    const asks = grave && armed !== command.type;
    const words = offered(command, ctx.name);
    return button(asks || !grave ? words : `Really? ${words}`, asks ? () => arm(command.type) : run, {
      "data-command": command.type, class: grave ? "danger" : "",
    });
  }

  /** A charge, or what it is after a jump. */
  function chargeWords(command) {
    const kind = foreseen.of(command)?.kind;
    return kind && kind !== "charge" ? `${kind[0].toUpperCase()}${kind.slice(1)}: ${ctx.name(command.target)}` : offered(command, ctx.name);
  }

  /** What cannot be made good is asked for twice. */
  function arm(type) {
    armed = type;
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

  /** Steps one by one, for who wants to go backwards, aside, up or down. */
  function steps() {
    const found = ctx.table.legal.filter((command) => command.type === "Go" || command.type === "Step");
    if (!found.length) return null;
    const unit = acting();
    const label = (command) => (command.type === "Go" ? `Begin to ${modeName(unit, command.mode)}` : offered(command, ctx.name));
    return h(
      "details",
      { class: "unfolding" },
      h("summary", {}, "Step by step"),
      h(
        "div",
        { class: "row steps" },
        found.map((command) =>
          button(label(command), () => ctx.table.say(command), { "data-command": `${command.type}-${command.mode ?? command.way}` }),
        ),
      ),
    );
  }

  function panel() {
    const unit = acting();
    const set = unit.motion.mode !== "stationary";
    const stop = button([set ? "End its move" : "Stay here", h("kbd", {}, "Ctrl ⏎")], done, { "data-command": "Done" });
    const low = unit.condition.prone && isMachine(unit) && places.some((place) => place.path.length) && h(
      "p",
      { class: "hint" },
      "It lies on the ground: ways to other hexes begin with getting up.",
    );
    return [
      filters(),
      planned(),
      low,
      blowList(ctx, "Charges", charges(), foreseen, chargeWords),
      h("div", { class: "row actions" }, stop, places.length > 1 && hexField(aimAt), others()),
      steps(),
    ];
  }

  const done = () => ctx.table.say({ type: "Done" });

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
      return at?.hex ? MODES.map((mode) => wayTip(at.hex, mode)) : null;
    },
    confirm: () => (plan ? (go(), true) : false),
    clear, clearPath,
    done,
    sift: (at) => {
      const mode = MODES.filter((each) => acting().figures.points[each])[at];
      if (mode) sift(mode);
    },
    siftMode: (mode) => acting().figures.points[mode] && sift(mode),
    close() {
      loaded = "";
      foreseen.close();
      ctx.map.layers.reach.replaceChildren();
      ctx.map.layers.plan.replaceChildren();
    },
  };
}
