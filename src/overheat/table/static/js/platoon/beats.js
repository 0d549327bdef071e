/** Events of a H.E.A.T battle as beats of a show, in the order in which they happened. */

import { counted } from "../counting.js";
import { blast, dust, flames, kindle, lob, past, rings, slug, spark, swarm, tracers, words } from "../show/pictures.js";
import { faceOf } from "./orders.js";
import { drawn, PER_INCH } from "./table/measure.js";
import { patchOf } from "./patches.js";

const BODY = 13;
const LEAST = 17;
const READ = 760;
const OF_SHOT = new Set(["Rolled", "Pinned", "Fell", "Saved", "Struck", "Destroyed", "Exploded", "Immobilised", "Slowed", "TurretJammed", "BailedOut", "ShotSpent", "LawSpent", "Held", "WentDown", "MissileCame"]);

const LOOKS = [
  [/^flame/, { kind: "flame", sound: "flame", flight: 380 }],
  [/^(mortar|how|bomb|ugl|agl)/, { kind: "lob", sound: "cannon", flight: 800 }],
  [/^(rpg|tandem|atgm|manpads|rocket|missile|law)/, { kind: "swarm", sound: "launch", flight: 560 }],
  [/^at_/, { kind: "slug", sound: "cannon", flight: 190 }],
  [/^ac_/, { kind: "tracers", sound: "cannon", thick: 1.5, flight: 300, least: 3 }],
  [/^(sniper|amr|dmr|rifle)/, { kind: "tracers", sound: "rail", thick: 0.7, flight: 240 }],
  [/^[lmh]mg/, { kind: "tracers", sound: "burst", thick: 0.8, flight: 300, least: 5 }],
];
const PLAIN = { kind: "tracers", sound: "burst", thick: 0.6, flight: 280, least: 3 };
const lookOf = (weapon) => LOOKS.find(([names]) => names.test(weapon))?.[1] ?? PLAIN;

/** The beats of some events on a scene as it was before them; `stage` shows what has become of units, as in the classic show. */
export function beatsOf(events, { scene, at, stage, pixel = 1 }) {
  const size = Math.max(BODY, LEAST * pixel);
  const beats = [];
  const moved = new Map();
  const rows = new Map();
  let shot = null;
  let loose = [];
  const spot = (place) => drawn(place, scene.depth);
  const where = (id) => moved.get(id) ?? at(id);
  const called = (id) => scene.called(id) ?? id;
  const side = (id) => scene.unit(id)?.look ?? 0;
  const weaponName = (unit, id) => scene.unit(unit)?.facts?.weapons?.find((weapon) => weapon.id === id)?.name ?? id.replaceAll("_", " ");
  const next = (key) => {
    const row = rows.get(key) ?? 0;
    rows.set(key, (row + 1) % 3);
    return row;
  };

  function push(beat) {
    const patches = [...loose.splice(0), ...(beat.patches ?? [])];
    const { strikes } = beat;
    beats.push({ ...beat, patches, strikes: () => (patches.length && stage.patch(patches), strikes?.()) });
  }

  function happens(kind, unit, text, picture, { tone = "worse", thud = "", sound = "", patches = [], lasts = 800 } = {}) {
    const place = where(unit);
    if (!place) return void loose.push(...patches);
    const actors = [...(picture ? [picture(place, { begin: 0, size, seed: beats.length + 5 })] : []), ...(text ? [words(place, text, { begin: 40, tone, lasts: READ, row: next(unit), lift: stage.lift(unit) })] : [])];
    push({ kind, unit, gap: lasts * 0.75, lasts: Math.max(lasts, ...actors.map((actor) => actor.end)), strike: 60, actors, thud, sound, patches, place: [place], begins: () => text && stage.begun({ unit, who: called(unit), what: text, side: side(unit), place: [place] }) });
    return undefined;
  }

  function close() {
    if (!shot) return;
    const made = shot;
    shot = null;
    const beat = fired(made);
    if (beat) push(beat);
    else loose.push(...made.patches);
  }

  /** What came of a shot, in words. */
  function resultOf(made) {
    const parts = [];
    if (made.fell) parts.push(counted(made.fell, "man falls", "men fall"));
    if (made.struck.length) parts.push(made.struck.join(", "));
    if (made.pins) parts.push(counted(made.pins, "pin"));
    if (made.destroyed) parts.push("destroyed");
    return { hit: made.hits > 0, words: parts.join("; ") || (made.hits ? "hit, no harm" : "missed"), short: made.destroyed ? "destroyed" : made.fell ? `−${counted(made.fell, "man", "men")}` : made.struck[0] || (made.pins ? `+${counted(made.pins, "pin")}` : made.hits ? "no harm" : "miss") };
  }

  function fired(made) {
    const [from, end] = [where(made.unit), made.spot ?? where(made.target)];
    if (!from || !end) return null;
    const look = lookOf(made.weapon);
    const seed = beats.length + 17;
    const many = look.kind === "swarm" ? Math.max(1, made.shots ?? 1) : Math.max(look.least ?? 1, Math.min(12, made.shots ?? 1));
    const hitting = Math.min(many, Math.max(made.hits, made.hits ? 1 : 0));
    const away = (more) => past(from, end, size, seed + more);
    const ends = Array.from({ length: many }, (_, index) => (index < hitting ? { x: end.x + Math.cos(index * 2.4) * BODY * 0.4, y: end.y + Math.sin(index * 2.4) * BODY * 0.4 } : away(index)));
    const facts = { begin: 0, size, seed, many, thick: look.thick, ends };
    const first = hitting ? end : away(0);
    const picture = { flame: () => flames(from, first, facts), lob: () => lob(from, first, { ...facts, lasts: look.flight }), swarm: () => swarm(from, ends, { ...facts, lasts: look.flight, large: 1.5 }), slug: () => slug(from, first, facts), tracers: () => tracers(from, end, facts) }[look.kind]();
    const result = resultOf(made);
    const sparks = made.blasts.map((one, index) => blast(spot(one.at), { begin: look.flight + index * 80, size: one.size * PER_INCH * 0.6, seed: seed + index }));
    if (!sparks.length) sparks.push(...(hitting ? Array.from({ length: Math.min(4, hitting) }, (_, index) => spark(ends[index], { begin: look.flight + index * 60, size: size * 0.7, seed: seed + index })) : [dust(first, { begin: look.flight, size: size * 0.6, seed })]));
    if (made.destroyed && !scene.unit(made.target)?.soft) sparks.push(blast(end, { begin: look.flight + 120, size: size * 1.6, seed }));
    const actors = [picture, ...sparks, words(end, result.short, { begin: look.flight, tone: result.hit ? "bad" : "calm", lasts: READ, row: next(made.target), lift: stage.lift(made.target) })];
    const loud = made.blasts.length || made.destroyed ? "boom" : result.hit ? "hit" : "miss";
    return {
      kind: look.kind, unit: made.unit, target: made.target, gap: look.flight + READ, lasts: Math.max(...actors.map((actor) => actor.end)), strike: look.flight, actors, sound: look.sound, thud: loud, patches: made.patches, place: [from, end],
      begins: () => stage.begun({ unit: made.target, who: `${called(made.unit)} → ${made.target ? called(made.target) : "the ground"}`, what: `${weaponName(made.unit, made.weapon)}${made.shots > 1 ? `, ${made.shots} shots` : ""}${made.score ? ` at ${made.score}+` : ""}`, side: side(made.unit), place: [from, end] }),
      strikes: () => stage.came({ unit: made.target, words: result.words, tone: result.hit ? "hit" : "miss" }),
    };
  }

  function walk(event, patch) {
    const to = spot(event.at);
    const from = where(event.unit);
    moved.set(event.unit, to);
    if (!from) return void loose.push(patch);
    const lasts = Math.min(1000, 260 + Math.hypot(to.x - from.x, to.y - from.y) * 5);
    const beat = { kind: "move", unit: event.unit, gap: lasts, lasts, strike: 0, actors: [], sound: "step", patches: [...loose.splice(0), patch], place: [from, to], strikes() {}, begins: (rate) => (stage.patch(beat.patches), stage.slide(event.unit, from, to, lasts / rate)) };
    beats.push(beat);
    return undefined;
  }

  for (const { kind, event } of events) {
    const patch = patchOf(kind, event);
    if (shot && OF_SHOT.has(kind)) {
      if (patch) shot.patches.push(patch);
      if (kind === "Pinned") shot.pins += Math.max(0, event.change);
      else if (kind === "Fell") shot.fell += event.fallen;
      else if (kind === "Struck") shot.struck.push(`${event.result}${event.effects.length ? ` (${event.effects.join(", ").replaceAll("_", " ")})` : ""}`);
      else if (kind === "Destroyed") shot.destroyed = true;
      else if (kind === "Exploded") shot.blasts.push(event);
      if (["Struck", "Fell", "Exploded"].includes(kind)) shot.hits = Math.max(1, shot.hits);
      continue;
    }
    close();
    if (kind === "Fired" || kind === "Launched" || kind === "Shelled") {
      shot = { shots: 1, hits: event.hit ? 1 : 0, ...event, spot: kind === "Shelled" ? spot(event.at) : null, target: event.target ?? "", pins: 0, fell: 0, struck: [], blasts: [], destroyed: false, patches: [] };
    } else if (kind === "Moved") walk(event, patch);
    else if (kind === "Exploded") push({ kind: "burst", gap: 500, lasts: 1100, strike: 40, actors: [blast(spot(event.at), { begin: 0, size: event.size * PER_INCH * 0.7, seed: beats.length })], thud: "boom", place: [spot(event.at)] });
    else if (kind === "StrikeFell") push({ kind: "burst", gap: 600, lasts: 1200, strike: 40, actors: [blast(spot(event.at), { begin: 0, size: Math.max(event.radius, 2) * PER_INCH * 0.7, seed: beats.length })], thud: "boom", place: [spot(event.at)] });
    else if (kind === "Fell") happens("fell", event.unit, `−${counted(event.fallen, "man", "men")}`, spark, { tone: "bad", thud: "hit", patches: [patch] });
    else if (kind === "Struck") happens("struck", event.unit, event.result, spark, { tone: "bad", thud: "hit" });
    else if (kind === "Destroyed") happens("wreck", event.unit, "lost", scene.unit(event.unit)?.soft ? rings : (place, facts) => blast(place, { ...facts, size: size * 1.6 }), { thud: scene.unit(event.unit)?.soft ? "" : "boom", patches: [patch], lasts: 1100 });
    else if (kind === "Pinned" && event.change) happens("pins", event.unit, `${event.change > 0 ? "+" : "−"}${counted(Math.abs(event.change), "pin")}`, null, { tone: event.change > 0 ? "bad" : "good", patches: [patch], lasts: 520 });
    else if (kind === "Ordered") happens("order", event.unit, faceOf(event.order).name, rings, { tone: "calm", sound: "dice", patches: [patch], lasts: 480 });
    else if (kind === "WentDown") happens("down", event.unit, "goes down", dust, { tone: "calm", patches: [patch], lasts: 520 });
    else if (kind === "SmokePlaced") push({ kind: "smoke", gap: 260, lasts: 700, strike: 20, actors: [kindle(spot(event.at), { begin: 0, size, seed: beats.length })], sound: "launch", place: [spot(event.at)] });
    else if (patch) loose.push(patch);
  }
  close();
  if (loose.length && beats.length) {
    const [last, rest] = [beats.at(-1), loose];
    const { strikes } = last;
    last.patches = [...last.patches, ...rest];
    last.strikes = () => (strikes(), stage.patch(rest));
  }
  return { beats };
}
