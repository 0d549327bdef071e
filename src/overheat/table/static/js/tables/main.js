/** The table editor of H.E.A.T: tables made by a seed or by hand, kept, shared by link, and played on. */

import { get, post } from "../api.js";
import { button, copy, download, field, fill, h, s, settled, toast } from "../dom.js";
import { refusal } from "../explain.js";
import { header } from "../header.js";
import { library, linked } from "../library.js";
import { help, listen } from "../play/keys.js";
import { redrawn } from "../redrawing.js";
import { capital } from "../sides.js";
import { keepDraft, keptDraft } from "../start/draft.js";
import { catchDrops } from "../units/files.js";
import { canvas } from "./canvas.js";
import { emptyTable, makeDraft, plain } from "./draft.js";
import { inspector, nameOf, whereOf } from "./inspector.js";
import { fragmentOf, tableIn } from "./link.js";
import { maker } from "./making.js";
import { across, moved, outlineOf, turned } from "./shapes.js";
import { discard, keep, newKey, shelf } from "./shelf.js";

const STEP = 0.5;
const FAR = 3;
const TURN = 15;
const page = h("div", { class: "t-page", "aria-busy": "true" }, h("p", { class: "muted page-waits", role: "status" }, "Getting the terrain out of the box…"));

async function open() {
  document.body.prepend(header(), h("main", { class: "t-main" }, page));
  catchDrops();
  const [terrain, games] = await Promise.all([get("/api/platoon/terrain"), get("/api/kinds", { params: { changes: false } })]);
  const known = new Map(terrain.kinds.map((kind) => [kind.id, kind]));
  const kindOf = (id) => known.get(id);
  const settings = { snap: true, grid: false, shaping: false };
  const draft = makeDraft(() => changed());
  let key = newKey();
  let told = { findings: [], advice: [], text: "" };
  let asked = 0;
  let judgedOf = null;
  let offered = false;

  const map = canvas({ draft, settings, kindOf, wrong: () => new Set(told.findings.map((no) => no.facts.part)) });
  const said = h("p", { class: "off-screen", id: "table-said", role: "status" });
  const name = h("input", { type: "text", id: "table-name", maxlength: 60, "aria-label": "Name of the table", onchange: () => draft.head({ name: name.value.trim() || "My table" }) });
  const undo = button("Undo", () => draft.undo(), { id: "undo", "aria-keyshortcuts": "Control+Z" });
  const redo = button("Redo", () => draft.redo(), { id: "redo", "aria-keyshortcuts": "Control+Y" });
  const flip = (what) => {
    settings[what] = !settings[what];
    changed();
  };
  const toggles = { snap: ["Snap", "Whole and half inches, turns of 15 degrees (S)"], grid: ["Grid", "Lines every six inches (G)"] };
  const switches = Object.entries(toggles).map(([what, [title, hint]]) => button(title, () => flip(what), { id: `table-${what}`, title: hint }));
  const fields = h("section", { class: "card stack", id: "part", "aria-label": "What is selected" });
  const parts = h("ul", { class: "t-parts", id: "parts" });
  const partCount = h("span", { class: "badge" });
  const verdict = h("div", { class: "stack", id: "findings", "aria-live": "polite" });
  const width = h("input", { type: "number", id: "table-width", min: 12, max: 240, step: 6, onchange: () => resize({ width: Number(width.value) }) });
  const depth = h("input", { type: "number", id: "table-depth", min: 12, max: 240, step: 6, onchange: () => resize({ depth: Number(depth.value) }) });
  const play = button("Play on this table", toTable, { class: "primary big", id: "play-table" });
  const fetched = async (wanted) => {
    const setup = await get(`/api/kinds/platoon/scenarios/${encodeURIComponent(wanted)}`);
    show({ ...emptyTable(), ...setup, text: "", platoons: emptyTable().platoons });
  };
  const shelved = library({
    words: { one: "table", many: "tables", begin: "Begin with one of the scenarios", kept: "Whatever you make is kept in this browser, by itself." },
    bundled: games.find((kind) => kind.name === "platoon").scenarios.map((each) => ({ name: each.name, label: each.title, open: () => fetched(each.name) })),
    shelf,
    shown: ({ key: held, scenario }) => ({ name: scenario.name, label: `${scenario.table.pieces.length} pieces`, open: () => show(scenario, held) }),
    fresh: () => show(emptyTable()),
    discard: (gone) => { discard(gone); if (gone === key) key = newKey(); shelved.show(key); },
    readText: async (text) => show((await post("/api/platoon/tables/check", { text })).scenario),
  });

  /** Open a table: one from the shelf by its key, the same one if it lies there, or as a new one. */
  function show(scenario, held = null) {
    const same = JSON.stringify(plain(scenario));
    key = held ?? shelf().find((each) => JSON.stringify(plain(each.scenario)) === same)?.key ?? newKey();
    settings.shaping = false;
    offered = false;
    draft.open(scenario);
    map.fit();
  }

  function resize(facts) {
    const held = Object.fromEntries(Object.entries(facts).map(([side, inches]) => [side, Math.min(240, Math.max(12, Math.round(inches) || 12))]));
    const table = { ...draft.scenario.table, ...held };
    const inside = (zone) => ({ ...zone, west: Math.min(zone.west, table.width), east: Math.min(zone.east, table.width), south: Math.min(zone.south, table.depth), north: Math.min(zone.north, table.depth) });
    const north = (zone) => (zone.edge === "north" && zone.north === draft.scenario.table.depth ? { ...zone, south: table.depth - (zone.north - zone.south), north: table.depth } : zone);
    const east = (zone) => (zone.east === draft.scenario.table.width ? { ...zone, east: table.width } : zone);
    draft.head({ table, zones: draft.scenario.zones.map((zone) => inside(east(north(zone)))) });
  }

  function changed() {
    draw();
    if (judgedOf === draft.scenario) return;
    judgedOf = draft.scenario;
    history.replaceState(null, "", `#${fragmentOf(draft.scenario)}`);
    judge();
  }

  function draw() {
    const { scenario, selected, part } = draft;
    const held = document.activeElement;
    if (held !== name) name.value = scenario.name;
    if (held !== width) width.value = scenario.table.width;
    if (held !== depth) depth.value = scenario.table.depth;
    undo.disabled = !draft.undoable;
    redo.disabled = !draft.redoable;
    Object.keys(toggles).forEach((what, at) => switches[at].setAttribute("aria-pressed", String(settings[what])));
    map.draw();
    redrawn(fields, () => fill(fields, inspector({ draft, kinds: terrain.kinds, kindOf, settings, toggleShaping: () => flip("shaping") })));
    redrawn(parts, () => fill(parts, everything().map(partRow)));
    partCount.textContent = String(scenario.table.pieces.length + scenario.objectives.length);
    said.textContent = selected ? `${nameOf(scenario, kindOf, selected)}: ${whereOf(selected.type, part)}` : "";
    page.dataset.selected = selected ? `${selected.type} ${selected.at + 1}` : "";
    page.dataset.pieces = scenario.table.pieces.length;
  }

  /** Everything on the table, in the order in which N and P go through it. */
  function everything() {
    const { table, objectives } = draft.scenario;
    const of = (type, list) => list.map((_, at) => ({ type, at }));
    return [...of("piece", table.pieces), ...of("objective", objectives), ...of("zone", draft.scenario.zones)];
  }

  const isSelected = ({ type, at }) => draft.selected?.type === type && draft.selected.at === at;

  function partRow(each) {
    const list = { piece: draft.scenario.table.pieces, objective: draft.scenario.objectives, zone: draft.scenario.zones }[each.type];
    const bad = told.findings.some((no) => no.facts.part === `${each.type} ${each.at + 1}`);
    return h("li", {}, button(
      [h("span", {}, bad && "✗ ", nameOf(draft.scenario, kindOf, each)), h("small", {}, whereOf(each.type, list[each.at]))],
      () => draft.select(each),
      { class: "quiet t-part", "aria-pressed": String(isSelected(each)), "data-part": `${each.type} ${each.at + 1}`, "data-field": `${each.type} ${each.at + 1}` },
    ));
  }

  const judge = settled(async () => {
    const mine = (asked += 1);
    const { scenario } = draft;
    try {
      const found = await post("/api/platoon/tables/check", { scenario });
      if (mine !== asked) return;
      told = found;
      tell();
      const something = scenario.table.pieces.length || scenario.objectives.length;
      if (something && (draft.undoable || !offered)) keep({ key, scenario });
      shelved.show(key);
      page.dataset.ready = "true";
      page.removeAttribute("aria-busy");
    } catch (no) {
      if (mine === asked) toast(refusal(no), "no");
    }
  }, 150);

  function tell() {
    play.disabled = told.findings.length > 0;
    verdict.dataset.lawful = String(told.findings.length === 0);
    fill(
      verdict,
      told.findings.length > 0 && h("ul", { class: "notices" }, told.findings.map((no) => h("li", { "data-finding": no.id }, refusal({ ...no, reason: capital(no.reason) }), no.facts.part && button("Show", () => pick(no.facts.part), { class: "quiet small", "aria-label": `Show ${no.facts.part}` })))),
      told.findings.length === 0 && h("p", { class: "all-good" }, "✓ It can be played on."),
      told.advice.length > 0 && h("ul", { class: "notices t-advice" }, told.advice.map((words) => h("li", {}, words))),
    );
    redrawn(parts, () => fill(parts, everything().map(partRow)));
    map.draw();
  }

  function pick(part) {
    const [type, at] = part.split(" ");
    draft.select({ type, at: Number(at) - 1 });
  }

  const add = (kind) => {
    draft.add("piece", { kind: kind.id, points: outlineOf(kind, map.middle()) });
    map.element.focus({ preventScroll: true });
  };
  const addAim = () => {
    const [x, y] = map.middle();
    draft.add("objective", { name: `Objective ${draft.scenario.objectives.length + 1}`, x, y, worth: 3, radius: 4 });
    map.element.focus({ preventScroll: true });
  };
  const next = (by) => {
    const all = everything();
    const at = all.findIndex(isSelected);
    draft.select(all[(at + by + all.length) % all.length] ?? null);
  };
  const piece = () => (draft.selected?.type === "piece" ? draft.part : null);
  const onPiece = (run) => () => (piece() ? run(piece()) : false);
  const nudge = (x, y) => (event) => (draft.selected ? draft.nudge(x * (event.shiftKey ? FAR / STEP : 1), y * (event.shiftKey ? FAR / STEP : 1)) : false);
  const keys = [
    { key: ["n", "Tab"], label: "Next part of the table", run: (event) => (event.key === "Tab" ? false : next(1)) },
    { key: "p", label: "Part before", run: () => next(-1) },
    { key: ["ArrowLeft", "shift+ArrowLeft"], label: "Move half an inch west; with shift three inches", run: nudge(-STEP, 0) },
    { key: ["ArrowRight", "shift+ArrowRight"], label: "… east", run: nudge(STEP, 0) },
    { key: ["ArrowUp", "shift+ArrowUp"], label: "… north", run: nudge(0, STEP) },
    { key: ["ArrowDown", "shift+ArrowDown"], label: "… south", run: nudge(0, -STEP) },
    { key: "q", label: "Turn left by 15 degrees", run: onPiece((one) => draft.edit({ points: turned(one.points, -TURN) }, "turn")) },
    { key: "e", label: "Turn right by 15 degrees", run: onPiece((one) => draft.edit({ points: turned(one.points, TURN) }, "turn")) },
    { key: "c", label: "Another one beside it", run: onPiece((one) => draft.add("piece", { ...one, points: moved(one.points, 2, -2) })) },
    { key: "t", label: "Its twin across the table", run: onPiece((one) => draft.add("piece", { ...one, points: across(one.points, draft.scenario.table) })) },
    { key: "v", label: "Corners one by one", run: () => flip("shaping") },
    { key: ["Delete", "Backspace"], label: "Delete", run: () => (draft.selected ? draft.remove() : false) },
    { key: "Escape", label: "Select nothing", run: () => draft.select(null) },
    { key: "ctrl+z", label: "Undo", run: () => draft.undo() },
    { key: ["ctrl+y", "ctrl+shift+z"], label: "Redo", run: () => draft.redo() },
    { key: "s", label: "Snap to half inches", run: () => flip("snap") },
    { key: "g", label: "Grid", run: () => flip("grid") },
    { key: "0", label: "Whole table", run: map.fit },
    { key: "+", label: "Closer", run: () => map.zoom(1.35) },
    { key: "-", label: "Farther", run: () => map.zoom(1 / 1.35) },
    { key: "?", label: "All keys", run: () => help(keys, []) },
  ];

  async function share() {
    await copy(location.href);
    toast("The link is copied. The whole table is in it: it opens the same anywhere.", "good");
  }

  async function save() {
    const found = await post("/api/platoon/tables/check", { scenario: draft.scenario });
    const file = draft.scenario.name.replaceAll(/[^\p{L}\p{N} _-]/gu, "") || "table";
    download(`${file}.toml`, new Blob([found.text], { type: "application/toml" }));
  }

  /** To the start page, with this table chosen. */
  function toTable() {
    keep({ key, scenario: draft.scenario });
    keepDraft("platoon", { ...(keptDraft("platoon") ?? {}), table: `own ${key}` });
    location.assign("/#platoons");
  }

  page.replaceChildren(
    h(
      "div",
      { class: "t-bar" },
      h("h1", { class: "off-screen" }, "Table editor"),
      name,
      h("span", { class: "row t-buttons" }, undo, redo, switches, button("Whole", map.fit, { id: "table-fit", title: "Whole table (0)" }), button("Keys", () => help(keys, []), { id: "table-keys", title: "All keys (?)" })),
    ),
    h(
      "div",
      { class: "t-left stack" },
      h(
        "section",
        { class: "card stack", "aria-labelledby": "add-title" },
        h("h2", { id: "add-title" }, "Add"),
        h("div", { class: "t-palette" }, terrain.kinds.map((kind) => button([swatch(kind), capital(kind.called)], () => add(kind), { "data-add": kind.id, title: capital(kind.text) })), button([flag(), "Objective"], addAim, { "data-add": "objective", title: "A place worth holding" })),
      ),
      maker({ terrain, made: (scenario) => { key = newKey(); draft.open(scenario, { anew: false }); map.fit(); }, failed: (no) => toast(refusal(no), "no") }),
    ),
    h("div", { class: "t-map" }, map.element, said),
    h(
      "div",
      { class: "t-right stack" },
      fields,
      h("section", { class: "card stack", "aria-label": "Play and share" }, play, verdict, h("div", { class: "row outputs" }, button("Copy link", share, { id: "share-table" }), button("Save as a file", save, { id: "table-toml" }))),
      h("details", { class: "card", id: "all-parts" }, h("summary", {}, h("strong", {}, "On the table"), " ", partCount), parts),
      h("section", { class: "card t-size", "aria-label": "Size of the table" }, field("Width, inches", width), field("Depth, inches", depth)),
      shelved.element,
    ),
  );
  listen(() => keys);
  addEventListener("hashchange", () => {
    const found = linked(tableIn, "table");
    if (found && JSON.stringify(found) !== JSON.stringify(draft.scenario)) show(found);
  });
  const sent = linked(tableIn, "table");
  const [latest] = shelf();
  if (sent) show(sent);
  else if (latest) show(latest.scenario, latest.key);
  else {
    show((await get("/api/platoon/tables/made", { params: { seed: 1 } })).scenario);
    offered = true;
  }
}

/** A piece of a kind of terrain as it looks on the table. */
function swatch({ id }) {
  const plainly = ["hill", "road", "wreck"].includes(id);
  const box = { x: 1, y: 1, width: 32, height: 20, rx: 3 };
  const filled = id === "building" ? { class: "p-roof", fill: "url(#p-roof)" } : { class: `p-piece k-${id}`, fill: plainly ? null : `url(#p-${id})` };
  return s("svg", { viewBox: "0 0 34 22", width: 34, height: 22, "aria-hidden": "true" }, s("rect", { ...box, ...filled }));
}

function flag() {
  return s("svg", { viewBox: "0 0 34 22", width: 34, height: 22, "aria-hidden": "true" }, s("path", { d: "M13 20V3l11 4 -11 4", class: "p-flag" }));
}

open().catch((no) => {
  page.replaceChildren(h("div", { class: "card" }, h("p", {}, "Tables cannot be made now: ", refusal(no))));
  throw no;
});
