/** The coach: the decisions that cost a side most, the better ones and why; in the dialog of the result, and over the map of the replay. */

import * as api from "../../api.js";
import { button, fill, h } from "../../dom.js";
import { pending } from "../../pending.js";
import { capital, sideMark } from "../../sides.js";

/** What mistakes are counted in, by the game. */
const COUNTED = { classic: "points of damage", platoon: "enemy units" };

/**
 * The coach of a table; what he has said is kept while the page is open. `moment(number)` shows an event in the replay, `details()` opens
 * the dialog of the result, `board()` is the board that marks better places.
 */
export function coaching(table, { board, moment, details }) {
  const known = new Map();
  const element = h("div", { id: "coach-note", class: "game-strip coach-note", role: "status", hidden: true });
  let looked = null;

  /** The part of a dialog in which he is asked; `leave()` is called before the replay shows a mistake. */
  function part(leave) {
    if (!(table.kind in COUNTED)) return null;
    if (table.game.read_only) return null;
    const { you, seats } = table.game;
    const alone = you.length === 1;
    const sides = alone ? you : seats.map((seat) => seat.player);
    const place = h("div", { class: "stack coach-said", "aria-live": "polite" });
    const words = (side) => (alone ? "What could I have done better?" : [sideMark(table.sideIndex(side)), ` What could ${capital(side)} have done better?`]);
    const asking = sides.map((side) => button(words(side), () => ask(side, place, asking, leave), { "data-coach": side }));
    const last = [...known.keys()].at(-1);
    if (last) tell(last, place, leave);
    return h("section", { class: "stack coach", id: "coach", "aria-label": "Coach" }, h("div", { class: "row" }, asking), place);
  }

  async function ask(side, place, asking, leave) {
    const still = () => place.isConnected;
    if (!known.has(side)) {
      for (const each of asking) each.disabled = true;
      fill(place, h("p", { class: "muted", id: "coach-works" }, "Every decision is weighed again; in a long battle that takes a minute."), h("progress", { "aria-label": "The coach looks back" }));
      try {
        known.set(side, await pending(table.ask("coach", { player: side })));
      } catch (error) {
        if (!(error instanceof api.Refusal)) throw error;
        if (still()) fill(place, h("p", { class: "refusal" }, `${capital(error.reason)}.`));
        return;
      } finally {
        for (const each of asking) each.disabled = false;
      }
    }
    if (still()) tell(side, place, leave);
  }

  function tell(side, place, leave) {
    const found = known.get(side);
    known.delete(side);
    known.set(side, found);
    const head = !found.length
      ? `Nothing that ${capital(side)} decided cost anything worth a word.`
      : `What cost ${capital(side)} most, in ${COUNTED[table.kind]} as bots count: the costliest were tried out with the same dice against what else could have been done. Bad luck is no mistake.`;
    fill(place, h("p", { class: "muted small" }, head), found.length > 0 && h("ol", { class: "coach-list" }, found.map((each) => mistake(each, () => (leave(), look(found, each))))));
    requestAnimationFrame(() => place.scrollIntoView({ block: "start" }));
  }

  /** Show a mistake of some in the replay. */
  function look(found, each) {
    looked = { found, each };
    moment(each.number);
  }

  /** Tell over the map of the mistake that the replay stands at, and mark the better place; nothing at any other moment. */
  function show() {
    const here = looked !== null && table.past === looked.each.number;
    if (here === !element.hidden && (!here || element.dataset.number === String(table.past))) return;
    element.hidden = !here;
    if (!here) {
      board()?.advise?.(null, null);
      delete element.dataset.number;
      return;
    }
    const { found, each } = looked;
    const next = found[(found.indexOf(each) + 1) % found.length];
    element.dataset.number = String(each.number);
    board()?.advise?.(each.unit, each.better.place);
    if (!each.better.place) board()?.locate?.({ unit: each.unit });
    fill(
      element,
      h("div", { class: "coach-words" }, h("b", {}, `Better: ${each.better.words}.`), ` ${titleOf(each)}. Done: ${each.done.words}. ${capital(each.why)}.`),
      next !== each && button("Next mistake", () => look(found, next), { id: "coach-next" }),
      button("All of them", details, { id: "coach-all" }),
    );
  }

  return { element, part, show };
}

const titleOf = (each) => `${capital(each.period)} ${each.round}, ${each.phase}: ${each.name}`;

function mistake(each, locate) {
  const title = titleOf(each);
  return h(
    "li",
    {},
    h("span", {}, h("b", {}, title), h("span", { class: "muted" }, `, cost ${each.cost.toFixed(each.period === "turn" ? 2 : 1)}`)),
    button("Show", locate, { "aria-label": `Show ${title}`, "data-number": each.number }),
    h("dl", {}, h("dt", {}, "Done"), h("dd", {}, capital(each.done.words)), h("dt", {}, "Better"), h("dd", {}, h("b", {}, capital(each.better.words))), h("dt", {}, "Why"), h("dd", {}, capital(each.why))),
  );
}
