/** Soldiers and suits from above: as many as stand for those that are left, on what they move with. */

import { disc, pair, slab, through } from "../../../shapes.js";

const PLACES = [[0, -9], [-10, -3], [10, -3], [-4.5, 4], [5.5, 6], [-13, 9], [13, 10]];
const SQUADS = { 1: [[0, 0]], 2: [[-8, 0], [8, 0]], 3: [[0, -9], [-9, 7], [9, 7]], 4: [[-8, -8], [8, -8], [-9, 8], [9, 8]], 5: [[0, -12], [-11, -2], [11, -2], [-7, 11], [7, 11]], 6: [[-8, -12], [8, -12], [-12, 2], [12, 2], [-6, 12], [6, 12]] };

const at = (x, y) => (path) => path.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, px, py) => `${Number((Number(px) + x).toFixed(2))} ${Number((Number(py) + y).toFixed(2))}`);
const put = (shapes, [x, y]) => shapes.map(([look, path, code]) => [look, at(x, y)(path), code]);

const MAN = [["f-gun", slab(2.3, -3.2, 0.55, 3.6, 0.2), ""], ["f-plate", slab(0, 0.6, 3.5, 2, 1.4), ""], ["f-light", disc(0, 0, 1.9), ""]];
const JUMPER = [["f-flame", through([-2.2, 2.8], [-0.4, 2.8], [-1.3, 6]) + through([2.2, 2.8], [0.4, 2.8], [1.3, 6]), ""], ["f-joint", slab(-1.3, 2.4, 1, 1.4, 0.3) + slab(1.3, 2.4, 1, 1.4, 0.3), ""], ...MAN];
const BIKER = [["f-tread", slab(0, -4.4, 0.9, 2, 0.5) + slab(0, 4.4, 0.9, 2, 0.5), ""], ["f-leg", slab(0, 0, 1.3, 4, 0.6), ""], ["f-gun", slab(0, -2.4, 3, 0.5, 0.2), ""], ["f-plate", slab(0, 0.8, 2.7, 1.8, 1.1), ""], ["f-light", disc(0, 0.4, 1.7), ""]];
const RIDER = [["f-leg", through([-2, -6], [0, -9.4], [2, -6], [2.4, 5], [0, 7.4], [-2.4, 5]), ""], ["f-joint", through([-2.6, -3], [-4, -5.6], [-2.4, -2]) + through([2.6, -3], [4, -5.6], [2.4, -2]) + through([-0.6, 7], [0.6, 7], [0, 11]), ""], ["f-plate", slab(0, 0.6, 2.9, 1.7, 1.1), ""], ["f-light", disc(0, 0.2, 1.7), ""]];
const DIVER = [["f-skirt", through([-2.4, 2], [-3.6, 7.4], [-0.6, 7.4], [0, 3], [0.6, 7.4], [3.6, 7.4], [2.4, 2]), ""], ["f-joint", slab(0, 2, 1.4, 2.2, 0.6), ""], ...MAN];
const CARRIER = [...pair("f-tread", slab(-4.6, 0, 1.4, 8, 0.8)), ["f-plate", slab(0, 0, 4.2, 8, 1.4), ""], ["f-glass", slab(0, -5.4, 2.4, 0.9, 0.3), ""], ["f-light", slab(0, 2, 2.4, 3, 0.5), ""], ["f-gun", slab(0, -3, 0.6, 3, 0.2), ""]];
const GUN = [["f-joint", through([-1.4, 2], [-8, 15], [-5.6, 16], [0, 5], [5.6, 16], [8, 15], [1.4, 2]), ""], ["f-tread", slab(-7, 0, 1.6, 4.4, 1) + slab(7, 0, 1.6, 4.4, 1), ""], ["f-gun", slab(0, -10, 1.3, 11, 0.4), ""], ["f-gun", slab(0, -20, 2, 1.5, 0.4), ""], ["f-plate", through([-8, -3], [8, -3], [7, 0.4], [-7, 0.4]), ""], ["f-light", slab(0, 1.6, 2.4, 3.4, 0.6), ""]];

/** A suit of battle armour: broad, a gun for one arm, a claw for the other. */
function suit(code) {
  return [
    ["f-leg", slab(-2.2, 2.4, 1.6, 3.2, 0.7) + slab(2.2, 1, 1.6, 3.2, 0.7), code],
    ["f-gun", slab(5, -5.6, 0.9, 3.4, 0.2), code],
    ["f-joint", through([-6.2, -5.4], [-5.2, -8], [-4.6, -5.8], [-3.6, -7.6], [-3.8, -4.6]), code],
    ["f-plate", slab(-4.8, -1.6, 1.9, 3.6, 1) + slab(5, -1.2, 1.9, 3.6, 1), code],
    ["f-plate", through([-3.8, -3.4], [3.8, -3.4], [4.6, 1], [2.4, 4], [-2.4, 4], [-4.6, 1]), code],
    ["f-light", disc(0, -1.2, 2.3), code],
    ["f-glass", slab(0, -2.4, 1.3, 0.6, 0.2), code],
  ];
}

function some(shape, share, most = PLACES.length) {
  const many = Math.max(1, Math.round(share * most));
  return PLACES.slice(0, many).flatMap((place) => put(shape, place));
}

const BUILDS = {
  foot: (share) => some(MAN, share),
  jump: (share) => some(JUMPER, share),
  motorised: (share) => some(BIKER, share, 5),
  beast: (share) => some(RIDER, share, 5),
  diver: (share) => some(DIVER, share),
  mechanised: (share) => [...[[-9, -2], [9, -2]].slice(0, share > 0.5 ? 2 : 1).flatMap((place) => put(CARRIER, place)), ...[[0, 8], [-9, 11], [9, 11], [0, -10]].slice(0, Math.max(1, Math.round(share * 4))).flatMap((place) => put(MAN, place))],
  "field-gun": (share) => [...GUN, ...[[-12, 6], [12, 6], [-11, -5], [11, -5]].slice(0, Math.max(1, Math.round(share * 4))).flatMap((place) => put(MAN, place))],
};

/** Soldiers of a build; `share` of them are left. */
export function soldiers(build, share) {
  return { scale: 1.22, legs: (BUILDS[build] ?? BUILDS.foot)(share), torso: [] };
}

/** A squad of battle armour, by the locations of those who are left. */
export function suits(codes) {
  const places = SQUADS[Math.min(Math.max(codes.length, 1), 6)];
  return { scale: codes.length > 4 ? 1.08 : 1.2, legs: codes.slice(0, 6).flatMap((code, index) => put(suit(code), places[index])), torso: [] };
}
