/** Places, weapons and what is to be done, in the words of the page: what is expected and what may be said is told by the server. */

import { SCALE, length } from "./table/measure.js";

const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A heading as a point of the compass. */
export function compass(heading) {
  return COMPASS[Math.round((((heading % 360) + 360) % 360) / 45) % 8];
}

/** A place in inches from the south-west corner. */
export function place([x, y, z = 0]) {
  return `${length(x / SCALE)} east, ${length(y / SCALE)} north${z ? `, ${length(z / SCALE)} up` : ""}`;
}

/** A weapon of the unit that acts, by the word that commands have for it. */
export function armName(arm, scene) {
  const unit = scene.task?.unit && scene.unit(scene.task.unit);
  const id = arm === "system" ? unit?.sheet.system : unit?.sheet.mounts[Number(arm)]?.weapon;
  const told = id && unit.facts?.weapons.find((weapon) => weapon.id === id && !weapon.spent);
  return told?.name ?? (id ?? `weapon ${arm}`).replaceAll("_", " ");
}

/** Who fires, where shots are declared. */
export function shooterOf(scene) {
  return scene.view.tasks.findLast((task) => task.type === "Firing") ?? null;
}

const READY = "Click a unit with a bright ring";
const RINGED = "Click one of the ringed units";

/** How each kind of decision is made on this page. */
const TIPS = {
  Deploying: "Choose a unit, then click in your zone",
  Ordering: (task) => (task.among.length ? READY : `${READY}, then choose its order`),
  Moving: "Click on the table to measure and to choose, then confirm",
  Shooting: (task, scene) => (scene.legal.some((command) => command.type === "Shoot") ? "Click an enemy to see every number, then fire" : "Nothing of it bears on an enemy: choose below, or hold fire"),
  Reacting: "It costs the die of this turn",
  Dodging: "They make it harder to hit",
  Probing: "The cross shows where it lies; engineers may roll once more",
  Watching: "The cross shows where it lies",
  Ducking: "Who is down is harder to hurt, and does nothing else this turn",
  Regrouping: "Click where it goes",
  Choosing: RINGED,
  Keeping: "Tick the units that keep their dice",
  Misdirecting: (task) => (task.called.kind === "air" ? RINGED : "Choose a place from the list, or point at the table"),
  Adopting: "The cross shows where it fell",
};

/** What is expected now, by the server, and how it is done here: {who, what, tip}. */
export function expectation(scene) {
  const { task, expected } = scene;
  const mine = scene.legal.length > 0;
  const tip = TIPS[task?.type] ?? "";
  return { who: expected?.player ?? null, what: expected?.what ?? "", tip: mine && task ? (typeof tip === "function" ? tip(task, scene) : tip) : "" };
}
