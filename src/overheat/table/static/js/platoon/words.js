/** What is expected and what may be said, in words. */

import { counted } from "../counting.js";
import { SCALE, flat, length } from "./measure.js";
import { ORDERS } from "./labels.js";

const DOINGS = { drone: "fly the drone", lift: "lift off or land", embark: "get in", disembark: "get out", arrive: "come on", smoke: "smoke screen" };
const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/** A heading as a point of the compass. */
export function compass(heading) {
  return COMPASS[Math.round((((heading % 360) + 360) % 360) / 45) % 8];
}

/** A place in inches from the south-west corner. */
export function place([x, y, z = 0]) {
  return `${length(x / SCALE)} east, ${length(y / SCALE)} north${z ? `, ${length(z / SCALE)} up` : ""}`;
}

function legs(list) {
  return list.map(([pivot, inches]) => [pivot && `turn ${pivot > 0 ? "right" : "left"} ${Math.abs(pivot)}°`, inches && `${inches < 0 ? "back" : "on"} ${Math.abs(inches)}″`].filter(Boolean).join(", ")).join(", then ");
}

const ARMS = { arms: "small arms", system: "its weapon", law: "LAW", ugl: "grenade launchers" };
const ROUNDS = { he: "explosive round", tandem: "tandem round", smoke: "smoke" };

/** A weapon of the unit that acts, by the word that commands have for it. */
export function armName(arm, scene) {
  const unit = scene.task?.unit && scene.unit(scene.task.unit);
  const id = arm === "system" ? unit?.sheet.system : unit?.sheet.mounts[Number(arm)]?.weapon;
  const told = id && unit.facts?.weapons.find((weapon) => weapon.id === id && !weapon.spent);
  return told?.name ?? ARMS[arm] ?? (id ?? `weapon ${arm}`).replaceAll("_", " ");
}

/** A place by what is there: a unit, an objective, or else inches. */
export function spotName(at, scene) {
  const same = (x, y) => Math.abs(x - at[0]) < 1 && Math.abs(y - at[1]) < 1;
  const unit = scene.onTable().find((each) => same(each.at[0], each.at[1]));
  if (unit) return `where ${unit.name} is`;
  const objective = scene.objectives.find((each) => same(each.x * SCALE, each.y * SCALE));
  return objective ? objective.name : place(at);
}

function volley(each, scene, name) {
  const mount = scene.unit(scene.task?.unit)?.sheet.mounts[Number(each.arm)];
  const arm = `${armName(each.arm, scene)}${mount ? ` (${mount.place})` : ""}`;
  const how = [ROUNDS[each.round], each.indirect && "in an arc", each.at_drone && "at the drone"].filter(Boolean);
  return `${arm}${how.length ? ` (${how.join(", ")})` : ""} at ${name(each.target)}`;
}

const WORDS = {
  Deploy: (c, name) => `${name(c.unit)}: ${c.aboard ? `aboard ${name(c.aboard)}` : c.at ? `at ${place(c.at)}` : c.flank ? `reserve, outflanking by the ${c.flank}` : "in reserve"}`,
  Give: (c, name) => `${name(c.unit)}: ${ORDERS[c.order].name}${c.doing ? `, ${DOINGS[c.doing] ?? c.doing}` : ""}${c.carrier ? ` (${name(c.carrier)})` : ""}${c.round ? ` (${c.round})` : ""}`,
  Walk: (c, name, scene) => {
    const unit = scene.unit(scene.task?.unit);
    const still = unit && unit.at[0] === c.to[0] && unit.at[1] === c.to[1];
    return still ? `Turn to the ${compass(c.heading ?? 0)}` : `Go to ${place(c.to)}`;
  },
  Occupy: (c, name, scene) => `Run into ${scene.pieces[c.feature]?.name || scene.pieces[c.feature]?.kind || "the building"}`,
  Charge: (c, name) => `Charge ${name(c.target)}`,
  Drive: (c) => `Drive: ${legs(c.legs)}`,
  Fly: (c) => `Fly: ${[c.legs.length && legs(c.legs), c.up && `${c.up > 0 ? "up" : "down"} ${Math.abs(c.up)}″`].filter(Boolean).join(", ")}`,
  Place: (c) => `Come to ${place(c.at)}, facing ${compass(c.heading)}`,
  FlyDrone: (c, name) => `Fly the drone to ${place(c.to)}${c.drop ? ` and drop${c.target ? ` on ${name(c.target)}` : ""}` : ""}`,
  Shoot: (c, name, scene) => `Fire ${c.volleys.map((each) => volley(each, scene, name)).join(" and ")}`,
  Shell: (c, name, scene) => `Fire ${armName(c.arm, scene)}${c.round ? ` (${ROUNDS[c.round] ?? c.round})` : ""} at the place: ${spotName(c.at, scene)}`,
  Dive: (c, name, scene) => `Dive and go off: ${spotName(c.to, scene)}`,
  Bomb: (c, name, scene) => `Drop it straight down: ${armName(c.mount, scene)}`,
  Lay: (c) => `Lay a ${c.kind === "ied" ? "device" : c.kind} at ${place(c.at)}`,
  Attach: (c, name) => `Attach a device to ${name(c.vehicle)}`,
  Detonate: (c, name, scene) => `Set off device ${c.device + 1}: ${deviceName(c.device, scene, name)}`,
  ThrowSmoke: (c) => `Throw smoke to ${c.at.map(place).join("; ")}`,
  Breach: (c, name, scene) => `Use the bangalore on ${c.work === "device" ? `device ${c.number + 1}, ${deviceName(c.number, scene, name)}` : scene.pieces[c.number]?.name || `the ${scene.pieces[c.number]?.kind}`}`,
  OpenDoor: (c) => `Open the ${c.door} door`,
  CallStrike: (c, name, scene) => (c.target ? `Call an air strike on ${name(c.target)}` : `Call ${c.smoke ? "smoke" : "a barrage"}: ${spotName(c.at, scene)}`),
  Misdirect: (c, name, scene) => (c.target ? `Lead the aircraft onto ${scene.unit(c.target)?.player}'s ${name(c.target)}` : `Lead the barrage: ${spotName(c.at, scene)}`),
  Keep: (c, name) => (c.units.length ? `Keep the orders of ${c.units.map(name).join(", ")}` : "Keep no order"),
  Choose: (c, name) => `Choose ${name(c.unit)}`,
};

/** Where a device lies and who is next to it, or what carries it. */
function deviceName(index, scene, name) {
  const device = scene.view.devices[index];
  if (!device) return "";
  if (device.carrier) return `on ${name(device.carrier)}`;
  const near = scene.onTable().map((unit) => [Math.min(...unit.bodies.map((body) => flat(body.at, device.at))), unit.id]).sort((one, other) => one[0] - other[0])[0];
  return near ? `${place(device.at)}; ${name(near[1])} is next to it, ${length(near[0])} away` : place(device.at);
}

const ANSWERS = {
  Reacting: ["Go down", "Stand as it is"],
  Dodging: ["Release countermeasures", "Fly on"],
  Probing: ["Probe again", "Leave it"],
  Watching: ["Set it off", "Leave it to the die"],
  Ducking: ["Go down", "Stand as it is"],
  Adopting: ["Aim there from now on", "Keep the old aim"],
};

const HOLDS = { Moving: "Stay where it is", Shooting: "Hold fire", Ordering: "Pass", Regrouping: "Stay where it is" };
/** What holding means for who would do something else than go. */
const STAYS = { arrive: "Stay in reserve", disembark: "Stay aboard", drone: "Leave the drone where it is" };

/** A command as a line of text. */
export function commandWords(command, scene) {
  const answers = ANSWERS[scene.task?.type];
  if (command.type === "React" && scene.task?.type === "Reacting" && scene.unit(scene.task.unit)?.soft === false) return "Back away";
  if (command.type === "React") return answers?.[0] ?? "React";
  if (command.type === "Hold") return answers?.[1] ?? STAYS[scene.task?.doing] ?? HOLDS[scene.task?.type] ?? "Do nothing";
  const words = WORDS[command.type];
  const name = (id) => scene.called(id) ?? id;
  if (words) return words(command, name, scene);
  const facts = Object.entries(command).filter(([key, value]) => key !== "type" && value);
  return `${command.type.replace(/([a-z])([A-Z])/g, "$1 $2")} ${facts.map(([, value]) => (typeof value === "object" ? JSON.stringify(value) : name(value))).join(", ")}`.trim();
}

/** Who fires, where shots are declared. */
export function shooterOf(scene) {
  return scene.view.tasks.findLast((task) => task.type === "Firing") ?? null;
}

/** Whether somebody can be shot at; those who wait for others take it for granted. */
function shoots(scene) {
  return !scene.legal.length || scene.legal.some((command) => command.type === "Shoot");
}

function by(scene, name) {
  const firing = shooterOf(scene);
  return firing ? ` by ${name(firing.unit)}` : "";
}

/** One of some units. */
const oneOf = (many) => (many === 1 ? "the last unit" : `one of ${many} units`);

const TASKS = {
  Deploying: (task, scene) => {
    const left = scene.side(task.side).filter((unit) => unit.place === "waiting").length;
    return [`Set up: ${counted(left, "unit")} to go`, "Choose a unit below the table, then click in your zone"];
  },
  Ordering: (task, scene) =>
    task.among.length
      ? [`Snap to action: a unit near ${scene.unit(task.among[0])?.name ?? "the officer"} may act at once, or pass`, "Click a unit with a bright ring"]
      : [`Orders: give the die to ${oneOf(scene.side(task.side).filter((unit) => unit.alive && !unit.order).length)}`, "Click a unit with a bright ring, then choose its order"],
  Moving: (task, scene, name) => [`${{ drone: scene.unit(task.unit)?.sheet.men.length ? "Fly the drone of" : "Fly", disembark: "Get out:", arrive: "Come on:" }[task.doing] ?? "Move"} ${name(task.unit)}`, "Click on the table to measure and to choose, then confirm"],
  Shooting: (task, scene, name) => [
    { ambush: `Ambush: ${name(task.unit)} may fire${task.against ? ` at ${name(task.against)}` : ""}`, late: `Late ambush: ${name(task.unit)} may fire`, defence: `${name(task.unit)} is charged: fire at ${name(task.against)}` }[task.occasion] ?? (shoots(scene) ? `${name(task.unit)} shoots` : `${name(task.unit)} may act in place of shooting`),
    shoots(scene) ? "Click an enemy to see every number, then fire" : "Nothing of it bears on an enemy: choose below, or hold fire",
  ],
  Reacting: (task, scene, name) =>
    scene.unit(task.unit)?.soft === false
      ? [`${name(task.unit)} is shot at${by(scene, name)}: back away?`, "Backing away costs the die of this turn"]
      : [`${name(task.unit)} is shot at${by(scene, name)}: go down?`, "Going down costs the die of this turn"],
  Dodging: (task, scene, name) => [`${name(task.unit)} is shot at${by(scene, name)}: countermeasures?`, "They make it harder to hit"],
  Probing: (task, scene, name) => [`${name(task.unit)} has come near a device: roll again?`, "The cross shows where it lies; engineers may roll once more"],
  Watching: (task, scene, name) => [`${name(task.unit)} comes near a marker of yours`, "Set it off if it can be, or leave it to the die: the cross shows where it lies"],
  Ducking: (task, scene, name) => [`${name(task.unit)} is warned of a blast: go down?`, "Who is down is harder to hurt, and does nothing else this turn"],
  Regrouping: (task, scene, name) => [`Regroup ${name(task.unit)}: up to ${task.inches}″`, "Click where it goes"],
  Choosing: (task, scene, name) => [`Friendly fire: choose whom ${name(task.unit)} shoots at`, "Click one of the ringed units"],
  Keeping: () => ["End of turn: which Ambush and Down orders stay?", "Tick the units that keep their dice"],
  Misdirecting: (task) =>
    task.called.kind === "air"
      ? ["An air strike of the enemy goes astray: choose whom it attacks", "Click one of the ringed units"]
      : ["A barrage of the enemy goes astray: choose where it falls", "Choose a place from the list, or point at the table"],
  Adopting: (task, scene, name) => [`A stray shell of ${name(task.unit)} was seen to fall: aim there from now on?`, "The cross shows where it fell"],
};

/** What is expected now: {who, what, tip}. */
export function expectation(scene) {
  if (scene.outcome) return { who: null, what: `The battle is over: ${scene.outcome.reason}`, tip: "" };
  const task = scene.task;
  if (!task) return { who: null, what: "", tip: "" };
  const name = (id) => scene.called(id) ?? "the unit";
  const who = task.side === undefined ? null : scene.players[task.side];
  const [what, tip] = TASKS[task.type]?.(task, scene, name) ?? [scene.shape?.awaited?.what ?? task.type, ""];
  return { who, what, tip };
}
