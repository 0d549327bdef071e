/** The coach in the dialog of the result: the decisions that cost a side most, the better ones, and the way to them in the replay. */

import * as api from "../../api.js";
import { button, fill, h } from "../../dom.js";
import { pending } from "../../pending.js";
import { capital, sideMark } from "../../sides.js";

/** What mistakes are counted in, by the game. */
const COUNTED = { classic: "points of damage", platoon: "enemy units" };

/** The coach of a table; what he has said is kept while the page is open. */
export function coaching(table) {
  const known = new Map();

  /** The part of a dialog in which he is asked; `locate(number)` shows an event in the replay. */
  function part(locate) {
    if (!(table.kind in COUNTED)) return null;
    if (table.game.read_only) return null;
    const { you, seats } = table.game;
    const alone = you.length === 1;
    const sides = alone ? you : seats.map((seat) => seat.player);
    const place = h("div", { class: "stack coach-said", "aria-live": "polite" });
    const words = (side) => (alone ? "What could I have done better?" : [sideMark(table.sideIndex(side)), ` What could ${capital(side)} have done better?`]);
    const asking = sides.map((side) => button(words(side), () => ask(side, place, asking, locate), { "data-coach": side }));
    const last = [...known.keys()].at(-1);
    if (last) tell(last, place, locate);
    return h("section", { class: "stack coach", id: "coach", "aria-label": "Coach" }, h("div", { class: "row" }, asking), place);
  }

  async function ask(side, place, asking, locate) {
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
    if (still()) tell(side, place, locate);
  }

  function tell(side, place, locate) {
    const found = known.get(side);
    known.delete(side);
    known.set(side, found);
    const head = !found.length
      ? `Nothing that ${capital(side)} decided cost anything worth a word.`
      : `What cost ${capital(side)} most, in ${COUNTED[table.kind]} as bots count: the costliest were tried out with the same dice against what else could have been done. Bad luck is no mistake.`;
    fill(place, h("p", { class: "muted small" }, head), found.length > 0 && h("ol", { class: "coach-list" }, found.map((each) => mistake(each, locate))));
  }

  return { part };
}

function mistake(each, locate) {
  const title = `${capital(each.period)} ${each.round}, ${each.phase}: ${each.name}`;
  return h(
    "li",
    {},
    h("span", {}, h("b", {}, title), h("span", { class: "muted" }, `, cost ${each.cost.toFixed(each.period === "turn" ? 2 : 1)}`)),
    button("Show", () => locate(each.number), { "aria-label": `Show ${title}`, "data-number": each.number }),
    h("dl", {}, h("dt", {}, "Done"), h("dd", {}, capital(each.done.words)), h("dt", {}, "Better"), h("dd", {}, h("b", {}, capital(each.better.words))), h("dt", {}, "Why"), h("dd", {}, capital(each.why))),
  );
}
