/** What is under the finger stays: a place that is pressed is drawn anew only when the finger is lifted, so that no click is lost. */

const ENDS = ["pointerup", "pointercancel"];

/**
 * Draw into `element` with care: `draw()` of the answer runs `draw` at once, or once the finger is lifted that presses there;
 * `close()` when the element is no longer used.
 */
export function steady(element, draw) {
  let pressed = false;
  let stale = false;
  let timer = 0;

  /** A finger that is back before the last one was seen to be gone keeps what is under it. */
  function press() {
    clearTimeout(timer);
    pressed = true;
  }

  /** The click that follows on lifting the finger comes first. */
  function lift() {
    if (pressed) timer = setTimeout(settle);
  }

  function settle() {
    pressed = false;
    if (!stale) return;
    stale = false;
    draw();
  }

  element.addEventListener("pointerdown", press);
  for (const end of ENDS) addEventListener(end, lift);
  return {
    draw() {
      if (pressed) stale = true;
      else draw();
    },
    close() {
      stale = false;
      element.removeEventListener("pointerdown", press);
      for (const end of ENDS) removeEventListener(end, lift);
    },
  };
}
