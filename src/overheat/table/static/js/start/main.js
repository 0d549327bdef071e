/** The start page: play at once, come back to a game, or set up a battle. What one sees first does not wait for the rest. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { refusal } from "../explain.js";
import { header } from "../header.js";
import { hero } from "./hero.js";
import { setups } from "./setups.js";

async function open() {
  const page = h("div", { class: "page start" });
  document.body.prepend(header(), h("main", {}, page));
  const setupOf = setups();
  const asked = get("/api/kinds", { params: { changes: false } });
  const rest = import("./furnishing.js");
  page.append(hero(asked, setupOf("platoon", "crossroads").catch(() => null)));
  try {
    const [kinds, { furnish }] = await Promise.all([asked, rest]);
    furnish(page, kinds, setupOf).learn(await get("/api/kinds"));
  } catch (no) {
    page.append(h("div", { class: "card" }, h("p", {}, "Battles cannot be set up now: ", refusal(no))), ...(await rest.then(({ notice }) => [notice()], () => [])));
    throw no;
  }
}

open();
