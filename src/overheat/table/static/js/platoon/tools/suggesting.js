/**
 * A fair place for the next unit: a line that faces the enemy with room between its units, nobody in front of whoever
 * shoots straight, and behind it what shoots in an arc, flies, leads or only carries.
 */

import { SCALE, bases, corners, headingTo } from "../table/measure.js";
import { measured } from "../table/ruler.js";
import { INWARDS } from "../scene.js";

const STEP = 1;
const TRIES = 12;
const ROOM = 2;
const SECOND = 4;
const TURN = 15;
/** What an inch costs away from the wanted depth, along the front, and of room that is missing; and what standing badly costs. */
const COST = { depth: 1, along: 0.2, room: 4, blocked: 6, bogged: 20, cover: -2 };
const COVERING = new Set(["wood", "orchard", "ruin", "hedge", "wall", "fence", "earthwork"]);
const GOING = new Set(["road", "hill"]);

/** What sets up the next unit, or the one that is `wanted`, or null: the best place that the ruler grants, else the best of those that are listed. */
export async function suggestion(desk, side, wanted = null) {
  const { scene, table } = desk;
  const all = table.legal.filter((command) => command.type === "Deploy");
  const unit = wanted ?? scene.unit(all[0]?.unit);
  const deploys = all.filter((command) => command.unit === unit?.id);
  const ride = deploys.find((command) => command.aboard && scene.unit(command.aboard)?.sheet.squad === unit?.sheet.id);
  const listed = deploys.filter((command) => command.at);
  if (ride || (!listed.length && !wanted)) return ride ?? deploys[0] ?? null;
  const ground = fieldOf(scene, side);
  const ranked = (commands) => commands.map((command) => [costOf(command, unit, ground), command]).sort((one, other) => one[0] - other[0]).map(([, command]) => command);
  for (const command of ranked(places(unit, ground, listed[0]?.at[2] ?? (unit.facts?.heights?.start ?? 0) * SCALE)).slice(0, TRIES)) {
    if ((await measured(table, command))?.granted) return command;
  }
  return ranked(listed)[0] ?? null;
}

/** The zone as the side sees it, its friends on the table and the terrain, as boxes. */
function fieldOf(scene, side) {
  const zone = scene.zones[side];
  const enemy = scene.zones[1 - side];
  const lengthwise = zone.edge === "south" || zone.edge === "north";
  const [low, high] = lengthwise ? [zone.west, zone.east] : [zone.south, zone.north];
  const opposite = lengthwise ? (enemy.west + enemy.east) / 2 : (enemy.south + enemy.north) / 2;
  const centre = ((low + high) / 2 + Math.max(low, Math.min(high, opposite))) / 2;
  const friends = scene.onTable().filter((each) => each.side === side && !each.flying).map((each) => ({ straight: roleOf(each).straight, box: boxOf(each.bodies.flatMap(corner)) }));
  const pieces = scene.pieces.map((piece) => ({ kind: piece.kind, box: boxOf(piece.points) }));
  return { zone, enemy, lengthwise, centre, friends, pieces, width: scene.width, depth: scene.depth };
}

/** Where a unit likes to stand: inches behind the front, `Infinity` for as far back as can be; whether it shoots straight ahead. */
function roleOf(unit) {
  const arcs = unit.fixed && unit.facts?.weapons?.some((weapon) => weapon.indirect);
  if (arcs || unit.kind === "drone" || unit.kind === "helicopter" || (!unit.soft && !unit.sheet.mounts.length)) return { back: Infinity, straight: false };
  if (["leader", "medic", "divisional"].includes(unit.sheet.slot)) return { back: SECOND, straight: false };
  return { back: 0, straight: true };
}

const FACING = { south: "north", north: "south", west: "east", east: "west" };

/** Places all over the zone, straight towards an enemy on the opposite edge, or towards the midst of one who is elsewhere. */
function places(unit, { zone, enemy }, height) {
  const found = [];
  const across = enemy.edge === FACING[zone.edge];
  const midst = [(enemy.west + enemy.east) / 2, (enemy.south + enemy.north) / 2];
  for (let x = zone.west + STEP; x < zone.east; x += STEP) {
    for (let y = zone.south + STEP / 2; y < zone.north; y += STEP / 2) {
      const heading = across ? INWARDS[zone.edge] : (Math.round(headingTo([x, y], midst) / TURN) * TURN) % 360;
      found.push({ type: "Deploy", unit: unit.id, at: [Math.round(x * SCALE), Math.round(y * SCALE), height], heading, aboard: null, flank: "" });
    }
  }
  return found;
}

function costOf(command, unit, field) {
  const { back, straight } = roleOf(unit);
  const box = boxOf(bodies(command, unit).flatMap(corner));
  const [front, rear] = depths(box, field);
  const off = back === Infinity ? Math.abs(rear - swing(unit)) : Math.abs(front - back);
  const middle = field.lengthwise ? (box.west + box.east) / 2 : (box.south + box.north) / 2;
  const outside = box.west < 0 || box.south < 0 || box.east > field.width || box.north > field.depth;
  const ground = field.pieces.filter((piece) => gap(piece.box, box) <= 0);
  const crowd = field.friends.reduce((sum, friend) => sum + Math.max(0, ROOM - gap(friend.box, box)) * COST.room + hidden(friend, box, straight, field) * COST.blocked, 0);
  const bogged = outside || ground.some(({ kind }) => kind === "building" || (!unit.soft && !GOING.has(kind)));
  const covered = unit.soft && !unit.fixed && ground.some(({ kind }) => COVERING.has(kind));
  return COST.depth * off + COST.along * Math.abs(middle - field.centre) + crowd + (bogged ? COST.bogged : 0) + (covered ? COST.cover : 0);
}

/** How far the corners of a vehicle stick out behind it when it turns: so near to an edge of the table it could only go straight ahead. */
function swing({ soft, sheet }) {
  return soft ? 0 : (Math.hypot(sheet.width, sheet.length) - sheet.length) / 2 / SCALE;
}

/** Whether one of two stands before the other, who shoots straight ahead. */
function hidden(friend, box, straight, field) {
  const [low, high] = field.lengthwise ? ["west", "east"] : ["south", "north"];
  if (friend.box[high] < box[low] || friend.box[low] > box[high]) return 0;
  const behind = depths(box, field)[0] > depths(friend.box, field)[0];
  return (behind ? straight : friend.straight) ? 1 : 0;
}

/** How far a box is from the front of the zone, and from the edge behind it. */
function depths(box, { zone }) {
  return { south: [zone.north - box.north, box.south - zone.south], north: [box.south - zone.south, zone.north - box.north], west: [zone.east - box.east, box.west - zone.west], east: [box.west - zone.west, zone.east - box.east] }[zone.edge];
}

function bodies({ at, heading }, unit) {
  if (!unit.soft) return [{ outline: corners(at, unit.sheet.width, unit.sheet.length, heading) }];
  return unit.men.length ? bases(at, unit) : [{ at, radius: 0.5 }];
}

/** The corners of what a body fills, in inches. */
function corner({ at, outline, radius }) {
  if (outline) return outline.map(([x, y]) => [x / SCALE, y / SCALE]);
  return [-radius, radius].map((off) => [at[0] / SCALE + off, at[1] / SCALE + off]);
}

function boxOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

/** Inches between two boxes; nothing or less where they lie over each other. */
function gap(one, other) {
  return Math.max(one.west - other.east, other.west - one.east, one.south - other.north, other.south - one.north);
}
