/** Targets and weapons as lists to choose from, with what a volley comes to. */

import { bars } from "../../chart.js";
import { counted } from "../../counting.js";
import { button, choice, h } from "../../dom.js";
import { chance, plainly, refusal, tally } from "../../explain.js";
import { heatBar } from "./heat.js";
import { foreseen } from "./volley.js";
import { isMachine, place } from "../words.js";

const TOO_RARE = 0.0005;

/** Damage to a tenth. */
export const rounded = (damage) => Math.round(damage * 10) / 10;

/** The targets, best first, with the shots `declared` at them; those that cannot be shot at now are folded away. */
export function targetList(targets, target, name, take, declared) {
  if (!targets.length) return h("p", { class: "hint" }, "There is nothing to shoot at.");
  const near = targets.filter((entry) => entry.best || entry.ground || entry.target === target);
  const rest = targets.filter((entry) => !near.includes(entry));
  const row = (entry) => targetButton(entry, entry.target === target, name, take, declared);
  return [
    h("div", { class: "targets", role: "group", "aria-label": "Targets" }, near.map(row)),
    rest.length > 0 &&
      h(
        "details",
        { class: "unfolding", "data-keep": "other targets" },
        h("summary", {}, `${rest.length} more that it cannot shoot at now`),
        h("div", { class: "targets", role: "group", "aria-label": "Other targets" }, rest.map(row)),
      ),
  ];
}

function targetButton(entry, chosen, name, take, declared) {
  const shots = declared.filter((shot) => shot.target === entry.target).length;
  const why = entry.ground ? "the hex itself" : entry.visible === false ? "not in sight" : entry.refusal?.reason ?? "no shot";
  const number = entry.best
    ? h("span", { class: "target-best" }, h("b", {}, `${entry.best.target_number}+`), chance(entry.best.probability))
    : shots ? h("small", {}, `${counted(shots, "shot")} declared`) : h("small", { class: entry.ground ? "muted" : "refusal" }, why);
  const where = [entry.distance ? counted(entry.distance, "hex") : "in the same hex", entry.best && how(entry, name)].filter(Boolean).join(", ");
  return button(
    [h("span", { class: "target-name" }, h("b", {}, name(entry.target)), h("small", {}, where)), number],
    () => take(entry.target),
    { class: "target", "aria-pressed": String(chosen), "data-target": entry.target },
  );
}

/** By whom a target is spotted that is shot at indirectly, or the side of it that is struck. */
function how({ best, distance, struck, soldiers }, name) {
  if (best.command.spotter) return `spotted by ${name(best.command.spotter)}`;
  return distance && struck && !soldiers ? `its ${struck}` : "";
}

/**
 * The weapons at a target. `desk` holds the unit, its `list` of weapons, `picks` by mount, those `barred` with the reason, the
 * `volley` foreseen and what it counts as `harm`, the mounts that are `unfolded`, `name`, and what is done by `pick(row, command)`,
 * `unfold(mount)` and `look(mount)`, which shows where a weapon bears.
 */
export function armoury(desk) {
  const { unit, list } = desk;
  const declared = new Set(unit.declared.shots.map((shot) => shot.mount));
  const able = list.filter((row) => row.ways.length);
  const unable = list.filter((row) => !row.ways.length && !declared.has(row.mount));
  return [
    able.length > 0 && h("ul", { class: "weapons", "aria-label": "Weapons" }, able.map((row) => weaponRow(row, desk))),
    able.length === 0 && list.length > 0 && h("p", { class: "hint" }, declared.size ? "All that can fire at it is declared." : "None of its weapons can fire at this target now."),
    unable.length > 0 &&
      h(
        "details",
        { class: "unfolding", "data-keep": "unable" },
        h("summary", {}, `${unable.length} cannot fire at it`),
        h("ul", { class: "cannot" }, unable.map((row) => h("li", {}, `${row.weapon} ${row.location}: `, refusal(row.no)))),
      ),
  ];
}

function weaponRow(row, desk) {
  const chosen = desk.picks.get(row.mount);
  const shown = chosen ?? row.ways[0];
  const shot = foreseen(row, shown, desk.volley);
  const where = `${row.location}${row.rear ? " rear" : ""}`;
  const described = [where, shot?.bracket && `${shot.bracket} range`].filter(Boolean).join(", ");
  const box = h("input", {
    type: "checkbox",
    checked: Boolean(chosen),
    "data-command": `pick-${row.mount}`,
    "aria-label": `Fire ${row.weapon}, ${where}`,
    onchange: () => desk.pick(row, chosen ? null : row.ways[0]),
  });
  return h(
    "li",
    {
      class: `weapon${chosen ? " chosen" : ""}`,
      "data-mount": row.mount,
      onpointerenter: () => desk.look(row.mount),
      onpointerleave: () => desk.look(null),
    },
    h("label", { class: "weapon-head" }, box, h("span", { class: "weapon-name" }, row.weapon, h("small", {}, described))),
    h(
      "span",
      { class: "weapon-facts" },
      h("span", { title: `${desk.harm} to expect` }, `⌀ ${rounded(shot?.expected_damage ?? 0)}`),
      isMachine(desk.unit) && h("span", { title: "heat", class: "weapon-heat" }, `${plainly(shot?.heat ?? 0)}°`),
    ),
    numberButton(row, shot, desk),
    desk.unfolded.has(row.mount) && shot?.terms?.length > 0 && h("div", { class: "weapon-why" }, tally(shot.terms)),
    desk.barred.has(row.mount) && h("small", { class: "weapon-why" }, "Not besides the others: ", refusal(desk.barred.get(row.mount))),
    row.ways.length > 1 && wayChoice(row, shown, desk),
  );
}

function numberButton(row, shot, desk) {
  const number = shot?.target_number ? [h("b", {}, `${shot.target_number}+`), chance(shot.probability)] : "?";
  return button(number, () => desk.unfold(row.mount), {
    class: "weapon-number",
    "data-command": `why-${row.mount}`,
    "aria-expanded": String(desk.unfolded.has(row.mount)),
    "aria-label": `${row.weapon}: ${shot?.target_number ?? "no"} or more, show why`,
    title: "Why this number",
  });
}

/** The ammunition, the rate, the place to aim at or the spotter, where there is a choice. */
function wayChoice(row, shown, desk) {
  const options = row.ways.map((command, at) => [at, foreseen(row, command)?.way || "as usual"]);
  const change = (at) => desk.pick(row, row.ways[Number(at)]);
  return choice(options, row.ways.indexOf(shown), change, { "aria-label": `How to fire ${row.weapon}` });
}

/** What the volley comes to: its damage as a distribution, and the heat. */
export function outcome({ volley, target, name, harm }, count) {
  const shown = (volley.damage ?? []).filter((entry) => entry.chance >= TOO_RARE);
  const none = volley.damage?.find((entry) => entry.damage === 0)?.chance ?? 0;
  const chart = () =>
    bars(
      shown.map((entry) => ({ value: entry.damage, chance: entry.chance })),
      { title: `What this volley does to ${name(target)}`, axis: harm },
    );
  const words = () => [h("b", {}, `${rounded(volley.expected_damage)} ${harm}`), " to expect, ", chance(1 - none), " to do any"];
  return [
    count > 0 && shown.length > 1 && h("details", { class: "unfolding volley", "data-keep": "volley" }, h("summary", {}, words()), chart()),
    count > 0 && shown.length === 1 && volley.expected_damage > 0 && h("p", { class: "volley" }, words()),
    volley.heat && heatBar(volley.heat),
  ];
}

/** What the unit has declared so far. */
export function declaredList({ unit, name, fired = false }) {
  const { shots, blows } = unit.declared;
  if (!shots.length && !blows.length) return null;
  const list = (title, words) => words.length > 0 && [h("small", {}, title), h("ul", {}, words.map((each) => h("li", {}, each)))];
  const fire = shots.map((shot) => `${shot.weapon} at ${name(shot.target)}${shot.aimed ? `, ${place(shot.aimed)}` : ""}`);
  return h("div", { class: "declared" }, list(fired ? "Fired in this round" : "Declared", fire), list("Declared", blows.map((blow) => blow.words)));
}
