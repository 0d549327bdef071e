/** Map symbols: a frame by side (friend: oblong, enemy: diamond), the sign of the arm in it, wheels or tracks below. */

import { s } from "../../dom.js";

const FRAME = { width: 30, height: 20 };
const DIAMOND = 15.5;

/** The symbol of a unit around the origin, 30 wide and 20 to 31 high; `side` 0 has the oblong and 1 the diamond. */
export function symbol(signs, side, { size = "team", mobility = "foot", vehicle = false } = {}) {
  const box = side !== 1 ? new Box(-15, -10, 30, 20) : new Box(-7.75, -7.75, 15.5, 15.5);
  const top = side !== 1 ? -10 : -DIAMOND;
  return s(
    "g",
    { class: "p-symbol" },
    frame(side),
    s("g", { class: "p-sign" }, signs.filter((name) => name in SIGNS).map((name) => SIGNS[name](box, side))),
    sizeMark(size, top),
    vehicle && side !== 1 && gear(mobility),
  );
}

function frame(side) {
  if (side !== 1) return s("rect", { class: "p-frame", x: -15, y: -10, width: FRAME.width, height: FRAME.height, rx: 1.5 });
  return s("polygon", { class: "p-frame", points: `0,${-DIAMOND} ${DIAMOND},0 0,${DIAMOND} ${-DIAMOND},0` });
}

function sizeMark(size, top) {
  if (size === "squad") return s("circle", { class: "p-size solid", cx: 0, cy: top - 3, r: 1.9 });
  return s(
    "g",
    { class: "p-size" },
    s("circle", { cx: 0, cy: top - 3.2, r: 2 }),
    s("line", { x1: -2.6, y1: top - 0.6, x2: 2.6, y2: top - 5.8 }),
  );
}

function gear(mobility) {
  const wheels = { wheeled: [-10, 10], multi_axle: [-10, 0, 10], half_track: [-11] }[mobility] ?? [];
  const parts = wheels.map((x) => s("circle", { class: "p-size", cx: x, cy: 12.4, r: 1.9 }));
  if (mobility === "half_track") parts.push(s("rect", { class: "p-size", x: -5, y: 10.6, width: 17, height: 3.6, rx: 1.8 }));
  if (mobility === "tracked") parts.push(s("rect", { class: "p-size", x: -12, y: 10.6, width: 24, height: 3.6, rx: 1.8 }));
  return parts;
}

class Box {
  constructor(x, y, width, height) {
    Object.assign(this, { x, y, width, height });
  }

  at(across, down) {
    return [this.x + this.width * across, this.y + this.height * down];
  }

  line(from, to) {
    const [x1, y1] = this.at(...from);
    const [x2, y2] = this.at(...to);
    return s("line", { x1, y1, x2, y2 });
  }

  shape(points, { closed = true, solid = false } = {}) {
    const listed = points.map((point) => this.at(...point).map((value) => value.toFixed(2)).join(",")).join(" ");
    return s(closed ? "polygon" : "polyline", { points: listed, class: solid ? "solid" : null });
  }

  disc(at, radius, solid = false) {
    const [cx, cy] = this.at(...at);
    return s("circle", { cx, cy, r: radius * this.height, class: solid ? "solid" : null });
  }
}

const arrow = (box) => box.shape([[0.39, 0.3], [0.5, 0.13], [0.61, 0.3]], { closed: false });
const dome = Array.from({ length: 13 }, (_, part) => [0.5 - 0.5 * Math.cos((part * Math.PI) / 12), 1 - 0.45 * Math.sin((part * Math.PI) / 12)]);

const SIGNS = {
  infantry: (box) => [box.line([0, 0], [1, 1]), box.line([0, 1], [1, 0])],
  armour: (box) => s("rect", { x: box.x + box.width * 0.17, y: box.y + box.height * 0.26, width: box.width * 0.66, height: box.height * 0.48, rx: box.height * 0.24 }),
  fighting_vehicle: (box) => box.line([0.1, 0], [0.1, 1]),
  motorised: (box) => box.line([0.5, 0], [0.5, 1]),
  transport: (box) => [box.disc([0.5, 0.5], 0.3), box.line([0.5, 0.2], [0.5, 0.8]), box.line([0.5 - 0.3 * (box.height / box.width), 0.5], [0.5 + 0.3 * (box.height / box.width), 0.5])],
  helicopter: (box) => box.shape([[0.12, 0.28], [0.12, 0.72], [0.88, 0.28], [0.88, 0.72]], { solid: true }),
  drone: (box) => box.shape([[0.1, 0.3], [0.5, 0.52], [0.9, 0.3], [0.9, 0.42], [0.5, 0.74], [0.1, 0.42]], { solid: true }),
  mortar: (box) => [box.disc([0.5, 0.76], 0.11), box.line([0.5, 0.65], [0.5, 0.14]), arrow(box)],
  machine_gun: (box) => [box.line([0.5, 0.84], [0.5, 0.14]), box.line([0.4, 0.84], [0.6, 0.84]), arrow(box)],
  gun: (box) => [box.line([0.44, 0.8], [0.44, 0.18]), box.line([0.56, 0.8], [0.56, 0.18]), box.line([0.36, 0.8], [0.64, 0.8])],
  artillery: (box) => box.disc([0.5, 0.5], 0.17, true),
  anti_tank: (box, side) => (side !== 1 ? box.shape([[0, 1], [0.5, 0], [1, 1]], { closed: false }) : box.shape([[0.1, 0.95], [0.5, 0], [0.9, 0.95]], { closed: false })),
  air_defence: (box) => [box.shape(dome, { closed: false }), box.line([0.5, 0.55], [0.5, 0.14]), arrow(box)],
  reconnaissance: (box) => box.line([0, 1], [1, 0]),
  engineer: (box) => [box.shape([[0.2, 0.72], [0.2, 0.32], [0.8, 0.32], [0.8, 0.72]], { closed: false }), box.line([0.5, 0.32], [0.5, 0.72])],
  medical: (box) => [box.line([0.5, 0], [0.5, 1]), box.line([0, 0.5], [1, 0.5])],
  sniper: (box) => [box.line([0, 0], [1, 1]), box.line([0, 1], [1, 0]), box.line([0.36, 0.12], [0.64, 0.12]), box.line([0.5, 0.12], [0.5, 0.4])],
  flamethrower: (box) => box.shape([[0.5, 0.18], [0.58, 0.45], [0.64, 0.38], [0.65, 0.62], [0.56, 0.82], [0.44, 0.82], [0.35, 0.62], [0.42, 0.5]], { solid: true }),
  headquarters: (box) => s("line", { x1: box.x, y1: box.y + box.height, x2: box.x, y2: box.y + box.height + 7 }),
};
