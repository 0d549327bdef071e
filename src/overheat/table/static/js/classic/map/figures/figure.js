/** The figure of a unit as it is now: drawn from above, in the colour of its side, with what battle has done to it. */

import { s } from "../../../dom.js";
import { soundness } from "../../words.js";
import { buildOf, weightClass } from "./builds.js";
import { machine } from "./machines.js";
import { soldiers, suits } from "./troops.js";
import { vehicle } from "./vehicles.js";

const MACHINES = new Set(["humanoid", "bird", "quad", "tripod", "winged", "proto", "proto-quad"]);
const WORN = 0.5;
const SMOKING = 0.45;
const SHIFT = { x: 1.4, y: 2.4 };

/** What has become of a location: whole, worn, bare of armour, or gone. */
function stateOf(unit, code) {
  const now = unit.condition.locations[code];
  const full = unit.figures.full[code];
  if (!now || !full) return "";
  if (now.blown_off || (full[2] > 0 && now.structure <= 0)) return "gone";
  if (full[0] > 0 && now.armour <= 0) return "bare";
  return full[0] > 0 && now.armour / full[0] < WORN ? "worn" : "";
}

function shapesOf(unit, build) {
  const weight = weightClass(unit.figures.tons);
  if (MACHINES.has(build)) return machine(build, weight, unit.condition.prone);
  if (build === "suits") {
    const left = Object.keys(unit.figures.full).filter((code) => unit.figures.full[code][2] > 0 && stateOf(unit, code) !== "gone");
    return suits(left.length ? left : Object.keys(unit.figures.full));
  }
  if (unit.kind === "infantry") return soldiers(build, unit.figures.troopers ? unit.condition.troopers / unit.figures.troopers : 1);
  return vehicle(build, weight, "TU" in unit.figures.full);
}

/** Limbs that are gone are not drawn; of a trunk that is gone the frame is left. */
const LIMBS = /A$|L$|^TU$|^RO$/;

function draw(shapes, unit, charred) {
  return shapes.map(([look, path, code]) => {
    const state = charred || !code ? "" : stateOf(unit, code);
    if (state === "gone" && LIMBS.test(code)) return "";
    return s("path", { d: path, class: [look, state].filter(Boolean).join(" "), "data-part": code || null });
  });
}

function smoke(share) {
  const puffs = share < 0.25 ? [[5, -9, 5], [9, -15, 6.5], [15, -21, 7.5]] : [[5, -9, 4], [9, -15, 5]];
  return s("g", { class: "f-smoke" }, puffs.map(([cx, cy, r]) => s("circle", { cx, cy, r })));
}

/** A bank of earth before what hides its hull. */
function bank(facing) {
  return s("path", { class: "f-bank", transform: `rotate(${facing * 60})`, d: "M-22 -8Q-16 -25 0 -26Q16 -25 22 -8Q12 -17 0 -17.5Q-12 -17 -22 -8Z" });
}

/** How a unit is drawn, in words for the style sheet and for tests. */
export function looksOf(unit) {
  const build = buildOf(unit);
  return { build, weight: unit.kind === "infantry" || build === "suits" ? "" : weightClass(unit.figures.tons) };
}

/** The figure around the origin; `charred` is a wreck. */
export function figure(unit, charred = false) {
  const { build, weight } = looksOf(unit);
  const { scale, legs, torso } = shapesOf(unit, build);
  const squad = unit.kind === "infantry" || build === "suits";
  const [below, above] = squad ? [0, 0] : [unit.facing * 60, (MACHINES.has(build) || torso.length ? unit.torso : unit.facing) * 60];
  const turned = (parts, angle) => s("g", { transform: `rotate(${angle})` }, draw(parts, unit, charred));
  const trunk = charred ? above + 25 : build === "rotor" ? 0 : above;
  const shadow = !squad && s("g", { class: "f-shadow", transform: `translate(${SHIFT.x * (unit.elevation > 0 && build === "rotor" ? 4 : 1)} ${SHIFT.y * (unit.elevation > 0 && build === "rotor" ? 4 : 1)})` }, [s("g", { transform: `rotate(${below})` }, legs.slice(0, 6).map(([, d]) => s("path", { d }))), s("g", { transform: `rotate(${trunk})` }, torso.slice(0, 12).map(([, d]) => s("path", { d })))]);
  const sound = charred ? 1 : soundness(unit);
  const hull = unit.condition.stance?.id.includes("hull_down");
  return s(
    "g",
    { class: `figure f-${build}${weight ? ` ${weight}` : ""}${charred ? " charred" : ""}`, "data-build": build, "data-weight": weight || null },
    s("g", { transform: `scale(${scale})` }, shadow || "", turned(legs, below), torso.length ? turned(torso, trunk) : ""),
    hull && !charred ? bank(unit.facing) : "",
    !squad && sound < SMOKING ? smoke(sound) : "",
  );
}
