/** What a unit is drawn as: its build and its weight class. */

import { isMachine } from "../../words.js";

/** Chassis whose legs bend backwards like those of birds, by the first one or two words of one of their names. */
const BIRDS = new Set(
  (
    "adder blackhawk bushwacker catapult cicada cougar crab daishi direwolf dasher fenris firemoth flea hellbringer iceferret jackal jenner kingcrab kitfox koshi locust loki "
    + "madcat maddog marauder masakari mistlynx nova puma rakshasa raptor raven ryoken stalker stormcrow strider summoner thor timberwolf uller vulture warhawk"
  ).split(" "),
);

function bird(chassis) {
  const names = chassis.toLowerCase().split(/[()]/).map((name) => name.trim().split(/\s+/));
  return names.some((words) => BIRDS.has(words[0]) || BIRDS.has(words.slice(0, 2).join("")));
}

/** The weight class of a machine or a vehicle. */
export function weightClass(tons) {
  return tons < 40 ? "light" : tons < 60 ? "medium" : tons < 80 ? "heavy" : "assault";
}

const VEHICLES = { tracked: "track", wheeled: "wheel", hover: "hover", vtol: "rotor", wige: "wing", naval: "boat", hydrofoil: "foil", submarine: "submarine", rail: "train", maglev: "train", airship: "airship" };
const SOLDIERS = { jump: "jump", motorized: "motorised", motorised: "motorised", tracked: "mechanised", wheeled: "mechanised", hover: "mechanised", vtol: "mechanised", submarine: "diver", umu: "diver", beast: "beast" };

/** The build of a unit: `humanoid`, `bird`, `quad`, `track`, `foot`… */
export function buildOf(unit) {
  const { motive, chassis } = unit.figures;
  if (unit.kind === "protomech") return motive === "quad" ? "proto-quad" : "proto";
  if (isMachine(unit)) {
    if (motive === "quad" || motive === "quadvee") return "quad";
    if (motive === "tripod") return "tripod";
    if (motive === "lam") return "winged";
    return bird(chassis) ? "bird" : "humanoid";
  }
  if (unit.kind === "battle armour") return "suits";
  if (unit.kind === "infantry") return /field|artillery|gun crew/i.test(unit.name) ? "field-gun" : (SOLDIERS[motive] ?? (/beast/.test(motive) ? "beast" : "foot"));
  if (unit.kind === "gun emplacement") return "turret";
  if (/fighter|craft|ship|station/.test(unit.kind)) return "aircraft";
  return VEHICLES[motive] ?? "track";
}
