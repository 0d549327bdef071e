/** War machines from above: legs apart from the torso, so that it turns on them; heavier ones are broader and carry more. */

import { disc, mirrored, pair, slab, through } from "../../../shapes.js";

/** What grows with weight: how far out shoulders and arms are, how long the arms, and how many barrels. */
const GROWTH = {
  light: { scale: 1.06, shoulder: 9.5, deep: 5, arm: 2.3, reach: 9, barrels: 1, pods: 0, foot: 2.7, stance: 5.2 },
  medium: { scale: 1.1, shoulder: 11, deep: 6, arm: 2.8, reach: 10, barrels: 1, pods: 0, foot: 3.2, stance: 6 },
  heavy: { scale: 1.13, shoulder: 12.5, deep: 7, arm: 3.3, reach: 11, barrels: 1, pods: 1, foot: 3.7, stance: 6.8 },
  assault: { scale: 1.16, shoulder: 14, deep: 8.2, arm: 3.9, reach: 11.5, barrels: 2, pods: 2, foot: 4.3, stance: 7.6 },
};

/** A leg under the machine, or stretched out behind one that lies. */
function leg(g, prone, ahead) {
  const [x, y] = [-g.stance, prone ? 15 : ahead];
  return [["f-joint", through([x + 1.8, -2], [x + g.stance - 1, -2], [x + g.stance - 1, 4], [x + 1.8, y + 4], [x - 1.8, y + 4], [x - 1.8, 0])], ["f-leg", slab(x, y, g.foot, 8, 1.8)], ["f-joint", slab(x, y - (prone ? -5.6 : 6), g.foot - 0.9, 1.1, 0.4)]];
}

function legs(g, prone) {
  const left = leg(g, prone, -7.5);
  const right = leg(g, prone, 8);
  return [...left.map(([look, path]) => [look, path, "LL"]), ...right.map(([look, path]) => [look, mirrored(path), "RL"])];
}

function barrels(x, from, many, long) {
  const apart = many > 1 ? [-1.7, 1.7] : [0];
  return apart.map((dx) => slab(x + dx, from - long / 2, 1, long / 2, 0.3)).join("");
}

function arms(g) {
  const x = -g.shoulder - g.arm + 0.4;
  const top = -g.reach;
  return [
    ...pair("f-gun", barrels(x, top + 0.5, g.barrels, 6.5), "LA", "RA"),
    ...pair("f-plate", slab(x, (top + 4.5) / 2, g.arm, (4.5 - top) / 2, 1.4), "LA", "RA"),
    ...pair("f-light", slab(x, top + 3.2, g.arm - 1.1, 1.6, 0.5), "LA", "RA"),
    ...pair("f-plate f-pauldron", slab(x + 0.9, 0.8, g.arm + 1.3, g.arm + 1.2, 1.8), "LA", "RA"),
  ];
}

function pods(g) {
  const shapes = [];
  const pod = (look, side) => [[look, slab(side * (g.shoulder - 4.4), -g.deep + 3.6, 3.5, 3.9, 0.6), side < 0 ? "LT" : "RT"], ["f-gun", [-1.7, 0.6].flatMap((dx) => [-1.6, 1].map((dy) => slab(side * (g.shoulder - 4.4) + dx + 0.6, -g.deep + 3.6 + dy, 0.8, 0.8, 0.2))).join(""), side < 0 ? "LT" : "RT"]];
  if (g.pods > 0) shapes.push(...pod("f-light", 1));
  if (g.pods > 1) shapes.push(...pod("f-light", -1));
  return shapes;
}

function trunk(g) {
  const half = g.shoulder;
  return [
    ...pair("f-plate", through([-4, -g.deep], [-half + 2, -g.deep + 1], [-half, -g.deep + 4], [-half, g.deep - 3], [-half + 3, g.deep], [-4, g.deep]), "LT", "RT"),
    ["f-plate", through([-4.4, -g.deep - 1.6], [4.4, -g.deep - 1.6], [5, g.deep - 1], [3, g.deep + 1.6], [-3, g.deep + 1.6], [-5, g.deep - 1]), "CT"],
    ...pair("f-vent", slab(-6.4, g.deep - 2.4, 1.9, 1.2, 0.3), "LT", "RT"),
    ["f-vent", slab(0, g.deep - 0.8, 2, 0.9, 0.3), "CT"],
  ];
}

function head(y, wide = 3) {
  return [["f-light", through([-wide, y + 2.6], [-wide + 0.4, y - 1.6], [-1.6, y - 3.4], [1.6, y - 3.4], [wide - 0.4, y - 1.6], [wide, y + 2.6], [0, y + 3.8]), "HD"], ["f-glass", through([-1.9, y - 0.6], [-1.2, y - 2.4], [1.2, y - 2.4], [1.9, y - 0.6]), "HD"]];
}

/** A machine that stands like a man. */
function humanoid(weight, prone) {
  const g = GROWTH[weight];
  return { scale: g.scale, legs: legs(g, prone), torso: [...arms(g), ...trunk(g), ...pods(g), ...head(-g.deep + 4.4)] };
}

/** A machine on legs that bend backwards, with its cockpit in a beak and its weapons in pods. */
function bird(weight, prone) {
  const g = GROWTH[weight];
  const wide = g.shoulder + 0.5;
  const back = prone ? 17 : 8;
  const [foot, toes] = prone ? [14, 5] : [-1, -9];
  const stilt = [
    ...pair("f-joint", through([-4, -1], [-4, 4], [-wide + 1, back + 2.4], [-wide - 2.2, back]), "LL", "RL"),
    ...pair("f-leg", through([-wide - 2.2, back], [-wide + 1.2, back + 2], [-wide + 2, foot], [-wide - 2.4, foot]), "LL", "RL"),
    ...pair("f-leg", through([-wide - 2.6, foot + 2.4], [-wide + 2.2, foot + 2.4], [-wide + 4.2, toes], [-wide + 1.6, toes - 0.6], [-wide + 0.2, foot - 3], [-wide - 1.8, toes - 1.4], [-wide - 4.2, toes]), "LL", "RL"),
  ];
  const nose = -g.deep - 10;
  const hull = [
    ...pair("f-joint", through([-4, -2], [-g.shoulder, -2.6], [-g.shoulder, 2.4], [-4, 3.4]), "LA", "RA"),
    ...pair("f-gun", barrels(-g.shoulder - 1.6, -7.5, g.barrels, 6), "LA", "RA"),
    ...pair("f-plate", slab(-g.shoulder - 1.6, -1.5, g.arm + 0.5, 6.6, 1.2), "LA", "RA"),
    ...pair("f-light", slab(-g.shoulder - 1.6, -5.4, g.arm - 1, 1.5, 0.4), "LA", "RA"),
    ...pair("f-plate", through([-2, nose + 8], [-5.4, nose + 11], [-7.4, -1], [-7, 6], [-4.4, g.deep + 4], [-2, g.deep + 4]), "LT", "RT"),
    ["f-plate", through([0, nose], [2.6, nose + 2.4], [4.4, nose + 9], [4, g.deep + 2], [1.8, g.deep + 6], [-1.8, g.deep + 6], [-4, g.deep + 2], [-4.4, nose + 9], [-2.6, nose + 2.4]), "CT"],
    ["f-vent", slab(0, g.deep + 2.2, 1.7, 1.4, 0.3), "CT"],
    ["f-light", through([0, nose + 1.2], [1.9, nose + 3.4], [2.6, nose + 9.4], [-2.6, nose + 9.4], [-1.9, nose + 3.4]), "HD"],
    ["f-glass", through([-1.3, nose + 4], [1.3, nose + 4], [1.9, nose + 7.6], [-1.9, nose + 7.6]), "HD"],
  ];
  const racks = g.pods
    ? [...pair("f-light", slab(-6.6, 2, 3, 4.2, 0.6), "LT", "RT"), ...pair("f-gun", [-7.8, -5.4].map((x) => slab(x, -0.4, 0.8, 0.8, 0.2)).join(""), "LT", "RT")]
    : [];
  return { scale: g.scale, legs: stilt, torso: [...hull, ...racks] };
}

/** A machine on four legs. */
function quad(weight, prone) {
  const g = GROWTH[weight];
  const out = g.shoulder + (prone ? 7 : 3);
  const limb = (y, left, right) => [
    ...pair("f-joint", through([-5, y * 0.4 - 2.4], [-5, y * 0.4 + 2.4], [-out + 1, y + 2], [-out - 1, y - 2]), left, right),
    ...pair("f-leg", slab(-out, y - 1, g.foot, 5.4, 1.6), left, right),
    ...pair("f-joint", slab(-out, y - 4.6, g.foot - 1, 0.9, 0.3), left, right),
  ];
  return {
    scale: g.scale,
    legs: [...limb(-9, "FLL", "FRL"), ...limb(11, "RLL", "RRL")],
    torso: [
      ...pair("f-gun", slab(-4.4, -g.deep - 8, 1.1, 4.5, 0.3), "LT", "RT"),
      ...pair("f-plate", through([-3, -g.deep - 5], [-7, -g.deep - 2], [-8.6, 0], [-7.6, g.deep + 3], [-3, g.deep + 5]), "LT", "RT"),
      ["f-plate", through([-3.4, -g.deep - 7], [3.4, -g.deep - 7], [4.4, g.deep + 3], [2, g.deep + 6.6], [-2, g.deep + 6.6], [-4.4, g.deep + 3]), "CT"],
      ["f-vent", slab(0, g.deep + 2, 2, 1.6, 0.4), "CT"],
      ...pair("f-light", slab(-6, 1.6, 1.5, 3.4, 0.4), "LT", "RT"),
      ...head(-g.deep - 2.4, 2.7),
    ],
  };
}

/** Two legs before, one behind. */
function tripod(weight, prone) {
  const whole = humanoid(weight, prone);
  const g = GROWTH[weight];
  return { ...whole, legs: [...whole.legs, ["f-leg", slab(0, 12, g.foot, 6.5, 1.6), "CL"]] };
}

/** A machine that flies: it carries wings. */
function winged(weight, prone) {
  const whole = humanoid(weight, prone);
  const wing = pair("f-plate f-wing", through([-6, -3], [-22, 8], [-23, 12.5], [-15, 12], [-5, 7]), "LT", "RT");
  const fin = pair("f-light", through([-4.5, 5], [-7, 14], [-5, 14.4], [-2.6, 7]), "LT", "RT");
  return { ...whole, torso: [...wing, ...whole.torso, ...fin] };
}

/** A ProtoMech: small, broad in the shoulder, all torso. */
function proto(quadruped, prone) {
  const g = { ...GROWTH.light, shoulder: 7.5, deep: 5.4, arm: 2.8, reach: 7, foot: 2.5, stance: 4, scale: 0.74 };
  const limbs = quadruped ? quad("light", prone).legs.map(([look, path]) => [look, path, "L"]) : legs(g, prone).map(([look, path]) => [look, path, "L"]);
  const body = [...arms(g), ["f-plate", through([-6, -g.deep], [6, -g.deep], [7.5, 0], [4, g.deep + 1], [-4, g.deep + 1], [-7.5, 0]), "T"], ["f-gun", slab(0, -8, 1.1, 4, 0.3), "MG"], ["f-light", disc(0, -1.4, 2.7), "HD"], ["f-glass", slab(0, -2.4, 1.5, 0.8, 0.3), "HD"]];
  return { scale: 0.95, legs: limbs, torso: body };
}

/** Legs and torso of a machine by build and weight; one that lies has its legs stretched out behind. */
export function machine(build, weight, prone) {
  if (build === "proto") return proto(false, prone);
  if (build === "proto-quad") return proto(true, prone);
  return { humanoid, bird, quad, tripod, winged }[build](weight, prone);
}
