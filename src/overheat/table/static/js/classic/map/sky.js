/** The conditions over a map: a tint for the light, and what falls or blows; and the beams of searchlights. */

import { h, s } from "../../dom.js";
import { centre, SIZE } from "./hexes.js";

const NIGHTS = { dusk: "dusk", "full moon": "moon", moonless: "dark", "pitch black": "black", glare: "glare", "solar flare": "glare" };
const FALLING = [["rain", "rain"], ["downpour", "rain"], ["lightning", "rain"], ["snow", "snow"], ["sleet", "snow"], ["ice", "snow"], ["hail", "hail"]];
const HEAVY = ["heavy", "torrential", "gusting", "flurries", "storm"];
const HOT = 50;
const COLD = -30;
const REACH = 30;
const SPREAD = 0.09;

/** A sheet over the ground and under the units; `show(view)` makes it as the conditions are. */
export function makeSky(stage) {
  const veil = h("div", { class: "sky", "aria-hidden": "true" }, h("div", { class: "sky-light" }), h("div", { class: "sky-fog" }), h("div", { class: "sky-falls" }));
  stage.insertBefore(veil, stage.querySelector(".classic-map"));
  return {
    show({ weather }) {
      const found = [];
      if (NIGHTS[weather.light]) found.push(`light-${NIGHTS[weather.light]}`);
      if (weather.fog) found.push(`fog-${weather.fog}`);
      const falling = FALLING.find(([word]) => weather.precipitation.includes(word));
      if (weather.sand) found.push("falls-sand");
      else if (falling) found.push(`falls-${falling[1]}`);
      if (HEAVY.some((word) => weather.precipitation.includes(word))) found.push("falls-hard");
      if (weather.wind) found.push("blows");
      if (weather.temperature > HOT) found.push("hot");
      if (weather.temperature < COLD) found.push("cold");
      if (weather.taint) found.push("tainted");
      veil.className = ["sky", ...found].join(" ");
    },
  };
}

/** The beams of searchlights that are on: to the hex that each is pointed at, or a glow around a lamp pointed nowhere. */
export function drawBeams(layer, view) {
  const lamps = Object.entries(view.units).filter(([, unit]) => !unit.fate && unit.hex && unit.marks.searchlight);
  layer.replaceChildren(...lamps.map(([id, unit]) => beam(id, unit)));
}

function beam(id, unit) {
  const from = centre(unit.hex);
  const to = unit.marks.beam?.about;
  if (!to) return s("circle", { cx: from.x, cy: from.y, r: SIZE * 1.1, class: "beam", "data-beam": id });
  const end = centre(to);
  const long = Math.hypot(end.x - from.x, end.y - from.y) || 1;
  const wide = Math.max(SIZE * 0.8, Math.min(long, REACH * SIZE) * SPREAD + SIZE * 0.6);
  const [x, y] = [(-(end.y - from.y) / long) * wide, ((end.x - from.x) / long) * wide];
  const corners = [[from.x, from.y], [end.x + x, end.y + y], [end.x - x, end.y - y]];
  return s(
    "g",
    { "data-beam": id, "data-hex": to },
    s("polygon", { points: corners.map((corner) => corner.join(",")).join(" "), class: "beam" }, s("title", {}, unit.marks.beam.words)),
    s("circle", { cx: end.x, cy: end.y, r: wide, class: "beam" }),
  );
}
