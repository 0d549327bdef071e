/** Ways to fire a weapon that has several: how many shots at once, and of which ammunition. */

import { choice, h } from "../dom.js";

const MARK = " @ ";

/** What may be chosen for a shot: {rate: [...], ammo: [...]}, each empty where there is nothing to choose. */
function offered({ rates = [], loads = [] }) {
  return { rate: rates.length > 1 ? [...new Set([1, ...rates])] : [], ammo: loads.length > 1 ? loads : [] };
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
export function wayControls(shot, key, ways, change) {
  const { rate, ammo } = offered(shot);
  const now = wayOf(ways, key);
  const set = (name) => (value) => change(changedWays(ways, key, name, name === "rate" && value === "1" ? "" : value));
  const controls = [
    rate.length > 0 && choice(rate.map((many) => [many, many === 1 ? "1 shot" : `${many} shots`]), now.rate ?? 1, set("rate"), { "aria-label": `Shots at once of ${key}`, "data-way": "rate" }),
    ammo.length > 0 && choice(ammo, now.ammo ?? shot.ammunition ?? ammo[0], set("ammo"), { "aria-label": `Ammunition of ${key}`, "data-way": "ammo" }),
  ].filter(Boolean);
  return controls.length > 0 && h("span", { class: "ways" }, controls);
}
