/**
 * Shots worked out on this device from a pack of the server's: tables of what the rules said when they were asked beforehand. Here is nothing but adding,
 * and what a pack does not hold is refused.
 */

import { amount, notHere, refused, Tables } from "./tables.js";

const COVER = "partial cover";
const STATES = { attacker: ["prone", "immobile", "skidded", "spotting"], target: ["prone", "immobile", "skidded", "stealth", "illuminated"] };
const NUMBERS = ["gunnery", "piloting", "heat"];
/** What a question may say besides that no pack goes by, while it is as usual. */
const ELSEWHERE = { attacker: ["stealth", "illuminated"], target: ["spotting"] };

/** The facts of a question as packs call them, from what the server would be asked. */
export function saidBy({ attacker, target, place, weather }) {
  if (!place) throw notHere("hexes of a board");
  if (place.attacker_level || place.target_level) throw notHere("different levels");
  if (attacker.text || target.text) throw notHere("units from files of your own");
  if (harmed(attacker.condition) || harmed(target.condition)) throw notHere("machines that are damaged inside");
  if ([attacker, target].some(({ damage = [] }) => damage.some((loss) => loss.includes(" structure ")))) throw notHere("machines that are damaged inside");
  if (place.partial_cover && place.intervening.length) throw notHere("partial cover behind other terrain");
  const said = {
    target: target.unit,
    distance: place.distance,
    side: place.side,
    arc: place.arc,
    "attacker.terrain": place.attacker_terrain,
    "target.terrain": place.target_terrain,
    between: place.partial_cover ? [COVER] : place.intervening,
    ...weather,
  };
  for (const [role, party] of Object.entries({ attacker, target })) {
    if (ELSEWHERE[role].some((name) => party[name])) throw notHere("what was ticked there");
    said[`${role}.move`] = [party.moved, party.hexes_moved];
    for (const name of [...NUMBERS, ...STATES[role]]) said[`${role}.${name}`] = party[name];
  }
  return said;
}

/** Whether damage has gone further than armour: what it changes then is not in a pack. */
function harmed(condition) {
  if (!condition) return false;
  const { locations = [], lost = [], jammed = [], crew_hits = 0 } = condition;
  return lost.length > 0 || jammed.length > 0 || crew_hits > 0 || locations.some((place) => place.critical_hits?.length || place.structure === 0);
}

/** A pack that can be asked. */
export class Pack extends Tables {
  /** Where a question is in the tables: which of its values each fact has. */
  situation(said) {
    return this.held.facts.map(({ name }, at) => {
      const found = this.placeOf(at, said[name]);
      if (found === undefined) throw notHere(`${name.replace(".", "'s ")} ${[said[name]].flat().join(", ") || "as said"}`);
      return found;
    });
  }

  /** What the server would answer about a volley; `wanted` are weapons as it is told of them, or "all". */
  volley(body) {
    const situation = this.situation(saidBy(body));
    const no = this.part(this.held.why_not, situation);
    if (no) throw refused(no);
    const shots = this.rows(body.weapons).map((row) => this.shot(row, situation));
    const fired = shots.filter((shot) => !shot.refusal);
    const most = this.part(this.held.most, situation);
    const spread = fired.reduce((sum, shot) => together(sum, missing(shot), most), new Map([[0, 1]]));
    const damage = [...spread].sort(([one], [other]) => one - other).map(([much, chance]) => ({ damage: much, chance }));
    return {
      here: true,
      distance: body.place.distance,
      side: body.place.side,
      shots: [...fired, ...shots.filter((shot) => shot.refusal)],
      damage,
      expected_damage: damage.reduce((sum, row) => sum + row.damage * row.chance, 0),
      heat: this.heat(body.attacker.heat, fired, situation),
      blows: [],
    };
  }

  /** The rows of some weapons: all in their plain way, or those chosen, each in its own. */
  rows(wanted) {
    const { rows } = this.held;
    if (wanted === "all") return rows.filter((row) => row.plain);
    const used = new Set();
    return wanted.map(({ name, location, rear, ammo, rate }) => {
      const fits = (row) => row.weapon === name && (!location || row.location === location) && Boolean(row.rear) === Boolean(rear) && !used.has(row.command.mount);
      const ways = rows.filter((row) => fits(row) && (rate ?? 1) === row.command.rate && (ammo === undefined ? row.plain || (rate ?? 1) !== 1 : row.ammunition === ammo));
      if (!ways.length) throw notHere(`${name} fired in that way`);
      used.add(ways[0].command.mount);
      return ways[0];
    });
  }

  shot(row, situation) {
    const { no, terms, damage, heat, plain, ...told } = row;
    const shot = { ...told, heat: this.part(heat, situation) };
    for (const number of no) {
      const reason = this.part(number, situation);
      if (reason) return { ...shot, target_number: null, terms: [], probability: null, expected_damage: null, refusal: refused(reason) };
    }
    const sum = terms.flatMap((number) => this.part(number, situation) ?? []).map(([id, value, label, cite]) => ({ id, value, label, cite }));
    const needed = sum.reduce((total, term) => total + amount(term.value), 0);
    const probability = this.held.odds[needed - this.held.least];
    if (!probability) throw notHere("so large a number");
    const spread = this.part(damage, situation);
    const weight = spread.reduce((total, [, ways]) => total + ways, 0);
    const mean = spread.reduce((total, [much, ways]) => total + amount(much) * ways, 0) / weight;
    const chance = probability[0] / probability[1];
    return { ...shot, target_number: needed, terms: sum, probability, expected_damage: chance * mean, refusal: null, hit: spread.map(([much, ways]) => [amount(much), ways / weight]) };
  }

  /** The heat at the end of the round; null for who keeps none, or where weapons do not simply add up. */
  heat(before, fired, situation) {
    const { heat } = this.held;
    if (!heat || !this.part(heat["heat.counted"], situation)) return null;
    const sum = (number) => (this.part(number, situation) ?? []).map(([id, value, label, cite]) => ({ id, value, label, cite }));
    const shots = fired.map((shot) => ({ id: "heat.weapon", value: shot.heat, label: `from the ${shot.weapon}`, cite: "" })).filter((term) => amount(term.value) !== 0);
    const [built, sunk] = [[...sum(heat["heat.built"]), ...shots], sum(heat["heat.sunk"])];
    const total = (terms) => terms.reduce((all, term) => all + amount(term.value), 0);
    return { before, built: { total: total(built), terms: built }, sunk: { total: total(sunk), terms: sunk }, after: Math.max(0, before + total(built) - total(sunk)), consequences: [] };
  }
}

/** What a shot does, misses counted: pairs of damage and chance. */
function missing({ hit, probability }) {
  const chance = probability[0] / probability[1];
  return [[0, 1 - chance], ...hit.map(([much, share]) => [much, share * chance])];
}

/** Two spreads of damage together; of a platoon no more fall than it has. */
function together(sum, shot, most) {
  const found = new Map();
  for (const [one, first] of sum) {
    for (const [other, second] of shot) {
      const much = most === null || most === undefined ? one + other : Math.min(most, one + other);
      if (first * second > 0) found.set(much, (found.get(much) ?? 0) + first * second);
    }
  }
  return found;
}
