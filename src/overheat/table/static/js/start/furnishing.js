/** Everything of the start page but what one sees first: battles to set up, open and saved games, how it works. */

import { toast } from "../dom.js";
import { battle } from "./battle.js";
import { takeDrops } from "./files.js";
import { openGames, yourGames } from "./games.js";
import { linkedPreset } from "./own/presets.js";
import { savedGames } from "./saved.js";
import { notice, works } from "./works.js";

/** Furnish the page; the answer is the part where battles are set up. */
export function furnish(page, kinds, setupOf) {
  const setting = battle(kinds, setupOf);
  const saved = savedGames(kinds);
  page.append(yourGames(), setting.element, openGames(), saved.element, works(), notice());
  takeDrops(
    { unit: setting.readUnit, force: setting.readForce, board: setting.readBoard, platoon: setting.readPlatoon, log: saved.readFile, position: saved.readPosition },
    (file) => toast(`${file.name}: this page reads unit files (.mtf, .blk), lists and archives of units (.mul, .zip), boards (.board), platoons and tables (.toml), logs (.jsonl) and positions (.position).`, "no"),
  );
  saved.openLink();
  const linked = linkedPreset();
  if (linked) tell(setting.openRules(linked));
  if (location.hash === "#platoons") setting.openPlatoons();
  page.dataset.ready = "true";
  return setting;
}

/** What a link to a choice of rules could not bring: null is all of it. */
function tell(unknown) {
  if (unknown === null) toast("The link to a choice of rules is damaged; the rules here are the usual ones.", "no", 0);
  else if (unknown.length) toast(`Rules of the link that this table does not know: ${unknown.join(", ")}. The others are chosen.`, "no", 0);
}

export { notice };
