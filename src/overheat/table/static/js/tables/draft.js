/** The table that is being made: what lies on it, changes to it, and taking them back. */

import { fine, moved } from "./shapes.js";

const PLATOONS = ["response_platoon", "border_brigade"];
const MOST = 200;
/** Milliseconds within which steps of the same kind are one. */
const TOGETHER = 900;
const KEYS = { piece: ["table", "pieces"], zone: ["zones"], objective: ["objectives"] };

/** A table without anything on it. */
export function emptyTable(width = 72, depth = 48) {
  return {
    name: "My table",
    text: "",
    players: ["south", "north"],
    platoons: PLATOONS,
    table: { width, depth, pieces: [] },
    zones: [
      { west: 0, south: 0, east: width, north: 9, edge: "south" },
      { west: 0, south: depth - 9, east: width, north: depth, edge: "north" },
    ],
    objectives: [],
  };
}

/** A table as a page handles it: what is as usual is left out, so that the same table always looks the same. */
export function plain({ name, text, players, platoons, table, zones, objectives }) {
  return {
    name: name || "My table", text: text ?? "", players: players ?? ["attacker", "defender"], platoons: platoons ?? PLATOONS,
    table: { width: fine(table.width ?? 72), depth: fine(table.depth ?? 48), pieces: (table.pieces ?? []).map(plainPiece) },
    zones: zones.map(({ west, south, east, north, edge }) => ({ west: fine(west), south: fine(south), east: fine(east), north: fine(north), edge })),
    objectives: (objectives ?? []).map(({ name: called, x, y, worth = 3, radius = 3 }) => ({ name: called, x: fine(x), y: fine(y), worth, radius })),
  };
}

function plainPiece(piece) {
  const kept = { kind: piece.kind, points: piece.points.map(([x, y]) => [fine(x), fine(y)]) };
  if (piece.height !== null && piece.height !== undefined) kept.height = piece.height;
  if (piece.name) kept.name = piece.name;
  return kept;
}

/** A draft; `changed()` is told of every change. What is selected is {type, at}: a piece, a zone or an objective by number. */
export function makeDraft(changed) {
  let scenario = emptyTable();
  let selected = null;
  let past = [];
  let future = [];
  let last = { step: "", time: 0 };

  const listOf = (type) => (type === "piece" ? scenario.table.pieces : scenario[KEYS[type][0]]);
  const put = (type, list) => (type === "piece" ? { ...scenario, table: { ...scenario.table, pieces: list } } : { ...scenario, [KEYS[type][0]]: list });
  /** Change the table; changes with the same `step` in quick succession are taken back together. */
  const set = (next, step = "") => {
    const now = performance.now();
    const joined = step && step === last.step && now - last.time < TOGETHER;
    if (!joined) past.push({ scenario, selected });
    if (past.length > MOST) past.shift();
    future = [];
    last = { step, time: now };
    scenario = plain(next);
    changed();
  };
  const travel = (from, to) => {
    const before = from.pop();
    if (!before) return;
    to.push({ scenario, selected });
    ({ scenario, selected } = before);
    last = { step: "", time: 0 };
    changed();
  };
  return {
    get scenario() { return scenario; },
    get selected() { return selected && listOf(selected.type)[selected.at] ? selected : null; },
    get part() { return selected ? (listOf(selected.type)[selected.at] ?? null) : null; },
    get undoable() { return past.length > 0; },
    get redoable() { return future.length > 0; },
    /** Open another table; one that comes in the place of what was here can be taken back. */
    open(next, { anew = true } = {}) {
      if (!anew) {
        past.push({ scenario, selected });
        future = [];
      } else [past, future] = [[], []];
      scenario = plain(next);
      selected = null;
      last = { step: "", time: 0 };
      changed();
    },
    select(part) {
      selected = part;
      last = { step: "", time: 0 };
      changed();
    },
    undo: () => travel(past, future),
    redo: () => travel(future, past),
    /** A gesture is over: what follows is another step. */
    settle: () => (last = { step: "", time: 0 }),
    head: (facts) => set({ ...scenario, ...facts }),
    resize: (facts) => set({ ...scenario, table: { ...scenario.table, ...facts } }),
    add(type, part) {
      set(put(type, [...listOf(type), part]));
      selected = { type, at: listOf(type).length - 1 };
      changed();
    },
    edit(facts, step = "") {
      const { type, at } = selected;
      set(put(type, listOf(type).map((part, place) => (place === at ? { ...part, ...facts } : part))), step && `${step} ${type} ${at}`);
    },
    remove() {
      if (!selected || selected.type === "zone") return;
      const { type, at } = selected;
      set(put(type, listOf(type).filter((_, place) => place !== at)));
      selected = null;
      changed();
    },
    /** Move what is selected so many inches. */
    nudge(dx, dy, step = "nudge") {
      const { part } = this;
      if (!part) return;
      if (selected.type === "piece") this.edit({ points: moved(part.points, dx, dy) }, step);
      else if (selected.type === "objective") this.edit({ x: part.x + dx, y: part.y + dy }, step);
      else this.edit({ west: part.west + dx, east: part.east + dx, south: part.south + dy, north: part.north + dy }, step);
    },
  };
}
