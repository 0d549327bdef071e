/** Firing: targets with their best numbers, each weapon explained, the heat it costs, torso twists and arcs. */

import { counted } from "../../counting.js";
import { button, h } from "../../dom.js";
import { chance } from "../../explain.js";
import { armoury, declaredList, outcome, rounded, targetList } from "./armoury.js";
import { opposed } from "../card.js";
import { bearing } from "../map/bearing.js";
import { blowList, foresight } from "./blows.js";
import { centre, direction, distance, INNER } from "../map/hexes.js";
import { prospects } from "./odds.js";
import { insteadRow } from "./instead.js";
import { drawFacings, drawLine, drawMark } from "../map/overlay.js";
import { alike, rows, sensible } from "./volley.js";
import { isTroops } from "../words.js";

const SHOWN = new Set(["Twist", "FlipArms", "Spot", "Clear", "Aim", "Fire", "Strike", "Done"]);
const HEX = /\d{4,6}/;
/** Pixels of a line to a target that words have no room on. */
const SHORT = 100;

/** Weapon attacks of the unit whose turn it is. */
export function weapons(ctx) {
  let loaded = "";
  let targets = [];
  let target = null;
  let list = [];
  let picks = new Map();
  let wished = null;
  let listed = false;
  let volley = null;
  let weighed = 0;
  let between = null;
  let aiming = false;
  let aimed = null;
  const unfolded = new Set();
  const barred = new Map();
  const bears = bearing(ctx.map);
  const odds = prospects(ctx.table);

  const acting = () => ctx.unit(ctx.view().acting);
  const fires = () => ctx.table.legal.filter((command) => command.type === "Fire");
  const assaults = () => ctx.table.legal.filter((command) => command.type === "Strike");
  const foreseen = foresight(ctx, assaults);
  const key = () => `${ctx.table.epoch} ${ctx.table.number} ${ctx.view().acting}`;

  async function load() {
    if (key() === loaded) return;
    loaded = key();
    const still = waiting();
    const unit = ctx.view().acting;
    const [found, around] = await Promise.all([ctx.ask("targets", { unit }, still), ctx.ask("arcs", { unit }, still)]);
    if (!still()) return;
    bears.take(around);
    const known = (found ?? []).map((entry) => ({ ...entry, soldiers: isTroops(ctx.unit(entry.target)) }));
    targets = [...known, ...groundTargets(known)];
    const aimedAt = targets.find((entry) => entry.ground && entry.hex === aimed);
    const kept = targets.find((entry) => entry.target === target);
    aimed = null;
    await take((aimedAt ?? kept ?? targets.find((entry) => entry.best) ?? targets[0])?.target ?? null);
  }

  /** Whether an answer to what is asked now still matters when it comes. */
  function waiting() {
    const now = loaded;
    return () => now === loaded && now === key() && acting() !== null;
  }

  /** Hexes that were taken for targets. */
  function groundTargets(known) {
    const ids = new Set(fires().map((command) => command.target).filter((id) => !ctx.unit(id) && !known.some((entry) => entry.target === id)));
    return [...ids].map((id) => {
      const hex = id.match(HEX)?.[0] ?? acting().hex;
      return { target: id, ground: true, hex, distance: distance(acting().hex, hex), best: null };
    });
  }

  async function take(id) {
    if (!acting()) return;
    if (id !== target) wished = null;
    target = id;
    list = [];
    volley = null;
    odds.forget();
    picks = new Map();
    listed = !id;
    barred.clear();
    ctx.refresh();
    if (!id) return;
    ctx.map.include([acting().hex, ctx.unit(id)?.hex ?? id.match(HEX)?.[0] ?? acting().hex]);
    const current = waiting();
    const still = () => current() && target === id;
    between = null;
    const at = ctx.unit(id)?.hex;
    const [shots, sight] = await Promise.all([
      ctx.ask("shots", { unit: ctx.view().acting, target: id }, still),
      at && at !== acting().hex ? ctx.ask("sight", { unit: ctx.view().acting, to: at }, still) : null,
    ]);
    if (!shots || !still()) return;
    between = sight;
    list = rows(shots, ctx.table.legal, id, acting());
    picks = wished ? granted(wished) : acting().declared.shots.length ? new Map() : sensible(list);
    listed = true;
    ctx.refresh();
    weigh();
  }

  /** What was ticked by hand and can be fired as the unit is turned now. */
  function granted(wishes) {
    const ways = list.flatMap((row) => row.ways);
    return new Map([...wishes].filter(([, wish]) => ways.some((command) => alike(command, wish))));
  }

  /** Ask what the chosen volley comes to; what cannot be fired besides the rest is left out. */
  async function weigh() {
    const asked = (weighed += 1);
    const current = waiting();
    const still = () => current() && asked === weighed;
    const answer = await ctx.post("volley", { unit: ctx.view().acting, target, fires: [...picks.values()] }, still);
    if (!answer) return;
    volley = answer;
    for (const { command, refusal } of answer.shots) {
      if (!refusal || !picks.delete(command.mount)) continue;
      barred.set(command.mount, refusal);
    }
    foresee();
    ctx.refresh();
  }

  /** Ask what may become of the target, if anything is fired at it. */
  function foresee() {
    const fired = picks.size + acting().declared.shots.filter((shot) => shot.target === target).length;
    if (fired && ctx.unit(target)) odds.ask({ unit: ctx.view().acting, target, fires: [...picks.values()] }, key);
    else odds.forget();
  }

  function pick(row, command) {
    barred.clear();
    wished ??= new Map(picks);
    for (const held of [picks, wished]) {
      if (command) held.set(row.mount, command);
      else held.delete(row.mount);
    }
    ctx.refresh();
    weigh();
  }

  async function declare() {
    if (ctx.table.busy || !listed) return;
    if (!picks.size) {
      ctx.table.notice(nothing() ?? "No weapon is ticked.", "info");
      return;
    }
    await fireAll();
  }

  /** Declare what is ticked, and then what else is said. */
  function fireAll(...more) {
    const said = [...picks.values(), ...more];
    picks = new Map();
    wished = null;
    return ctx.table.sayAll(said);
  }

  /** Fire what is ticked and be done, all at once. */
  function fireAndEnd() {
    if (!ctx.table.busy && listed) fireAll({ type: "Done" });
    return true;
  }

  /** Why nothing is ticked, in words; null where something could be. */
  function nothing() {
    if (acting().declared.shots.length || wished) return null;
    if (!targets.some((entry) => entry.best || entry.ground)) return "Nobody can be shot at from here.";
    const best = list.flatMap((row) => row.shots).filter((shot) => shot.target_number).sort((one, other) => one.target_number - other.target_number)[0];
    if (!best || picks.size) return null;
    return `Nothing is worth firing at it: ${best.weapon} would need ${best.target_number}+. Tick what you want to fire all the same.`;
  }

  function draw() {
    const { layers } = ctx.map;
    layers.lines.replaceChildren();
    layers.plan.replaceChildren();
    const unit = acting();
    bears.draw();
    if (aiming) for (const command of aims()) drawMark(layers.lines, command.hex, "aim");
    for (const each of between?.intervening ?? []) drawMark(layers.lines, each.hex, "in-the-way");
    ctx.drawDeclared();
    const from = ctx.map.place(ctx.view().acting);
    const to = target && (ctx.map.place(target) ?? hexOf(target));
    let words = [];
    if (from && to && ctx.unit(target)?.hex !== unit.hex) {
      const best = targets.find((entry) => entry.target === target);
      words = drawLine(layers.lines, from, to, best?.best || best?.ground ? "aimed" : "blocked", lineWords(best), ctx.map.scale());
    }
    const twists = ctx.table.legal.filter((command) => command.type === "Twist");
    const twist = (facing) => ctx.table.say({ type: "Twist", facing });
    ctx.map.keepClear([...words, ...drawFacings(layers.plan, unit.hex, new Set(twists.map((command) => command.facing)), unit.torso, ctx.map.scale(), twist)]);
  }

  /** What stands between, with the hexes it stands in. */
  function woods() {
    const found = between?.intervening ?? [];
    if (!found.length) return null;
    return h("p", { class: "small between", id: "between" }, "Between: ", found.map((each, at) => [at > 0 && ", ", `${each.kind} in `, h("b", {}, each.hex)]));
  }

  /** What stands on the line to a target; there is no room where it is short on the screen, with the arrows of a twist at its end. */
  function lineWords(entry) {
    if (!entry || (entry.distance * 2 * INNER) / ctx.map.scale() < SHORT) return "";
    const far = counted(entry.distance, "hex");
    return entry.best?.target_number ? `${entry.best.target_number}+ · ${far}` : far;
  }

  function hexOf(id) {
    const hex = id.match(HEX)?.[0];
    return hex ? centre(hex) : null;
  }

  const aims = () => ctx.table.legal.filter((command) => command.type === "Aim");

  function unfold(mount) {
    if (!unfolded.delete(mount)) unfolded.add(mount);
    ctx.refresh();
  }

  function toggleAim() {
    aiming = !aiming;
    ctx.refresh();
  }

  function toggleArcs() {
    bears.toggle();
    ctx.refresh();
  }

  function foot() {
    const able = picks.size > 0;
    const empty = listed && !able;
    const shots = picks.size === 1 ? "shot" : "shots";
    return h(
      "div",
      { class: "row panel-foot" },
      able && button(
        [`Fire ${picks.size}, done`, h("kbd", {}, "⏎")],
        fireAndEnd,
        { class: "primary", "data-command": "fire-done", title: `Fire ${picks.size} ${shots} and end the turn` },
      ),
      picks.size > 0 && button(["Declare", h("kbd", {}, "F")], declare, { "data-command": "Fire", title: "Declare these shots, and go on with another target" }),
      picks.size > 0 && button("✕", none, { class: "quiet", "data-command": "none", "aria-label": "Untick all", title: "Untick all" }),
      button([ctx.table.offers.words({ type: "Done" }), empty && h("kbd", {}, "⏎")], done, { "data-command": "Done", class: empty ? "primary" : "" }),
    );
  }

  function none() {
    picks = new Map();
    wished = new Map();
    ctx.refresh();
    weigh();
  }

  function panel() {
    const unit = acting();
    const harm = ctx.unit(target)?.kind === "infantry" ? "soldiers" : "damage";
    const desk = { unit, list, picks, barred, volley, target, harm, unfolded, name: ctx.name, pick, unfold, look: bears.look };
    const count = picks.size + unit.declared.shots.length;
    return [
      ctx.unit(target) && opposed(unit, ctx.name(ctx.view().acting), ctx.index(unit.side), ctx.unit(target), ctx.name(target), ctx.index(ctx.unit(target).side)),
      blowList(ctx, "Assaults", assaults(), foreseen),
      targetList(targets, target, desk.name, take, unit.declared.shots),
      target && woods(),
      target && armoury(desk),
      target && !listed && h("p", { class: "hint loading" }, "Looking what can be fired at it…"),
      listed && nothing() && h("p", { class: "hint", id: "nothing-to-fire", role: "status" }, nothing()),
      target && !ctx.unit(target) && h("p", { class: "hint" }, "What hits a building wears it down; what hits woods may set them alight."),
      volley && outcome(desk, count),
      odds.element,
      declaredList(desk),
      insteadRow(ctx.table, { on: aiming, flip: toggleAim }, { on: bears.shown, flip: toggleArcs }),
      foot(),
    ];
  }

  const done = () => ctx.table.say({ type: "Done" });

  function clear() {
    if (!picks.size && !aiming) return false;
    aiming = false;
    none();
    return true;
  }

  return {
    name: "weapons",
    tip: "Choose a target and weapons",
    shows: (command) => SHOWN.has(command.type),
    get target() {
      return target;
    },
    show() {
      load();
      foreseen.load();
      draw();
    },
    panel,
    click({ hex, unit, event }) {
      if (event.shiftKey && hex && hex !== acting().hex) {
        const twist = ctx.table.legal.find((command) => command.type === "Twist" && command.facing === direction(acting().hex, hex));
        if (twist) ctx.table.say(twist);
        return true;
      }
      if (aiming && hex) {
        const command = aims().find((each) => each.hex === hex);
        if (command) {
          aiming = false;
          aimed = hex;
          ctx.table.say(command);
          return true;
        }
      }
      const found = targets.find((entry) => entry.target === unit) ?? (hex && targets.find((entry) => entry.hex === hex));
      if (!found) return false;
      take(found.target);
      return true;
    },
    hover(at) {
      const entry = at?.unit && targets.find((each) => each.target === at.unit);
      if (!entry?.best) return null;
      return h(
        "div",
        {},
        `Best shot: ${entry.best.weapon} ${entry.best.target_number}+ `,
        chance(entry.best.probability),
        `; ${counted(entry.weapons, "weapon")} may fire, ${rounded(entry.expected_damage)} damage to expect`,
      );
    },
    confirm: fireAndEnd,
    fire: declare,
    next(step) {
      const next = targets[targets.findIndex((entry) => entry.target === target) + step];
      if (!next) return false;
      take(next.target);
      return true;
    },
    arcs: toggleArcs,
    clear,
    done,
    close() {
      loaded = "";
      odds.forget();
      foreseen.close();
      for (const layer of ["lines", "plan", "arcs"]) ctx.map.layers[layer].replaceChildren();
      ctx.map.keepClear([]);
    },
  };
}
