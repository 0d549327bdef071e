/** Events of a classic battle as beats of a show, in the order in which they happened. */

import { counted } from "../../counting.js";
import { beam, blast, blow, bolt, dust, flames, kindle, lob, past, rings, slug, spark, swarm, tracers, words } from "../../show/pictures.js";
import { centre, fromPair, SIZE } from "../map/hexes.js";
import { place } from "../words.js";
import { patchOf } from "./patches.js";
import { lookOf, salvo } from "./weapon_looks.js";

const BODY = SIZE * 0.62;
const LEAST = 24;
const STEP = 110;
const MOST_SPARKS = 6;
const READ = 760;
/** Events that belong to the shot before them. */
const OF_SHOT = new Set(["Struck", "ArmourLost", "StructureLost", "LocationLost", "CriticalHit", "Felled", "VehicleHurt", "Deflected", "NearlyMissed", "Withstood", "PlateStruck", "MountLost", "Flooded", "ClusterRolled", "DamageSummed", "CriticalRolled", "Rolled", "ShotsSpent", "Exploded", "CrewHurt", "Intercepted"]);
const WEARS = new Set(["ArmourLost", "StructureLost"]);
const summed = (terms) => terms.reduce((total, [, value]) => total + value, 0);

/**
 * The beats of some events. `at(id)` is where a unit stands on the map before them, `called(id)` its name and `side(id)` the colour of its side;
 * `stage` shows what has become of units: `patch(patches)`, `slide(id, from, hexes, milliseconds)`, `begun(told)` and `came(told)` for the card,
 * `lift(id)` how much room the name above a unit takes. `pixel` is how
 * many units of the map one is, so that nothing is too small to be seen.
 */
export function beatsOf(events, { at, called, side, stage, pixel = 1 }) {
  const size = Math.max(BODY, LEAST * pixel);
  const beats = [];
  const moved = new Map();
  const rows = new Map();
  let shot = null;
  let loose = [];
  let reached = 0;

  const where = (id) => moved.get(id) ?? at(id) ?? aimed(id);
  const next = (key) => {
    const row = rows.get(key) ?? 0;
    rows.set(key, (row + 1) % 3);
    return row;
  };

  function push(beat) {
    const patches = [...loose.splice(0), ...(beat.patches ?? [])];
    const strikes = beat.strikes;
    beats.push({ ...beat, upto: reached, patches, strikes: () => (patches.length && stage.patch(patches), strikes?.()) });
  }

  /** Something that happens to a unit in a word and a picture. */
  function happens(kind, unit, text, picture, { tone = "worse", thud = "", patches = [], lasts = 900, sound = "", said = text } = {}) {
    const spot = where(unit);
    if (!spot) return void loose.push(...patches);
    const actors = [...(picture ? [picture(spot, { begin: 0, size, seed: beats.length + 3 })] : []), ...(text ? [words(spot, text, { begin: 60, tone, lasts: READ, row: next(unit), lift: stage.lift(unit) })] : [])];
    push({ kind, unit, gap: lasts * 0.75, lasts: Math.max(lasts, ...actors.map((actor) => actor.end)), strike: 80, actors, thud, sound, patches, place: [spot], begins: () => text && stage.begun({ unit, who: called(unit), what: said, side: side(unit), place: [spot] }) });
    return undefined;
  }

  function close() {
    if (!shot) return;
    const made = shot;
    shot = null;
    const beat = made.blow ? struckBy(made, push_) : fired(made, push_);
    if (beat) push(beat);
    else loose.push(...made.patches);
    for (const unit of made.burst) happens("explosion", unit, "explosion!", blast, { thud: "boom", lasts: 1100 });
  }

  const push_ = { where, next, called, side, stage, size, seed: () => beats.length + 11 };

  for (const [index, { kind, event, number }] of events.entries()) {
    const patch = patchOf(kind, event);
    if (shot && OF_SHOT.has(kind)) {
      reached = number;
      if (patch) shot.patches.push(patch);
      if (kind === "Struck" && event.unit === shot.target) shot.struck.push(event);
      else if (kind === "Struck") shot.others.push(event);
      else if (kind === "ClusterRolled") shot.hits = event.hits;
      else if (kind === "ArmourLost" || kind === "StructureLost") shot.lost.push({ inside: kind === "StructureLost", ...event });
      else if (kind === "LocationLost") shot.extra.push(`${place(event.location)} gone`);
      else if (kind === "CriticalHit") shot.extra.push("critical hit");
      else if (kind === "Felled") shot.extra.push(`${counted(event.left, "soldier")} left`);
      else if (kind === "Exploded") shot.burst.push(event.unit);
      continue;
    }
    close();
    reached = number;
    if (kind === "AttackRolled") {
      shot = { ...event, blow: event.what !== "fire", struck: [], others: [], lost: [], extra: [], burst: [], patches: [], hits: null };
    } else if (kind === "Moved") {
      walk(event, patch, number);
    } else if (kind === "Fell") happens("fall", event.unit, "falls", dust, { thud: "crash", patches: patch ? [patch] : [] });
    else if (kind === "Struck") happens("hurt", event.unit, `−${event.damage} ${event.location}`, spark, { tone: "bad", thud: "hit", lasts: 600, said: resultOf({ hit: true, hits: null, struck: [event], lost: lostBy(events, index), extra: [] }).long });
    else if (kind === "LocationLost") happens("lost", event.unit, `${place(event.location)} gone`, spark, { thud: "crash", patches: [patch] });
    else if (kind === "CriticalHit") happens("critical", event.unit, "critical hit", spark, { thud: "hit" });
    else if (kind === "Exploded") happens("explosion", event.unit, "explosion!", blast, { thud: "boom", lasts: 1100 });
    else if (kind === "FateMet") happens("wreck", event.unit, event.fate, event.fate === "destroyed" || event.fate === "dead" ? (spot, facts) => blast(spot, { ...facts, size: size * 1.4 }) : rings, { thud: "boom", patches: [patch], lasts: 1200 });
    else if (kind === "PowerChanged") happens("power", event.unit, event.shut_down ? "shuts down" : "starts up", rings, { tone: event.shut_down ? "worse" : "good", sound: event.shut_down ? "off" : "", patches: [patch] });
    else if (kind === "CrewSenses") happens("crew", event.unit, event.conscious ? "comes to" : "passes out", rings, { tone: event.conscious ? "good" : "worse", patches: [patch], sound: "alarm" });
    else if (kind === "Felled") happens("felled", event.unit, `${counted(event.left, "soldier")} left`, spark, { tone: "bad", patches: [patch] });
    else if (kind === "Burst") burst(event);
    else if (kind === "GroundChanged") ground(event);
    else if (patch) loose.push(patch);
    if (kind === "FateMet" && beats.length) beats.at(-1).place = [where(event.unit)].filter(Boolean);
  }
  close();
  if (loose.length && beats.length) {
    const [last, rest] = [beats.at(-1), loose];
    const strikes = last.strikes;
    last.patches = [...last.patches, ...rest];
    last.strikes = () => (strikes(), stage.patch(rest));
    loose = [];
  }
  spaced(beats);
  return { beats, loose };

  /** Steps of one unit go together. */
  function walk(event, patch, number) {
    const to = centre(fromPair(event.hex));
    const from = where(event.unit) ?? to;
    const last = beats.at(-1);
    const hex = fromPair(event.hex);
    moved.set(event.unit, to);
    if (last?.kind === "move" && last.unit === event.unit) {
      if (last.way.at(-1) !== hex) last.way.push(hex);
      last.patches.push(patch);
      last.gap = last.lasts = lasting(last.way.length);
      last.upto = number;
      return;
    }
    const beat = {
      kind: "move", unit: event.unit, upto: number, way: [hex], from, patches: [...loose.splice(0), patch], gap: lasting(1), lasts: lasting(1), strike: 0, actors: [], sound: "step", place: [from, to],
      strikes: () => {},
      begins: (rate) => {
        stage.patch(beat.patches);
        stage.slide(event.unit, from, beat.way, beat.lasts / rate);
      },
    };
    beats.push(beat);
  }

  function burst(event) {
    const spot = centre(fromPair(event.hex));
    push({ kind: "burst", gap: 700, lasts: 1300, strike: 60, actors: [blast(spot, { begin: 0, size: size * 1.4, seed: beats.length }), words(spot, `${event.what.replaceAll("_", " ")}!`, { begin: 100, tone: "worse", lasts: READ })], thud: "boom", place: [spot] });
  }

  function ground(event) {
    const spot = centre(fromPair(event.hex));
    const burns = event.ground.features.some(({ kind }) => kind === "fire");
    if (burns) push({ kind: "fire", gap: 420, lasts: 900, strike: 60, actors: [kindle(spot, { begin: 0, size: size * 1.2, seed: beats.length })], sound: "flame", place: [spot] });
    else if (event.before > event.after) push({ kind: "crumble", gap: 300, lasts: 560, strike: 60, actors: [dust(spot, { begin: 0, size: size * 1.2, seed: beats.length })], thud: "crash", place: [spot] });
  }
}

/** What a unit loses by the damage that an event tells of. */
function lostBy(events, index) {
  const after = events.slice(index + 1);
  const end = after.findIndex(({ kind }) => !WEARS.has(kind));
  return after.slice(0, end < 0 ? after.length : end).map(({ kind, event }) => ({ inside: kind === "StructureLost", ...event }));
}

/** The hex that a target names where it is no unit. */
function aimed(id) {
  const hex = /(\d{4,6})$/.exec(String(id))?.[1];
  return hex ? centre(hex) : null;
}

/** How long so many hexes take. */
const lasting = (many) => Math.min(1100, 170 + STEP * many);

/** What is told of a hit: the damage and where, or how much in how many places. */
function told(struck) {
  const total = struck.reduce((sum, { damage }) => sum + damage, 0);
  const codes = [...new Set(struck.map(({ location }) => location))];
  return codes.length === 1 && codes[0].length < 4 ? `−${total} ${codes[0]}` : `−${total}`;
}

/** A shot from muzzle to target, with sparks, words and what the card says. */
function fired(shot, { where, next, called, side, stage, size, seed }) {
  const [start, end] = [where(shot.unit), where(shot.target)];
  if (!start || !end) return null;
  const look = lookOf(shot.weapon || shot.what);
  const long = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const from = { x: start.x + ((end.x - start.x) / long) * BODY * 0.7, y: start.y + ((end.y - start.y) / long) * BODY * 0.7 };
  const facts = { begin: 0, size, seed: seed(), ...look };
  const away = (more = 0) => past(from, end, size, facts.seed + more);
  const to = shot.hit ? end : away();
  const scattered = (many, hits) => Array.from({ length: many }, (_, at) => (at < hits ? { x: end.x + Math.cos(at * 2.4) * BODY * 0.35, y: end.y + Math.sin(at * 2.4) * BODY * 0.35 } : away(at)));
  const many = look.kind === "swarm" ? salvo(shot.weapon) : 0;
  const flight = { beam: 120, bolt: 110, slug: 190, tracers: 300, flame: 380, lob: 900, swarm: 640 }[look.kind];
  const picture = {
    beam: () => beam(from, to, facts),
    bolt: () => bolt(from, to, facts),
    slug: () => slug(from, to, facts),
    tracers: () => tracers(from, to, facts),
    flame: () => flames(from, to, facts),
    lob: () => lob(from, to, facts),
    swarm: () => swarm(from, scattered(many, shot.hit ? (shot.hits ?? many) : 0), facts),
  }[look.kind]();
  const sparks = shot.hit
    ? Array.from({ length: Math.min(MOST_SPARKS, Math.max(1, shot.struck.length)) }, (_, at) => spark({ x: end.x + Math.cos(at * 2.4 + 1) * BODY * 0.3 * (at ? 1 : 0), y: end.y + Math.sin(at * 2.4 + 1) * BODY * 0.3 * (at ? 1 : 0) }, { begin: flight + at * 70, size: size * 0.8, seed: facts.seed + at, strong: look.kind === "bolt" || look.kind === "slug" ? 1.3 : 1 }))
    : [dust(to, { begin: flight, size: size * 0.6, seed: facts.seed })];
  const result = resultOf(shot);
  const spoken = words(end, result.short, { begin: flight, tone: result.tone, lasts: READ, row: next(shot.target), lift: stage.lift(shot.target) });
  const actors = [picture, ...sparks, spoken];
  const needed = summed(shot.needed);
  return {
    kind: look.kind, unit: shot.unit, target: shot.target, gap: flight + 240, lasts: Math.max(...actors.map((actor) => actor.end)), strike: flight, actors, sound: look.sound, thud: shot.hit ? "hit" : "miss", patches: shot.patches, place: [start, end],
    begins: () => stage.begun({ unit: shot.target, hot: "", who: `${called(shot.unit)} → ${called(shot.target)}`, what: `${shot.weapon || shot.what}: ${shot.rolled} against ${needed}+`, side: side(shot.unit), place: [start, end] }),
    strikes: () => stage.came({ unit: shot.target, hot: shot.struck.at(-1)?.location ?? "", words: result.long, tone: shot.hit ? "hit" : "miss" }),
  };
}

/** A punch, a kick, a charge. */
function struckBy(shot, { where, next, called, side, stage, size, seed }) {
  const [from, to] = [where(shot.unit), where(shot.target)];
  if (!from || !to) return null;
  const result = resultOf(shot);
  const actors = [blow(from, to, { begin: 0, size }), ...(shot.hit ? [spark(to, { begin: 200, size: size * 1.1, seed: seed(), strong: 1.2 })] : []), words(to, result.short, { begin: 200, tone: result.tone, lasts: READ, row: next(shot.target), lift: stage.lift(shot.target) })];
  return {
    kind: "blow", unit: shot.unit, target: shot.target, gap: 620, lasts: 960, strike: 200, actors, thud: shot.hit ? "crash" : "miss", patches: shot.patches, place: [from, to],
    begins: () => stage.begun({ unit: shot.target, who: `${called(shot.unit)} → ${called(shot.target)}`, what: `${shot.what.replaceAll("_", " ")}: ${shot.rolled} against ${summed(shot.needed)}+`, side: side(shot.unit), place: [from, to] }),
    strikes: () => stage.came({ unit: shot.target, hot: shot.struck.at(-1)?.location ?? "", words: result.long, tone: shot.hit ? "hit" : "miss" }),
  };
}

/** What came of an attack: short over the map, long on the card. */
function resultOf(shot) {
  if (!shot.hit) return { short: "miss", long: "missed", tone: "calm" };
  const clusters = shot.hits !== null && shot.hits > 1 ? `${shot.hits} hit; ` : "";
  const falls = shot.lost.slice(-2).map(({ location, inside, before, after, rear }) => `${place(location)}${rear ? " rear" : ""}${inside ? " structure" : ""} ${before} → ${after}`);
  const total = shot.struck.reduce((sum, { damage }) => sum + damage, 0);
  const worst = shot.extra.find((word) => word.includes("gone")) ?? shot.extra[0] ?? "";
  const long = [`${clusters}${total ? `${total} damage` : "hit"}${falls.length ? `: ${falls.join(", ")}` : ""}`, ...shot.extra.slice(0, 2)].join("; ");
  return { short: shot.struck.length ? [told(shot.struck), worst].filter(Boolean).join(", ") : worst || "hit", long, tone: worst ? "worse" : "bad" };
}

/** Before the next target is shot at, what was said of the one before has been read. */
function spaced(beats) {
  beats.forEach((beat, at) => {
    const after = beats[at + 1];
    const about = (one) => one.target ?? one.unit;
    if (after && after.kind !== "move" && beat.kind !== "move" && about(after) !== about(beat)) beat.gap = Math.max(beat.gap, beat.strike + READ);
  });
}
