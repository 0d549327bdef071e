/** What weapons are called, and what their shots need: for the list of commands in words. */

import { percent } from "../explain.js";

const MOST = 6;

/** Knows the weapons of the unit that acts. `look(done)` asks for what is not known yet; `mount(at)` and `odds(command)` tell it. */
export function shotWords(table) {
  const names = new Map();
  let odds = new Map();
  let known = "";

  function key(command) {
    const { mount, target, feed, rate, spotter, mode, aimed } = command;
    return JSON.stringify([mount, target, feed ?? null, rate ?? 1, spotter ?? null, mode ?? "", aimed ?? ""]);
  }

  async function look(done) {
    const unit = table.view?.acting;
    const targets = [...new Set(table.legal.filter((command) => command.type === "Fire").map((command) => command.target))].slice(0, MOST);
    const moment = `${table.epoch}/${table.number}/${unit}`;
    if (table.kind !== "classic" || !unit || !targets.length || moment === known) return;
    known = moment;
    const found = await Promise.all(targets.map((target) => table.ask("shots", { unit, target }).catch(() => [])));
    if (moment !== known) return;
    odds = new Map();
    for (const shot of found.flat()) {
      names.set(`${unit}/${shot.command.mount}`, `${shot.weapon} (${shot.location}${shot.rear ? ", rear" : ""})`);
      if (!shot.refusal) odds.set(key(shot.command), `needs ${shot.target_number}, ${percent(shot.probability)}`);
    }
    done();
  }

  return {
    look,
    mount: (at) => names.get(`${table.view?.acting}/${at}`),
    odds: (command) => (command.type === "Fire" ? odds.get(key(command)) : undefined),
  };
}
