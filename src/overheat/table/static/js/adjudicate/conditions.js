/** What the two machines have suffered so far at this table: kept in this browser, step by step, so that it can be undone. */

const KEY = "overheat.adjudicate.duels";
const DUELS = 20;
const STEPS = 40;

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** A name for a duel that nobody else will use. */
export function newDuel() {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** The duels that this browser keeps, the latest first: [{id, title, facts, steps}]. */
export function duels() {
  return Object.entries(all()).map(([id, kept]) => ({ id, ...kept })).reverse();
}

/** The steps that were applied in a duel, the latest last. A question without a duel begins fresh. */
export class Conditions {
  constructor(duel) {
    this.duel = duel;
    this.steps = (duel && all()[duel]?.steps) || [];
  }

  /** Whether the question speaks of a duel that this browser does not know. */
  get elsewhere() {
    return Boolean(this.duel) && this.steps.length === 0;
  }

  /** The condition of a role now, or null while it is fresh. */
  of(role) {
    return this.steps.at(-1)?.[role] ?? null;
  }

  /** Apply a roll: {attacker, target}, each with its condition and fate. */
  apply(step) {
    this.steps = [...this.steps, step].slice(-STEPS);
  }

  undo() {
    this.steps = this.steps.slice(0, -1);
  }

  reset() {
    this.steps = [];
  }

  /** Keep the steps with the question they belong to; a duel without steps is forgotten. */
  keep(title, facts) {
    const kept = all();
    delete kept[this.duel];
    if (this.duel && this.steps.length) kept[this.duel] = { title, facts, steps: this.steps };
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-DUELS))));
    } catch {
      return;
    }
  }
}
