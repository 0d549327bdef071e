/** The table as a drawing to work on: parts are picked, moved, turned and sized with mouse, finger and keys. */

import { fill, s } from "../dom.js";
import { panZoom } from "../pan_zoom.js";
import { grid, ground, objectives, worldOf, zones } from "../platoon/table/ground.js";
import { PER_INCH } from "../platoon/table/measure.js";
import { textures } from "../platoon/table/textures.js";
import { boxOf, handlesOf, outlineOf } from "./handles.js";
import { areaOf, fine, inside, within } from "./shapes.js";

/** Pixels: how near a handle is taken hold of, how far handles lie outside, what is a drag, and where sides are too short for one. */
const REACH = { mouse: 10, touch: 24 };
const BEYOND = { mouse: 9, touch: 14 };
const DRAG = 4;
const SHORT = 44;
/** Pixels around the table for the numbers along its edges, which are as large as ever however small it is. */
const NUMBERS = 10;

/** The drawing of a draft; `settings` says {snap, grid, shaping}, `kindOf(id)` what a kind of terrain is, `wrong()` which parts are refused. */
export function canvas({ draft, settings, kindOf, wrong }) {
  const layers = Object.fromEntries(["ground", "grid", "zones", "aims", "marks"].map((name) => [name, s("g", { class: `t-${name}` })]));
  const svg = s("svg", { class: "p-svg t-svg", id: "table-map", role: "application", tabindex: 0, "aria-label": "Table: pick a part of it with N and P, move it with the arrows", "aria-describedby": "table-said" }, textures(), Object.values(layers));
  let view = null;
  let held = null;
  let pointer = "mouse";
  let drawnFor = "";
  let waiting = 0;
  let swallow = false;

  const snap = (inches) => (settings.snap ? Math.round(inches * 2) / 2 : fine(inches));
  const depth = () => draft.scenario.table.depth;
  const pixel = () => (view ? view.scale() / PER_INCH : 0.1);
  const onScreen = ([x, y]) => [x * PER_INCH, (depth() - y) * PER_INCH];
  const place = (event) => {
    const { x, y } = view.at(event);
    return [x / PER_INCH, depth() - y / PER_INCH];
  };
  const handles = () => {
    const { selected, part } = draft;
    if (!selected) return [];
    const found = handlesOf(selected.type, part, { beyond: BEYOND[pointer] * pixel(), shaping: settings.shaping, snap, snaps: settings.snap, table: draft.scenario.table });
    return found.filter((handle) => handle.along === undefined || handle.along / pixel() > SHORT);
  };

  /** What lies under a place: an objective by its middle, the smallest piece there, or a zone. */
  function hit(at) {
    const { scenario } = draft;
    const near = Math.max(1, 12 * pixel());
    const aim = scenario.objectives.findIndex(({ x, y, radius }) => Math.hypot(at[0] - x, at[1] - y) < Math.min(radius, near));
    if (aim >= 0) return { type: "objective", at: aim };
    const pieces = scenario.table.pieces.map((piece, number) => ({ piece, number })).filter(({ piece }) => touches(piece, at));
    pieces.sort((one, other) => areaOf(one.piece.points) - areaOf(other.piece.points));
    if (pieces.length) return { type: "piece", at: pieces[0].number };
    const zone = scenario.zones.findIndex(({ west, east, south, north }) => at[0] >= west && at[0] <= east && at[1] >= south && at[1] <= north);
    return zone >= 0 ? { type: "zone", at: zone } : null;
  }

  /** Whether a place is on a piece, or so near to a narrow one that it is meant. */
  function touches(piece, at) {
    if (inside(at, piece.points)) return true;
    const box = boxOf("piece", piece);
    const [x, y] = within(at, box).map(Math.abs);
    const spare = REACH[pointer] * 0.7 * pixel();
    return Math.min(box.width, box.depth) < 2 && x <= box.width / 2 + spare && y <= box.depth / 2 + spare;
  }

  function grab(event) {
    const at = place(event);
    const far = (handle) => Math.hypot(handle.at[0] - at[0], handle.at[1] - at[1]);
    const [handle] = handles().sort((one, other) => far(one) - far(other));
    if (handle && far(handle) <= REACH[pointer] * pixel()) return { drag: handle.drag, step: handle.look };
    const { selected, part } = draft;
    const mine = selected && selected.type !== "zone" && within(at, boxOf(selected.type, part)).every((inch, axis) => Math.abs(inch) <= (axis ? boxOf(selected.type, part).depth : boxOf(selected.type, part).width) / 2 + BEYOND[pointer] * 0.6 * pixel());
    const found = hit(at);
    if (!mine && selected?.type === "zone" && found?.type === "zone" && found.at === selected.at) return moving(at);
    if (mine) return { ...moving(at), click: found };
    if (pointer !== "mouse" || !found || found.type === "zone") return null;
    draft.select(found);
    return moving(at);
  }

  /** Carry what is selected along, but not off the table. */
  function moving(from) {
    const { type } = draft.selected;
    const start = draft.part;
    const { width, depth: deep } = draft.scenario.table;
    const box = boxOf(type, start);
    const kept = (delta, middle, most, half) => (type === "zone" ? Math.min(Math.max(delta, half - middle), most - half - middle) : Math.min(Math.max(delta, -middle), most - middle));
    return {
      step: "move",
      drag(to) {
        const dx = kept(snap(to[0] - from[0]), box.middle[0], width, box.width / 2);
        const dy = kept(snap(to[1] - from[1]), box.middle[1], deep, box.depth / 2);
        if (type === "piece") return { points: start.points.map(([x, y]) => [x + dx, y + dy]) };
        if (type === "objective") return { x: start.x + dx, y: start.y + dy };
        return { west: start.west + dx, east: start.east + dx, south: start.south + dy, north: start.north + dy };
      },
    };
  }

  svg.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType === "mouse" ? "mouse" : "touch";
    if (event.button !== 0 || !event.isPrimary) return;
    const taken = grab(event);
    if (!taken) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    held = { ...taken, id: event.pointerId, x: event.clientX, y: event.clientY, begun: false };
  }, true);
  svg.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    event.stopImmediatePropagation();
    held.begun ||= Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG;
    if (held.begun) draft.edit(held.drag(place(event)), `drag ${held.step} ${held.x}`);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    svg.addEventListener(end, (event) => {
      if (!held || event.pointerId !== held.id) return;
      event.stopImmediatePropagation();
      swallow = held.begun;
      if (!held.begun && held.click) draft.select(held.click);
      if (!held.begun) swallow = true;
      held = null;
      draft.settle();
      setTimeout(() => (swallow = false));
    }, true);
  }
  view = panZoom(svg, worldOf(draft.scenario.table), { most: 4, room: NUMBERS, moved: () => mark() });
  svg.addEventListener("click", (event) => {
    if (!swallow) draft.select(hit(place(event)));
    swallow = false;
  });

  function sceneNow() {
    const { table, zones: where, objectives: aims, players } = draft.scenario;
    return { ...table, terrain: table.pieces.map((piece) => kindOf(piece.kind)), view: {}, zones: where, objectives: aims, players };
  }

  /** Draw everything anew, at most once a frame. */
  function draw() {
    if (!waiting) waiting = requestAnimationFrame(() => ((waiting = 0), drawNow()));
  }

  function drawNow() {
    const scene = sceneNow();
    const size = `${scene.width} ${scene.depth}`;
    fill(layers.ground, ground(scene));
    fill(layers.grid, settings.grid && grid(scene));
    fill(layers.zones, zones(scene));
    fill(layers.aims, objectives(scene));
    if (size !== drawnFor) view.set(worldOf(scene));
    drawnFor = size;
    mark();
  }

  /** Draw what is selected with its handles, and what is refused. */
  function mark() {
    if (!view) return;
    svg.style.setProperty("--pixel", String(view.scale()));
    const line = (points) => points.map((point) => onScreen(point).map((unit) => unit.toFixed(1)).join(",")).join(" ");
    const bad = draft.scenario.table.pieces.filter((_, at) => wrong().has(`piece ${at + 1}`));
    const { selected, part } = draft;
    fill(
      layers.marks,
      bad.map((piece) => s("polygon", { points: line(piece.points), class: "t-wrong" })),
      selected && [
        selected.type === "piece" && s("polygon", { points: line(part.points), class: "t-chosen" }),
        s("polygon", { points: line(outlineOf(selected.type, part, BEYOND[pointer] * pixel())), class: "t-box" }),
        handles().map(handleMark),
      ],
    );
  }

  function handleMark({ at, look, from }) {
    const [x, y] = onScreen(at);
    const unit = view.scale();
    const size = (pointer === "mouse" ? 5 : 8) * unit;
    const shape = look === "turn" || look === "corner"
      ? s("circle", { cx: x, cy: y, r: size, class: `t-handle ${look}` })
      : s("rect", { x: x - size, y: y - size, width: size * 2, height: size * 2, class: `t-handle ${look}`, transform: look === "new" ? `rotate(45 ${x} ${y})` : null });
    if (!from) return shape;
    const [fx, fy] = onScreen(from);
    return [s("line", { x1: fx, y1: fy, x2: x, y2: y, class: "t-stalk" }), shape];
  }

  new ResizeObserver(() => view.fit()).observe(svg);
  return {
    element: svg, draw,
    fit: () => view.fit(),
    zoom: (factor) => view.zoom(factor),
    /** The middle of what is in sight, on the table, for new parts. */
    middle() {
      const { left, top, width, height } = svg.getBoundingClientRect();
      const [x, y] = place({ clientX: left + width / 2, clientY: top + height / 2 });
      const { table } = draft.scenario;
      const on = (inch, most) => Math.round(Math.min(Math.max(inch, 0), most) * 2) / 2;
      return [on(x, table.width), on(y, table.depth)];
    },
  };
}
