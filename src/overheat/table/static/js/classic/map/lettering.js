/** Where the ground is lettered: numbers of hexes, levels and what buildings are, as boxes that names keep off where they can. */

import { amount, ground } from "./ground.js";
import { centre, INNER, SIZE, split } from "./hexes.js";

/** How small a hex may be drawn, from its middle to a corner, for its number, its building and its level to be read. */
const READ = { number: 26, built: 17, level: 12 };
/** How much is lost where a name covers them. */
const WORTH = { number: 0.04, built: 0.7, level: 0.22 };

/** The letters of one hex, as boxes around its middle. */
function lettersOf(cell) {
  const hex = ground(cell);
  const found = [{ kind: "number", x: -16, y: 2 - INNER, width: 32, height: 10 }];
  if (hex.features.has("building")) {
    const up = 3 + Math.min(amount(hex, "bldg_elev") || 1, 7) * 1.7;
    found.push({ kind: "built", x: -18, y: -6 - up, width: 36, height: 22 });
  }
  if (hex.features.has("fuel_tank")) found.push({ kind: "built", x: -9, y: -14, width: 18, height: 18 });
  if (hex.level || hex.features.has("water") || hex.features.has("bridge")) found.push({ kind: "level", x: -11, y: INNER - 13, width: 22, height: 11 });
  return found;
}

/** The letters of a board: `show(board)` takes it in, `lost(box, pixel)` is how much a name at a place would cover, for so many units of the map to a pixel. */
export function lettering() {
  let hexes = null;
  let cells = new Map();
  const key = (column, row) => column * 1000 + row;

  return {
    show(board) {
      if (board.hexes === hexes) return;
      hexes = board.hexes;
      cells = new Map(Object.entries(hexes).map(([name, cell]) => {
        const { column, row } = split(name);
        const { x, y } = centre(name);
        return [key(column, row), lettersOf(cell).map((each) => ({ ...each, x: each.x + x, y: each.y + y }))];
      }));
    },
    lost(box, pixel) {
      const pixels = SIZE / pixel;
      if (pixels < READ.level) return 0;
      let lost = 0;
      const [left, right] = [Math.floor((box.x - SIZE) / (1.5 * SIZE)), Math.ceil((box.x + box.width + 2 * SIZE) / (1.5 * SIZE))];
      const [top, bottom] = [Math.floor(box.y / INNER / 2), Math.ceil((box.y + box.height) / INNER / 2 + 1)];
      for (let column = left; column <= right; column += 1) {
        for (let row = top; row <= bottom; row += 1) {
          for (const { kind, x, y, width, height } of cells.get(key(column, row)) ?? []) {
            if (pixels < READ[kind]) continue;
            const across = Math.min(box.x + box.width, x + width) - Math.max(box.x, x);
            const down = Math.min(box.y + box.height, y + height) - Math.max(box.y, y);
            if (across > 0 && down > 0) lost += (WORTH[kind] * across * down) / (width * height);
          }
        }
      }
      return lost;
    },
  };
}
