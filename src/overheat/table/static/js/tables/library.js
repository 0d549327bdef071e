/** Where tables come from: those this browser keeps, those of the scenarios, a file; and an empty one. */

import { button, fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { dropZone } from "../units/files.js";
import { shelf } from "./shelf.js";

/** The shelf; `open(scenario, key)` opens a table, `readText(text)` one from a file, `setupOf(name)` the set-up of a scenario. */
export function library({ bundled, open, fresh, discard, readText, fetched }) {
  const mine = h("ul", { class: "shelf", id: "your-tables", "aria-label": "Your tables" });
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
    h("div", { class: "row spread" }, h("h2", { id: "shelf-title" }, "Your tables"), button("New table", fresh, { id: "new-table" })),
    mine,
    h("span", { class: "field-label" }, "Begin with one of the scenarios"),
    h("div", { class: "row bundled" }, bundled.map((each) => button(each.title, () => fetched(each.name), { "data-bundled": each.name }))),
    dropZone({ id: "table-file", label: "Open a table file", endings: [".toml"], several: false, taken: read, refused: ([file]) => no(file, file) }),
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
          button([h("span", {}, each.scenario.name), h("small", {}, `${each.scenario.table.pieces.length} pieces`)], () => open(each.scenario, each.key), { class: "quiet shelf-open" }),
          button("×", () => discard(each.key), { class: "quiet", "aria-label": `Delete ${each.scenario.name}` }),
        )),
        held.length === 0 && h("li", { class: "small" }, "Whatever you make is kept in this browser, by itself."),
      );
    },
  };
}
