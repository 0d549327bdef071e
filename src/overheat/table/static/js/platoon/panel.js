/** The panel of actions: drawn anew only where it changes, and what is unfolded or has the focus stays so. */

import { h } from "../dom.js";

const FOCUSED = "button, input, summary";

/** What tells a control from the others of the panel: its id, or its words. */
const nameOf = (control) => control.id || control.textContent;

const folds = (within) => [...within.querySelectorAll("details")].map((fold, at) => [`${at} ${fold.querySelector("summary").textContent}`, fold]);

/** A panel; `renew(parts, owner)` puts parts into it, unless they show the same already and their `owner` is the one whose buttons are there. */
export function makePanel() {
  const element = h("div", { class: "p-panel" });
  let shownFor = null;

  function renew(parts, owner) {
    const fresh = h("div", { class: element.className }, parts);
    const unfolded = new Set(folds(element).filter(([, fold]) => fold.open).map(([name]) => name));
    for (const [name, fold] of folds(fresh)) if (unfolded.has(name)) fold.open = true;
    if (owner === shownFor && fresh.isEqualNode(element)) return;
    shownFor = owner;
    const focus = element.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    element.replaceChildren(...fresh.childNodes);
    if (focus) [...element.querySelectorAll(FOCUSED)].find((each) => nameOf(each) === focus)?.focus({ preventScroll: true });
  }

  return { element, renew };
}
