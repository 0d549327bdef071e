/** Firing: targets with their best numbers, each weapon explained, the heat it costs, torso twists and arcs. */

import { counted } from "../../counting.js";
import { button, h } from "../../dom.js";
import { chance } from "../../explain.js";
import { armoury, declaredList, outcome, rounded, targetList } from "./armoury.js";
import { bearing } from "../map/bearing.js";
import { blowList, foresight } from "./blows.js";
import { centre, direction, distance } from "../map/hexes.js";
import { insteadRow } from "./instead.js";
import { drawFacings, drawLine, drawMark } from "../map/overlay.js";
import { rows, sensible } from "./volley.js";
import { isTroops } from "../words.js";

const SHOWN = new Set(["Twist", "FlipArms", "Spot", "Clear", "Aim", "Fire", "Strike", "Done"]);
const HEX = /\d{4,6}/;

/** Weapon attacks of the unit whose turn it is. */
export function weapons(ctx) {
  let loaded = "";
  let targets = [];
  let target = null;
  let list = [];
  let picks = new Map();
  let volley = null;
  let weighed = 0;
  let aiming = false;
  let aimed = null;
  const unfolded = new Set();
  const barred = new Map();
  const bears = bearing(ctx.map);

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
    target = id;
    list = [];
    volley = null;
    picks = new Map();
    barred.clear();
    ctx.refresh();
    if (!id) return;
    ctx.map.include([acting().hex, ctx.unit(id)?.hex ?? id.match(HEX)?.[0] ?? acting().hex]);
    const current = waiting();
    const still = () => current() && target === id;
    const shots = await ctx.ask("shots", { unit: ctx.view().acting, target: id }, still);
    if (!shots) return;
    list = rows(shots, ctx.table.legal, id, acting());
    picks = acting().declared.shots.length ? new Map() : sensible(list);
    ctx.refresh();
    weigh();
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
    ctx.refresh();
  }

  function pick(row, command) {
    barred.clear();
    if (command) picks.set(row.mount, command);
    else picks.delete(row.mount);
    ctx.refresh();
    weigh();
  }

  async function declare() {
    if (!picks.size || ctx.table.busy) return;
    const said = [...picks.values()];
    picks = new Map();
    await ctx.table.sayAll(said);
  }

  async function fireSensibly() {
    picks = sensible(list);
    await declare();
  }

  function draw() {
    const { layers } = ctx.map;
    layers.lines.replaceChildren();
    layers.plan.replaceChildren();
    const unit = acting();
    bears.draw();
    if (aiming) for (const command of aims()) drawMark(layers.lines, command.hex, "aim");
    ctx.drawDeclared();
    const from = ctx.map.place(ctx.view().acting);
    const to = target && (ctx.map.place(target) ?? hexOf(target));
    if (from && to && ctx.unit(target)?.hex !== unit.hex) {
      const best = targets.find((entry) => entry.target === target);
      drawLine(layers.lines, from, to, best?.best || best?.ground ? "aimed" : "blocked", lineWords(best));
    }
    const twists = ctx.table.legal.filter((command) => command.type === "Twist");
    if (twists.length)
      drawFacings(
        layers.plan,
        unit.hex,
        new Set(twists.map((command) => command.facing)),
        unit.torso,
        ctx.map.scale(),
        (facing) => ctx.table.say({ type: "Twist", facing }),
      );
  }

  /** What stands on the line to a target; next to it there is no room. */
  function lineWords(entry) {
    if (!entry || entry.distance < 2) return "";
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
    const able = list.some((row) => row.ways.length);
    const shots = picks.size === 1 ? "shot" : "shots";
    return h(
      "div",
      { class: "row panel-foot" },
      able && button(
        [picks.size ? `Declare ${picks.size} ${shots}` : "Fire what makes sense", h("kbd", {}, "F")],
        () => (picks.size ? declare() : fireSensibly()),
        { class: "primary", "data-command": "Fire" },
      ),
      picks.size > 0 && button("None", none, { class: "quiet", "data-command": "none" }),
      button(ctx.table.offers.words({ type: "Done" }), done, { "data-command": "Done", class: able ? "" : "primary" }),
    );
  }

  function none() {
    picks = new Map();
    ctx.refresh();
    weigh();
  }

  function panel() {
    const unit = acting();
    const harm = ctx.unit(target)?.kind === "infantry" ? "soldiers" : "damage";
    const desk = { unit, list, picks, barred, volley, target, harm, unfolded, name: ctx.name, pick, unfold, look: bears.look };
    const count = picks.size + unit.declared.shots.length;
    return [
      blowList(ctx, "Assaults", assaults(), foreseen),
      targetList(targets, target, desk.name, take, unit.declared.shots),
      target && armoury(desk),
      target && !ctx.unit(target) && h("p", { class: "hint" }, "What hits a building wears it down; what hits woods may set them alight."),
      volley && outcome(desk, count),
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
        `; ${counted(entry.weapons, "weapon")} may fire, ⌀ ${rounded(entry.expected_damage)}`,
      );
    },
    confirm: () => (picks.size ? (declare(), true) : false),
    fire: () => (picks.size ? declare() : fireSensibly()),
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
      foreseen.close();
      for (const layer of ["lines", "plan", "arcs"]) ctx.map.layers[layer].replaceChildren();
    },
  };
}
