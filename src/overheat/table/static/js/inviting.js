/** Links for friends: by the address that they reach, to copy, and as a code for a telephone's camera. */

import { get, picture } from "./api.js";
import { button, copy, fill, h } from "./dom.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"];

/** The address of this server for friends: the network's where the page was opened by one that only this machine knows. */
export async function reachable() {
  if (!LOCAL.includes(location.hostname)) return { base: location.origin, beyond: true };
  const [found] = await get("/api/addresses").catch(() => []);
  return found ? { base: found, beyond: true } : { base: location.origin, beyond: false };
}

/** A link in a row: to copy, and to show as a code. */
export function linkRow(name, link, id = "") {
  const shown = h("input", { readonly: true, value: link, class: "mono", "aria-label": `Link: ${name}`, onfocus: (event) => event.target.select() });
  const copying = button("Copy", async () => {
    await copy(link);
    copying.textContent = "Copied";
    setTimeout(() => (copying.textContent = "Copy"), 2000);
  }, { "aria-label": `Copy the link: ${name}`, "data-copy": id });
  const place = h("div", { class: "link-code", hidden: true });
  const showing = button("QR code", async () => {
    place.hidden = !place.hidden;
    showing.setAttribute("aria-expanded", String(!place.hidden));
    if (place.hidden || place.firstChild) return;
    const drawn = await picture("/api/qr.svg", { body: { link } });
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", `QR code: ${name}`);
    fill(place, drawn);
  }, { "aria-label": `QR code of the link: ${name}`, "aria-expanded": "false", "data-code": id });
  return h(
    "div",
    { class: "link-row", "data-seat-link": id },
    h("span", { class: "field-label" }, name),
    h("div", { class: "link-box" }, shown, copying, showing),
    place,
  );
}

/** What to do where friends cannot reach this address. */
export function onlyHere() {
  return h(
    "p",
    { class: "hint" },
    "This address works on this machine only. For friends on your network, start the server with ",
    h("code", {}, "overheat serve --host 0.0.0.0"),
    ": the links then have its address in the network.",
  );
}
