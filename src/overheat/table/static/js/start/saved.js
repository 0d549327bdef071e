/** A game that was saved goes on here: from its log, if it replays to every fact, or from a position. */

import { post, Refusal } from "../api.js";
import { button, field, fill, h } from "../dom.js";
import { kindOfFile } from "../file_kinds.js";
import { sidesOf } from "../sides.js";
import { fileButton } from "./files.js";
import { makeGame } from "./making.js";
import { opponents } from "./opponents.js";
import { refusalPlace, trying } from "./refusing.js";

const LINK = /^#position=(.+)$/s;

/**
 * The part of the page that opens saved games; `readFile` and `readPosition` take a file that was dropped, `openLink` the
 * position that the address of the page holds.
 */
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
  const readPosition = (file) => trying(null, place, async () => {
    section.scrollIntoView({ block: "nearest" });
    fill(ask);
    const found = await post("/api/positions", { position: file.text }).catch((no) => { throw named(no, `${file.name}: ${no.reason}`); });
    const title = `${file.name.replace(/\.[a-z]+$/i, "")}, round ${found.round}`;
    const make = (who) => makeGame({ position: file.text, title, ...who.request }, who);
    fill(ask, seating(file, { game: found.kind }, found.sides, (go, who) => trying(go, place, () => make(who))));
  });
  const openLink = () => {
    const held = LINK.exec(location.hash);
    if (!held) return;
    history.replaceState(null, "", location.pathname);
    let text = held[1];
    try {
      text = decodeURIComponent(text);
    } catch {
      // A damaged link is refused like any text that is no position.
    }
    readPosition({ name: "Position of a link", text });
  };
  const pasted = h("textarea", { rows: 6, class: "mono", id: "position-pasted", spellcheck: "false", placeholder: "game classic" });
  const open = button("Open this position", () => readPosition({ name: "Position", text: pasted.value }), { id: "position-open" });
  const seating = (file, head, sides, goOn = (go, who) => attempt(go, file, () => bring(file, who))) => {
    const who = opponents({ id: "saved-seats" });
    who.set(sides, kinds.find((kind) => kind.name === head.game)?.bots);
    const go = button("Go on with this game", () => goOn(go, who.seating()), { class: "primary", id: "saved-go" });
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
        h("h2", { id: "saved-title" }, "Open a saved game or a position"),
        h(
          "p",
          { class: "small" },
          "The log of a game is its save: choose it, or drop it anywhere on this page. It is replayed here, and must come out the same. A position goes on from one moment.",
        ),
      ),
      fileButton(
        "Choose a file (.jsonl, .position)",
        ".jsonl,.ndjson,.json,.log,.txt,.position",
        (file) => (kindOfFile(file.name) === "position" ? readPosition : readFile)(file),
        { id: "saved-file" },
      ),
    ),
    h(
      "details",
      { id: "position-paste" },
      h("summary", {}, "Open a position"),
      h(
        "div",
        { class: "stack" },
        field("A position in notation, as “Copy the position” in the menu of a game gives it", pasted),
        h("div", { class: "row" }, open),
      ),
    ),
    ask,
    place.element,
  );
  return { element: section, readFile, readPosition, openLink };
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
    throw named(no, `${file.name} does not go on here: ${no.reason}`);
  }
}

/** A refusal in words that name what was refused; other errors as they are. */
function named(no, reason) {
  return no instanceof Refusal ? new Refusal({ ...no, reason }, no.status) : no;
}
