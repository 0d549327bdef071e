/** The map: one of the bundled boards, or a board file of one's own. */

import { get } from "../../api.js";
import { fill, h } from "../../dom.js";
import { capital } from "../../sides.js";
import { boardAddress, boardPicture, boardTextAddress } from "../pictures.js";
import { refusalPlace, trying } from "../refusing.js";
import { fileButton } from "../files.js";
import { randomMap } from "./random_map.js";

/** A chooser of maps; `chosen()` gives the board's name, and its text where it is a file. */
export function maps({ start = null, changed = () => {} } = {}) {
  let boards = [];
  let own = null;
  let name = start?.board && !start.board_text ? start.board : "valley";
  const list = h("div", { class: "maps", role: "radiogroup", "aria-label": "The map" });
  const place = refusalPlace({ id: "map-refusal" });

  const choose = (next) => {
    name = next;
    for (const item of list.querySelectorAll("input")) item.checked = item.value === next;
    changed();
  };
  const show = () => fill(
    list,
    boards.map((board) => mapCard(board, boardAddress(board.name), name, choose)),
    own && mapCard({ name: own.name, description: own.description ?? "your file" }, own.address, name, choose),
  );
  const read = (file) => trying(null, place, async () => {
    own = { ...file, address: await boardTextAddress(file.text, file.name) };
    name = own.name;
    show();
    changed();
  });
  get("/api/boards").then((found) => {
    boards = found.map((board) => (typeof board === "string" ? { name: board } : board));
    show();
  }, place.show);
  if (start?.board_text) read({ name: start.board, text: start.board_text });
  const element = h(
    "div",
    { class: "stack" },
    list,
    randomMap({ made: read, place }),
    h("div", { class: "row" }, fileButton("Bring a .board file", ".board", read, { id: "board-file" })),
    place.element,
  );
  return {
    element,
    read,
    choose,
    chosen: () => (own && own.name === name ? { board: own.name, board_text: own.text } : { board: name, board_text: "" }),
    address: () => (own && own.name === name ? own.address : boardAddress(name)),
    label: () => name.replace(/\.board$/i, ""),
  };
}

function mapCard(board, address, chosen, choose) {
  const size = board.width ? `${board.width} × ${board.height} hexes` : "";
  const box = h(
    "input",
    {
      type: "radio",
      name: "map",
      value: board.name,
      checked: board.name === chosen,
      class: "off-screen",
      "aria-label": board.name,
      onchange: () => choose(board.name),
    },
  );
  return h(
    "label",
    { class: "map-card", "data-board": board.name },
    box,
    boardPicture(address, `The board ${board.name}`),
    h("strong", {}, capital(board.name.replace(/\.board$/i, ""))),
    size && h("span", { class: "small" }, size),
    board.description && h("span", { class: "small" }, board.description),
  );
}
