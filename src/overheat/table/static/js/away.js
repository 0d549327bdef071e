/**
 * While the table cannot save, every page says so in a banner, asks the server now and then whether it can again, and wakes up
 * whoever waits for that. A failure that is over at once shows nothing.
 */

import { h } from "./dom.js";

const FIRST_LOOK = 250;
const LOOK = 1500;
const WORDS = "The table cannot save right now. Nothing is lost: this page goes on by itself as soon as it can, and repeats what was not answered yet.";

let banner = null;
let timer = 0;
let waiting = [];

/** The table could not save something. */
export function goneAway() {
  timer ||= setTimeout(look, FIRST_LOOK);
}

/** The table can save again. */
export function cameBack() {
  clearTimeout(timer);
  timer = 0;
  banner?.remove();
  banner = null;
  delete document.body.dataset.store;
  for (const go of waiting.splice(0)) go();
}

/** Wait until the table can save again, but no longer than some milliseconds. */
export function back(longest) {
  return new Promise((go) => {
    const late = setTimeout(go, longest);
    waiting.push(() => (clearTimeout(late), go()));
  });
}

async function look() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!timer) return;
  if (answer?.ok) return cameBack();
  if (answer) show();
  timer = setTimeout(look, LOOK);
}

function show() {
  if (banner) return;
  banner = h("div", { id: "store-away", class: "store-away", role: "alert" }, WORDS);
  document.querySelector("header.site")?.after(banner);
  document.body.dataset.store = "away";
}
