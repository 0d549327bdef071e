/**
 * The ground under a map, a drawing of its own: while the map is moved and magnified the browser moves it as a picture, and draws it
 * sharp again when it rests. So a large board follows the hand also where no graphics card helps.
 */

import { s } from "../../dom.js";
import { world } from "./hexes.js";
import { terrain } from "./terrain.js";

const REST = 250;
const COARSE = 0.5;

/**
 * The ground in a stage: `show(board)` draws it, `follow(box, held)` moves it to where a viewBox in such a place shows it; `rested(svg)`
 * is run when it is drawn sharp.
 */
export function groundSheet(stage, rested) {
  const svg = s("svg", { class: "classic-ground", "aria-hidden": "true" });
  const drawing = terrain(svg);
  let size = null;
  let wanted = null;
  let sharp = 0;
  let timer = 0;
  stage.append(svg);

  /** Draw it as large as it is shown; so too when it has become so small that far more would be drawn than is seen. */
  function rest() {
    const { x, y, scale } = wanted;
    sharp = scale;
    svg.style.width = `${size.width * scale}px`;
    svg.style.height = `${size.height * scale}px`;
    svg.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    rested(svg);
  }

  /** Where the sheet lies and how large it is, so that it shows a box in the middle of the place that holds it. */
  function placed(box, held) {
    const scale = Math.min(held.width / box.width, held.height / box.height);
    const along = (origin, start, length, room) => (room - length * scale) / 2 + (origin - start) * scale;
    return { x: along(size.x, box.x, box.width, held.width), y: along(size.y, box.y, box.height, held.height), scale };
  }

  return {
    show(board) {
      if (!drawing.show(board)) return;
      size = world(board);
      svg.setAttribute("viewBox", `${size.x} ${size.y} ${size.width} ${size.height}`);
    },
    follow(box, held) {
      if (!size || !held.width) return;
      const next = placed(box, held);
      if (wanted && ["x", "y", "scale"].every((part) => wanted[part] === next[part])) return;
      wanted = next;
      clearTimeout(timer);
      if (next.scale < sharp * COARSE || !sharp) rest();
      else {
        svg.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale / sharp})`;
        timer = setTimeout(rest, REST);
      }
    },
    close() {
      clearTimeout(timer);
      svg.remove();
    },
  };
}
