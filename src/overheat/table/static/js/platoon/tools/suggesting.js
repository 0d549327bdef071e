/** A fair place for the next unit, out of those that the rules grant: apart from friends, forward, near cover. */

import { flat, middle } from "../measure.js";

const APART = 7;
const COVERING = new Set(["wood", "orchard", "ruin", "hedge", "wall", "fence", "earthwork"]);

/** One of the commands for setting up, or null. */
export function suggestion(commands, scene, side) {
  const deploys = commands.filter((command) => command.type === "Deploy");
  const standing = deploys.filter((command) => command.at);
  const ride = deploys.find((command) => command.aboard && scene.unit(command.aboard)?.sheet.squad === scene.unit(command.unit)?.sheet.id);
  if (ride) return ride;
  if (!standing.length) return deploys[0] ?? null;
  const unit = scene.unit(standing[0].unit);
  const best = standing.map((command) => [worth(command, unit, scene, side), command]).sort((one, other) => other[0] - one[0]);
  return best[0][1];
}

function worth(command, unit, scene, side) {
  const friends = scene.onTable().filter((other) => other.side === side).map((other) => flat(other.at, command.at));
  const near = Math.min(APART * 2, ...friends);
  const rear = unit.fixed || ["drone", "gun", "helicopter"].includes(unit.kind);
  const toFront = forward(command.at, scene.zones[side]);
  const toMiddle = Math.abs(command.at[0] / 100 - scene.width / 2) / scene.width;
  const cover = scene.pieces.some((piece) => COVERING.has(piece.kind) && flat(middle(piece.points).map((inch) => inch * 100), command.at) < 6);
  return Math.min(near, APART) * 3 + (rear ? -1 : 1) * toFront * 4 - toMiddle * 4 + (cover && unit.soft ? 3 : 0);
}

/** How far a place is from the edge behind a zone, 0 to 1. */
function forward([x, y], zone) {
  const across = (x / 100 - zone.west) / (zone.east - zone.west);
  const up = (y / 100 - zone.south) / (zone.north - zone.south);
  return { south: up, north: 1 - up, west: across, east: 1 - across }[zone.edge];
}
