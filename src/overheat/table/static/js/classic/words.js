/** What units and places are called. */

import { counted } from "../counting.js";
import { plainly } from "../explain.js";
import { FACINGS } from "./map/hexes.js";

const PLACES = {
  HD: "head", CT: "centre torso", LT: "left torso", RT: "right torso", LA: "left arm", RA: "right arm", LL: "left leg", RL: "right leg",
  CL: "centre leg", FLL: "front left leg", FRL: "front right leg", RLL: "rear left leg", RRL: "rear right leg", FR: "front", RR: "rear",
  LS: "left side", RS: "right side", TU: "turret", FT: "front turret", RO: "rotor", BD: "body",
};
/** Whether a unit is a war machine: it walks, falls and gets hot. */
export const isMachine = (unit) => unit.kind.endsWith("machine");
/** Whether a unit is a vehicle. */
export const isVehicle = (unit) => unit.kind.endsWith("vehicle");
/** Whether a unit is soldiers. */
export const isTroops = (unit) => unit.kind === "infantry" || unit.kind === "battle armour";

/** A location in words. */
export function place(code) {
  return PLACES[code] ?? code.toLowerCase();
}

/** What each unit is called. */
export function names(units) {
  return new Map(Object.entries(units).map(([id, unit]) => [id, unit.called]));
}

const COMMON = /(?: (?:ultra-?light|light|medium|heavy|assault|super-?heavy|main battle))?(?: (?:hover|infantry fighting|combat|attack|scout|strike))? (?:tank|vehicle|vtol|helicopter|battle armou?r|apc|carrier)$/i;
const LONGEST = 14;

/** A name that fits under a token: without what the token shows anyway; the number that tells units of a kind apart stays. */
export function short(name) {
  const [, kind, number] = /^(.*?)( \S*\d+)?$/.exec(name);
  const most = LONGEST - (number ?? "").length;
  const kept = kind.length > most ? kind.replace(COMMON, "") : kind;
  return `${kept.length > most ? `${kept.slice(0, most - 1)}…` : kept}${number ?? ""}`;
}

/** How a mode of movement is called for a unit of its kind. */
export const modeName = (unit, mode) => unit.figures.modes[mode] ?? mode;

/** What a unit has done of its movement: `ran 5 hexes`. */
export function moved(unit) {
  const { mode, travelled } = unit.motion;
  if (mode === "stationary") return "has not moved";
  return travelled ? `${unit.figures.moved} ${counted(travelled, "hex")}` : unit.figures.moved;
}

/** A unit in a sentence for those who do not see the map. */
export function spoken(unit, name) {
  const words = [name, unit.side];
  if (unit.fate) return [...words, unit.fate, unit.hex && `hex ${unit.hex}`].filter(Boolean).join(", ");
  words.push(`hex ${unit.hex}`, `facing ${FACINGS[unit.facing]}`);
  if (unit.torso !== unit.facing) words.push(`${isMachine(unit) ? "torso" : "turret"} ${FACINGS[unit.torso]}`);
  if (isMachine(unit)) words.push(`heat ${plainly(unit.condition.heat)}`);
  words.push(moved(unit), ...marks(unit));
  return words.join(", ");
}

/** What is out of the ordinary about a unit, in words. */
export function marks(unit) {
  const { condition } = unit;
  const found = [];
  if (condition.prone) found.push("prone");
  if (condition.stance) found.push(condition.stance.id.split(".").at(-1).replaceAll("_", " "));
  if (condition.shut_down) found.push("shut down");
  if (!condition.conscious) found.push("crew unconscious");
  if (unit.figures.immobile && !condition.shut_down && condition.conscious) found.push("immobile");
  if (condition.crew_hits) found.push(`crew hit ${condition.crew_hits}×`);
  found.push(...vehicleMarks(condition.vehicle));
  if (unit.motion.skidded) found.push("skidded");
  found.push(...Object.values(unit.marks).map((mark) => mark.words).filter(Boolean));
  if (unit.elevation > 0 && unit.figures.motive === "vtol") found.push(`flies at ${unit.elevation}`);
  return found;
}

/** What battle has done to a vehicle beyond armour and structure. */
function vehicleMarks(hurt) {
  const words = {
    "crew stunned": hurt.crew_stunned,
    [`slowed by ${hurt.motive}`]: hurt.motive && !hurt.immobile,
    "turret jammed": hurt.turret_jammed,
    "turret locked": hurt.turret_locked,
    [`sensors hit ${hurt.sensors}×`]: hurt.sensors,
    [`stabiliser hit: ${hurt.stabilisers.map(place).join(", ")}`]: hurt.stabilisers.length,
    "driver hit": hurt.driver_hit,
    "commander hit": hurt.commander_hit,
    "engine hit": hurt.engine_hit,
    [`rotor hit ${hurt.rotor_hits}×`]: hurt.rotor_hits,
    [counted(hurt.malfunctions.length, "weapon malfunctions", "weapons malfunction")]: hurt.malfunctions.length,
  };
  return Object.keys(words).filter((each) => words[each]);
}

/** How much of a unit's armour and structure is left, from 0 to 1. */
export function soundness(unit) {
  if (unit.kind === "infantry") return unit.figures.troopers ? unit.condition.troopers / unit.figures.troopers : 1;
  let left = 0;
  let full = 0;
  for (const [code, [armour, rear, structure]] of Object.entries(unit.figures.full)) {
    const now = unit.condition.locations[code];
    full += armour + rear + structure;
    if (now && !now.blown_off && now.structure > 0) left += now.armour + now.rear_armour + now.structure;
  }
  return full ? left / full : 1;
}

/** How the battle ended, in a sentence. */
export const ended = ({ winners, reason }) => `The battle is over: ${winners.length ? `${winners.join(" and ")} won` : "a draw"}, ${reason}.`;
