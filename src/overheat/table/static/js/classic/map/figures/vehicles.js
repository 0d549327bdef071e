/** Vehicles from above, by what they move on: the hull, and a turret that turns on it where there is one. */

import { disc, pair, slab, through } from "../../../shapes.js";

const SCALES = { light: 0.98, medium: 1.08, heavy: 1.16, assault: 1.22 };


function treads(x, half) {
  const ticks = [];
  for (let y = -half + 2.4; y < half - 1; y += 3.1) ticks.push(through([-x - 2.4, y], [-x + 2.4, y], [-x + 2.4, y + 1], [-x - 2.4, y + 1]));
  return [...pair("f-tread", slab(-x, 0, 2.9, half, 1.8), "LS", "RS"), ...pair("f-tick", ticks.join(""), "LS", "RS")];
}

function plates(wide, long) {
  return [
    ...pair("f-plate", through([-wide * 0.5, -long + 3], [-wide, -long + 6], [-wide, long - 3], [-wide * 0.5, long - 1]), "LS", "RS"),
    ["f-plate", through([-wide + 1, -long + 5.4], [-wide * 0.55, -long], [wide * 0.55, -long], [wide - 1, -long + 5.4], [wide * 0.62, -2], [-wide * 0.62, -2]), "FR"],
    ["f-plate", through([-wide * 0.62, -2], [wide * 0.62, -2], [wide * 0.8, long], [-wide * 0.8, long]), "RR"],
    ["f-vent", [3.4, 6.4, 9.4].map((y) => slab(0, Math.min(y, long - 2), wide * 0.45, 0.9, 0.3)).join(""), "RR"],
  ];
}

function turret(weight, y = 0) {
  const twin = weight === "assault" ? [-2, 2] : [0];
  return [
    ["f-gun", twin.map((x) => slab(x, y - 13, 1.2, 7.5, 0.3)).join(""), "TU"],
    ["f-gun", twin.map((x) => slab(x, y - 19.4, 1.9, 1.5, 0.4)).join(""), "TU"],
    ["f-light", through([-4, y - 7], [4, y - 7], [7.4, y - 2], [7, y + 5], [3.6, y + 7.6], [-3.6, y + 7.6], [-7, y + 5], [-7.4, y - 2]), "TU"],
    ["f-plate", disc(2.4, y + 1.8, 2.3), "TU"],
    ["f-glass", slab(-3.4, y - 3, 1.4, 1, 0.3), "TU"],
  ];
}

/** Where no turret is, the guns look out of the nose. */
function nose(y) {
  return [["f-gun", slab(-3, y, 1.2, 4.4, 0.3) + slab(3, y, 1.2, 4.4, 0.3), "FR"], ["f-glass", slab(0, y + 7.4, 3, 1.2, 0.4), "FR"], ["f-light", slab(0, y + 15, 5, 5, 1), "RR"]];
}

const BUILDS = {
  track: () => [...treads(10.6, 16.4), ...plates(9, 15.4)],
  wheel: () => [...pair("f-tread", [-11, -3.6, 4, 11.4].map((y) => slab(-10, y, 2.3, 3, 1)).join(""), "LS", "RS"), ...plates(8.6, 15)],
  hover: () => [
    ["f-skirt", through([-7, -17], [7, -17], [12.6, -9], [13.6, 4], [10, 15.6], [-10, 15.6], [-13.6, 4], [-12.6, -9]), "FR"],
    ...plates(9.4, 13),
    ...pair("f-fan", disc(-6.4, 12.6, 4.2), "RR", "RR"),
    ...pair("f-gun", slab(-6.4, 12.6, 3.6, 0.6, 0.2) + slab(-6.4, 12.6, 0.6, 3.6, 0.2), "RR", "RR"),
  ],
  rotor: () => [
    ["f-plate", through([-1.6, 4], [1.6, 4], [1.1, 20], [-1.1, 20]), "RR"],
    ["f-light", through([-5.4, 17.4], [5.4, 17.4], [5, 19.8], [-5, 19.8]), "RR"],
    ...pair("f-gun", slab(-7.4, 0, 1.5, 4.6, 0.8), "LS", "RS"),
    ...pair("f-plate", through([-3, -3.4], [-9, -1], [-9, 2.6], [-3, 4]), "LS", "RS"),
    ["f-plate", through([0, -16], [3.6, -13], [5, -4], [4.4, 4], [2.4, 9], [-2.4, 9], [-4.4, 4], [-5, -4], [-3.6, -13]), "FR"],
    ["f-glass", through([-2.2, -12.6], [2.2, -12.6], [3.2, -6.4], [-3.2, -6.4]), "FR"],
  ],
  wing: () => [
    ["f-plate f-wing", through([-4, -7], [-20, 8], [-20, 12], [-4, 9.6], [4, 9.6], [20, 12], [20, 8], [4, -7]), "LS"],
    ["f-plate", through([0, -18], [4, -12], [4.6, 12], [0, 16], [-4.6, 12], [-4, -12]), "FR"],
    ["f-glass", through([-1.8, -12], [1.8, -12], [2.6, -7], [-2.6, -7]), "FR"],
    ...pair("f-fan", disc(-10, 6, 3), "RR", "RR"),
  ],
  boat: () => [["f-wake", through([-10, 17], [0, 12], [10, 17], [0, 24]), ""], ["f-plate", through([0, -21], [6, -13], [9, -2], [8.4, 14], [5, 17], [-5, 17], [-8.4, 14], [-9, -2], [-6, -13]), "FR"], ["f-light", slab(0, 8.6, 5, 5, 1.4), "RR"], ["f-glass", slab(0, 4.6, 3.6, 1.1, 0.3), "FR"], ["f-vent", slab(0, 11, 2, 1.6, 0.4), "RR"]],
  foil: () => [["f-wake", through([-10, 17], [0, 12], [10, 17], [0, 24]), ""], ...pair("f-skirt", through([-7, -4], [-14, 2], [-14, 4.4], [-7, 3]), "LS", "RS"), ...BUILDS.boat().slice(1)],
  submarine: () => [["f-plate", through([0, -22], [4.6, -17], [5.6, -4], [4.6, 12], [1.6, 19], [-1.6, 19], [-4.6, 12], [-5.6, -4], [-4.6, -17]), "FR"], ["f-light", slab(0, -2, 2.2, 5, 1.4), "TU"], ["f-skirt", through([-9, 14], [9, 14], [7, 18], [-7, 18]), "RR"]],
  train: () => [...treads(6.4, 20), ["f-plate", slab(0, 0, 7.6, 20, 2.4), "FR"], ["f-light", slab(0, -10, 5, 5, 1), "FR"], ["f-light", slab(0, 8, 5, 8, 1), "RR"]],
  airship: () => [["f-plate", through([0, -24], [8, -18], [11, -4], [9, 12], [3, 22], [-3, 22], [-9, 12], [-11, -4], [-8, -18]), "FR"], ["f-light", slab(0, 0, 3, 9, 1.4), "RR"], ["f-skirt", through([-10, 16], [10, 16], [8, 21], [-8, 21]), "RR"]],
  turret: () => [["f-skirt", through([-8, -17], [8, -17], [17, -8], [17, 8], [8, 17], [-8, 17], [-17, 8], [-17, -8]), "BD"], ["f-plate", through([-6, -13], [6, -13], [13, -6], [13, 6], [6, 13], [-6, 13], [-13, 6], [-13, -6]), "BD"]],
  aircraft: () => [["f-plate f-wing", through([-3, -5], [-20, 10], [-20, 13.4], [-3, 10], [3, 10], [20, 13.4], [20, 10], [3, -5]), "LWG"], ["f-light", through([-8, 14], [8, 14], [6, 18.6], [-6, 18.6]), "AFT"], ["f-plate", through([0, -21], [3, -14], [3.8, 14], [0, 18], [-3.8, 14], [-3, -14]), "NOS"], ["f-glass", through([-1.4, -13], [1.4, -13], [2.2, -7.6], [-2.2, -7.6]), "NOS"]],
};
const TURNING = { track: 1, wheel: 0.5, hover: -0.5, boat: -4, foil: -4, turret: 0, train: 2 };

/** The rotor over a helicopter. */
export function rotor() {
  return [["f-disc", disc(0, -2, 17), ""], ["f-blade", [45, 135].map((turn) => {
    const [x, y] = [Math.sin((turn * Math.PI) / 180) * 16.6, Math.cos((turn * Math.PI) / 180) * 16.6];
    return `M${x.toFixed(1)} ${(y - 2).toFixed(1)}L${(-x).toFixed(1)} ${(-y - 2).toFixed(1)}`;
  }).join(""), ""]];
}

/** Hull and turret of a vehicle; without a turret of its own the guns are in the nose. */
export function vehicle(build, weight, turreted) {
  const hull = BUILDS[build]();
  const above = turreted && build in TURNING ? turret(weight, TURNING[build]) : [];
  const front = !above.length && ["track", "wheel", "hover"].includes(build) ? nose(-14) : [];
  return { scale: SCALES[weight], legs: [...hull, ...front], torso: build === "rotor" ? rotor() : above };
}
