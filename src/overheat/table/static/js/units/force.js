/** The units that somebody has chosen, what the server works out of them, and their skills; kept for the next visit. */

import { post } from "../api.js";
import { ordinary } from "../offline/kept.js";

const KEY = "overheat.units";
const GUNNERY = 4;
const PILOTING = 5;
const MOST_KEPT = 2_000_000;

/** A list of units; `changed` is called whenever something about it has become different. */
export class Force {
  constructor(changed) {
    this.changed = changed;
    this.entries = [];
    this.chosen = null;
    this.next = 1;
  }

  /** Bring back what was there at the last visit. */
  restore() {
    let kept = [];
    try {
      kept = JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      kept = [];
    }
    for (const { unit, text, gunnery, piloting } of kept) this.add({ unit, text, gunnery, piloting });
    if (this.entries.length) this.choose(this.entries[0].key);
  }

  /** Add a unit by its name in the library, or a file by its name and text. */
  add({ unit, text = "", gunnery = GUNNERY, piloting = PILOTING }) {
    const entry = { key: `unit-${this.next++}`, unit, text, gunnery, piloting, facts: null, refusal: null, asked: 0 };
    this.entries.push(entry);
    this.chosen = entry.key;
    this.read(entry);
    this.keep();
    return entry;
  }

  /** A file that cannot be read stands in the list with its reason. */
  addRefused(name, no) {
    this.entries.push({ key: `unit-${this.next++}`, unit: name, text: "", gunnery: GUNNERY, piloting: PILOTING, facts: null, refusal: no, asked: 0, lost: true });
    this.changed();
  }

  remove(key) {
    const at = this.entries.findIndex((entry) => entry.key === key);
    if (at < 0) return;
    this.entries.splice(at, 1);
    if (this.chosen === key) this.chosen = (this.entries[at] ?? this.entries[at - 1])?.key ?? null;
    this.keep();
    this.changed();
  }

  clear() {
    this.entries = [];
    this.chosen = null;
    this.keep();
    this.changed();
  }

  choose(key) {
    this.chosen = key;
    this.changed();
  }

  /** Give a unit other skills: everything that depends on them is worked out again. */
  skill(key, name, value) {
    const entry = this.entries.find((one) => one.key === key);
    entry[name] = value;
    this.read(entry);
    this.keep();
  }

  /** The one that is looked at. */
  get looked() {
    return this.entries.find((entry) => entry.key === this.chosen) ?? null;
  }

  /** Those that the server could read. */
  get good() {
    return this.entries.filter((entry) => !entry.refusal);
  }

  /** Ask the server for all about a unit; the last question wins, and the answer before it stays until then. */
  async read(entry) {
    const mine = (entry.asked += 1);
    this.changed();
    try {
      const facts = await post("/api/units/read", reference(entry));
      if (mine !== entry.asked) return;
      entry.facts = facts;
      entry.refusal = null;
    } catch (no) {
      if (mine !== entry.asked) return;
      const kept = no.id === "page.connection" ? await post("/api/units/read", ordinary(entry.unit, entry.text)).catch(() => null) : null;
      entry.facts = kept ?? entry.facts;
      entry.refusal = kept ? null : no;
      if (entry.refusal && this.chosen === entry.key) this.chosen = this.good.at(-1)?.key ?? entry.key;
    }
    entry.answered = mine;
    this.changed();
  }

  keep() {
    const kept = this.entries.filter((entry) => !entry.lost).map(({ unit, text, gunnery, piloting }) => ({ unit, text, gunnery, piloting }));
    try {
      const written = JSON.stringify(kept);
      localStorage.setItem(KEY, written.length > MOST_KEPT ? JSON.stringify(kept.filter((one) => !one.text)) : written);
    } catch {
      return;
    }
  }
}

/** A unit as the server is asked for it. */
export function reference({ unit, text, gunnery, piloting }) {
  return { unit, text, gunnery, piloting };
}

/** The battle value of a unit, or null. */
export function battleValue(entry) {
  return entry.facts?.battle_value?.bv ?? null;
}

/** The point value of a unit, or null. */
export function pointValue(entry) {
  return entry.facts?.alpha_strike?.card?.pv ?? null;
}

/** What units add up to: {count, tons, battle: {sum, missing}, points: {sum, missing}}. */
export function totals(entries) {
  const summed = (value) => ({
    sum: entries.reduce((sum, entry) => sum + (value(entry) ?? 0), 0),
    missing: entries.filter((entry) => value(entry) === null).length,
  });
  return {
    count: entries.length,
    tons: entries.reduce((sum, entry) => sum + (entry.facts?.unit.tons ?? 0), 0),
    battle: summed(battleValue),
    points: summed(pointValue),
  };
}
