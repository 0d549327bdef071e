/** Everything that may be said now, as buttons: the way to play by keyboard, by ear, or without a map. */

import { button, fill, h } from "../../dom.js";
import { offering } from "./offering.js";

const MANY = 40;
const ALWAYS_OPEN = 12;
/** What ends a turn stands last, so that it is not said by pressing a key once too often. */
const LAST = new Set(["Done", "Hold"]);

/** A list of commands; `show()` brings it up to date. */
export function commandList(table) {
  const field = h("input", { type: "search", class: "command-filter", placeholder: "Find a command", "aria-label": "Find a command", hidden: true });
  const holder = h("div", { class: "command-lists", tabindex: "-1" });
  const element = h("div", { class: "commands" }, field, holder);
  const whole = new Set();
  const held = {};
  field.addEventListener("input", () => draw());

  function show() {
    const silence = silent();
    if (silence) {
      field.hidden = true;
      refill(note(silence));
      return;
    }
    draw();
    if (element.offsetParent) foresee();
  }

  function silent() {
    if (table.past !== null) return "You are looking back. Return to now to play.";
    if (table.game.outcome) return "The game is over.";
    if (table.mine) return "";
    if (table.game.read_only) return "This game is read-only: there is nothing to say.";
    return table.seat === null ? "You are watching: there is nothing to say." : "It is not your turn.";
  }

  /** Ask what the commands that are listed promise, and list them again with that. */
  async function foresee() {
    const wanted = table.offers.groups.filter((group) => group.foretells).flatMap((group) => group.commands.slice(0, MANY));
    const strange = wanted.filter((command) => table.foreseen.known(command) === undefined);
    if (!strange.length) return;
    await Promise.all(strange.map((command) => table.foreseen.ask(command)));
    if (table.mine && !silent()) draw();
  }

  /** Fill the list anew; who was in it with the keyboard stays in it. */
  function refill(...content) {
    const within = holder.contains(document.activeElement);
    fill(holder, content);
    if (within) (holder.querySelector(":is(ul.command-group, details[open]) .command, summary") ?? holder).focus();
  }

  function draw() {
    field.hidden = table.legal.length <= MANY;
    const filter = field.hidden ? "" : field.value.trim().toLowerCase();
    const fits = (command) => described(command).toLowerCase().includes(filter);
    const groups = table.offers.groups.map((group) => ({ ...group, commands: group.commands.filter(fits) })).filter((group) => group.commands.length);
    const ends = (group) => Number(LAST.has(group.commands[0].type));
    groups.sort((one, other) => ends(one) - ends(other));
    refill(groups.map((each) => drawn(each, filter || groups.length === 1)), !groups.length && note("No command holds these words."));
  }

  /** A command in words, with what it is known to promise. */
  function described(command) {
    return [table.offers.words(command), table.foreseen.known(command)?.says].filter(Boolean).join(": ");
  }

  function drawn({ id, title, commands }, wide) {
    const most = whole.has(id) ? commands.length : MANY;
    const { place, offer, again } = offering(table, held);
    const rows = commands.slice(0, most).map((command) => h("li", {}, offer(command, { class: "command" }, described(command))));
    const more = commands.length > most && button(`Show all ${commands.length}`, () => (whole.add(id), draw()), { class: "quiet" });
    again(commands);
    if (commands.length === 1) return [h("ul", { class: "command-group" }, rows), place];
    const open = Boolean(wide) || commands.length <= ALWAYS_OPEN;
    const head = h("summary", {}, `${title} (${commands.length})`);
    return h("details", { class: "command-group", open, "data-group": id }, head, h("ul", {}, rows), more, place);
  }

  return { element, show };
}

function note(words) {
  return h("p", { class: "muted note" }, words);
}
