/** Where something was tried and refused: the reason stands there until the next try. */

import { Refusal } from "../api.js";
import { fill, h } from "../dom.js";
import { refusal } from "../explain.js";

/** A place for refusals, brought into sight when there are any; `show(no)` puts one there, `add(no)` one more, `clear()` takes all away. */
export function refusalPlace(properties = {}) {
  const element = h("div", { class: "no-place", role: "alert", hidden: true, ...properties });
  const add = (no) => {
    element.hidden = false;
    element.append(h("div", {}, refusal(no)));
    element.scrollIntoView({ block: "nearest" });
  };
  return {
    element, add,
    show(no) {
      fill(element);
      add(no);
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

/** Refuse the first number of a part of the page that cannot be: by its label, with what it may be. */
export function soundNumbers(part) {
  const wrong = [...part.querySelectorAll("input[type=number]")].find((box) => !box.closest("[hidden]") && !box.validity.valid);
  if (!wrong) return;
  const name = wrong.closest(".field")?.querySelector(".field-label")?.textContent ?? wrong.getAttribute("aria-label") ?? "A number";
  const bound = (text) => Number(text).toLocaleString("en");
  const range = wrong.max && (wrong.validity.rangeOverflow || Number(wrong.max) < Number.MAX_SAFE_INTEGER) ? `from ${bound(wrong.min || 0)} to ${bound(wrong.max)}` : `of ${bound(wrong.min || 0)} or more`;
  const whole = wrong.step === "" || Number.isInteger(Number(wrong.step)) ? "a whole number" : "a number";
  throw new Refusal({ id: "page.number", reason: `${name.trim()}: ${whole} ${range}${wrong.value === "" ? "" : `, not ${wrong.value}`}` }, 0);
}
