/** What a unit would fire at a target: the ways of each weapon, what makes sense, and what it all comes to. */

import { amount } from "../../explain.js";

const WORTH = 1 / 12;
const WORTH_A_ROUND = 1 / 6;

/** Whether two commands to fire are the same. */
export function alike(one, other) {
  const facts = ({ mount, target, feed, rate, mode, aimed, spotter }) => [
    mount,
    target,
    feed ?? null,
    rate,
    mode ?? "",
    aimed ?? "",
    spotter ?? null,
  ];
  return JSON.stringify(facts(one)) === JSON.stringify(facts(other));
}

/** The weapons of a unit at a target, each with the ways to fire it that are allowed and what is foreseen of them. */
export function rows(shots, legal, target, unit) {
  const found = new Map();
  for (const shot of shots) {
    const row = found.get(shot.command.mount) ?? {
      mount: shot.command.mount,
      weapon: shot.weapon,
      location: shot.location,
      rear: shot.rear,
      shots: [],
      ways: [],
    };
    row.shots.push(shot);
    found.set(row.mount, row);
  }
  for (const command of legal) {
    if (command.type === "Fire" && command.target === target) found.get(command.mount)?.ways.push(command);
  }
  for (const row of found.values()) {
    row.ways.sort((one, other) => plainest(row, one, other));
    const known = unit.figures.weapons.find((weapon) => weapon.mount === row.mount);
    row.weapon ??= known?.name ?? "weapon";
    row.no = row.ways.length ? null : row.shots.find((shot) => shot.refusal)?.refusal ?? { reason: "not now" };
  }
  return [...found.values()];
}

/** The order of the ways to fire a weapon: single shots before bursts, plain before aimed ones, and of those what does most. */
function plainest(row, one, other) {
  const special = ({ rate, mode, aimed }) => [rate, mode ? 1 : 0, aimed ? 1 : 0];
  const harm = (command) => foreseen(row, command)?.expected_damage ?? 0;
  const at = special(one).findIndex((part, place) => part !== special(other)[place]);
  return at >= 0 ? special(one)[at] - special(other)[at] : harm(other) - harm(one);
}

/** What is foreseen of a way to fire. */
export function foreseen(row, command, volley) {
  return volley?.shots.find((shot) => alike(shot.command, command)) ?? row.shots.find((shot) => alike(shot.command, command)) ?? null;
}

/**
 * The shots that make sense: of those likely enough to hit, more so where they use up rounds, all that do most damage together as long as
 * the heat does no harm.
 */
export function sensible(list) {
  const wanted = list
    .filter((row) => row.ways.length)
    .map((row) => ({ row, command: row.ways[0], shot: foreseen(row, row.ways[0]) }))
    .filter(({ shot }) => shot?.probability && shot.probability[0] / shot.probability[1] >= (shot.command.feed === null ? WORTH : WORTH_A_ROUND));
  wanted.sort((one, other) => other.shot.expected_damage - one.shot.expected_damage);
  const heat = wanted[0]?.shot.heat_room ?? null;
  const room = heat === null ? Infinity : amount(heat);
  const chosen = fullest(wanted, room);
  if (!chosen.length && wanted.length) chosen.push(coolest(wanted));
  return new Map(chosen.map(({ row, command }) => [row.mount, command]));
}

/** The shots that do most damage together and fit into the heat there is room for; of equals the cooler ones. */
function fullest(shots, room) {
  let best = { heat: 0, damage: 0, shots: [] };
  let found = new Map([[0, best]]);
  for (const one of shots) {
    const more = [...found.values()]
      .map(({ heat, damage, shots: before }) => ({ heat: heat + amount(one.shot.heat), damage: damage + one.shot.expected_damage, shots: [...before, one] }))
      .filter(({ heat }) => heat <= room || amount(one.shot.heat) === 0);
    found = new Map(found);
    for (const each of more) if (!(found.get(each.heat)?.damage >= each.damage)) found.set(each.heat, each);
  }
  for (const each of found.values()) if (each.damage > best.damage || (each.damage === best.damage && each.heat < best.heat)) best = each;
  return [...best.shots];
}

/** Where everything is too hot: what does most for its heat. */
function coolest(shots) {
  const worth = ({ shot }) => shot.expected_damage / (amount(shot.heat) + 1);
  return shots.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}
