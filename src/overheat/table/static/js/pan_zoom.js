/** A drawing that is moved and magnified with mouse, fingers and keys, by its viewBox. */

const SMALLEST = 0.2;
const WHEEL = 1.0015;
const DRAG = 5;
const MARGIN = 0.05;

/**
 * Make an SVG element movable. `world` is the whole drawing {x, y, width, height}. A drag of more than a few pixels swallows
 * the click that would follow. The answer: fit(), centre(x, y), zoom(factor), pan(dx, dy) in pixels, at(event) for the
 * place under the pointer, and set(world) when the drawing's size changes. Fitted, it leaves `room` pixels on every side,
 * `sides()` pixels left and right and `foot()` pixels below, where controls lie.
 */
export function panZoom(svg, world, { most = 6, room = 0, foot = () => 0, sides = () => 0, moved = () => {} } = {}) {
  let box = { ...world };
  const fingers = new Map();
  let dragged = 0;

  const draw = () => {
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    moved(box);
  };
  const scale = () => {
    const held = svg.getBoundingClientRect();
    return Math.max(box.width / Math.max(held.width, 1), box.height / Math.max(held.height, 1));
  };
  const keep = () => {
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const x = Math.min(Math.max(middle.x, world.x), world.x + world.width);
    const y = Math.min(Math.max(middle.y, world.y), world.y + world.height);
    box = { ...box, x: x - box.width / 2, y: y - box.height / 2 };
  };
  /** Where a stretch of the drawing begins that shows no more of what lies beyond than it must. */
  const filled = (start, size, from, all) => {
    if (size >= all) return from - (size - all) / 2;
    const beyond = size * MARGIN;
    return Math.min(Math.max(start, from - beyond), from + all - size + beyond);
  };
  const at = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  };
  const zoomAt = (factor, point) => {
    const wanted = Math.min(Math.max(box.width / factor, (world.width * SMALLEST) / most), world.width / SMALLEST / 2);
    const real = wanted / box.width;
    box = { x: point.x - (point.x - box.x) * real, y: point.y - (point.y - box.y) * real, width: wanted, height: box.height * real };
    keep();
    draw();
  };
  const pan = (dx, dy) => {
    const unit = scale();
    box = { ...box, x: box.x - dx * unit, y: box.y - dy * unit };
    keep();
    draw();
  };

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoomAt(WHEEL ** -event.deltaY, at(event));
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    dragged = fingers.size > 1 ? DRAG + 1 : 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    if (fingers.size === 2) {
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoomAt(apart(event) / Math.max(apart(before), 1), at({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
    }
    const share = fingers.size === 2 ? 0.5 : 1;
    dragged += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
    if (dragged > DRAG) {
      if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
      pan((event.clientX - before.clientX) * share, (event.clientY - before.clientY) * share);
    }
    fingers.set(event.pointerId, event);
  });
  let pressed = null;
  svg.addEventListener("pointerdown", (event) => (pressed = event.isPrimary && event.button === 0 ? event : null));
  svg.addEventListener("pointerup", (event) => {
    const down = pressed;
    if (down?.pointerId === event.pointerId) setTimeout(() => pressed === down && dragged <= DRAG && clickAgain(event));
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    svg.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  svg.addEventListener("click", (event) => {
    pressed = null;
    if (dragged > DRAG) event.stopImmediatePropagation();
    dragged = 0;
  }, true);

  /** A browser gives no click when what was pressed has been drawn anew before it was released: click what is there now. */
  function clickAgain({ clientX, clientY, shiftKey, ctrlKey, altKey, metaKey }) {
    pressed = null;
    const there = document.elementFromPoint(clientX, clientY);
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey });
    if (svg.contains(there)) there.dispatchEvent(click);
  }

  const api = {
    fit() {
      const held = svg.getBoundingClientRect();
      const high = Math.max(held.height - foot(), held.height / 2);
      const ratio = held.width && high ? held.width / high : 1;
      const spare = (along, left) => (along > 4 * left ? along / (along - 2 * left) : 1);
      const width = Math.max(world.width * spare(held.width, room + sides()), world.height * spare(high, room) * ratio);
      const height = width / ratio;
      box = { x: world.x - (width - world.width) / 2, y: world.y - (height - world.height) / 2, width, height: high ? (height * held.height) / high : height };
      draw();
    },
    centre(x, y, width = null) {
      const real = width === null ? 1 : width / box.width;
      box = { width: box.width * real, height: box.height * real, x: 0, y: 0 };
      box.x = filled(x - box.width / 2, box.width, world.x, world.width);
      box.y = filled(y - box.height / 2, box.height, world.y, world.height);
      draw();
    },
    zoom(factor) {
      zoomAt(factor, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    },
    pan,
    at,
    scale,
    set(next) {
      world = next;
      api.fit();
    },
  };
  api.fit();
  return api;
}
