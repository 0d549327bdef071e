/** The play page: finds the game, and opens it. */

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { header } from "../header.js";
import { recall, remember, sitDown } from "../seats.js";
import { arrive, trouble } from "./entry.js";
import { play } from "./frame.js";

const RETRY = 2500;

const head = h("div", { class: "play-head" });
const root = h("main", { id: "play" });
document.body.append(header(head), root);
const { id, token, given } = arrive();
addEventListener("hashchange", () => location.reload());
begin();

async function begin() {
  if (!id) return trouble(root, null, "none");
  try {
    const game = await get(`/api/games/${encodeURIComponent(id)}`, { token });
    // Who has a seat keeps it when he opens a link to watch, or one that opens nothing.
    const takes = given && (game.you.length > 0 || !recall(id)?.token);
    remember(id, { title: game.title, kind: game.kind, ...(takes && { token: given }) });
    fill(root);
    await play({ id, token, game, head, root });
  } catch (error) {
    if (error.status === undefined) throw error;
    if (error.id === "table.token") sitDown(id, null);
    trouble(root, id, error, begin);
    if (error.status === 0 || error.id === "table.store") setTimeout(begin, RETRY);
  }
}
