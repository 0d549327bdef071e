/**
 * What a page still waits for. While it does, its root carries `data-pending`: whoever uses the page by program waits until
 * that is gone, and then sees what a person would.
 */

let count = 0;

/** Begin to wait for something; the answer ends it, once all that follows at once has been drawn. */
export function pend() {
  let ended = false;
  mark(1);
  return () => {
    if (ended) return;
    ended = true;
    setTimeout(() => mark(-1));
  };
}

/** Wait for what a promise brings. */
export async function pending(promise) {
  const end = pend();
  try {
    return await promise;
  } finally {
    end();
  }
}

/** Let some time pass, in milliseconds. */
export const pause = (time) => pending(new Promise((go) => setTimeout(go, time)));

function mark(change) {
  count += change;
  document.documentElement.toggleAttribute("data-pending", count > 0);
}
