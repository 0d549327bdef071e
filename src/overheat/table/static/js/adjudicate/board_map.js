/** A board to place attacker and target on by pressing its hexes. */

import { picture } from "../api.js";
import { named, split } from "../classic/map/hexes.js";
import { fill, h, s } from "../dom.js";
import { refusal } from "../explain.js";
import { segments } from "./fields.js";

const SIZE = 36;
const ROOT = Math.sqrt(3);
const HEX = /^\d{4,6}$/;
const drawn = new Map();
let placing = "attacker";

/** Where the middle of a hex is in the picture. */
function centre(hex) {
  const { column, row } = split(hex);
  return [SIZE * (1 + 1.5 * (column - 1)), SIZE * ROOT * (0.5 + row - 1 + (column % 2 === 0 ? 0.5 : 0))];
}

/** The number of the hex that a point of the picture lies in. */
function hexAt(x, y) {
  const near = Math.round((x / SIZE - 1) / 1.5) + 1;
  let best = null;
  for (const column of [near - 1, near, near + 1]) {
    const row = Math.round(y / (SIZE * ROOT) - 0.5 - (column % 2 === 0 ? 0.5 : 0)) + 1;
    if (column < 1 || row < 1) continue;
    const name = named(column, row);
    const [cx, cy] = centre(name);
    const far = Math.hypot(cx - x, cy - y);
    if (!best || far < best.far) best = { name, far };
  }
  return best && best.far <= SIZE ? best.name : null;
}

/** The direction from one hex to another, 0 for north, clockwise; null while one of them is none. */
export function towards(from, to) {
  if (!HEX.test(from) || !HEX.test(to) || from === to) return null;
  const [x, y] = centre(from);
  const [toX, toY] = centre(to);
  return (Math.round(Math.atan2(toX - x, y - toY) / (Math.PI / 3)) + 6) % 6;
}

/** The board with its marks; `placed` gets the role and the hex that was pressed. */
export function boardMap(question, placed) {
  const holder = h("div", { class: "board-map", tabindex: "0", role: "region", "aria-label": "Board" }, h("p", { class: "muted" }, "drawing the board…"));
  const who = segments("What a press places", placing, { name: "placing", options: [["attacker", "Place the attacker"], ["target", "Place the target"]] }, (value) => (placing = value));
  const marks = s("g", {});
  const markBoth = () => marks.replaceChildren(mark(question, "attacker"), mark(question, "target"));
  const draw = async () => {
    try {
      if (!drawn.has(question.board)) drawn.set(question.board, await picture(`/api/boards/${encodeURIComponent(question.board)}/board.svg`, { params: { size: SIZE } }));
    } catch (no) {
      fill(holder, refusal(no));
      return;
    }
    const svg = drawn.get(question.board).cloneNode(true);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Board ${question.board}; hexes can also be typed below`);
    svg.append(marks);
    svg.addEventListener("click", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const hex = hexAt(point.x, point.y);
      if (!hex) return;
      const role = placing;
      placing = role === "attacker" ? "target" : "attacker";
      placed(role, hex);
    });
    fill(holder, svg);
  };
  markBoth();
  draw();
  return { element: h("div", { class: "stack" }, who, holder), mark: markBoth };
}

/** A marker with an arrow for the way it faces: round for the attacker, square for the target. */
function mark(question, role) {
  const hex = question[`${role}.hex`];
  if (!HEX.test(hex)) return s("g");
  const [x, y] = centre(hex);
  const shape = role === "attacker" ? s("circle", { r: 17 }) : s("rect", { x: -15, y: -15, width: 30, height: 30, rx: 3 });
  return s(
    "g",
    { class: `board-mark ${role}`, transform: `translate(${x} ${y})`, "data-mark": role },
    s("path", { d: "M-8 -20 L0 -33 L8 -20 Z", transform: `rotate(${60 * question[`${role}.facing`]})` }),
    shape,
    s("text", { y: 6 }, role === "attacker" ? "A" : "T"),
  );
}
