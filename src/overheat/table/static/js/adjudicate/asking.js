/** Asking the server while somebody changes a question: the last question wins, and the old answer stays until then. */

import { settled } from "../dom.js";

/**
 * A way to ask that waits until the typing has settled. `ask` makes the answer, `show` takes it, `fail` takes the refusal,
 * `wait` is told when it begins and ends.
 */
export function asker({ ask, show, fail, wait }) {
  let latest = 0;
  const go = async () => {
    const mine = (latest += 1);
    wait(true);
    try {
      const answer = await ask();
      if (mine === latest) show(answer);
    } catch (no) {
      if (mine === latest) fail(no);
    } finally {
      if (mine === latest) wait(false);
    }
  };
  return { soon: settled(go, 160), now: go };
}
