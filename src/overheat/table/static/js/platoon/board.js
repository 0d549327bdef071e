/** The H.E.A.T table: opens on the stage, follows the game, and lends each moment the tool that it needs. */

import { fill, h } from "../dom.js";
import { pause } from "../pending.js";
import { steady } from "../play/saying/pressing.js";
import { bag } from "./bag.js";
import { SCALE, middle } from "./table/measure.js";
import { namesIn, placesOf, textsOf } from "../play/log/facts.js";
import { makePanel } from "./panel.js";
import { makeRuler } from "./table/ruler.js";
import { sceneOf, sideOf } from "./scene.js";
import { also } from "./saying.js";
import { sheetsOf } from "./sheets.js";
import { surface } from "./table/surface.js";
import { answering, choosing, keeping, leading, waiting } from "./tools/answering.js";
import { driving } from "./tools/driving.js";
import { droning } from "./tools/droning.js";
import { ordering } from "./tools/orders.js";
import { arriving, deploying } from "./tools/placing.js";
import { shooting } from "./tools/shooting.js";
import { walking } from "./tools/walking.js";
import { tape } from "./table/tape.js";
import { theatre } from "./theatre.js";
import { whereabouts } from "../show/whereabouts.js";
import { tray } from "./tray.js";
import { expectation } from "./words.js";

const KEPT = 60;
const PAUSE = 120;
const STEP = 80;

const ANSWERS = ["React", "Hold"];
/** What may be said besides, at whatever is to be decided. */
const ASIDE = "Detonate";
/** The commands that the tool of each step shows; the tools of all others show everything. */
const SHOWN = {
  Deploying: ["Deploy"], Ordering: ["Give", "Hold"], Choosing: ["Choose"], Keeping: ["Keep"], Regrouping: ["Walk", "Hold"],
  Moving: ["Walk", "Charge", "Occupy", "Drive", "Fly", "Place", "FlyDrone", "Hold"],
  Reacting: ANSWERS, Dodging: ANSWERS, Probing: ANSWERS, Watching: ANSWERS, Ducking: ANSWERS, Adopting: ANSWERS,
};

/** The tool for what is to be decided now. */
function toolFor(desk) {
  const { scene, table } = desk;
  const task = scene.task;
  if (!table.mine || !task || scene.outcome) return waiting(desk);
  const unit = scene.unit(task.unit);
  switch (task.type) {
    case "Deploying": return deploying(desk, task);
    case "Ordering": return ordering(desk);
    case "Regrouping": return walking(desk, task);
    case "Shooting": return shooting(desk, task);
    case "Choosing": return choosing(desk, task);
    case "Keeping": return keeping(desk, task);
    case "Misdirecting": return leading(desk, task);
    case "Reacting": case "Dodging": case "Probing": case "Watching": case "Ducking": case "Adopting": return answering(desk, task);
    case "Moving":
      if (task.doing === "drone") return droning(desk, task);
      if (task.doing) return arriving(desk, task);
      return unit.soft ? walking(desk, task) : driving(desk, task, unit.kind === "helicopter" ? "fly" : "drive");
    default: return leading(desk, task);
  }
}

/** Open the board on a table. */
export function open(table) {
  const asked = new Map();
  const panel = makePanel();
  const strip = h("div", { class: "p-strip" });
  const shelf = h("div", { class: "p-shelf" });
  let shape = null;
  let shapeKey = "";
  let toolKey = "";
  let tool = null;
  let pages = [];
  let looked = false;
  let closed = false;
  let touched = "";
  let shows = null;
  const elsewhere = whereabouts();
  let news = false;
  let after = [];

  const lookOf = (player) => table.sideIndex?.(player) ?? table.view.setup.players.indexOf(player);
  const desk = {
    table,
    scene: sceneOf(table.view, null, lookOf, table),
    side: -1,
    selected: null,
    automatic: false,
    ruler: makeRuler(table),
    get ranges() {
      return map.ranges();
    },
    held: {},
    ask, say, select, refresh, sketch, locate, automate,
  };
  const map = surface(() => desk.scene, statesOf, {
    hover: (where) => tool.hover?.(where),
    leave: () => tool.leave?.(),
    click(where) {
      touched = moment();
      tool.click(where);
    },
    measures: () => Boolean(tool.measures),
    labelled: () => sketch(),
    opened(name) {
      if (name === "tape") takeUp();
      map.draw(desk.side);
      refresh();
    },
  }, () => shows?.scene(desk.scene) ?? desk.scene);

  /** Take up the tool for this moment, with the tape measure over it while that is out. */
  function takeUp() {
    const fit = toolFor(desk);
    tool = map.taped() ? tape(desk, fit) : fit;
  }

  /** A name for this moment. */
  const moment = () => `${table.epoch}:${table.step}:${table.past}:${table.seat}:${table.mine}`;

  /** Ask the server something about this moment, once; {answer} or {failed} when it has come. What is over is not asked about. */
  function ask(path, params) {
    const key = `${moment()}:${path}:${JSON.stringify(params)}`;
    const behind = table.past === null && table.game.epoch === table.epoch && table.game.step > table.step;
    if (behind && !asked.has(key)) return { answer: null, failed: null };
    if (!asked.has(key)) {
      const found = { answer: null, failed: null };
      asked.set(key, found);
      if (asked.size > KEPT) asked.delete(asked.keys().next().value);
      table.ask(path, { ...params, player: table.seat ?? undefined }).then((answer) => (found.answer = answer), (error) => (found.failed = error)).then(refresh);
    }
    return asked.get(key);
  }

  async function say(command) {
    desk.ruler.drop();
    return table.say(command);
  }

  function select(id, { centre = false } = {}) {
    desk.selected = id;
    touched = moment();
    tool?.chosen?.();
    const unit = desk.scene.unit(id);
    if (centre && unit?.place === "table") map.locate(unit.at);
    map.draw(desk.side);
    refresh();
    refreshPages();
  }

  function statesOf(unit) {
    const states = tool ? tool.states(unit) : [];
    const chosen = desk.scene.unit(desk.selected);
    return unit.id === desk.selected || (chosen?.place === "aboard" && unit.id === chosen.carrier) ? [...states, "selected"] : states;
  }

  /** Bring panel, tray and sketch up to date; what is being pressed waits until the finger is lifted. */
  function refresh() {
    if (closed) return;
    steadyPanel.draw();
    steadyShelf.draw();
    sketch();
  }

  function drawPanel() {
    const shown = SHOWN[desk.scene.task?.type];
    panel.renew([tool.panel(), table.mine && also(desk, (command) => (shown ? shown.includes(command.type) : command.type !== ASIDE))], tool);
  }

  function drawShelf() {
    const scrolled = shelf.firstChild?.scrollLeft ?? 0;
    fill(shelf, tray(shows?.scene(desk.scene) ?? desk.scene, { first: desk.side, selected: desk.selected, pick: (id) => select(id), drag }));
    if (shelf.firstChild) shelf.firstChild.scrollLeft = scrolled;
  }

  /** What the tool draws; while what has happened is being shown, only once the table has been clicked or a unit chosen. */
  function sketch() {
    const clear = !shows?.playing() || touched === moment();
    map.sketch((clear && tool.under?.()) || [], (clear && tool.over?.()) || [], tool.tipFor?.() ?? null, tool.float?.() ?? null);
  }

  /** A unit is taken from the tray with the mouse and dropped on the table. */
  function drag(id, start) {
    const svg = map.element.querySelector("svg");
    const far = (event) => Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 8;
    const move = (event) => {
      if (!far(event)) return;
      if (desk.selected !== id) select(id);
      if (svg.contains(document.elementFromPoint(event.clientX, event.clientY))) tool.hover?.(map.whereOf(event));
    };
    const drop = (event) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", drop);
      if (far(event) && svg.contains(document.elementFromPoint(event.clientX, event.clientY))) tool.click(map.whereOf(event));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
  }

  /** Set up the rest by fair suggestions, whenever it is our turn to. */
  async function automate(on) {
    desk.automatic = on;
    refresh();
    while (desk.automatic && !closed) {
      if (desk.scene.task?.type !== "Deploying") break;
      const command = table.mine && !table.busy ? await tool.suggest?.() : null;
      if (command && !(await say(command))) break;
      await pause(PAUSE);
    }
    desk.automatic = false;
    refresh();
  }

  function fetchShape() {
    const key = moment();
    if (key === shapeKey) return;
    shapeKey = key;
    table.ask("platoon/shape", { player: table.seat ?? undefined }).then((told) => {
      if (shapeKey !== key) return;
      shape = told;
      desk.scene = sceneOf(table.view, shape, lookOf, table);
      map.draw(desk.side);
      refresh();
      refreshPages();
    }, () => (shapeKey = ""));
  }

  function refreshPages() {
    for (const page of pages) page.again();
  }

  function show() {
    if (elsewhere(table) && !news) shows.drop();
    news = false;
    desk.scene = sceneOf(table.view, shape, lookOf, table);
    desk.side = sideOf(desk.scene, table.seat);
    const key = moment();
    if (key !== toolKey) {
      toolKey = key;
      desk.ruler.drop();
      if (desk.selected && !desk.scene.unit(desk.selected)?.alive) desk.selected = null;
      takeUp();
      if (!looked) lookAtOnesOwn();
      const asked = table.mine && desk.scene.unit(desk.scene.task?.unit);
      if (asked?.place === "table") map.bring(asked.at);
      if (table.mine && (desk.scene.unit(desk.selected)?.side !== desk.side || desk.scene.task?.type === "Ordering")) desk.selected = tool.alone?.() ?? null;
      drawPanel();
    }
    fill(strip, bag(desk.scene, lookOf));
    map.draw(desk.side);
    refresh();
    refreshPages();
    fetchShape();
    after.splice(0).forEach((run) => run());
  }

  /** The first look of a small screen: at one's own units, or where they are set up. */
  function lookAtOnesOwn() {
    looked = true;
    if (desk.side < 0) return;
    const { west, east, south, north } = desk.scene.zones[desk.side];
    const own = desk.scene.onTable().filter((unit) => unit.side === desk.side);
    map.approach(own.length ? middle(own.map((unit) => unit.at)) : [((west + east) / 2) * SCALE, ((south + north) / 2) * SCALE]);
  }

  function locate(ref) {
    const unit = ref.unit && desk.scene.unit(ref.unit);
    if (unit?.place === "table") map.locate(unit.at);
    else if (unit?.place === "aboard" && desk.scene.unit(unit.carrier)) map.locate(desk.scene.unit(unit.carrier).at);
    else if (ref.x !== undefined) map.locate([ref.x * 100, ref.y * 100]);
    if (unit && (tool.states(unit).length || !table.mine)) select(unit.id);
  }

  const stage = h("div", { class: "p-stage" }, strip, map.element, shelf);
  table.stage.append(stage);
  table.panel.append(panel.element);
  const [steadyPanel, steadyShelf] = [steady(panel.element, drawPanel), steady(shelf, drawShelf)];
  tool = toolFor(desk);
  map.start();
  shows = theatre(map, { redraw: () => (map.draw(desk.side), steadyShelf.draw()), sceneFor: (view) => sceneOf(view, shape, lookOf, table), shown: (number) => table.shown?.(number) });

  const touch = () => (touched = moment());
  panel.element.addEventListener("click", touch, true);
  const acts = (run) => () => {
    touch();
    run();
    return true;
  };
  return {
    show,
    told(events) {
      news = true;
      after.push(shows.told(events, desk.scene));
    },
    rest: shows.rest,
    playing: shows.playing,
    expected: () => expectation(desk.scene),
    phases: () => phasesOf(desk.scene),
    refs: (text, event) => refsOf(text, event, desk.scene),
    locate,
    unitName: (id) => desk.scene.unit(id)?.name ?? null,
    sheets() {
      pages = sheetsOf(desk);
      return pages;
    },
    keys: [
      { key: "Enter", label: "All the way: the next unit, its usual order, the best target, the place that is pointed at", run: () => (tool.float?.() || tool.enters?.() ? acts(tool.confirm)() : false) },
      { key: "Backspace", label: "Take the last leg or place back", run: () => tool.back?.() ?? false },
      { key: "Escape", label: "Forget the choice", run: acts(() => (tool.back?.(), select(null))) },
      { key: "n", label: "Next unit or target", run: () => (tool.next ? acts(() => tool.next(1))() : false) },
      { key: "p", label: "Previous unit or target", run: () => (tool.next ? acts(() => tool.next(-1))() : false) },
      { key: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], label: "Give the order with this number", run: (event) => tool.pick?.(Number(event.key)) ?? false },
      { key: "q", label: "Turn left", run: () => (tool.turn ? acts(() => tool.turn(-15))() : false) },
      { key: "e", label: "Turn right", run: () => (tool.turn ? acts(() => tool.turn(15))() : false) },
      { key: "PageUp", label: "Higher", run: () => (tool.raise ? acts(() => tool.raise(1))() : false) },
      { key: "PageDown", label: "Lower", run: () => (tool.raise ? acts(() => tool.raise(-1))() : false) },
      { key: "g", label: "Grid of six inches", run: acts(() => map.flip("grid")) },
      { key: "r", label: "Ranges of weapons", run: acts(() => map.flip("ranges")) },
      { key: "m", label: "Tape measure and lines of sight", run: acts(() => map.flip("tape")) },
      { key: "l", label: "Legend of the terrain", run: acts(() => map.flip("legend")) },
      { key: ["ArrowLeft", "a"], label: "Look to the west", run: acts(() => map.view().pan(STEP, 0)) },
      { key: ["ArrowRight", "d"], label: "Look to the east", run: acts(() => map.view().pan(-STEP, 0)) },
      { key: ["ArrowUp", "w"], label: "Look to the north", run: acts(() => map.view().pan(0, STEP)) },
      { key: ["ArrowDown", "s"], label: "Look to the south", run: acts(() => map.view().pan(0, -STEP)) },
      { key: "0", label: "Whole table", run: acts(map.fit) },
      { key: "+", label: "Closer", run: acts(() => map.view().zoom(1.35)) },
      { key: "-", label: "Farther", run: acts(() => map.view().zoom(1 / 1.35)) },
      ...shows.keys,
    ],
    close() {
      closed = true;
      panel.element.removeEventListener("click", touch, true);
      shows.close();
      desk.ruler.drop();
      steadyPanel.close();
      steadyShelf.close();
      stage.remove();
      panel.element.remove();
    },
  };
}

/** The turn and its step. */
function phasesOf(scene) {
  const sure = scene.shape?.sure_turns ?? 0;
  const turn = scene.turn ? [{ name: scene.turn > sure ? `Turn ${scene.turn}` : `Turn ${scene.turn} of ${sure}`, current: false }] : [];
  const step = scene.outcome ? "" : scene.expected?.step;
  return [...turn, ...(step ? [{ name: step, current: true }] : [])];
}

/** The parts of a line of the log that name a unit or a place which its event is about. */
function refsOf(text, event, scene) {
  const units = [...textsOf(event)].map((id) => scene.unit(id)).filter(Boolean);
  const inches = (number) => String(number / SCALE);
  const spots = placesOf(event, 3).map(([x, y, z]) => [`(${inches(x)}, ${inches(y)}${z ? `, ${inches(z)} up` : ""})`, { x: x / SCALE, y: y / SCALE }]);
  return namesIn(text, [...units.map((unit) => [`${unit.player}'s ${unit.name}`, { unit: unit.id }]), ...spots]);
}
