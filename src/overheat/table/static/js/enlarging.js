/** Record sheets so large that their small print can be read. */

import { dialog, h } from "./dom.js";

/** A sheet in a window of its own, as it is at this moment. */
export function enlarged(svg, name) {
  dialog(`Record sheet: ${name}`, h("div", { class: "sheet-large" }, svg.cloneNode(true)), { id: "sheet-dialog", class: "dialog sheet-dialog" });
}
