/** What this is, and a game at one click. */

import { Refusal } from "../api.js";
import { machine as shapesOf } from "../classic/map/figures/machines.js";
import { fill, h, s } from "../dom.js";
import { manFigure } from "../platoon/table/figures.js";
import { boardAddress, tablePicture } from "./pictures.js";
import { refusalPlace, trying } from "./refusing.js";

/** The men of a squad: where each stands and what he carries. */
const SQUAD = [[-20, -12, "ar"], [-6, -17, "lmg"], [9, -13, "ar"], [21, -3, "rpg"], [-15, 6, "ar"], [2, 1, "ar"], [15, 13, "sniper"], [-4, 17, "ar"]];
/** The bot that plays unless another is chosen. */
export const USUAL = "normal";
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
  const seats = { [mine]: "human", ...Object.fromEntries(others.map((side) => [side, USUAL])) };
  const { makeGame } = await import("./making.js");
  return makeGame({ kind: kind.name, scenario: scenario.name, seats }, { mine: [mine] });
}

function machines() {
  const drawn = s(
    "svg",
    { viewBox: "0 0 480 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    s("image", { href: boardAddress("valley", 26), x: -40, y: -260, width: 650, height: 800, preserveAspectRatio: "xMidYMid meet" }),
    s("line", { x1: 128, y1: 113, x2: 350, y2: 71, class: "art-shot" }),
    machine(92, 112, 0, 60, 79),
    machine(376, 66, 1, 270, 259),
  );
  return [drawn, tag("4 gunnery + 1 walked + 2 range + 1 woods = 8", "42 %")];
}

/** A machine as on the map: its legs one way, its torso towards the enemy. */
function machine(x, y, index, legs, torso) {
  const base = index === 1 ? s(
    "rect",
    { x: -29, y: -29, width: 58, height: 58, rx: 7, class: "art-base" },
  ) : s("circle", { r: 33, class: "art-base" });
  const shapes = shapesOf("humanoid", "medium", false);
  const turned = (parts, angle) => s("g", { transform: `rotate(${angle})` }, parts.map(([look, d]) => s("path", { d, class: look })));
  return s(
    "g",
    { transform: `translate(${x} ${y})`, "data-side-index": index },
    base,
    s("g", { class: "figure", transform: `scale(${shapes.scale * 1.6})` }, turned(shapes.legs, legs), turned(shapes.torso, torso)),
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
  const drawn = s(
    "svg",
    { viewBox: "0 0 480 200", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    ground,
    s("line", { x1: 136, y1: 112, x2: 332, y2: 66, class: "art-shot" }),
    squad(100, 112, 0),
    squad(356, 60, 1),
  );
  return [drawn, tag("3 to hit + 1 soft cover = 4 or more", "50 %", "Fire")];
}

function tableArt(setup) {
  return [...tablePicture(setup).children].filter((part) => part.tagName !== "text");
}

function squad(x, y, index) {
  return s("g", { transform: `translate(${x} ${y}) scale(1.6)`, "data-side-index": index }, SQUAD.map(([dx, dy, arms]) => s(
    "g",
    { class: "p-figure", transform: `translate(${dx} ${dy}) rotate(${index === 1 ? 257 : 77})` },
    index === 1 ? s("rect", { x: -5, y: -5, width: 10, height: 10, rx: 1, class: "art-man" }) : s("circle", { r: 5.6, class: "art-man" }),
    s("g", { transform: "scale(1.35)" }, manFigure(arms, false)),
  )));
}

/** What a shot comes to, over the lower edge of a picture: its order if there is one, the sum and the chance. */
function tag(sum, chance, order = "") {
  return h(
    "span",
    { class: "art-tag", "aria-hidden": "true" },
    order && h("b", { class: "art-order", "data-side-index": 0 }, order),
    h("span", {}, sum),
    h("b", { class: "art-chance" }, chance),
  );
}
