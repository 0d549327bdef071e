/** The ruler: asks the server whether a command would be allowed, at most a few times a second, and the latest wins. */

import { post } from "../../api.js";
import { pause } from "../../pending.js";
import { recall } from "../../seats.js";

const WAIT = 90;

/** A ruler for a table: `ask(command, done)` measures; `drop()` forgets what is under way. */
export function makeRuler(table) {
  let wanted = null;
  let running = false;
  let last = 0;

  async function run() {
    running = true;
    while (wanted) {
      const early = last + WAIT - performance.now();
      if (early > 0) await pause(early);
      const { command, done } = wanted ?? {};
      wanted = null;
      if (!command) break;
      last = performance.now();
      const verdict = await measured(table, command);
      if (!wanted && verdict) done(verdict);
    }
    running = false;
  }

  return {
    ask(command, done) {
      wanted = { command, done };
      if (!running) run();
    },
    drop() {
      wanted = null;
    },
  };
}

/** Whether a command would be allowed now: {granted, refusal, measure}; null where the server does not say. */
export async function measured(table, command) {
  try {
    return await post(`/api/games/${table.game.id}/platoon/try`, { command, player: table.seat }, { token: recall(table.game.id)?.token });
  } catch (error) {
    return error.status === 422 || error.status === 409 ? { granted: false, refusal: error, measure: null } : null;
  }
}
