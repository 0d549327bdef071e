/** What the coach said of a decision, over the map while one looks at it in the replay. */

import { button, fill, h } from "../../dom.js";
import { capital } from "../../sides.js";
import { linked } from "../log/log_line.js";

const HEX = /\b\d{4,6}\b/g;

/** The strip; `tell(mistake)` shows one, `show()` takes it away when one looks at now again, `back()` opens the list that it is from. */
export function adviser(table, { board, back }) {
  const element = h("section", { id: "advice", class: "game-strip advice", "aria-label": "Coach", "aria-live": "polite", hidden: true });
  let arrived = false;

  function hide() {
    arrived = false;
    element.hidden = true;
  }

  function tell(mistake) {
    arrived = false;
    element.hidden = false;
    const words = (text) => linked(capital(text), { unit: mistake.unit, hexes: (text.match(HEX) ?? []).map((hex) => `hex ${hex}`) }, board());
    fill(
      element,
      h(
        "span",
        { class: "advice-words" },
        h("b", {}, `${capital(mistake.period)} ${mistake.round}, ${mistake.phase}: ${mistake.name}`),
        h("span", {}, "Done: ", words(mistake.done.words)),
        h("span", {}, "Better: ", h("strong", {}, words(mistake.better.words))),
        h("span", { class: "muted" }, capital(mistake.why)),
      ),
      button("Back to the list", back, { id: "advice-back" }),
      button("×", hide, { class: "quiet", "aria-label": "Close" }),
    );
  }

  function show() {
    if (table.past !== null) arrived = true;
    else if (arrived) hide();
  }

  return { element, tell, show };
}
