/** From a plan to the table: the game is made, its seats are kept in this browser, friends get their links. */

import { post } from "../api.js";
import { button, dialog, h } from "../dom.js";
import { remember } from "../seats.js";
import { capital } from "../sides.js";
import { linkRow, onlyHere, reachable } from "../inviting.js";

/** What the window is told when a game has been made. */
export const SEATED = "overheat-seated";

/**
 * Make a game and go to its table. `wanted` is the request; `mine` the sides that this screen plays ("all" for every one
 * that has a seat), `friends` those that get a link. With friends, their links are shown first.
 */
export async function makeGame(wanted, { mine = [], friends = [], path = "/api/games" } = {}) {
  const made = await post(path, wanted);
  const id = made.game.id;
  if (mine === "all") mine = Object.keys(made.seats);
  const links = Object.fromEntries(friends.filter((side) => made.seats[side]).map((side) => [side, made.seats[side].link]));
  remember(id, {
    token: (made.seats[mine[0]] ?? made.watch).token, title: made.game.title, kind: made.game.kind, host: made.host,
    links: { ...links, watch: made.watch.link }, sides: mine,
  });
  dispatchEvent(new Event(SEATED));
  if (friends.length) showLinks(id, made.game.title, { ...links, watch: made.watch.link });
  else goTo(id);
  return made;
}

/** Go to the table of a game that this browser knows. */
export function goTo(id) {
  location.assign(`/play#game=${id}`);
}

/** The links of a game, to be sent to friends; `more` is what else there is to say. */
export async function showLinks(id, title, links, more = "") {
  const { base, beyond } = await reachable();
  const rows = Object.entries(links).map(([side, link]) =>
    linkRow(side === "watch" ? "To watch only" : `To play ${capital(side)}`, new URL(link, base).href, side),
  );
  dialog(
    `Links for “${title}”`,
    h(
      "div",
      { class: "stack" },
      h("p", {}, "Send each friend the link of their seat. Whoever has it plays that side, so keep them apart."),
      more && h("p", {}, more),
      rows,
      !beyond && onlyHere(),
      h(
        "div",
        { class: "row dialog-end" },
        h("small", {}, "You find these links again under “Your games”."),
        button("Go to the table", () => goTo(id), { class: "primary", id: "go-to-table" }),
      ),
    ),
    { id: "links-dialog" },
  );
}
