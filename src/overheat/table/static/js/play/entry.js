/** The way into a game: its id and token from the address, and what to say when they open nothing. */

import { button, h } from "../dom.js";
import { forget, recall, seatOfTab, sitDown } from "../seats.js";

/** The game that the address names, and the token that it gives. The token leaves the address at once; this tab keeps it. */
export function arrive() {
  const facts = new URLSearchParams(location.hash.slice(1));
  const id = facts.get("game");
  const given = facts.get("token");
  if (!id) return { id: null, token: null, given: null };
  if (given) {
    sitDown(id, given);
    history.replaceState(null, "", `/play#game=${encodeURIComponent(id)}`);
  }
  return { id, given, token: given ?? seatOfTab(id) ?? recall(id)?.token ?? null };
}

const PROBLEMS = {
  none: ["No game is named in this address.", "Open the link that you were given, or start a game of your own."],
  "table.game": ["This game is not here.", "It may have been ended by its host, or it was played at another server. Check the link, or start a new game."],
  "table.token": ["This link does not open the game.", "Ask who made the game for your link, and paste it here."],
  "page.connection": ["The server does not answer.", "Check that it is running and that you are online. This page tries again by itself."],
  "table.store": ["The table cannot save right now.", "Nothing is lost. This page tries again by itself."],
  ended: ["The game was ended by its host.", "It can no longer be played or looked at here."],
};

/** Say why there is no game to show, and what to do. */
export function trouble(root, id, reason, again = null) {
  const [what, advice] = PROBLEMS[reason.id ?? reason] ?? ["The game cannot be shown.", reason.reason ?? "Try again in a moment."];
  const link = h("input", { type: "text", id: "paste-link", placeholder: "…/play#game=…&token=…", "aria-label": "Link to your seat", autocomplete: "off" });
  const go = (event) => {
    event.preventDefault();
    const at = link.value.indexOf("#");
    if (at < 0) return link.focus();
    history.replaceState(null, "", `/play${link.value.slice(at).trim()}`);
    location.reload();
  };
  const asks = reason.id === "table.token" || reason === "none";
  root.replaceChildren(
    h(
      "div",
      { class: "page" },
      h(
        "section",
        { class: "card stack trouble", id: "trouble", role: "alert", "data-problem": reason.id ?? String(reason) },
        h("h1", {}, what),
        h("p", {}, advice),
        asks && h("form", { class: "row", onsubmit: go }, link, h("button", { class: "primary" }, "Open")),
        h("div", { class: "row" }, again && button("Try again", again, { class: "primary" }), h("a", { class: "button", href: "/" }, "Back to the start")),
      ),
    ),
  );
  if (id && (reason === "ended" || reason.id === "table.game")) forget(id);
}
