/** Events of a H.E.A.T battle as beats of a show, in the order in which they happened. */

import { counted } from "../counting.js";
import { blast, blow, dust, flames, kindle, lob, past, rings, slug, spark, swarm, tracers, words } from "../show/pictures.js";
import { faceOf } from "./orders.js";
import { drawn, PER_INCH } from "./table/measure.js";
import { patchOf } from "./patches.js";

const BODY = 13;
const LEAST = 17;
const READ = 760;
const OF_SHOT = new Set(["Rolled", "Pinned", "Fell", "Saved", "Struck", "Destroyed", "Exploded", "Immobilised", "Slowed", "TurretJammed", "BailedOut", "ShotSpent", "LawSpent", "Held", "WentDown", "MissileCame"]);

/** What happens to a unit and is told in the words that the server has after a colon, with the tone of those words. */
const SAID = {
  Tested: ({ passed }) => (passed ? "calm" : "bad"), Held: ({ held }) => (held ? "good" : "bad"), Dropped: () => "calm", StrikeRolled: () => "calm",
  Misguided: () => "bad", DeviceMet: () => "bad", Breached: () => "calm", MissileLost: () => "calm",
};
/** The words of a sentence after a mark. */
const after = (text, mark) => (text.includes(mark) ? text.slice(text.indexOf(mark) + mark.length).replace(/\.$/, "") : "");

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
  const flown = new Map();
  const missiles = new Map();
  const origins = new Map();
  const rows = new Map();
  let shot = null;
  let loose = [];
  let reached = 0;
  const spot = (place) => drawn(place, scene.depth);
  const where = (id) => moved.get(id) ?? at(id);
  const droneOf = (id) => flown.get(id) ?? (scene.unit(id)?.drone ? spot(scene.unit(id).drone.at) : null);
  const called = (id) => scene.called(id) ?? id;
  const side = (id) => scene.unit(id)?.look ?? 0;
  const weaponName = (unit, id) => scene.unit(unit)?.facts?.weapons?.find((weapon) => weapon.id === id)?.name.replace(/^\d+ x /, "") ?? id.replaceAll("_", " ");
  const next = (key) => {
    const row = rows.get(key) ?? 0;
    rows.set(key, (row + 1) % 3);
    return row;
  };

  function push(beat) {
    const patches = [...loose.splice(0), ...(beat.patches ?? [])];
    const { strikes } = beat;
    beats.push({ ...beat, upto: reached, patches, strikes: () => (patches.length && stage.patch(patches), strikes?.()) });
  }

  function happens(kind, unit, text, picture, { tone = "worse", thud = "", sound = "", patches = [], lasts = 800, told = null, over = null } = {}) {
    const place = over ?? where(unit);
    if (!place) return void loose.push(...patches);
    const actors = [...(picture ? [picture(place, { begin: 0, size, seed: beats.length + 5 })] : []), ...(text ? [words(place, text, { begin: 40, tone, lasts: READ, row: next(unit), lift: stage.lift(unit) })] : [])];
    push({ kind, unit, gap: lasts * 0.75, lasts: Math.max(lasts, ...actors.map((actor) => actor.end)), strike: 60, actors, thud, sound, patches, place: [place], begins: () => (text || told) && (stage.begun({ unit, who: called(unit), what: told?.what ?? text, side: side(unit), place: [place] }), told && stage.came({ unit, words: told.ended, tone: "hit" })) });
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
    const [from, end] = [origins.get(made.unit) ?? where(made.unit), made.spot ?? where(made.target)];
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
      begins: () => stage.begun({ unit: made.target, who: `${called(made.unit)} → ${made.target ? called(made.target) : "the ground"}`, what: `${weaponName(made.unit, made.weapon)}${made.shots > 1 ? `, ${made.shots} shots` : ""}${made.score ? ` at ${made.score > 6 ? "6, then 6" : `${made.score}+`}` : ""}`, side: side(made.unit), place: [from, end] }),
      strikes: () => stage.came({ unit: made.target, words: result.words, tone: result.hit ? "hit" : "miss" }),
    };
  }

  /** Chargers run up to their enemy, and both strike. */
  function charge(event, patch) {
    walk(event, patch, { who: `${called(event.unit)} → ${called(event.target)}`, what: "charges" });
    const [from, to] = [where(event.unit), where(event.target)];
    if (!from || !to) return;
    const facts = { size, seed: beats.length + 23 };
    const shots = scene.unit(event.target)?.soft ? [tracers(from, to, { ...facts, begin: 0, many: 6, thick: 0.6 }), tracers(to, from, { ...facts, begin: 140, many: 6, thick: 0.6 })] : [];
    const actors = [...shots, blow(from, to, { begin: 260, size }), blow(to, from, { begin: 420, size }), spark(to, { ...facts, begin: 380 })];
    push({ kind: "melee", unit: event.unit, target: event.target, gap: 760, lasts: Math.max(...actors.map((actor) => actor.end)), strike: 380, actors, sound: "burst", thud: "hit", patches: [], place: [from, to], begins: () => stage.begun({ unit: event.target, who: `${called(event.unit)} → ${called(event.target)}`, what: "close quarters", side: side(event.unit), place: [from, to] }) });
  }

  /** A drone goes from where it was to where it is. */
  function fly(event, patch) {
    const [from, to] = [droneOf(event.unit), spot(event.at)];
    flown.set(event.unit, to);
    if (!from) return void loose.push(patch);
    const lasts = Math.min(1000, 260 + Math.hypot(to.x - from.x, to.y - from.y) * 3);
    const beat = { kind: "flight", unit: event.unit, upto: reached, gap: lasts, lasts, strike: 0, actors: [], sound: "step", patches: [...loose.splice(0), patch], place: [from, to], strikes() {}, begins: (rate) => (stage.patch(beat.patches), stage.slide(event.unit, from, to, lasts / rate, ".p-drone"), stage.begun({ unit: event.unit, who: called(event.unit), what: "flies its drone", side: side(event.unit), place: [from, to] })) };
    beats.push(beat);
    return undefined;
  }

  /** Where a missile in the air is, or null for one that is not there yet. */
  const missileAt = (number) => missiles.get(number) ?? (scene.view.missiles?.[number] ? spot(scene.view.missiles[number].at) : null);

  /** A missile on its way, from where it was to where it is. */
  function glide({ unit, target, at: end, number }) {
    const from = missileAt(number) ?? where(unit);
    const to = spot(end);
    missiles.set(number, to);
    if (!from) return;
    push({ kind: "flight", unit, target, gap: 700, lasts: 760, strike: 700, actors: [swarm(from, [to], { begin: 0, size, seed: beats.length, many: 1, lasts: 700, large: 1.5 })], sound: "launch", place: [from, to], begins: () => stage.begun({ unit: target, who: `${called(unit)} → ${called(target)}`, what: "its missile is in the air", side: side(unit), place: [from, to] }) });
  }

  function walk(event, patch, told = null) {
    const to = spot(event.at);
    const from = where(event.unit);
    moved.set(event.unit, to);
    if (!from) return void loose.push(patch);
    const lasts = Math.min(1000, 260 + Math.hypot(to.x - from.x, to.y - from.y) * 5);
    const beat = { kind: "move", unit: event.unit, upto: reached, gap: lasts, lasts, strike: 0, actors: [], sound: "step", patches: [...loose.splice(0), patch], place: [from, to], strikes() {}, begins: (rate) => (stage.patch(beat.patches), stage.slide(event.unit, from, to, lasts / rate), told && stage.begun({ ...told, unit: event.unit, side: side(event.unit), place: [from, to] })) };
    beats.push(beat);
    return undefined;
  }

  for (const { number, kind, event, text = "" } of events) {
    const patch = patchOf(kind, event);
    if (shot && OF_SHOT.has(kind)) {
      reached = number;
      if (patch) shot.patches.push(patch);
      if (kind === "Pinned") shot.pins += Math.max(0, event.change);
      else if (kind === "Fell") shot.fell += event.fallen;
      else if (kind === "Struck") shot.struck.push(after(text, ", "));
      else if (kind === "Destroyed") shot.destroyed = true;
      else if (kind === "Exploded") shot.blasts.push(event);
      if (["Struck", "Fell", "Exploded"].includes(kind)) shot.hits = Math.max(1, shot.hits);
      continue;
    }
    close();
    reached = number;
    if (kind === "Launched") missiles.set(scene.view.missiles?.length ?? 0, spot(event.at));
    else if (kind === "MissileCame") origins.set(event.unit, missileAt(event.number));
    else if (kind === "Fired" || kind === "Shelled") {
      shot = { shots: 1, hits: event.hit ? 1 : 0, ...event, spot: kind === "Shelled" ? spot(event.at) : null, target: event.target ?? "", pins: 0, fell: 0, struck: [], blasts: [], destroyed: false, patches: [] };
    } else if (kind === "Moved") walk(event, patch);
    else if (kind === "Charged") charge(event, patch);
    else if (kind === "DroneFlew") fly(event, patch);
    else if (kind === "MissileFlew") glide(event);
    else if (kind === "Fought") happens("fought", event.attacker, null, null, { lasts: 700, told: { what: "close quarters", ended: after(text, ": ") } });
    else if (kind === "StrikeCalled") push({ kind: "called", gap: 600, lasts: 800, strike: 40, actors: [rings(spot(event.at), { begin: 0, size: size * 2, colour: "#ff6b3d" }), words(spot(event.at), "strike called", { begin: 40, tone: "calm", lasts: READ })], sound: "dice", place: [spot(event.at)] });
    else if (kind in SAID) happens(kind.toLowerCase(), event.unit, after(text, ": ").replace(/^it /, ""), null, { tone: SAID[kind](event), sound: "dice", patches: patch ? [patch] : [], lasts: 620, over: kind === "Dropped" ? droneOf(event.unit) : null });
    else if (kind === "Exploded") push({ kind: "burst", gap: 500, lasts: 1100, strike: 40, actors: [blast(spot(event.at), { begin: 0, size: event.size * PER_INCH * 0.7, seed: beats.length })], thud: "boom", place: [spot(event.at)] });
    else if (kind === "StrikeFell") push({ kind: "burst", gap: 600, lasts: 1200, strike: 40, actors: [blast(spot(event.at), { begin: 0, size: Math.max(event.radius, 2) * PER_INCH * 0.7, seed: beats.length })], thud: "boom", place: [spot(event.at)] });
    else if (kind === "Fell") happens("fell", event.unit, `−${counted(event.fallen, "man", "men")}`, spark, { tone: "bad", thud: "hit", patches: [patch] });
    else if (kind === "Struck") happens("struck", event.unit, after(text, ", "), spark, { tone: "bad", thud: "hit" });
    else if (kind === "Destroyed") happens("wreck", event.unit, "lost", scene.unit(event.unit)?.soft ? rings : (place, facts) => blast(place, { ...facts, size: size * 1.6 }), { thud: scene.unit(event.unit)?.soft ? "" : "boom", patches: [patch], lasts: 1100 });
    else if (kind === "Pinned" && event.change) happens("pins", event.unit, `${event.change > 0 ? "+" : "−"}${counted(Math.abs(event.change), "pin")}`, null, { tone: event.change > 0 ? "bad" : "good", patches: [patch], lasts: 520 });
    else if (kind === "Ordered") happens("order", event.unit, faceOf(event.order).name, rings, { tone: "calm", sound: "dice", patches: [patch], lasts: 480 });
    else if (kind === "WentDown") happens("down", event.unit, "goes down", dust, { tone: "calm", patches: [patch], lasts: 520 });
    else if (kind === "SmokePlaced") push({ kind: "smoke", gap: 260, lasts: 700, strike: 20, actors: [kindle(spot(event.at), { begin: 0, size, seed: beats.length })], sound: "launch", place: [spot(event.at)] });
    else if (patch) loose.push(patch);
  }
  close();
  if (beats.length) beats.at(-1).upto = reached;
  if (loose.length && beats.length) {
    const [last, rest] = [beats.at(-1), loose];
    const { strikes } = last;
    last.patches = [...last.patches, ...rest];
    last.strikes = () => (strikes(), stage.patch(rest));
  }
  return { beats };
}
