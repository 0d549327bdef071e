/** What the rules of the game offer that no panel is made for: any phase and any command, in the words of the server. */

import { button, h } from "../dom.js";

/** The commands that panels of their own are made for. */
const KNOWN = new Set([
  "Choose", "Deploy", "Go", "Step", "Jump", "Stand", "DropProne", "Charge", "Board", "Alight", "Leave", "Twist", "FlipArms", "Switch", "Eject",
  "Aim", "Fire", "Spot", "Clear", "Strike", "Done",
]);
/** The modes of movement that the panel has buttons for. */
const WAYS = new Set(["walk", "run", "jump"]);
const MANY = 30;

const titled = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function buttons(ctx, commands) {
  const { table } = ctx;
  return commands.slice(0, MANY).map((command) =>
    button(titled(table.words.get(JSON.stringify(command)) ?? command.type), () => table.say(command), { "data-command": command.type }),
  );
}

/** Buttons for everything that may be said now and that no panel shows. */
export function unknown(ctx) {
  if (!ctx.table.mine) return null;
  const strange = (command) => !KNOWN.has(command.type) || (command.type === "Go" && !WAYS.has(command.mode));
  const found = ctx.table.legal.filter(strange);
  if (!found.length) return null;
  const more = found.length > MANY && h("p", { class: "hint" }, "The tab “Commands” lists them all.");
  return h("section", { id: "also" }, h("h3", {}, "Also"), h("div", { class: "row" }, buttons(ctx, found)), more);
}

/** Something that is asked in the middle of a resolution: the question, and an answer on each button. */
export function question(ctx) {
  return bare(ctx, "question", () => {
    const { question: asked, units } = ctx.view();
    return [
      h("h3", {}, "Decide"),
      asked.unit in units && h("p", {}, ctx.name(asked.unit)),
      h("p", { id: "question", role: "status" }, asked.words),
      h("div", { class: "row", id: "also" }, buttons(ctx, ctx.table.legal)),
    ];
  });
}

/** A phase that has no panel of its own: what is known of it is that it has a title, and what may be said. */
export function anything(ctx) {
  const done = () => ctx.table.say({ type: "Done" });
  const panel = () => {
    const offered = ctx.table.legal.filter((command) => command.type !== "Done");
    return [
      h("h3", {}, ctx.view().phases[ctx.view().phase]),
      h("div", { class: "row", id: "also" }, buttons(ctx, offered)),
      !offered.length && h("p", { class: "hint" }, "There is nothing to do."),
      h("div", { class: "row" }, button(["Done", h("kbd", {}, "Ctrl ⏎")], done, { "data-command": "Done" })),
    ];
  };
  return { ...bare(ctx, "anything", panel), done };
}

/** A mode that the map has no part in. */
function bare(ctx, name, panel) {
  return {
    name,
    panel,
    show() {
      ctx.map.layers.lines.replaceChildren();
      ctx.drawDeclared();
    },
    click: () => false,
    hover: () => null,
    confirm: () => false,
    clear: () => false,
    done: () => false,
    close: () => ctx.map.layers.lines.replaceChildren(),
  };
}
