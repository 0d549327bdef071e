/** What an event changes of how a unit looks, so that the map can show it when it is its turn: each kind of event as a function from unit to unit. */

import { fromPair } from "../map/hexes.js";

const conditioned = (change) => (unit, event) => ({ ...unit, condition: { ...unit.condition, ...change(unit.condition, event) } });
const located = (change) => conditioned((condition, event) => {
  const place = condition.locations[event.location];
  return place ? { locations: { ...condition.locations, [event.location]: { ...place, ...change(event, place) } } } : {};
});

const PATCHES = {
  Moved: (unit, { hex, facing, elevation, motion }) => ({ ...unit, hex: fromPair(hex), torso: unit.torso === unit.facing ? facing : (unit.torso - unit.facing + facing + 6) % 6, facing, elevation, motion: { ...unit.motion, ...motion }, figures: { ...unit.figures, as_target: null } }),
  Twisted: (unit, { torso }) => ({ ...unit, torso }),
  Posture: conditioned((_, { prone, stance }) => ({ prone, stance })),
  PowerChanged: conditioned((_, { shut_down: off }) => ({ shut_down: off })),
  CrewSenses: conditioned((_, { conscious }) => ({ conscious })),
  HeatSettled: conditioned((_, { after }) => ({ heat: after })),
  Felled: conditioned((condition, { left }) => ({ troopers: left })),
  ArmourLost: located(({ rear, after }) => ({ [rear ? "rear_armour" : "armour"]: after })),
  StructureLost: located(({ after }) => ({ structure: after })),
  LocationLost: located(({ blown_off: blown }) => ({ blown_off: blown, structure: 0, armour: 0 })),
  FateMet: (unit, { fate }) => ({ ...unit, fate }),
};

/** What an event makes of its unit: `{ unit, apply }`, or null where it changes nothing that is drawn. */
export function patchOf(kind, event) {
  const change = PATCHES[kind];
  return change && event.unit ? { unit: event.unit, apply: (unit) => change(unit, event) } : null;
}
