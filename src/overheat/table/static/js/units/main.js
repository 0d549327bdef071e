/** Cards and sheets: units in, everything worked out of them on the screen and on paper. */

import { button, h, tabs } from "../dom.js";
import { header } from "../header.js";
import { unitDetail } from "./detail.js";
import { catchDrops, dropZone } from "./files.js";
import { Force } from "./force.js";
import { keepPane } from "./keep.js";
import { forceList } from "./list.js";
import { platoonPane } from "./platoons.js";
import { outputs } from "./printing.js";
import { unitSearch } from "./search.js";

const EXAMPLES = ["Atlas AS7-D", "Wolverine WVR-6R", "Locust LCT-1V", "Demolisher Heavy Tank"];

function machinesPane() {
  const shown = [];
  const force = new Force(() => shown.forEach((part) => part.show()));
  const list = forceList(force);
  const output = outputs(force);
  const detail = unitDetail(force);
  const empty = h(
    "section",
    { class: "card empty", "aria-label": "How to begin" },
    h("h2", {}, "No units yet"),
    h("p", {}, "Drop unit files, search the library, or begin with one of these:"),
    h("div", { class: "row" }, EXAMPLES.map((name) => button(name, () => force.add({ unit: name }), { "data-example": name }))),
    h("p", { class: "small" }, "You get an Alpha Strike card, a record sheet, and the battle value and conversion with every step explained."),
  );
  const chosen = h(
    "section",
    { class: "card stack", "aria-labelledby": "force-title" },
    h("div", { class: "row spread" }, h("h2", { id: "force-title" }, "Your force"), button("Clear", () => force.clear(), { class: "quiet", id: "clear-force" })),
    list.element,
    output.element,
    h("p", { class: "small" }, "Skills change both values; on an Alpha Strike card, skill is gunnery."),
  );
  const keeping = keepPane(force);
  shown.push(list, output, detail, keeping, {
    show() {
      empty.hidden = force.entries.length > 0;
      chosen.hidden = force.entries.length === 0;
    },
  });
  const sources = h(
    "section",
    { class: "card stack sources", "aria-label": "Add units" },
    dropZone({
      id: "unit-files",
      label: "Unit files",
      endings: [".mtf", ".blk"],
      taken: (files) => files.forEach((file) => force.add({ unit: file.name, text: file.text })),
      refused: (files) => files.forEach((file) => force.addRefused(file.name, { reason: file.reason })),
    }),
    unitSearch({ id: "unit-search", chosen: (unit) => force.add({ unit: unit.name }) }),
  );
  const element = h("div", { class: "desk" }, h("div", { class: "desk-side" }, sources, chosen, keeping.element), h("div", { class: "desk-main" }, empty, detail.element));
  shown.forEach((part) => part.show());
  force.restore();
  return element;
}

function open() {
  let platoons = null;
  const holder = h("div", {});
  let games = null;
  games = tabs(
    [
      { id: "machines", title: "Giant war machines", body: machinesPane() },
      { id: "heat", title: "H.E.A.T platoons", body: holder },
    ],
    (id) => {
      if (id === "heat" && !platoons) holder.append((platoons = platoonPane()));
      if (games) history.replaceState(null, "", id === "heat" ? "#heat" : location.pathname);
    },
  );
  const main = h("main", { class: "page units" }, h("h1", {}, "Cards & sheets"), games.element);
  document.body.append(header(), main);
  if (location.hash === "#heat") games.show("heat");
  catchDrops();
}

open();
