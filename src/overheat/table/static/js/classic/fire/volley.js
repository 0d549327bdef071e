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

/** The shots that make sense: those likely enough to hit, more so where they use up rounds, the best for their heat first, as long as the heat does no harm. */
export function sensible(list) {
  const wanted = list
    .filter((row) => row.ways.length)
    .map((row) => ({ row, command: row.ways[0], shot: foreseen(row, row.ways[0]) }))
    .filter(({ shot }) => shot?.probability && shot.probability[0] / shot.probability[1] >= (shot.command.feed === null ? WORTH : WORTH_A_ROUND));
  wanted.sort((one, other) => worth(other.shot) - worth(one.shot));
  const heat = wanted[0]?.shot.heat_room ?? null;
  let room = heat === null ? Infinity : amount(heat);
  const chosen = new Map();
  for (const { row, command, shot } of wanted) {
    if (amount(shot.heat) > room && chosen.size) continue;
    room -= amount(shot.heat);
    chosen.set(row.mount, command);
  }
  return chosen;
}

function worth(shot) {
  return shot.expected_damage / (amount(shot.heat) + 1);
}
