/**
 * A whole table in a link: `#name=Mine&size=72x48&piece=wood;10,12,18,12,18,20,10,20;name=Grove&zone=0,0,72,9,south&aim=36,24,3,4,The+middle`.
 */

import { plain } from "./draft.js";

const code = encodeURIComponent;

/** A table as the fragment of a link, without the sharp. */
export function fragmentOf({ name, text, players, platoons, table, zones, objectives }) {
  return [
    `name=${code(name)}`,
    text && `text=${code(text)}`,
    `players=${players.map(code).join(",")}`,
    `platoons=${platoons.map(code).join(",")}`,
    `size=${table.width}x${table.depth}`,
    ...table.pieces.map((piece) => `piece=${wordsOf(piece)}`),
    ...zones.map(({ west, south, east, north, edge }) => `zone=${[west, south, east, north, edge].join(",")}`),
    ...objectives.map((aim) => `aim=${[aim.x, aim.y, aim.worth, aim.radius, code(aim.name)].join(",")}`),
  ].filter(Boolean).join("&");
}

function wordsOf({ kind, points, height, name }) {
  return [code(kind), points.flat().join(","), height !== undefined && `height=${height}`, name && `name=${code(name)}`].filter(Boolean).join(";");
}

/** The table that a fragment holds, or null if it holds none. */
export function tableIn(fragment) {
  const pairs = fragment.replace(/^#/, "").split("&").map((part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)]);
  const all = (key) => pairs.filter(([name]) => name === key).map(([, value]) => value);
  const words = (key) => all(key)[0]?.split(",").map(decodeURIComponent);
  if (all("zone").length !== 2 || !all("size").length) return null;
  try {
    const [width, depth] = all("size")[0].split("x").map(Number);
    return plain({
      name: decodeURIComponent(all("name")[0] ?? ""),
      text: decodeURIComponent(all("text")[0] ?? ""),
      players: words("players"),
      platoons: words("platoons"),
      table: { width, depth, pieces: all("piece").map(pieceOf) },
      zones: all("zone").map((each) => {
        const [west, south, east, north, edge] = each.split(",");
        return { west: Number(west), south: Number(south), east: Number(east), north: Number(north), edge };
      }),
      objectives: all("aim").map((each) => {
        const [x, y, worth, radius, ...name] = each.split(",");
        return { name: decodeURIComponent(name.join(",")), x: Number(x), y: Number(y), worth: Number(worth), radius: Number(radius) };
      }),
    });
  } catch {
    return null;
  }
}

function pieceOf(words) {
  const [kind, places, ...more] = words.split(";");
  const inches = places.split(",").map(Number);
  const piece = { kind: decodeURIComponent(kind), points: [] };
  for (let at = 0; at + 1 < inches.length; at += 2) piece.points.push([inches[at], inches[at + 1]]);
  for (const each of more) {
    const value = decodeURIComponent(each.slice(each.indexOf("=") + 1));
    if (each.startsWith("height=")) piece.height = Number(value);
    if (each.startsWith("name=")) piece.name = value;
  }
  return piece;
}
