/** What blows, charges and assaults promise: asked for once, and put into words. */

import { button, h } from "../../dom.js";
import { chance, unfolding } from "../../explain.js";

const rounded = (damage) => Math.round(damage * 10) / 10;
const alike = (one, other) => ["type", "kind", "limb", "target"].every((part) => one[part] === other[part]);

/** What the server foresees of the commands that `offers()` lists; `load()` when they may have changed. */
export function foresight(ctx, offers) {
  let loaded = "";
  let found = [];
  let coming = Promise.resolve();
  let answered = false;
  const now = () => `${ctx.table.epoch} ${ctx.table.number} ${ctx.view().acting}`;
  return {
    /** Whether all is known that was asked for. */
    known: () => answered,
    load() {
      if (now() !== loaded) coming = ask();
      return coming;
    },
    of: (command) => found.find((blow) => alike(blow.command, command)),
    close() {
      loaded = "";
    },
  };

  async function ask() {
    const key = now();
    loaded = key;
    found = [];
    answered = false;
    const still = () => key === loaded && key === now();
    const targets = [...new Set(offers().map((command) => command.target))];
    if (!targets.length) {
      answered = true;
      return;
    }
    const answers = await Promise.all(targets.map((target) => ctx.ask("blows", { unit: ctx.view().acting, target }, still)));
    if (!still()) return;
    found = answers.flatMap((answer) => answer ?? []);
    answered = true;
    ctx.refresh();
  }
}

/** Number, chance and damage of a blow, unfolding into the sum, and the rolls that come after it. */
function promise(blow) {
  if (!blow) return null;
  const words = [
    blow.damage > 0 && `${blow.damage} damage`,
    blow.damage_taken > 0 && `${blow.damage_taken} to itself`,
    blow.damage > 0 && blow.target_number !== null && `⌀ ${rounded(blow.expected_damage)}`,
  ].filter(Boolean).join(", ");
  const head = h(
    "span",
    {},
    blow.target_number === null ? h("b", {}, "cannot miss") : [h("b", {}, `${blow.target_number}+`), " ", chance(blow.probability)],
    words && h("small", {}, ` ${words}`),
  );
  return h(
    "div",
    { class: "promise", "data-number": blow.target_number ?? "" },
    blow.terms.length ? unfolding(head, blow.terms) : head,
    blow.checks.map((check) =>
      unfolding(
        h("small", { class: "roll" }, `on a ${check.when} it keeps its feet on ${check.target_number}+ `, chance(check.probability)),
        check.terms,
      ),
    ),
  );
}

/** Blows to choose from, each with what it promises; `suggested` is what Enter strikes. */
export function blowList(ctx, title, commands, foreseen, suggested = null) {
  if (!commands.length) return null;
  const row = (command) => {
    const strikes = command.type === "Strike";
    return h(
      "li",
      { class: command === suggested ? "blow suggested" : "blow", "data-command": strikes ? `Strike-${command.kind}-${command.limb}` : null, "data-target": command.target },
      button([ctx.table.offers.words(command), command === suggested && h("kbd", {}, "⏎")], () => ctx.table.say(command), { "data-command": strikes ? null : command.type, class: command === suggested ? "primary" : "" }),
      promise(foreseen.of(command)),
    );
  };
  return h("ul", { class: "blows", "aria-label": title }, commands.map(row));
}
