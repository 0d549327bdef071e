/** The drawing of the table: its layers, what is under the pointer, and the notes that float over it. */

import { button, fill, h, s } from "../../dom.js";
import { refusal } from "../../explain.js";
import { panZoom } from "../../pan_zoom.js";
import { card } from "../card.js";
import { beckon } from "../effects.js";
import { grid, ground, legend, objectives, worldOf, zones } from "./ground.js";
import { labels, marksLegend } from "./labels.js";
import { PER_INCH, drawn, spotAt } from "./measure.js";
import { devices, missiles, smoke, strikes, things, unitPiece, wrecks } from "./pieces.js";
import { textures } from "./textures.js";

const LAYERS = ["ground", "zones", "grid", "objectives", "under", "lying", "units", "air", "smoke", "labels", "over", "effects"];
const CARD_DELAY = 260;
const EDGE = 40;
/** Screens narrower than so many pixels begin closer, with so many pixels to an inch. */
const NARROW = 600;
const CLOSE = 9;
/** Units of the drawing to a pixel from which on numbers along the edges would not fit into it. */
const FAR = 1.1;

/**
 * The drawing. `heard` gets hover, leave and click with {spot, unit, piece, place, event}, `opened` with what was switched,
 * `labelled` when labels have been placed anew, and is asked whether somebody `measures`, so that cards would be in the way; `statesOf(unit)` says how a unit looks;
 * `scene()` is what stands on the table, `seen()` what of it is drawn.
 */
export function surface(scene, statesOf, heard, seen = scene) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `l-${name}`, "clip-path": name === "under" ? "url(#p-table)" : null })]));
  const svg = s("svg", { class: "p-svg", id: "platoon-map", role: "application", "aria-label": "Table", tabindex: 0 }, textures(), LAYERS.map((name) => layers[name]));
  const tip = h("div", { class: "p-tip", hidden: true });
  const hoverCard = h("div", { class: "p-hover", hidden: true, "aria-hidden": "true" });
  const floating = h("div", { class: "p-float", hidden: true });
  const notes = h("div", { class: "p-notes", hidden: true });
  const tools = h("div", { class: "p-tools", role: "group", "aria-label": "Map" });
  const element = h("div", { class: "p-map" }, svg, tools, notes, hoverCard, floating, tip);
  const shown = { grid: false, ranges: true, legend: false, tape: false };
  let view = null;
  let waiting = 0;
  let cardTimer = 0;
  let float = null;
  let drawnGround = "";
  let fitted = "";

  /** Show the whole table, and go on doing so when the page changes its size. */
  function fit() {
    view.fit();
    fitted = svg.getAttribute("viewBox");
  }

  function start() {
    view = panZoom(svg, worldOf(scene()), { most: 4, moved: () => relabel() });
    fit();
    fill(
      tools,
      button(signed("+", "closer"), () => view.zoom(1.35), { "aria-label": "Closer", title: "Closer (+)" }),
      button(signed("−", "farther"), () => view.zoom(1 / 1.35), { "aria-label": "Farther", title: "Farther (−)" }),
      button(signed("⤢", "whole"), fit, { "aria-label": "Whole table", title: "Whole table (0)" }),
      toggle("grid", signed("▦", "grid"), "Grid of six inches (G)"),
      toggle("ranges", signed("◎", "ranges"), "Ranges of weapons (R)"),
      toggle("tape", signed("↔", "tape"), "Tape measure (M)"),
      toggle("legend", signed("?", "legend"), "What the terrain does (L)"),
    );
  }

  /** A sign with the word for it. */
  const signed = (sign, word) => [h("span", {}, sign), h("small", {}, word)];

  function toggle(name, sign, title) {
    return button(sign, () => flip(name), { "aria-label": title, title, "data-toggle": name, "aria-pressed": String(shown[name]) });
  }

  function flip(name) {
    shown[name] = !shown[name];
    tools.querySelector(`[data-toggle=${name}]`)?.setAttribute("aria-pressed", String(shown[name]));
    if (name === "ranges" || name === "tape") heard.opened(name);
    decorate();
  }

  function decorate() {
    fill(layers.grid, shown.grid && grid(scene()));
    notes.hidden = !shown.legend;
    if (shown.legend) fill(notes, marksLegend(), legend(scene()));
  }

  /** Draw everything anew. */
  function draw(side) {
    const now = seen();
    now.pixel = view?.scale() ?? 1;
    const key = `${now.name}${now.view.breached}${now.terrain.length}`;
    if (key !== drawnGround) {
      drawnGround = key;
      fill(layers.ground, ground(now));
      decorate();
    }
    fill(layers.zones, now.turn === 0 ? zones(now) : null);
    fill(layers.lying, wrecks(now), devices(now, side), things(now), strikes(now));
    const pieces = now.onTable().map((unit) => ({ unit, piece: unitPiece(unit, now, statesOf(unit)) }));
    fill(layers.units, pieces.filter(({ unit }) => !unit.flying).map(({ piece }) => piece));
    fill(layers.air, pieces.filter(({ unit }) => unit.flying).map(({ piece }) => piece), missiles(now));
    fill(layers.smoke, smoke(now));
    relabel();
  }

  function relabel() {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      if (!view || !scene()) return;
      svg.style.setProperty("--pixel", view.scale().toFixed(3));
      svg.classList.toggle("far", view.scale() > FAR);
      const [x, y, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
      const now = seen();
      now.pixel = view.scale();
      fill(layers.objectives, objectives(now));
      fill(layers.labels, labels(now, { x, y, width, height }, statesOf));
      heard.labelled();
    });
  }

  function whereOf(event) {
    const held = (name) => event.target.closest?.(`[data-${name}]`)?.dataset[name] ?? null;
    const number = (name) => (held(name) === null ? null : Number(held(name)));
    return { spot: spotAt(view.at(event), scene().depth), unit: held("unit"), piece: number("piece"), place: number("place"), event };
  }

  function pixelOf(spot) {
    const { x, y } = drawn(spot, scene().depth);
    const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
    const box = element.getBoundingClientRect();
    return { x: point.x - box.x, y: point.y - box.y, wide: box.width, high: box.height };
  }

  /** Bring a place to the middle if it is out of sight. */
  function bring(spot) {
    const { x, y } = drawn(spot, scene().depth);
    const at = pixelOf(spot);
    const seen = at.x > EDGE && at.y > EDGE && at.x < at.wide - EDGE && at.y < at.high - EDGE;
    if (!seen && svg.getAttribute("viewBox") !== fitted) view.centre(x, y);
  }

  function placeFloat() {
    floating.hidden = !float;
    if (!float) return;
    const at = pixelOf(float.spot);
    floating.style.left = `${Math.max(8, Math.min(at.x - 60, at.wide - floating.offsetWidth - 8))}px`;
    const above = at.y > at.high - 110 || (float.from && float.from[1] < float.spot[1] && at.y > 110);
    floating.style.top = `${above ? at.y - 84 : at.y + 40}px`;
  }

  function showCard(event, id) {
    clearTimeout(cardTimer);
    if (event.pointerType === "touch" || !id || heard.measures()) {
      hoverCard.hidden = true;
      return;
    }
    cardTimer = setTimeout(() => {
      const unit = scene().unit(id);
      if (!unit || heard.measures()) return;
      const box = element.getBoundingClientRect();
      fill(hoverCard, card(unit, scene()));
      hoverCard.classList.toggle("right", event.clientX - box.x < box.width / 2);
      hoverCard.hidden = false;
    }, CARD_DELAY);
  }

  svg.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || event.buttons || !view) return;
    const where = whereOf(event);
    const box = element.getBoundingClientRect();
    tip.style.left = `${Math.min(event.clientX - box.x + 16, box.width - 230)}px`;
    tip.style.top = `${Math.min(event.clientY - box.y + 18, box.height - 60)}px`;
    heard.hover(where);
  });
  svg.addEventListener("pointerover", (event) => showCard(event, event.target.closest?.("[data-unit]")?.dataset.unit ?? null));
  svg.addEventListener("pointerleave", (event) => {
    showCard(event, null);
    tip.hidden = true;
    if (event.pointerType !== "touch") heard.leave();
  });
  svg.addEventListener("click", (event) => heard.click(whereOf(event)));
  new ResizeObserver(() => {
    if (view && svg.getAttribute("viewBox") === fitted) fit();
    relabel();
  }).observe(element);

  return {
    element, layers, start, draw, relabel, flip, fit, whereOf,
    ranges: () => shown.ranges,
    taped: () => shown.tape,
    view: () => view,
    /** Draw what a tool adds: under the units, over them, beside the pointer and as a button at a place. */
    sketch(under, over, verdict, button_) {
      fill(layers.under, under);
      fill(layers.over, over);
      tip.hidden = !(verdict && !verdict.granted);
      if (!tip.hidden) fill(tip, refusal(verdict.refusal ?? "not allowed"));
      float = button_;
      if (float) fill(floating, button(`✓ ${float.label}`, float.run, { class: "primary", "data-float": "go" }));
      placeFloat();
    },
    bring,
    /** Begin closer to a place where the whole table would be too small to read. */
    approach(spot) {
      const wide = element.clientWidth;
      if (!wide || wide >= NARROW) return;
      const { x, y } = drawn(spot, scene().depth);
      view.centre(x, y, (wide / CLOSE) * PER_INCH);
    },
    /** Call the eye to a place; what is out of sight comes to the middle. */
    locate(spot) {
      bring(spot);
      beckon(layers.effects, drawn(spot, scene().depth));
    },
  };
}
