/** Everything that may be said now, as buttons: the way to play by keyboard, by ear, or without a map. */

import { button, fill, h } from "../dom.js";
import { spaced, worded } from "./commandwords.js";
import { shotWords } from "./shotwords.js";

const MANY = 40;
const ALWAYS_OPEN = 12;
/** What ends a turn stands last, so that it is not said by pressing a key once too often. */
const LAST = new Set(["Done", "Hold"]);

/** A list of commands; `show()` brings it up to date. */
export function commandList(table, board) {
  const field = h("input", { type: "search", class: "command-filter", placeholder: "Find a command", "aria-label": "Find a command", hidden: true });
  const holder = h("div", { class: "command-lists", tabindex: "-1" });
  const element = h("div", { class: "commands" }, field, holder);
  const shots = shotWords(table);
  const whole = new Set();
  field.addEventListener("input", () => draw());

  function show() {
    const silence = silent();
    if (silence) {
      field.hidden = true;
      refill(note(silence));
      return;
    }
    draw();
    if (element.offsetParent) shots.look(() => table.mine && draw());
  }

  function silent() {
    if (table.past !== null) return "You are looking back. Return to now to play.";
    if (table.game.outcome) return "The game is over.";
    if (table.mine) return "";
    if (table.game.read_only) return "This game is read-only: there is nothing to say.";
    return table.seat === null ? "You are watching: there is nothing to say." : "It is not your turn.";
  }

  /** Fill the list anew; who was in it with the keyboard stays in it. */
  function refill(...content) {
    const within = holder.contains(document.activeElement);
    fill(holder, content);
    if (within) (holder.querySelector(":is(ul.command-group, details[open]) .command, summary") ?? holder).focus();
  }

  function draw() {
    const offers = table.legal.map((command) => ({ command, words: described(command) }));
    field.hidden = offers.length <= MANY;
    const filter = field.hidden ? "" : field.value.trim().toLowerCase();
    const shown = offers.filter((offer) => offer.words.toLowerCase().includes(filter));
    const groups = grouped(shown);
    refill([...groups].map(([type, list]) => group(type, list, filter || groups.size === 1)), !shown.length && note("No command holds these words."));
  }

  function described(command) {
    const words = worded(command, table, board(), (at) => shots.mount(at) ?? ammunition(at));
    const odds = shots.odds(command);
    return odds ? `${words}: ${odds}` : words;
  }

  function ammunition(at) {
    const fed = table.view?.units?.[table.view?.acting]?.ammunition?.find((bin) => bin.mount === at);
    return fed ? `${fed.name} (${fed.shots} shots)` : `weapon ${at}`;
  }

  function group(type, list, wide) {
    const most = whole.has(type) ? list.length : MANY;
    const rows = list.slice(0, most).map(({ command, words }) =>
      h("li", {}, button(words, () => table.say(command), { class: "command", "data-command": type })),
    );
    const more = list.length > most && button(`Show all ${list.length}`, () => (whole.add(type), draw()), { class: "quiet" });
    if (list.length === 1) return h("ul", { class: "command-group" }, rows);
    const open = Boolean(wide) || list.length <= ALWAYS_OPEN;
    const head = h("summary", {}, `${spaced(type)} (${list.length})`);
    return h("details", { class: "command-group", open }, head, h("ul", {}, rows), more);
  }

  return { element, show };
}

function grouped(list) {
  const groups = new Map();
  const ends = (offer) => Number(LAST.has(offer.command.type));
  for (const offer of [...list].sort((one, other) => ends(one) - ends(other))) groups.set(offer.command.type, [...(groups.get(offer.command.type) ?? []), offer]);
  return groups;
}

function note(words) {
  return h("p", { class: "muted note" }, words);
}
