/** Where platoons come from: those this browser keeps, those that come along, a file; and a new one. */

import { button, fill, h } from "../dom.js";
import { points, refusal } from "../explain.js";
import { dropZone } from "../units/files.js";
import { shelf } from "./shelf.js";

/** The shelf; `open(roster, rules, key)` opens a platoon, `readText(text)` one from a file. */
export function library({ bundled, open, fresh, discard, readText }) {
  const mine = h("ul", { class: "shelf", id: "your-platoons", "aria-label": "Your platoons" });
  const refused = h("p", { class: "said-no", id: "file-refused", role: "alert", hidden: true });
  const no = (file, why) => {
    refused.hidden = false;
    fill(refused, refusal({ reason: `${file.name}: ${why.reason ?? why}`, cite: why.cite }));
  };
  const read = async ([file]) => {
    refused.hidden = true;
    try {
      await readText(file.text);
    } catch (why) {
      no(file, why);
    }
  };
  const element = h(
    "section",
    { class: "card stack", "aria-labelledby": "shelf-title" },
    h("div", { class: "row spread" }, h("h2", { id: "shelf-title" }, "Your platoons"), button("New platoon", fresh, { id: "new-platoon" })),
    mine,
    h("span", { class: "field-label" }, "Begin with one that comes along"),
    h("div", { class: "row bundled" }, bundled.map((each) => button([each.title, h("small", {}, ` ${points(each.points)}`)], () => open(each.roster, []), { "data-bundled": each.name }))),
    dropZone({ id: "builder-file", label: "Open a platoon file", endings: [".toml"], several: false, taken: read, refused: ([file]) => no(file, file) }),
    refused,
  );
  return {
    element,
    show(current) {
      const held = shelf();
      fill(
        mine,
        held.map((each) => h(
          "li",
          { class: "shelf-row", "data-key": each.key, "aria-current": each.key === current ? "true" : null },
          button([h("span", {}, each.roster.name), h("small", {}, each.points ? `${points(each.points)} points` : "")], () => open(each.roster, each.rules ?? [], each.key), { class: "quiet shelf-open" }),
          button("×", () => discard(each.key), { class: "quiet", "aria-label": `Delete ${each.roster.name}` }),
        )),
        held.length === 0 && h("li", { class: "small" }, "Whatever you build is kept in this browser, by itself."),
      );
    },
  };
}
