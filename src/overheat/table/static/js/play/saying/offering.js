/** Commands as buttons in the words of the server, with what they take; what they promise shows when they are pointed at, until another is. */

import { button, fill, h } from "../../dom.js";
import { plainly, refusal, unfolding } from "../../explain.js";
import { capital } from "../../sides.js";

const MANY = 12;

/** What a command promises, in words and numbers. */
export function promise(found) {
  if (!found) return null;
  if (found.refusal) return refusal(found.refusal);
  if (!found.says && !found.sums.length) return null;
  const costs = Object.entries(found.costs).map(([what, sum]) => ({ title: what, ...sum }));
  return [
    found.says && h("p", {}, h("b", {}, capital(found.words)), h("span", { title: found.chance ? `exactly ${found.chance[0]} in ${found.chance[1]}` : null }, `: ${found.says}`)),
    [...costs, ...found.sums].map(({ title, total, terms }) => unfolding(`${title} ${plainly(total)}`, terms, { label: title })),
  ];
}

/**
 * A place for what commands promise, and the buttons that tell it there. With a mouse or the keyboard it shows when a button is pointed at;
 * with a finger the first tap shows it and the second one says the command. `held` is an object that outlives the drawing.
 */
export function offering(table, held, say = table.say) {
  const place = h("div", { class: "foreseen", role: "status", hidden: true });

  function show(found) {
    const content = promise(found);
    place.hidden = !content?.flat(2).some(Boolean) && !(content instanceof Node);
    fill(place, place.hidden ? [] : content);
  }

  async function look(command) {
    held.pointed = JSON.stringify(command);
    if (!table.offers.foretells(command)) return show(null);
    const found = table.foreseen.known(command) ?? (await table.foreseen.ask(command));
    if (held.pointed === JSON.stringify(command)) show(found);
    return undefined;
  }

  function pressed(event, command) {
    const key = JSON.stringify(command);
    if (event.pointerType === "touch" && table.offers.foretells(command) && held.tapped !== key) {
      held.tapped = key;
      look(command);
      return;
    }
    held.tapped = null;
    say(command);
  }

  /** A button that says a command; its words may be other than the server's where the panel has said half of them already. */
  function offer(command, properties = {}, words = table.offers.words(command)) {
    const costs = table.offers.costs(command);
    return button([h("span", {}, words), costs && h("small", { class: "cost" }, costs)], (event) => pressed(event, command), {
      "data-command": command.type,
      class: "offer",
      onpointerenter: (event) => event.pointerType === "mouse" && look(command),
      onfocus: () => look(command),
      ...properties,
    });
  }

  /** Show again what was pointed at before the buttons were drawn anew. */
  function again(commands) {
    const pointed = commands.find((command) => JSON.stringify(command) === held.pointed);
    if (pointed) show(table.foreseen.known(pointed));
  }

  return { place, offer, again };
}

/** The commands of a group as buttons, folded where they are many. */
export function offerGroup({ id, title, commands }, offer) {
  const buttons = h("div", { class: "row offers" }, commands.map((command) => offer(command)));
  if (commands.length === 1) return buttons;
  if (commands.length <= MANY) return h("div", { class: "offer-group", role: "group", "aria-label": title, "data-group": id }, h("h4", {}, title), buttons);
  return h("details", { class: "unfolding offer-group", "data-keep": id, "data-group": id }, h("summary", {}, `${title} (${commands.length})`), buttons);
}

/** The groups of commands that `shows` leaves over. */
export function leftOver(table, shows) {
  const groups = table.offers.groups.map((group) => ({ ...group, commands: group.commands.filter((command) => !shows(command)) }));
  return groups.filter((group) => group.commands.length);
}

/** Everything that may be said and that `shows` leaves over, in groups; null where there is nothing. */
export function offerGroups(table, held, shows, { say = table.say, title = "Also" } = {}) {
  const groups = leftOver(table, shows);
  if (!groups.length) return null;
  const { place, offer, again } = offering(table, held, say);
  again(groups.flatMap((group) => group.commands));
  return h("section", { id: "also" }, h("h3", {}, title), groups.map((group) => offerGroup(group, offer)), place);
}
