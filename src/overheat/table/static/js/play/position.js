/** How a game stands, as text: to copy, to send as a link, or to keep as a file. */

import * as api from "../api.js";
import { button, copy, dialog, download, h, toast } from "../dom.js";
import { recall } from "../seats.js";

/** The address of the start page that opens a position; what stands after # never leaves the browser. */
export function linkOf(text) {
  return new URL(`/#position=${encodeURIComponent(text)}`, location.origin).href;
}

/** Show the position of a game in a dialog; refused to those who may not know what is hidden. */
export async function showPosition(id, table, desk) {
  try {
    const text = await api.text(`/api/games/${id}/position`, { token: recall(id)?.host ?? desk.token });
    dialog("Position", contents(id, table, text), { id: "position-dialog" });
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    table.notice(error, "no");
  }
}

function contents(id, table, text) {
  const shown = h("textarea", { readonly: true, rows: 12, class: "mono", id: "position-text", "aria-label": "The position in notation" });
  shown.value = text;
  const copying = (label, what, properties) => button(label, async () => {
    await copy(what);
    toast("Copied.", "good");
  }, properties);
  return h(
    "div",
    { class: "stack" },
    h("p", {}, "How the game stands now. Whoever opens it goes on from here as a new game: in a browser by the link, in a terminal with ", h("code", {}, "overheat play --position FILE"), "."),
    shown,
    h(
      "div",
      { class: "row" },
      copying("Copy the position", text, { class: "primary", id: "position-copy" }),
      copying("Copy a link that opens it", linkOf(text), { id: "position-link" }),
      button("Download", () => download(`${table.kind}-${id}.position`, new Blob([text], { type: "text/plain" })), { id: "position-download" }),
    ),
  );
}
