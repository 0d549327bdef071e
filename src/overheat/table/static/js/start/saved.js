/** A game that was saved as a file goes on here, if it replays to every fact. */

import { Refusal } from "../api.js";
import { button, fill, h } from "../dom.js";
import { sidesOf } from "../sides.js";
import { fileButton } from "./files.js";
import { makeGame } from "./making.js";
import { opponents } from "./opponents.js";
import { refusalPlace, trying } from "./refusing.js";

/** The part of the page that opens saved games; `readFile` takes a file that was dropped. */
export function savedGames(kinds) {
  const place = refusalPlace({ id: "saved-refusal" });
  const ask = h("div", { class: "stack", id: "saved-ask" });
  const readFile = (file) => {
    place.clear();
    const head = headOf(file.text);
    const sides = head?.setup ? sidesOf(head.setup) : [];
    section.scrollIntoView({ block: "nearest" });
    if (sides.length) return fill(ask, seating(file, head, sides));
    fill(ask);
    return attempt(null, file, () => bring(file, { request: {}, mine: [] }));
  };
  const seating = (file, head, sides) => {
    const who = opponents({ id: "saved-seats" });
    who.set(sides, kinds.find((kind) => kind.name === head.game)?.bots);
    const go = button(
      "Go on with this game",
      () => attempt(go, file, () => bring(file, who.seating())),
      { class: "primary", id: "saved-go" },
    );
    const away = button("Not this one", () => { fill(ask); place.clear(); });
    return [h("p", {}, h("strong", {}, file.name), `: who goes on with it?`), who.element, h("div", { class: "row" }, go, away)];
  };
  /** What does not go on may still be looked at. */
  const attempt = async (control, file, work) => {
    const made = await trying(control, place, work);
    if (made || !headOf(file.text)?.game) return made;
    const look = button("Look at it all the same", () => trying(look, place, () => bring(file, { request: { as_told: true }, mine: "all" })), { id: "saved-look" });
    fill(ask, h("p", {}, h("strong", {}, file.name), ": its log tells what happened, and can be read without being played on."), h("div", { class: "row" }, look));
    return null;
  };
  const section = h(
    "section",
    { class: "card stack", id: "saved", "aria-labelledby": "saved-title" },
    h(
      "div",
      { class: "row spread" },
      h(
        "div",
        { class: "saved-words" },
        h("h2", { id: "saved-title" }, "Open a saved game"),
        h(
          "p",
          { class: "small" },
          "The log of a game is its save: choose it, or drop it anywhere on this page. It is replayed here, and must come out the same.",
        ),
      ),
      fileButton("Choose a log (.jsonl)", ".jsonl,.ndjson,.json,.log,.txt", readFile, { id: "saved-file" }),
    ),
    ask,
    place.element,
  );
  return { element: section, readFile };
}

function headOf(text) {
  try {
    return JSON.parse(text.slice(0, text.indexOf("\n") < 0 ? text.length : text.indexOf("\n")));
  } catch {
    return null;
  }
}

async function bring(file, { request, mine, friends = [] }) {
  const title = file.name.replace(/\.[a-z]+$/i, "");
  try {
    return await makeGame({ log: file.text, title, ...request }, { mine, friends, path: "/api/games/import" });
  } catch (no) {
    throw no instanceof Refusal ? new Refusal({ ...no, reason: `${file.name} does not go on here: ${no.reason}` }, no.status) : no;
  }
}
