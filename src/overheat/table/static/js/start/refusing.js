/** Where something was tried and refused: the reason stands there until the next try. */

import { fill, h } from "../dom.js";
import { refusal } from "../explain.js";

/** A place for refusals; `show(no)` puts one there, `add(no)` one more, `clear()` takes all away. */
export function refusalPlace(properties = {}) {
  const element = h("div", { class: "no-place", role: "alert", hidden: true, ...properties });
  return {
    element,
    show(no) {
      element.hidden = false;
      fill(element, refusal(no));
    },
    add(no) {
      element.hidden = false;
      element.append(h("div", {}, refusal(no)));
    },
    clear() {
      element.hidden = true;
      fill(element);
    },
  };
}

/** Do something with a button held down meanwhile; what is refused is shown in a place. */
export async function trying(button, place, work) {
  place.clear();
  if (button) {
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
  }
  try {
    return await work();
  } catch (no) {
    if (no.reason === undefined) throw no;
    place.show(no);
    return null;
  } finally {
    if (button) {
      button.disabled = false;
      button.removeAttribute("aria-busy");
    }
  }
}
