/** The start page: play at once, come back to a game, or set up a battle. */

import { get } from "../api.js";
import { h, toast } from "../dom.js";
import { refusal } from "../explain.js";
import { header } from "../header.js";
import { battle, setups } from "./battle.js";
import { takeDrops } from "./files.js";
import { openGames, yourGames } from "./games.js";
import { hero } from "./hero.js";
import { savedGames } from "./saved.js";
import { notice, works } from "./works.js";

async function open() {
  const page = h("div", { class: "page start" });
  document.body.prepend(header(), h("main", {}, page));
  const setupOf = setups();
  const asked = get("/api/kinds", { params: { changes: false } });
  try {
    page.append(hero(asked, setupOf("platoon", "crossroads").catch(() => null)), yourGames());
    const kinds = await asked;
    const setting = battle(kinds, setupOf);
    const saved = savedGames(kinds);
    page.append(setting.element, openGames(), saved.element, works(), notice());
    takeDrops(
      { unit: setting.readUnit, force: setting.readForce, board: setting.readBoard, platoon: setting.readPlatoon, log: saved.readFile, position: saved.readPosition },
      (file) => toast(`${file.name}: this page reads unit files (.mtf, .blk), lists and archives of units (.mul, .zip), boards (.board), platoons (.toml), logs (.jsonl) and positions (.position).`, "no"),
    );
    saved.openLink();
    if (location.hash === "#platoons") setting.openPlatoons();
    page.dataset.ready = "true";
    setting.learn(await get("/api/kinds"));
  } catch (no) {
    page.append(h("div", { class: "card" }, h("p", {}, "Battles cannot be set up now: ", refusal(no))), notice());
    throw no;
  }
}

open();
