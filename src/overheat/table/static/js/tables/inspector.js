/** What is selected, in numbers and names: every figure of a part can be written as well as dragged. */

import { button, choice, field, h } from "../dom.js";
import { capital } from "../sides.js";
import { boxOf } from "./handles.js";
import { across, angleOf, fine, moved, sized, turned } from "./shapes.js";

const EDGES = ["south", "north", "west", "east"];
const TURN = 15;
const tenth = (inches) => Math.round(inches * 10) / 10;

/** A number to write; what is none changes nothing. */
function number(label, name, value, change, { least = -60, most = 1000, step = 0.5 } = {}) {
  const box = h("input", {
    type: "number", inputmode: "decimal", min: least, max: most, step: "any", "data-step": step, value: value ?? "", "data-field": name,
    onchange: () => {
      const wanted = Number(box.value);
      if (box.value !== "" && Number.isFinite(wanted)) change(Math.min(most, Math.max(least, wanted)));
    },
    onkeydown: (event) => {
      const by = { ArrowUp: step, ArrowDown: -step }[event.key];
      if (!by) return;
      event.preventDefault();
      change(Math.min(most, Math.max(least, fine(Number(box.value) + by))));
    },
  });
  return field(label, box);
}

function text(label, name, value, change, hint = "") {
  const box = h("input", { type: "text", maxlength: 60, value, placeholder: hint, "data-field": name, onchange: () => change(box.value.trim()) });
  return field(label, box);
}

/** What a part is called. */
export function nameOf(scenario, kindOf, { type, at }) {
  if (type === "zone") return `Zone of ${scenario.players[at]}`;
  if (type === "objective") return scenario.objectives[at].name || "Objective";
  const piece = scenario.table.pieces[at];
  return piece.name || capital(kindOf(piece.kind)?.called ?? piece.kind);
}

/** Where a part lies and how large it is, in words. */
export function whereOf(type, part) {
  const { middle, width, depth } = boxOf(type, part);
  const inches = (inch) => fine(inch).toFixed(1);
  return `${inches(middle[0])}″ east, ${inches(middle[1])}″ north; ${inches(width)} × ${inches(depth)}″`;
}

/** The fields of what is selected. */
export function inspector({ draft, kinds, kindOf, settings, toggleShaping }) {
  const { selected, part, scenario } = draft;
  if (!selected) return h("p", { class: "small" }, "Pick something on the table or in the list, or add something: its figures are written here.");
  const head = h("h2", { id: "part-name" }, nameOf(scenario, kindOf, selected));
  if (selected.type === "zone") return [head, zoneFields(draft, part, selected.at)];
  if (selected.type === "objective") return [head, aimFields(draft, part)];
  return [head, h("p", { class: "small" }, capital(kindOf(part.kind)?.text ?? "")), pieceFields({ draft, part, kinds, kindOf, settings, toggleShaping })];
}

function pieceFields({ draft, part, kinds, kindOf, settings, toggleShaping }) {
  const { table } = draft.scenario;
  const box = boxOf("piece", part);
  const [x, y] = box.middle;
  const turn = (by) => draft.edit({ points: turned(part.points, by) }, "turn");
  const oblong = part.points.length === 4;
  return [
    h(
      "div",
      { class: "t-fields" },
      field("Kind", choice(kinds.map((kind) => [kind.id, capital(kind.called)]), part.kind, (kind) => draft.edit({ kind }), { "data-field": "kind" })),
      text("Name", "name", part.name ?? "", (name) => draft.edit({ name }), "none"),
      number("From the west", "x", tenth(x), (to) => draft.edit({ points: moved(part.points, to - x, 0) })),
      number("From the south", "y", tenth(y), (to) => draft.edit({ points: moved(part.points, 0, to - y) })),
      number("Width", "width", tenth(box.width), (to) => draft.edit({ points: sized(part.points, to, box.depth) }), { least: 0.4, most: 240 }),
      number("Depth", "depth", tenth(box.depth), (to) => draft.edit({ points: sized(part.points, box.width, to) }), { least: 0.4, most: 240 }),
      oblong && number("Turned, degrees", "angle", angleOf(part.points), (to) => turn(to - angleOf(part.points)), { least: -360, most: 360, step: TURN }),
      number("Height", "height", part.height ?? kindOf(part.kind)?.height ?? 0, (height) => draft.edit({ height }), { least: 0, most: 60 }),
    ),
    h(
      "div",
      { class: "row t-acts" },
      button("⟲ Left", () => turn(-TURN), { "data-field": "left", title: "Turn left (Q)" }),
      button("⟳ Right", () => turn(TURN), { "data-field": "right", title: "Turn right (E)" }),
      button("Copy", () => draft.add("piece", { ...part, points: moved(part.points, 2, -2) }), { "data-field": "copy", title: "Another one beside it (C)" }),
      button("Twin across", () => draft.add("piece", { ...part, points: across(part.points, table) }), { "data-field": "twin", title: "The same for the other side of the table (T)" }),
      button("Corners", toggleShaping, { "data-field": "corners", "aria-pressed": String(settings.shaping), title: "Move the corners one by one (V)" }),
      button("Delete", () => draft.remove(), { class: "danger", "data-field": "delete", title: "Delete (Del)" }),
    ),
    settings.shaping && cornerList(draft, part),
  ];
}

function cornerList(draft, part) {
  const put = (at, point) => draft.edit({ points: part.points.map((each, place) => (place === at ? point : each)) });
  return h(
    "ol",
    { class: "t-corners", "aria-label": "Corners" },
    part.points.map(([x, y], at) => h(
      "li",
      {},
      number("west", `corner-x-${at}`, x, (to) => put(at, [to, y])),
      number("south", `corner-y-${at}`, y, (to) => put(at, [x, to])),
      button("×", () => draft.edit({ points: part.points.filter((_, place) => place !== at) }), { class: "quiet", "aria-label": `Corner ${at + 1} away`, disabled: part.points.length <= 3, "data-field": `corner-away-${at}` }),
    )),
  );
}

function zoneFields(draft, part, at) {
  const { table, players } = draft.scenario;
  const edit = (key) => (to) => draft.edit({ [key]: to });
  const rename = (name) => name && draft.head({ players: players.map((each, place) => (place === at ? name : each)) });
  return h(
    "div",
    { class: "t-fields" },
    text("Side", "player", players[at], rename),
    field("Reserves come from the", choice(EDGES, part.edge, edit("edge"), { "data-field": "edge" })),
    number("West", "west", part.west, edit("west"), { least: 0, most: table.width }),
    number("East", "east", part.east, edit("east"), { least: 0, most: table.width }),
    number("South", "south", part.south, edit("south"), { least: 0, most: table.depth }),
    number("North", "north", part.north, edit("north"), { least: 0, most: table.depth }),
  );
}

function aimFields(draft, part) {
  const { table } = draft.scenario;
  return [
    h(
      "div",
      { class: "t-fields" },
      text("Name", "name", part.name, (name) => draft.edit({ name: name || "Objective" })),
      number("Worth, points", "worth", part.worth, (worth) => draft.edit({ worth: Math.round(worth) }), { least: 0, most: 100, step: 1 }),
      number("From the west", "x", part.x, (x) => draft.edit({ x }), { least: 0, most: table.width }),
      number("From the south", "y", part.y, (y) => draft.edit({ y }), { least: 0, most: table.depth }),
      number("Radius", "radius", part.radius, (radius) => draft.edit({ radius }), { least: 0.5, most: 100 }),
    ),
    h("div", { class: "row t-acts" }, button("Delete", () => draft.remove(), { class: "danger", "data-field": "delete", title: "Delete (Del)" })),
  ];
}
