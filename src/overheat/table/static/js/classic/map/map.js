/** The map: ground, overlays and units in layers, moved and magnified, with what lies under the pointer. */

import { h, s } from "../../dom.js";
import { panZoom } from "../../pan_zoom.js";
import { still } from "../../show/director.js";
import { groundSheet } from "./ground_sheet.js";
import { centre, hexAt, SIZE, world } from "./hexes.js";
import { tokens } from "./tokens.js";

const LAYERS = ["beams", "goals", "reach", "picks", "arcs", "lines", "advice", "way", "things", "points", "units", "holds", "plan", "effects"];
const NEAR = 5;
const FAR_PIXELS = 26;
const FARTHER_PIXELS = 17;
const FARTHEST_PIXELS = 12;
const TAPPED_PIXELS = 26;
/** How many hexes' corners are in view at least, and how long the way there takes. */
const FOLLOWED = 14;
const GLIDE = 320;
/** Where the map fills the stage, what lies in its lower corners would lie under the controls: they get so many pixels below it. */
const TABLET = matchMedia("(min-width: 641px) and (max-width: 1100px)");
const PHONE = matchMedia("(max-width: 640px)");
const CONTROLS = 46;
/** On a phone the controls stand at the sides of a map, and below one that is so much wider than the room for it. */
const BROAD = 1.15;

/**
 * A map in the stage. `clicked({hex, unit, event})` and `hovered({hex, unit, event} or null)` are told of the pointer;
 * the answer holds the layers, `show`, `token(id)`, `place(id)`, `centreOn(hex)`, `flash(hex)` and the pan.
 */
export function makeMap(stage, { clicked, hovered }) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `map-${name}` })]));
  const svg = s("svg", { class: "classic-map", id: "classic-map", role: "group", "aria-label": "Battlefield", tabindex: 0 }, Object.values(layers));
  const zoomButton = (words, sign, run) => h("button", { type: "button", "aria-label": words, title: words, onclick: run }, sign);
  const controls = h(
    "div",
    { class: "map-controls" },
    zoomButton("Magnify", "+", () => pan.zoom(1.3)),
    zoomButton("Make smaller", "−", () => pan.zoom(1 / 1.3)),
    zoomButton(
      "Show everything",
      s(
        "svg",
        { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" },
        s("path", { d: "M3 8V3h5M12 3h5v5M17 12v5h-5M8 17H3v-5", fill: "none", stroke: "currentColor", "stroke-width": 2 }),
      ),
      () => pan.fit(),
    ),
  );
  const ground = groundSheet(stage, detailed);
  stage.append(svg, controls);
  const units = tokens(layers.units);
  let board = null;
  const pan = panZoom(svg, { x: 0, y: 0, width: 100, height: 100 }, { most: NEAR, foot: () => (TABLET.matches || below() ? CONTROLS : 0), sides: () => (PHONE.matches && !below() ? CONTROLS : 0), moved: sized });

  /** Whether the controls of a phone stand below the map. */
  function below() {
    const { width, height } = stage.getBoundingClientRect();
    const whole = board && world(board);
    const broad = PHONE.matches && Boolean(whole) && whole.width * height > BROAD * whole.height * width;
    stage.classList.toggle("controls-below", broad);
    return broad;
  }

  /** What could not be read from so far is left out of a drawing. */
  function detailed(drawing) {
    const pixels = SIZE / scale();
    drawing.classList.toggle("far", pixels < FAR_PIXELS);
    drawing.classList.toggle("farther", pixels < FARTHER_PIXELS);
    drawing.classList.toggle("farthest", pixels < FARTHEST_PIXELS);
    drawing.style.setProperty("--pixel", scale().toFixed(3));
  }

  function sized() {
    detailed(svg);
    units.sized(scale(), ...beside());
    ground.follow(svg.viewBox.baseVal, svg.getBoundingClientRect());
  }

  /** While the whole map is in view: what is in view beside it, and what of it lies under controls. */
  function beside() {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const whole = board && world(board);
    if (!whole || x > whole.x + 1 || y > whole.y + 1 || x + width < whole.x + whole.width - 1 || y + height < whole.y + whole.height - 1) return [null, []];
    const held = svg.getBoundingClientRect();
    const unit = scale();
    const place = `${held.width} ${held.height}`;
    if (place !== measured) {
      measured = place;
      bars = [...stage.querySelectorAll(".map-controls, .show-bar")].map((bar) => bar.getBoundingClientRect()).map((bar) => ({ x: bar.x - held.x, y: bar.y - held.y, width: bar.width, height: bar.height }));
    }
    return [{ x, y, width, height }, bars.map((bar) => ({ x: x + bar.x * unit, y: y + bar.y * unit, width: bar.width * unit, height: bar.height * unit }))];
  }

  function scale() {
    const held = svg.getBoundingClientRect();
    const box = svg.viewBox.baseVal;
    return Math.max(box.width / Math.max(held.width, 1), box.height / Math.max(held.height, 1));
  }

  function under(event) {
    const hex = hexAt(pan.at(event));
    return { hex: board && hex in board.hexes ? hex : null, unit: event.target.closest?.("[data-unit]")?.dataset.unit ?? null, event };
  }

  svg.addEventListener("click", (event) => clicked(under(event)));
  svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && !event.buttons && hovered(under(event)));
  svg.addEventListener("pointerleave", () => hovered(null));
  svg.addEventListener("keydown", (event) => {
    const unit = event.target.closest?.("[data-unit]");
    if (!unit || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    clicked({ hex: unit.dataset.hex, unit: unit.dataset.unit, event });
  });
  const resized = new ResizeObserver(() => board && refit());
  resized.observe(stage);
  let held = null;
  let marked = null;
  let gliding = 0;
  let measured = "";
  let bars = [];

  function glide(x, y, wide) {
    cancelAnimationFrame(gliding);
    const box = svg.viewBox.baseVal;
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2, wide: box.width };
    if (still()) return void pan.centre(x, y, wide);
    const begun = performance.now();
    const step = (now) => {
      const share = Math.min(1, (now - begun) / GLIDE);
      const eased = share * share * (3 - 2 * share);
      pan.centre(from.x + (x - from.x) * eased, from.y + (y - from.y) * eased, from.wide + (wide - from.wide) * eased);
      if (share < 1) gliding = requestAnimationFrame(step);
    };
    gliding = requestAnimationFrame(step);
    return undefined;
  }

  /** When the stage changes its size, what showed everything does so again; else middle and scale are kept. */
  function refit() {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const before = held;
    held = stage.getBoundingClientRect();
    if (before === null || (Math.abs(before.width - held.width) < 2 && Math.abs(before.height - held.height) < 2)) return sized();
    const whole = world(board);
    const everything = width >= whole.width * 0.98 && height >= whole.height * 0.98;
    const perPixel = Math.max(width / Math.max(before.width, 1), height / Math.max(before.height, 1));
    pan.fit();
    if (!everything && before.width && before.height) pan.centre(x + width / 2, y + height / 2, perPixel * held.width);
    return sized();
  }

  return {
    svg, stage, layers, pan, scale,
    /** How large a hex is on the screen, from its middle to a corner. */
    pixels: () => SIZE / scale(),
    /** Where a place of the map is on the stage, in pixels. */
    onScreen({ x, y }) {
      const [box, held, unit] = [svg.viewBox.baseVal, svg.getBoundingClientRect(), scale()];
      return { x: (x - box.x) / unit + (held.width - box.width / unit) / 2, y: (y - box.y) / unit + (held.height - box.height / unit) / 2 };
    },
    /** Draw the units anew as a view has them, marked as before. */
    restage(view) {
      if (marked) units.show(view, marked);
    },
    /** Bring places into view where they fill it well, without haste. */
    follow(places) {
      const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))];
      const [top, bottom] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))];
      const box = svg.viewBox.baseVal;
      const wide = Math.max(right - left + 6 * SIZE, (bottom - top + 6 * SIZE) * (box.width / box.height), FOLLOWED * SIZE);
      glide((left + right) / 2, (top + bottom) / 2, wide);
    },
    /** Bring hexes into view, as near as they all are; the answer goes back to what was in view. */
    frame(hexes) {
      const { x, y, width, height } = svg.viewBox.baseVal;
      const spots = hexes.map(centre);
      const [left, right] = [Math.min(...spots.map((each) => each.x)), Math.max(...spots.map((each) => each.x))];
      const [top, bottom] = [Math.min(...spots.map((each) => each.y)), Math.max(...spots.map((each) => each.y))];
      pan.fit();
      const whole = svg.viewBox.baseVal.width;
      const wide = Math.max(right - left + 6 * SIZE, (bottom - top + 6 * SIZE) * (width / height), FOLLOWED * SIZE);
      if (wide < whole) pan.centre((left + right) / 2, (top + bottom) / 2, wide);
      return () => pan.centre(x + width / 2, y + height / 2, width);
    },
    show(view, marks) {
      marked = marks;
      const before = board;
      board = view.board;
      if (!before || before.width !== board.width || before.height !== board.height) pan.set(world(board));
      ground.show(board);
      units.show(view, marks);
      sized();
    },
    /** Boxes that names stay out of, if they can. */
    keepClear: units.keepClear,
    token: units.element,
    label: units.label,
    place: units.place,
    centreOn(hex) {
      if (!hex) return;
      const { x, y } = centre(hex);
      pan.centre(x, y);
    },
    /** Magnify so that a hex can be tapped, and centre it. */
    closeUp(hex, pixels) {
      if (!hex) return;
      if (SIZE / scale() < pixels) pan.zoom(pixels / (SIZE / scale()));
      this.centreOn(hex);
    },
    /** Show who acts: from near where fingers have hexes to tap, else brought into view. */
    attend(hex, taps) {
      if (!hex) return;
      if (taps && matchMedia("(pointer: coarse)").matches) this.closeUp(hex, TAPPED_PIXELS);
      else this.include([hex]);
    },
    /** Bring hexes into view; nothing moves where they all are. */
    include(hexes) {
      const box = svg.viewBox.baseVal;
      const spots = hexes.map(centre);
      const inside = ({ x, y }) => x > box.x + SIZE && x < box.x + box.width - SIZE && y > box.y + SIZE && y < box.y + box.height - SIZE;
      if (spots.every(inside)) return;
      const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
      const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
      const wide = Math.max(right - left + 4 * SIZE, (bottom - top + 4 * SIZE) * (box.width / box.height));
      pan.centre((left + right) / 2, (top + bottom) / 2, Math.max(wide, box.width));
    },
    close() {
      cancelAnimationFrame(gliding);
      resized.disconnect();
      ground.close();
      svg.remove();
      stage.classList.remove("controls-below");
      controls.remove();
    },
  };
}
