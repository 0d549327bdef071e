/** What the sides want, and the weather they want it in. */

import { h, s } from "../dom.js";
import { centre, split } from "./map/hexes.js";
import { drawAreas } from "./map/overlay.js";

/** Objectives and weather in words; null where there is nothing to tell. */
export function circumstances(view) {
  const { conditions, objectives } = view;
  const sky = conditions.filter(({ sort }) => sort !== "wind_towards");
  if (!objectives.length && !sky.length) return null;
  return h(
    "section",
    { class: "circumstances" },
    sky.length > 0 && h(
      "p",
      { id: "conditions" },
      h("b", {}, "Conditions: "),
      sky.map(({ sort, title, name, says }, at) => h("span", { "data-condition": sort, title: says || title }, at > 0 && ", ", spoken(sort, title, name))),
    ),
    view.goals.map((goal) => h("p", { "data-objective": "" }, h("b", {}, "Goal: "), goal)),
    Object.keys(view.scores ?? {}).length > 0 && h("p", { id: "scores" }, h("b", {}, "Points: "), Object.entries(view.scores).map(([side, points]) => `${side} ${points}`).join(", ")),
  );
}

/** A condition as it is said. */
function spoken(sort, title, name) {
  if (sort === "fog" || sort === "taint") return `${name} ${sort === "fog" ? "fog" : "air"}`;
  if (sort === "atmosphere") return name === "vacuum" ? name : `${name.replace("high", "dense")} air`;
  if (sort === "temperature") return `${name} °C`;
  if (sort === "gravity") return `${name} gravities`;
  return name === "yes" ? title.toLowerCase() : name;
}

/** What is off the map, in words: guns beyond the edge and the like; null where there is nothing. */
export function offTheMap(view) {
  const far = view.things.filter(({ hex, to }) => !hex && !to);
  return far.length ? h("section", { class: "circumstances", id: "off-the-map" }, far.map(({ id, words }) => h("p", { "data-thing": id }, words))) : null;
}

/** Things and effects on the map by name, above who stands there; what is in flight stands where it will come down, and when. */
export function drawThings(layer, view) {
  const named = ({ name, arrives }) => `${name}${arrives ? `, round ${arrives}` : ""}`;
  const found = [
    ...view.things.filter(({ hex, to }) => hex || to).map((thing) => ({ name: named(thing), hex: thing.to || thing.hex, id: thing.id, words: thing.words })),
    ...Object.entries(view.effects).flatMap(([hex, marks]) =>
      Object.entries(marks).filter(([, { words }]) => words).map(([id, { words }]) => ({ name: words, hex, id })),
    ),
  ];
  const taken = new Set(Object.values(view.units).filter((unit) => !unit.fate).map((unit) => unit.hex));
  const signs = found.map(({ name, hex, id, words }, at) => {
    const { x, y } = centre(hex);
    const row = 7 * found.slice(0, at).filter((other) => other.hex === hex).length;
    const lower = taken.has(hex) ? y - 37 - row : y + 18 + row;
    return s("text", { x, y: lower, class: "thing", "data-thing": id, "data-hex": hex }, s("title", {}, words ?? name), `✱ ${name}`);
  });
  layer.replaceChildren(...view.things.filter(({ path }) => path.length > 1).map(flight), ...signs);
}

/** The way that a thing in flight has come, from where it began to where it is. */
function flight({ id, path, words }) {
  const points = path.map(centre).map(({ x, y }) => `${x},${y}`).join(" ");
  return s("polyline", { points, class: "flight", "data-flight": id }, s("title", {}, words));
}

/** The hexes that matter to an objective, marked on the map. */
export function drawObjectives(layer, view) {
  const { width, height, hexes } = view.board;
  const deep = { north: ({ row }) => row - 1, south: ({ row }) => height - row, west: ({ column }) => column - 1, east: ({ column }) => width - column };
  const along = ({ edge, depth }) => Object.keys(hexes).filter((name) => deep[edge](split(name)) < Math.max(1, depth));
  const prey = ({ targets }) => targets.map((id) => view.units[id]).filter((unit) => unit && !unit.fate && unit.hex).map(({ hex }) => hex);
  const places = view.objectives.map((goal) => [...(goal.hexes.length || !goal.edge ? goal.hexes : along(goal)), ...prey(goal)]);
  const apart = [...new Map(places.map((found) => [String(found), found])).values()];
  drawAreas(layer, apart.map((found) => ({ hexes: found, kind: "goal" })));
}
