/** What this is, and a game at one click. */

import { Refusal } from "../api.js";
import { fill, h, s } from "../dom.js";
import { boardAddress, tablePicture } from "./pictures.js";
import { makeGame } from "./making.js";
import { refusalPlace, trying } from "./refusing.js";

const MACHINE = "M-7-20h14l2 6h5l3 14-4 2-2-8h-3l1 10 6 18h-9l-5-15-1-4-1 4-5 15h-9l6-18 1-10h-3l-2 8-4-2 3-14h5zM-4-27h8v6h-8z";
/** The games at one click. */
export const QUICK = [
  {
    kind: "classic",
    scenario: "duel",
    name: "giant war machines",
    text: "A duel on hexes: one machine each, heat, armour and nerve. About half an hour.",
    picture: machines,
  },
  {
    kind: "platoon",
    scenario: "crossroads",
    name: "H.E.A.T platoons",
    text: "Two modern platoons at a crossroads: order dice, pins, drones and a tape measure.",
    picture: platoons,
  },
];

/** The head of the start page; `kinds` promises the games as the server lists them, `table` a set-up to draw. */
export function hero(kinds, table) {
  const place = refusalPlace();
  return h(
    "section",
    { class: "hero", "aria-labelledby": "hero-title" },
    h("h1", { id: "hero-title" }, "Play tabletop battles in your browser, with every number explained"),
    h(
      "p",
      { class: "lead" },
      "Overheat knows the rules, throws the dice and shows what each number is made of and where it is written. Play against a bot now, or a friend by link.",
    ),
    h("div", { class: "quick-games" }, QUICK.map((quick) => quickGame(quick, kinds, table, place))),
    place.element,
  );
}

function quickGame(quick, kinds, table, place) {
  const card = h(
    "button",
    { type: "button", class: "quick-game", "data-quick": quick.kind, onclick: () => trying(card, place, () => begin(quick, kinds)) },
    h("span", { class: "quick-picture" }, quick.picture(table)),
    h(
      "span",
      { class: "quick-words" },
      h("strong", {}, `Quick game: ${quick.name}`),
      h("span", { class: "muted" }, quick.text),
      h("span", { class: "quick-go" }, "You against the bot, at once", h("span", { "aria-hidden": "true" }, " →")),
    ),
  );
  return card;
}

async function begin(quick, kinds) {
  const kind = (await kinds).find((each) => each.name === quick.kind);
  if (!kind) throw new Refusal({ id: "page.kind", reason: `this server does not play ${quick.name}` }, 0);
  const scenario = kind.scenarios.find((each) => each.name === quick.scenario) ?? kind.scenarios[0];
  const [mine, ...others] = scenario.sides;
  const seats = { [mine]: "human", ...Object.fromEntries(others.map((side) => [side, "greedy"])) };
  return makeGame({ kind: kind.name, scenario: scenario.name, seats }, { mine: [mine] });
}

function machines() {
  return s(
    "svg",
    { viewBox: "0 0 480 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    s("image", { href: boardAddress("valley", 26), x: -40, y: -260, width: 650, height: 800, preserveAspectRatio: "xMidYMid meet" }),
    s("line", { x1: 128, y1: 113, x2: 350, y2: 71, class: "art-shot" }),
    machine(100, 118, 0, "scale(1.5)"),
    machine(376, 66, 1, "scale(1.5)"),
    tag(96, 158, "4 gunnery + 1 walked + 2 range + 1 woods = 8", "42 %"),
  );
}

function machine(x, y, index, size) {
  const base = index === 1 ? s(
    "rect",
    { x: -21, y: -21, width: 42, height: 42, rx: 5, class: "art-base" },
  ) : s("circle", { r: 23, class: "art-base" });
  return s(
    "g",
    { transform: `translate(${x} ${y})`, "data-side-index": index },
    base,
    s("path", { d: MACHINE, transform: `${size} scale(.5)`, class: "art-machine" }),
  );
}

function platoons(table) {
  const ground = s("g", {}, s("rect", { width: 480, height: 200, class: "table-ground" }));
  table.then((setup) => setup && fill(
    ground,
    s(
      "svg",
      { x: -60, y: -90, width: 600, height: 400, viewBox: `0 0 ${setup.table.width * 10} ${setup.table.depth * 10}` },
      tableArt(setup),
    ),
  ));
  return s(
    "svg",
    { viewBox: "0 0 480 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    ground,
    s("line", { x1: 136, y1: 112, x2: 332, y2: 66, class: "art-shot" }),
    squad(108, 118, 0),
    squad(356, 60, 1),
    die(126, 168, "Fire"),
    tag(156, 158, "3 to hit + 1 soft cover = 4 or more", "50 %"),
  );
}

function tableArt(setup) {
  return [...tablePicture(setup).children].filter((part) => part.tagName !== "text");
}

function squad(x, y, index) {
  const men = [[-20, -12], [-6, -17], [9, -13], [20, -3], [-14, 5], [2, 1], [14, 12], [-4, 16]];
  return s("g", { transform: `translate(${x} ${y})`, "data-side-index": index }, men.map(([dx, dy]) =>
    index === 1 ? s(
      "rect",
      { x: dx - 5.5, y: dy - 5.5, width: 11, height: 11, rx: 1, class: "art-man" },
    ) : s("circle", { cx: dx, cy: dy, r: 6, class: "art-man" })));
}

function die(x, y, order) {
  return s(
    "g",
    { transform: `translate(${x} ${y})`, "data-side-index": 0 },
    s("rect", { x: -21, y: -10, width: 42, height: 30, rx: 6, class: "art-die" }),
    s("text", { y: 10, class: "art-order" }, order),
  );
}

function tag(x, y, sum, chance) {
  const wide = sum.length * 6.9 + 64;
  return s(
    "g",
    { transform: `translate(${x} ${y})` },
    s("rect", { width: wide, height: 30, rx: 6, class: "art-tag" }),
    s("text", { x: 10, y: 20, class: "art-sum" }, sum),
    s("text", { x: wide - 10, y: 20, class: "art-chance", "text-anchor": "end" }, chance),
  );
}
