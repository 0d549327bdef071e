/** A small picture of a unit's armour: each place a vessel that empties, struck through where it is gone. */

import { s } from "../../dom.js";
import { isMachine } from "../words.js";

const MACHINE = {
  HD: [41, 2, 18, 14], CT: [39, 18, 22, 38], LT: [20, 18, 17, 32], RT: [63, 18, 17, 32], LA: [3, 20, 15, 38], RA: [82, 20, 15, 38],
  LL: [23, 58, 17, 40], RL: [60, 58, 17, 40], CL: [43, 60, 14, 38], FLL: [3, 28, 15, 38], FRL: [82, 28, 15, 38], RLL: [20, 58, 16, 40], RRL: [64, 58, 16, 40],
  T: [34, 18, 32, 40], L: [34, 62, 32, 36], MG: [44, 0, 12, 16],
};
const VEHICLE = { FR: [28, 3, 44, 22], LS: [6, 28, 20, 44], TU: [30, 30, 40, 40], RS: [74, 28, 20, 44], RR: [28, 75, 44, 22], RO: [30, 40, 40, 16], BD: [20, 20, 60, 60], FT: [36, 27, 28, 14] };

function boxes(unit) {
  const codes = Object.keys(unit.figures.full).filter((code) => unit.figures.full[code].some(Boolean));
  const known = isMachine(unit) || unit.kind === "protomech" ? MACHINE : VEHICLE;
  if (codes.every((code) => code in known)) return codes.map((code) => [code, known[code]]);
  const across = Math.ceil(Math.sqrt(codes.length));
  const [wide, high] = [100 / across, 100 / Math.ceil(codes.length / across)];
  return codes.map((code, at) => [code, [(at % across) * wide + 4, Math.floor(at / across) * high + 4, wide - 8, high - 8]]);
}

const share = (left, full) => (full > 0 ? Math.max(0, Math.min(1, left / full)) : 0);

/** The picture; `hot` is the place that is struck. `renew(picture)` of it lets it empty to how another stands. */
export function diagram(unit, hot = "") {
  if (unit.kind === "infantry") return heads(unit);
  const places = new Map();
  const svg = s("svg", { class: "armour-picture", viewBox: "0 0 100 100", "aria-hidden": "true" });
  for (const [code, [x, y, width, height]] of boxes(unit)) {
    const level = s("rect", { x, y, width, height, class: "vessel-armour" });
    const cross = s("path", { d: `M${x} ${y}l${width} ${height}M${x + width} ${y}l${-width} ${height}`, class: "vessel-cross" });
    const place = s("g", { "data-place": code }, s("rect", { x, y, width, height, rx: 2.5, class: "vessel" }), level, cross, s("rect", { x, y, width, height, rx: 2.5, class: "vessel-rim" }));
    places.set(code, { place, level });
    svg.append(place);
  }
  const stand = (now, struck) => {
    for (const [code, { place, level }] of places) {
      const [armour, , structure] = now.figures.full[code];
      const left = now.condition.locations[code];
      const gone = !left || left.blown_off || (structure > 0 && left.structure <= 0);
      const filled = gone ? 0 : share(left.armour, armour);
      level.style.transform = `scaleY(${filled})`;
      place.setAttribute("class", ["place", gone ? "gone" : left.structure < structure ? "inside" : "", filled < 0.34 ? "low" : filled < 0.67 ? "mid" : "", code === struck ? "hot" : ""].filter(Boolean).join(" "));
    }
  };
  stand(unit, hot);
  svg.stands = { unit, hot };
  svg.renew = ({ stands }) => stands && stand(stands.unit, stands.hot);
  return svg;
}

/** Soldiers as a row of heads; who has fallen is crossed out. */
function heads(unit) {
  const most = Math.min(unit.figures.troopers || 1, 30);
  const left = Math.round((unit.condition.troopers / (unit.figures.troopers || 1)) * most);
  const across = 6;
  const head = (at) => {
    const [x, y] = [10 + (at % across) * 16, 12 + Math.floor(at / across) * 18];
    return s("g", { class: at < left ? "head" : "head fallen" }, s("circle", { cx: x, cy: y, r: 6 }), at < left ? "" : s("path", { d: `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10` }));
  };
  return s("svg", { class: "armour-picture", viewBox: "0 0 100 100", "aria-hidden": "true" }, Array.from({ length: most }, (_, at) => head(at)));
}
