/** A few words for who plays a game for the first time, until they are sent away. */

import { button, h } from "../dom.js";
import { glossary } from "./glossary.js";
import { NARROW } from "./layout.js";

const KEY = "overheat.welcomed";

const FIRST = {
  classic: [
    "Each round you move your machines, then fire, then kick and punch; the bar at the top says what is expected of you now.",
    "Choose a unit with a ring, click a coloured hex or an enemy, read what it costs and how likely it is, and confirm.",
    "The last machine standing wins; Undo takes your last command back, against a bot at once, with a friend if the friend agrees.",
  ],
  platoon: [
    "First set your units up in your striped zone, or let the page do it; then dice are drawn from a bag, and whose die it is gives one unit an order.",
    "Choose a unit with a ring and one of its orders, then click the table to move or an enemy to shoot at, and confirm.",
    "Destroyed enemies and flags held at the end bring victory points; Undo takes your last command back, with a friend if the friend agrees.",
  ],
};

function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

function keep(kind) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...known(), kind])]));
  } catch {
    return;
  }
}

/** The strip that welcomes a newcomer to a kind of game, and `fold()` to make room once he plays; null for who has sent it away before or only watches. */
export function welcome(table) {
  const sentences = FIRST[table.kind];
  if (!sentences || !table.game.you.length || table.game.outcome || known().includes(table.kind)) return null;
  const away = () => (keep(table.kind), element.remove());
  const lesson = h("details", { open: !NARROW.matches }, h("summary", {}, "First time here?"), h("ol", {}, sentences.map((sentence) => h("li", {}, sentence))));
  const element = h(
    "section",
    { id: "welcome", class: "welcome", "aria-label": "First time here?" },
    lesson,
    h(
      "div",
      { class: "welcome-tools" },
      button("Words of the game", () => glossary(table.kind), { id: "welcome-words" }),
      button("Got it", away, { id: "welcome-away", class: "primary" }),
    ),
  );
  const fold = () => {
    lesson.open = false;
    element.classList.add("folded");
  };
  return { element, fold };
}
