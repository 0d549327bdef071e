/** What needs no player, as the server tells it: the only unit that may act is taken, and who can do nothing is done. */

import { pause } from "../pending.js";

const MOMENT = 20;
const CHOICE = "overheat.by_itself";

/** Whether a player wants this; it is his choice, kept in his browser. */
export function wanted() {
  try {
    return localStorage.getItem(CHOICE) !== "off";
  } catch {
    return true;
  }
}

/** Want it, or not. */
export function want(on) {
  try {
    localStorage.setItem(CHOICE, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing goes on as it was.
  }
}

/** The page as a player who decides nothing; `go()` whenever the moment may have changed. */
export function byItself(ctx) {
  let closed = false;
  let done = "";

  const free = () => !closed && wanted() && ctx.table.mine && ctx.table.past === null && ctx.table.trusting() && ctx.table.unasked.length > 0;

  function go() {
    const { table } = ctx;
    const moment = `${table.epoch} ${table.step} ${table.seat}`;
    if (!free() || done === moment) return;
    if (table.busy) {
      pause(MOMENT).then(go);
      return;
    }
    done = moment;
    table.sayUnasked(table.unasked);
  }

  return {
    go,
    close() {
      closed = true;
    },
  };
}
