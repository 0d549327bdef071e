/** Where the two stand: so many hexes apart with terrain in words, or on hexes of a board. */

import { get } from "../api.js";
import { button, choice, fill, h } from "../dom.js";
import { boardMap, towards } from "./board_map.js";
import { check, line, number, segments, select } from "./fields.js";
import { redrawn } from "../redrawing.js";

const SIDES = [["front", "Front"], ["left", "Left"], ["right", "Right"], ["rear", "Rear"]];
const FACINGS = [[0, "0 ↑ north"], [1, "1 ↗"], [2, "2 ↘"], [3, "3 ↓ south"], [4, "4 ↙"], [5, "5 ↖"]];
const PLAIN = ["light woods", "heavy woods", "rough", "rubble", "water depth 1", "light building"];

export const PLACE = {
  board: "",
  distance: 5,
  side: "front",
  arc: "front",
  "attacker.terrain": "",
  "target.terrain": "",
  between: [],
  cover: false,
  "attacker.level": 0,
  "target.level": 0,
  "attacker.hex": "",
  "attacker.facing": 0,
  "attacker.torso": "",
  "target.hex": "",
  "target.facing": 3,
};

/** The place as the server is asked about it: what goes into the question, and into each party. */
export function placeAsked(question) {
  if (!question.board) {
    return {
      question: {
        place: {
          distance: question.distance,
          side: question.side,
          arc: question.arc,
          attacker_terrain: question["attacker.terrain"],
          target_terrain: question["target.terrain"],
          intervening: question.between,
          attacker_level: question["attacker.level"],
          target_level: question["target.level"],
          partial_cover: question.cover,
        },
      },
      attacker: {},
      target: {},
    };
  }
  const torso = question["attacker.torso"];
  return {
    question: { board: question.board },
    attacker: { hex: question["attacker.hex"], facing: question["attacker.facing"], ...(torso === "" ? {} : { torso: Number(torso) }) },
    target: { hex: question["target.hex"], facing: question["target.facing"] },
  };
}

/** Why a place is not complete yet, or "". */
export function placeMissing(question) {
  if (question.board && !(question["attacker.hex"] && question["target.hex"])) return "Press the board where the attacker and the target stand.";
  return "";
}

/** The form of the place. */
export function placeForm(question, changed) {
  const body = h("div", { class: "stack" });
  const set = (name, value) => {
    question[name] = value;
    changed();
  };
  let words = PLAIN;
  let boards = [];
  const show = () => redrawn(body, () => fill(body, question.board ? onBoard() : inWords()));

  const inWords = () => {
    const terrain = [["", "clear ground"], ...words.map((word) => [word, word])];
    return [
      h(
        "div",
        { class: "facts" },
        number("Distance in hexes", question.distance, { name: "distance", least: 1, most: 60 }, (value) => set("distance", value)),
        select("Strikes the target's", question.side, { name: "side", options: SIDES }, (value) => set("side", value)),
        select("Target is at the attacker's", question.arc, { name: "arc", options: SIDES }, (value) => set("arc", value)),
        select("Target stands in", question["target.terrain"], { name: "target.terrain", options: terrain }, (value) => set("target.terrain", value)),
        select("Attacker stands in", question["attacker.terrain"], { name: "attacker.terrain", options: terrain }, (value) => set("attacker.terrain", value)),
        number("Target's level", question["target.level"], { name: "target.level", least: -6, most: 20 }, (value) => set("target.level", value)),
        number("Attacker's level", question["attacker.level"], { name: "attacker.level", least: -6, most: 20 }, (value) => set("attacker.level", value)),
      ),
      between(),
      check("Partial cover", question.cover, { name: "cover", hint: "a wall, a hill or the like hides the target's legs" }, (value) => set("cover", value)),
    ];
  };
  const between = () =>
    h(
      "div",
      { class: "field" },
      h("span", { class: "field-label" }, "Between them, a hex each"),
      h(
        "div",
        { class: "chips", "data-field": "between" },
        question.between.map((word, at) =>
          button([word, h("span", { "aria-hidden": "true" }, "×")], () => {
            set("between", question.between.filter((_, other) => other !== at));
            show();
          }, { class: "chip", "aria-label": `Take away ${word}` }),
        ),
        choice([["", question.between.length ? "+ another" : "+ woods, smoke…"], ...words.map((word) => [word, word])], "", (word) => {
          if (!word) return;
          set("between", [...question.between, word]);
          show();
        }, { "aria-label": "Add terrain between them", "data-add": "between" }),
      ),
    );
  /** Turn the two to face each other. */
  const turn = () => {
    for (const [role, other] of [["attacker", "target"], ["target", "attacker"]]) {
      const facing = towards(question[`${role}.hex`], question[`${other}.hex`]);
      if (facing !== null) question[`${role}.facing`] = facing;
    }
    question["attacker.torso"] = "";
  };
  const onBoard = () => {
    const map = boardMap(question, (role, hex) => {
      const first = !question[`${role}.hex`];
      question[`${role}.hex`] = hex;
      if (first) turn();
      changed();
      show();
    });
    const redraw = (name, value) => {
      set(name, value);
      map.mark();
    };
    const names = boards.map((one) => one.name ?? one);
    return [
      select("Board", question.board, { name: "board", options: names.includes(question.board) ? names : [question.board, ...names] }, (value) => {
        set("board", value);
        show();
      }),
      map.element,
      h(
        "div",
        { class: "facts" },
        line("Attacker's hex", question["attacker.hex"], { name: "attacker.hex", placeholder: "0405" }, (value) => redraw("attacker.hex", value)),
        line("Target's hex", question["target.hex"], { name: "target.hex", placeholder: "0810" }, (value) => redraw("target.hex", value)),
        select("Attacker faces", question["attacker.facing"], { name: "attacker.facing", options: FACINGS }, (value) => redraw("attacker.facing", Number(value))),
        select("Target faces", question["target.facing"], { name: "target.facing", options: FACINGS }, (value) => redraw("target.facing", Number(value))),
        select("Attacker's torso", question["attacker.torso"], { name: "attacker.torso", options: [["", "not twisted"], ...FACINGS] }, (value) => set("attacker.torso", value)),
      ),
      button("Face each other", () => {
        turn();
        changed();
        show();
      }, { "data-turn": "both" }),
    ];
  };
  const modes = segments("How the place is given", question.board ? "board" : "words", { name: "mode", options: [["words", "Distance and terrain"], ["board", "Hexes of a board"]] }, (value) => {
    question.board = value === "board" ? (boards[0]?.name ?? boards[0] ?? "") : "";
    changed();
    show();
  });
  const learn = async () => {
    const [terrain, known] = await Promise.allSettled([get("/api/adjudicate/terrain"), get("/api/boards")]);
    if (terrain.status === "fulfilled") words = wordsOf(terrain.value);
    if (known.status === "fulfilled") boards = known.value;
    show();
  };
  show();
  learn();
  return { element: h("section", { class: "card stack", "aria-label": "Where they stand" }, h("h2", {}, "Where they stand"), modes, body) };
}

/** The words for terrain, whether the server gives them alone or with facts about them. */
function wordsOf(answer) {
  const listed = Array.isArray(answer) ? answer : (answer.terrain ?? Object.keys(answer));
  return listed.map((one) => (typeof one === "string" ? one : (one.name ?? one.word ?? one.id))).filter(Boolean);
}
