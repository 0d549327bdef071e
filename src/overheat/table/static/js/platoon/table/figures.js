/** Men, hulls and aircraft of the table from above, around the origin and looking north; the unit of length is a tenth of an inch. */

import { s } from "../../dom.js";
import { disc, pair, slab, through } from "../../shapes.js";

const drawn = (shapes) => shapes.map(([look, d]) => s("path", { d, class: look }));

/** What a man carries, by the name of the weapon. */
const ARMS = {
  pistol: [["g-gun", slab(1.5, -2.4, 0.35, 0.9, 0.1)]],
  smg: [["g-gun", slab(1.4, -2.5, 0.45, 1.4, 0.1)]],
  ar: [["g-gun", slab(1.4, -2.9, 0.45, 2, 0.1)]],
  rifle: [["g-gun", slab(1.4, -3.3, 0.4, 2.5, 0.1)]],
  lmg: [["g-gun", slab(1.4, -3.4, 0.65, 2.6, 0.1)], ["g-gun", through([0.4, -5], [1.1, -5.4], [1.4, -4.6]) + through([2.4, -5], [1.7, -5.4], [1.4, -4.6])]],
  sniper: [["g-gun", slab(1.4, -3.8, 0.35, 3.2, 0.1)], ["g-glass", slab(1.4, -3, 0.6, 0.9, 0.2)]],
  rpg: [["g-gun", slab(1.8, -1.6, 0.75, 3.6, 0.2)], ["g-tip", through([1.05, -5.2], [1.8, -7], [2.55, -5.2])]],
  flame: [["g-tip", disc(-1, 1.9, 1) + disc(1, 1.9, 1)], ["g-gun", slab(1.4, -3, 0.4, 2, 0.1)], ["g-flame", through([0.8, -5], [1.4, -7.4], [2, -5])]],
  mmg: [["g-gun", slab(0, -4, 0.7, 3.4, 0.2)], ["g-gun", through([-2.6, -2], [-2, -1.4], [0.4, -4], [-0.2, -4.4]) + through([2.6, -2], [2, -1.4], [-0.4, -4], [0.2, -4.4])]],
  missile: [["g-gun", slab(0.6, -3.4, 1.1, 3.6, 0.3)], ["g-glass", disc(0.6, -7, 0.8)], ["g-gun", through([-2.4, -1.6], [-1.8, -1], [0.4, -3.4], [-0.4, -3.8])]],
  mortar: [["g-gun", disc(0, -3, 2.2)], ["g-tip", disc(0, -3, 1.2)], ["g-gun", slab(0, -5.4, 0.7, 2, 0.2)]],
};
const SAME = { pdw: "smg", dmr: "sniper", amr: "sniper", shotgun: "rifle", ugl: "ar", flame_inf: "flame", tandem: "rpg", manpads: "rpg", manpads_light: "rpg", hmg: "mmg", agl: "mmg", ac_light: "mmg", atgm: "missile", atgm_light: "missile", atgm_modern: "missile", mortar_light: "mortar", mortar_medium: "mortar", mortar_heavy: "mortar", ew_rifle: "sniper" };

const armsOf = (name) => ARMS[name] ?? ARMS[SAME[name]] ?? ARMS.ar;
/** The shape that a weapon in a man's hands has, for tests and for who asks. */
export const carried = (name) => (name in ARMS ? name : (SAME[name] ?? "ar"));

const BODY = [["g-body", slab(0, 0.5, 3, 1.7, 1.2)], ["g-arm", slab(1.6, -1.2, 0.6, 1.4, 0.4)], ["g-helmet", disc(0, 0, 1.7)], ["g-shine", disc(-0.5, -0.5, 0.6)]];

/** A man with what he carries; one who is down lies flat. */
export function manFigure(arms, down) {
  const flat = down ? [["g-body", slab(0, 3.4, 1.5, 2.6, 0.7)]] : [];
  return drawn([...flat, ...armsOf(arms), ...BODY]);
}

/** A gun on its carriage. */
export function gunFigure(howitzer) {
  return drawn([
    ["g-gun", through([-1.2, 3], [-6, 13], [-4.2, 14], [0, 6], [4.2, 14], [6, 13], [1.2, 3])],
    ["g-track", slab(-5.4, 1, 1.4, 3.4, 0.8) + slab(5.4, 1, 1.4, 3.4, 0.8)],
    ["g-gun", slab(0, howitzer ? -6 : -8.5, howitzer ? 1.5 : 1, howitzer ? 7 : 9.5, 0.3)],
    ["g-gun", slab(0, howitzer ? -12.6 : -17.4, howitzer ? 2 : 1.7, 1.2, 0.3)],
    ["g-plate", through([-6.4, -1.6], [6.4, -1.6], [5.4, 1], [-5.4, 1])],
    ["g-light", slab(0, 2, 2, 2.8, 0.5)],
  ]);
}

function tracks(wide, long) {
  const x = wide / 2 - 1.3;
  const ticks = [];
  for (let y = -long / 2 + 2.4; y < long / 2 - 1.6; y += 2.6) ticks.push(slab(-x, y, 1.7, 0.4, 0.1));
  return [...pair("g-track", slab(-x, 0, 2.2, long / 2, 1.6)), ...pair("g-tick", ticks.join(""))];
}

function wheels(wide, long, along) {
  return pair("g-track", along.map((share) => slab(-wide / 2 + 0.9, share * long, 1.7, 3, 0.8)).join(""));
}

/** Hull of a fighting vehicle: sloped bow, engine deck behind. */
function hull(wide, long) {
  const [w, l] = [wide / 2 - 1.8, long / 2];
  return [
    ["g-plate", through([-w * 0.72, -l], [w * 0.72, -l], [w, -l + 5], [w, l - 2], [w * 0.84, l], [-w * 0.84, l], [-w, l - 2], [-w, -l + 5])],
    ["g-edge", through([-w * 0.72, -l], [w * 0.72, -l], [w, -l + 5], [w * 0.7, -l + 8], [-w * 0.7, -l + 8], [-w, -l + 5])],
    ["g-vent", [0, 2.4, 4.8].map((y) => slab(0, l - 7 + y, w * 0.55, 0.7, 0.2)).join("")],
  ];
}

function lorry(wide, long) {
  const [w, l] = [wide / 2 - 0.6, long / 2];
  return [
    ...wheels(wide + 1, long, [-0.33, 0.2, 0.36]),
    ["g-plate", slab(0, -l + 6.5, w, 6.5, 1.6)],
    ["g-glass", slab(0, -l + 8.4, w - 1.6, 1.7, 0.4)],
    ["g-canvas", slab(0, 6, w, l - 7, 1)],
    ["g-edge", [0, 1, 2, 3].map((at) => slab(0, -4 + at * ((l * 2 - 20) / 3), w - 0.4, 0.4, 0.1)).join("")],
  ];
}

/** A vehicle as long and wide as its sheet says. */
export function vehicleFigure({ length, width, mobility, gun, turret, open }, aim) {
  const [wide, long] = [width, length];
  const tracked = ["tracked", "slow"].includes(mobility);
  if (!gun && !tracked && mobility !== "half_track") return drawn(lorry(wide, long));
  const below = mobility === "half_track" ? [...wheels(wide, long, [-0.36]), ...tracks(wide, long * 0.55).map(([look, path]) => [look, path.replaceAll(/(-?[\d.]+) (-?[\d.]+)/g, (_, x, y) => `${x} ${(Number(y) + long * 0.18).toFixed(2)}`)])] : tracked ? tracks(wide, long) : wheels(wide, long, [-0.34, -0.1, 0.14, 0.36]);
  const small = /^(mmg|hmg|lmg|agl)/.test(gun);
  const reach = small ? 6 : /^ac/.test(gun) ? 12 : 17;
  const top = turret
    ? [
        ["g-gun", slab(0, -reach / 2 - 5, small ? 0.6 : /^ac/.test(gun) ? 0.8 : 1.2, reach / 2, 0.3)],
        ...(reach > 15 ? [["g-gun", slab(0, -reach - 4, 1.8, 1.6, 0.4)]] : []),
        ["g-light", through([-wide * 0.2, -6.4], [wide * 0.2, -6.4], [wide * 0.31, -2], [wide * 0.3, 4.4], [wide * 0.16, 7.4], [-wide * 0.16, 7.4], [-wide * 0.3, 4.4], [-wide * 0.31, -2])],
        ["g-plate", disc(wide * 0.1, 1.6, 2)],
        ["g-glass", slab(-wide * 0.14, -3, 1.1, 0.8, 0.2)],
      ]
    : open
      ? [["g-bed", slab(0, 4, wide / 2 - 4, long / 2 - 9, 1)], ...(gun ? [["g-gun", slab(0, -9, 0.7, 4, 0.2)], ["g-light", disc(0, -5, 2)]] : [])]
      : [["g-light", slab(0, 3, wide * 0.26, long * 0.2, 1)], ...(gun ? [["g-gun", slab(0, -10, 0.7, 4, 0.2)], ["g-plate", disc(0, -6, 2.2)]] : [])];
  return [...drawn([...below, ...hull(wide, long)]), s("g", { transform: `rotate(${aim})` }, drawn(top))];
}

/** A helicopter: body, glass, stub wings with pods, tail and rotor. */
export function helicopterFigure({ length, width }) {
  const [l, w] = [length / 2, width / 2];
  return [
    ...drawn([
      ["g-plate", through([-1.5, l * 0.2], [1.5, l * 0.2], [0.9, l * 0.92], [-0.9, l * 0.92])],
      ["g-light", through([-4.6, l * 0.78], [4.6, l * 0.78], [4, l * 0.9], [-4, l * 0.9])],
      ...pair("g-gun", slab(-w * 0.95, 1, 1.2, 4, 0.7)),
      ["g-plate", through([-w, -1.2], [w, -1.2], [w, 2.4], [-w, 2.4])],
      ["g-plate", through([0, -l], [3, -l + 3], [4.4, -l * 0.35], [4, l * 0.2], [2, l * 0.42], [-2, l * 0.42], [-4, l * 0.2], [-4.4, -l * 0.35], [-3, -l + 3])],
      ["g-glass", through([-1.8, -l + 3], [1.8, -l + 3], [3, -l * 0.5], [0, -l * 0.42], [-3, -l * 0.5])],
    ]),
    s("circle", { cx: 0, cy: -l * 0.06, r: l * 0.92, class: "p-rotor" }),
    [20, 80, 140].map((turn) => s("line", { x1: 0, y1: -l * 0.92, x2: 0, y2: l * 0.92, transform: `translate(0 ${-l * 0.06}) rotate(${turn})`, class: "p-blade" })),
  ];
}

/** What is left of a vehicle. */
export function wreckFigure(length, width) {
  return [s("g", { class: "g-charred" }, drawn([...tracks(width, length), ...hull(width, length)]), s("g", { transform: "translate(3 -4) rotate(38)" }, drawn([["g-gun", slab(0, -9, 1, 7, 0.3)], ["g-light", slab(0, 0, width * 0.26, 6, 2)]])))];
}
