/** The places of the play page: stage, panel, tabs; side by side on a desk, one below the other on a phone. */

import { button, fill, h, tabs } from "../dom.js";

/** Screens on which the actions share a place with the tabs: narrow ones, and phones that lie on their side. */
export const NARROW = matchMedia("(max-width: 900px), (max-height: 500px)");
/** How wide a window has room for a sheet beside map and actions: that of a unit, and that of a platoon beside its long table. */
const WIDE = { unit: 1680, platoon: 2000 };
const SIZES = ["half", "list", "map"];
const SIZE_NAMES = { half: "Map and list share the screen", list: "More room for the list", map: "More room for the map" };

/**
 * Lay the page out. `panes` is [{id, title, body, opened}] besides the actions; the answer holds `stage`, `panel`,
 * `dock` (a third column on wide windows, for the sheets that ask for it), `strip` (a bar between head and stage), `greeting` (above the actions), `foot` (a bar under the stage), `openTab(id)`, `showActions()` and `setSheets(sheets)`.
 */
export function layOut(root, panes) {
  const stage = h("div", { id: "stage", class: "stage", role: "region", "aria-label": "Map", tabindex: "-1" });
  const panel = h("section", { id: "panel", class: "panel", "aria-label": "Actions" });
  const greeting = h("div", { id: "greeting" });
  const above = h("div", { class: "panel-place" });
  const strip = h("div", { id: "strip" });
  const foot = h("div", { id: "foot" });
  const column = h("aside", { class: "column", "aria-label": "Actions and log" });
  const dock = h("aside", { class: "dock", id: "dock", "aria-label": "Sheet", hidden: true });
  const actions = h("div", { class: "actions-pane" });
  let sheets = [];
  let tabbed = null;

  function build() {
    const open = tabbed?.open();
    const docked = sheets.filter((sheet) => innerWidth >= (WIDE[sheet.docks] ?? Infinity));
    const all = [{ id: "actions", title: "Actions", body: actions }, ...panes.slice(0, 1), ...sheets.filter((sheet) => !docked.includes(sheet)), ...panes.slice(1)];
    tabbed = tabs(all, (id) => all.find((pane) => pane.id === id)?.opened?.());
    tabbed.element.classList.add("column-tabs");
    fill(column, grip(), h("h2", { class: "off-screen" }, "Actions and log"), greeting, above, tabbed.element);
    arrange();
    dock.hidden = docked.length === 0;
    root.classList.toggle("docked", docked.length > 0);
    fill(dock, docked.map((sheet) => [h("h2", { class: "dock-title" }, sheet.title), sheet.body]));
    for (const sheet of docked) sheet.opened();
    if (open && all.some((pane) => pane.id === open)) tabbed.show(open);
  }

  function arrange() {
    const narrow = NARROW.matches;
    (narrow ? actions : above).append(panel);
    const tab = tabbed.element.querySelector("#tab-actions");
    tab.hidden = !narrow;
    above.hidden = narrow;
    if (narrow) tabbed.show("actions");
    else if (tabbed.open() === "actions") tabbed.show(panes[0].id);
  }

  function grip() {
    const bar = h("span", { class: "grip-bar", "aria-hidden": "true" });
    return button(bar, resize, { id: "grip", class: "grip", "aria-label": "Change how map and list share the screen" });
  }

  function resize(event) {
    const next = SIZES[(SIZES.indexOf(root.dataset.size ?? "half") + 1) % SIZES.length];
    root.dataset.size = next;
    event.currentTarget.title = SIZE_NAMES[next];
  }

  root.classList.add("play");
  fill(root, strip, h("div", { class: "stage-place" }, stage, foot), dock, column);
  build();
  NARROW.addEventListener("change", arrange);
  for (const width of Object.values(WIDE)) matchMedia(`(min-width: ${width}px)`).addEventListener("change", build);
  return {
    stage, panel, strip, greeting, foot,
    openTab: (id) => tabbed.show(id),
    tabOpen: () => tabbed.open(),
    /** Bring the actions to the front where they share their place with the other tabs. */
    showActions: () => NARROW.matches && tabbed.open() !== "actions" && tabbed.show("actions"),
    /** Tabs of the board: [{title, docks, open(into)}]; what is in them is made when they are looked at, and what docks stands beside the map where there is room. */
    setSheets(given) {
      sheets = given.map((sheet, at) => {
        const body = h("div", { class: "sheet-pane" });
        return { id: sheet.id ?? `sheet-${at}`, title: sheet.title, docks: sheet.docks, body, opened: () => sheet.open(fill(body)) };
      });
      build();
    },
  };
}
