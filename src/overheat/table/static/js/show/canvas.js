/** A canvas over an SVG that draws in the same units, so that the drawing below need not be painted anew for what flies over it. */

import { h } from "../dom.js";

/** The canvas; `draw(actor, share)` draws an actor when a share of its time has passed. */
export function canvasOver(svg) {
  const element = h("canvas", { class: "show-canvas", "aria-hidden": "true" });
  svg.after(element);
  const pen = element.getContext("2d");
  let dirty = false;

  function fit() {
    if (!element.parentElement) return;
    const [box, held] = [svg.getBoundingClientRect(), element.parentElement.getBoundingClientRect()];
    Object.assign(element.style, { left: `${box.x - held.x}px`, top: `${box.y - held.y}px`, width: `${box.width}px`, height: `${box.height}px` });
    if (element.width !== Math.round(box.width) || element.height !== Math.round(box.height)) [element.width, element.height] = [Math.round(box.width), Math.round(box.height)];
  }

  function aim() {
    const { x, y, width, height } = svg.viewBox.baseVal;
    const scale = Math.min(element.width / width, element.height / height);
    pen.setTransform(scale, 0, 0, scale, (element.width - width * scale) / 2 - x * scale, (element.height - height * scale) / 2 - y * scale);
    return scale;
  }

  new ResizeObserver(fit).observe(svg);
  return {
    element,
    fit,
    clear() {
      if (!dirty) return;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, element.width, element.height);
      dirty = false;
    },
    draw(actor, share) {
      dirty = true;
      const scale = aim();
      pen.save();
      actor.draw(pen, Math.min(1, Math.max(0, share)), 1 / scale);
      pen.restore();
    },
  };
}
