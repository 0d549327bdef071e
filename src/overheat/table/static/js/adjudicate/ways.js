/** Ways to fire a weapon that has several: how many shots at once, and of which ammunition. */

import { choice, h } from "../dom.js";

const MARK = " @ ";
const RATES = [[/^Ultra /, 2], [/^Rotary /, 6]];

/** What may be chosen for a weapon of a unit: {rate: [...], ammo: [...]}, each empty where there is nothing to choose. */
function offered(shot, unit) {
  const most = RATES.find(([name]) => name.test(shot.weapon))?.[1] ?? 1;
  const stem = `${shot.weapon.replace(/ AC$/, "")} `;
  const carried = new Set((unit?.mounts ?? []).map((mount) => mount.name).filter((name) => name.startsWith(stem) && name.endsWith("Ammo")));
  return {
    rate: most > 1 ? Array.from({ length: most }, (_, at) => at + 1) : [],
    ammo: carried.size > 1 ? [...carried] : [],
  };
}

/** What a question says of how a weapon is fired: {rate, ammo}, as far as it does. */
export function wayOf(ways, key) {
  const found = {};
  for (const said of ways) {
    const [whose, name, ...value] = said.split(MARK);
    if (whose === key && name === "rate") found.rate = Number(value[0]) || 1;
    if (whose === key && name === "ammo") found.ammo = value.join(MARK);
  }
  return found;
}

/** The same ways with one of them another. */
function changedWays(ways, key, name, value) {
  const others = ways.filter((said) => !said.startsWith(`${key}${MARK}${name}${MARK}`));
  return value ? [...others, [key, name, value].join(MARK)] : others;
}

/** Controls for the ways of a weapon, or nothing where there is but one; `change` gets the new ways. */
export function wayControls(shot, key, unit, ways, change) {
  const { rate, ammo } = offered(shot, unit);
  const now = wayOf(ways, key);
  const set = (name) => (value) => change(changedWays(ways, key, name, name === "rate" && value === "1" ? "" : value));
  const controls = [
    rate.length > 0 && choice(rate.map((many) => [many, many === 1 ? "1 shot" : `${many} shots`]), now.rate ?? 1, set("rate"), { "aria-label": `Shots at once of ${key}`, "data-way": "rate" }),
    ammo.length > 0 && choice(ammo, now.ammo ?? shot.ammunition ?? ammo[0], set("ammo"), { "aria-label": `Ammunition of ${key}`, "data-way": "ammo" }),
  ].filter(Boolean);
  return controls.length > 0 && h("span", { class: "ways" }, controls);
}
