/**
 * Pages that are kept: the service worker shows the kept one at once and asks the server behind it. Where that has a newer one, a page that nobody has
 * touched yet is loaded anew; who is already at work is told, and loads it when he likes.
 */

import { button, toast } from "./dom.js";

const RENEWED = "overheat.renewed";
/** Milliseconds in which a page is loaded anew once at most: servers of two versions behind one address must not make it flicker. */
const ONCE = 60000;

let touched = false;

/** Keep pages and files of this server, where the browser can. */
export function keepPages() {
  if (!("serviceWorker" in navigator)) return;
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => (touched = true), { capture: true, once: true });
  navigator.serviceWorker.addEventListener("message", ({ data }) => data === "renewed" && renew());
  navigator.serviceWorker.startMessages?.();
  addEventListener("load", () => navigator.serviceWorker.register("/worker.js").catch(() => {}));
}

function renew() {
  if (!touched && mayReload()) location.reload();
  else toast(["There is a newer version of this page. ", button("Load it", () => location.reload(), { class: "small", id: "load-newer" })], "info", 0);
}

function mayReload() {
  try {
    const before = Number(sessionStorage.getItem(RENEWED));
    sessionStorage.setItem(RENEWED, String(Date.now()));
    return Date.now() - before > ONCE;
  } catch {
    return false;
  }
}
