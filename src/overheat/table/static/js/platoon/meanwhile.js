/** What whoever waits or watches is told: what the other side is about to decide. */

import { counted } from "../counting.js";
import { capital } from "../sides.js";

const DOINGS = { drone: "flies the drone of", disembark: "has to get out:", arrive: "brings on" };
const OCCASIONS = { ambush: "may fire from ambush with", late: "may still fire from ambush with", defence: "is charged, and fires with" };

/** After the name of the side. */
const TASKS = {
  Deploying: (task, scene) => `sets up, ${counted(scene.side(task.side).filter((unit) => unit.place === "waiting").length, "unit")} to go`,
  Ordering: (task) => (task.among.length ? "may snap another unit to action" : "has a die in hand and gives an order"),
  Moving: (task, scene, name) => `${DOINGS[task.doing] ?? "moves"} ${name(task.unit)}`,
  Shooting: (task, scene, name) => `${OCCASIONS[task.occasion] ?? "shoots with"} ${name(task.unit)}`,
  Reacting: (task, scene, name) => `decides whether ${name(task.unit)} ${scene.unit(task.unit)?.soft === false ? "backs away from the fire" : "goes down under fire"}`,
  Dodging: (task, scene, name) => `decides whether ${name(task.unit)} uses its countermeasures`,
  Probing: (task, scene, name) => `decides whether ${name(task.unit)} probes for a device again`,
  Watching: () => "decides about a marker",
  Ducking: (task, scene, name) => `decides whether ${name(task.unit)} goes down before a blast`,
  Regrouping: (task, scene, name) => `regroups ${name(task.unit)}`,
  Choosing: (task, scene, name) => `chooses whom ${name(task.unit)} shoots at by mistake`,
  Keeping: () => "chooses which orders stay over the end of the turn",
  Misdirecting: () => "leads a strike of the enemy astray",
  Adopting: (task, scene, name) => `decides whether ${name(task.unit)} aims where its stray shell fell`,
};

/** What the side to act is about to do: {who, what}, `what` being what follows its name. */
export function meanwhile(scene) {
  const task = scene.task;
  const who = task?.side === undefined ? null : scene.players[task.side];
  const name = (id) => scene.called(id) ?? "a unit";
  return { who, what: (task && TASKS[task.type]?.(task, scene, name)) ?? "is to act", tip: "" };
}

/** The same as a sentence. */
export function meanwhileWords(scene) {
  const { who, what } = meanwhile(scene);
  return who ? `${capital(who)} ${what}` : "";
}
