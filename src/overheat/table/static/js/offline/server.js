/**
 * Whether the server is there. While it is not, every page says so in a line, with what is kept on this device; it looks now and then whether the server
 * answers again, and tells those who wait for that.
 */

import { h } from "../dom.js";
import { kept } from "./kept.js";

const LOOK = 4000;

let banner = null;
let timer = 0;
const waiting = new Set();

/** The server did not answer, or an answer came from what is kept. */
export function gone() {
  if (banner) return;
  banner = h("div", { id: "no-network", class: "no-network", role: "status" }, "No connection to the server.");
  document.querySelector("header.site")?.after(banner);
  document.body.dataset.network = "gone";
  describe();
  timer = setTimeout(look, LOOK);
}

/** Run something each time the server is there again. */
export function onceBack(run) {
  waiting.add(run);
}

/** Whether it is known that the server is not there. */
export function isGone() {
  return Boolean(banner);
}

/** Look out for the network from now on. */
export function watchNetwork() {
  addEventListener("offline", gone);
  addEventListener("online", look);
  if (navigator.onLine === false) queueMicrotask(gone);
}

async function describe() {
  const { shots, cards, sheets, rulings, platoonCards, reference } = await kept();
  if (!banner) return;
  const parts = [
    shots.length && `shots of ${listed(shots)}`,
    counted(cards, "card"),
    counted(sheets, "record sheet"),
    rulings && "the questions of H.E.A.T",
    platoonCards && `${counted(platoonCards, "card")} of platoons`,
    reference && "the quick reference",
  ].filter(Boolean);
  banner.replaceChildren(h("b", {}, "No connection to the server."), parts.length ? ` On this device: ${parts.join(", ")}. Battles have to wait.` : " Nothing is kept on this device yet.");
}

function counted(many, one) {
  return many && `${many} ${one}${many === 1 ? "" : "s"}`;
}

function listed(names) {
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more units` : names.join(", ");
}

async function look() {
  clearTimeout(timer);
  if (!banner) return;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!answer) {
    timer = setTimeout(look, LOOK);
    return;
  }
  banner?.remove();
  banner = null;
  delete document.body.dataset.network;
  for (const run of waiting) run();
}
