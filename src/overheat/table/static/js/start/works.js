/** How it works, in five sentences, and whose names these are. */

import { h } from "../dom.js";

const STEPS = [
  [
    "Nothing is hidden",
    "Hover or tap any number: it unfolds into its terms, each with the book and page it is written in.",
    "/adjudicate",
    "Ask the adjudicator",
  ],
  [
    "At a real table, too",
    "Describe a shot of your miniatures and get the number, the exact chance and the damage to expect.",
    "/adjudicate",
    "Adjudicate a shot",
  ],
  [
    "Cards and sheets",
    "Record sheets, Alpha Strike cards and platoon cards from unit files, to look at and to print.",
    "/units",
    "Open cards & sheets",
  ],
  [
    "A platoon of your own",
    "Fill the slots, see points and rulings as you go, share it by link, print its cards, play with it.",
    "/platoon",
    "Build a platoon",
  ],
  [
    "The log is the game",
    "Every game can be looked back at, taken back by agreement, saved as a file and gone on with.",
    "#saved",
    "Open a saved game",
  ],
];

/** The strip that tells how it works. */
export function works() {
  return h(
    "section",
    { "aria-labelledby": "works-title", class: "stack" },
    h("h2", { id: "works-title" }, "How does it work?"),
    h(
      "div",
      { class: "works" },
      STEPS.map(([title, text, path, link]) => h(
        "div",
        { class: "card stack" },
        h("h3", {}, title),
        h("p", { class: "small" }, text),
        h("a", { href: path }, link),
      )),
    ),
  );
}

/** The line at the foot of the page. */
export function notice() {
  return h(
    "footer",
    { class: "notice small" },
    h(
      "p",
      {},
      "This is an unofficial project of players. BattleTech, BattleMech, 'Mech, MechWarrior and Alpha Strike are trademarks of The Topps Company, Inc.; Bolt Action is a trademark of Warlord Games Limited. The owners of these and of all other game names have not endorsed this project and have no part in it. Rules are restated in our own words; buy the books, they are worth it.",
    ),
    h("p", {}, h("a", { href: "/docs" }, "For programs: everything this page asks the server")),
  );
}
