/** Answers of this device while the server is away: numbers from a pack that was kept, and dice of its own. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { packOf, rulingsOf } from "../offline/kept.js";
import { Pack } from "../offline/pack.js";
import { decimal } from "./shots.js";
import { diceOf } from "./rolling.js";
import { Rulings } from "../offline/rulings.js";

const packs = new Map();

/** Whether a refusal only says that the server does not answer. */
export function unanswered(no) {
  return no.id === "page.connection";
}

/** A volley as this device works it out. */
export async function workedOut(body) {
  const { attacker, rules } = body;
  const address = packOf(attacker.unit, rules);
  if (!packs.has(address)) packs.set(address, new Pack(await held(address, attacker.unit)));
  return packs.get(address).volley(body);
}

async function held(address, unit) {
  return kept(address, `the shots of ${unit}`);
}

async function kept(address, what) {
  try {
    return await get(address);
  } catch (no) {
    throw unanswered(no) ? { id: "pack.kept", reason: `There is no connection to the server, and ${what} under these rules are not kept on this device. They are kept once you have looked at them with a connection.` } : no;
  }
}

/** A question of H.E.A.T as this device works it out. */
export async function ruledHere(body) {
  const address = rulingsOf(body.rules);
  if (!packs.has(address)) packs.set(address, new Rulings(await kept(address, "the questions of H.E.A.T")));
  return packs.get(address).answer(body);
}

/** The questions of H.E.A.T that this device can work out under some rules. */
export function ruledHereToo(rules) {
  return Object.keys(packs.get(rulingsOf(rules))?.questions ?? {});
}

/** One of the outcomes of an answer, drawn here, as a log. */
export function drawnHere({ distribution }) {
  const fell = drawn(distribution.rows.map((row) => [row, row.float]));
  return [
    h("div", { class: "row spread" }, h("h3", {}, "The dice fell"), h("small", {}, "thrown on this device")),
    h("p", { class: "roll-summary", id: "roll-summary", role: "status" }, h("strong", {}, `${fell.label[0].toUpperCase()}${fell.label.slice(1)}.`)),
    h("p", { class: "small" }, "One outcome, drawn by its chance. The server tells every single die."),
  ];
}

/** What is told of an answer that was worked out here. */
export function hereNote(rest) {
  return h("p", { class: "note worked-here", id: "worked-here" }, h("b", {}, "Worked out on this device"), `, from what the rules of the server said beforehand. ${rest}`);
}

/** So many faces of a die, from the browser's own chance; every face is as likely as the others. */
export function thrown(many, sides = 6) {
  const faces = [];
  while (faces.length < many) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % sides)) faces.push(1 + (byte % sides));
  }
  return faces;
}

/** One of some outcomes by their shares. */
function drawn(shares) {
  let left = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
  for (const [value, share] of shares) {
    left -= share;
    if (left < 0) return value;
  }
  return shares.at(-1)[0];
}

/** Throw the dice of some shots: each with its faces, whether it hit, its damage and the dice for where. */
export function throwHere(shots) {
  return shots.map((shot) => {
    const faces = thrown(2);
    const hit = faces[0] + faces[1] >= shot.target_number;
    return { shot, faces, hit, damage: hit ? drawn(shot.hit) : 0, where: hit ? thrown(2) : null };
  });
}

/** Dice that were thrown here, as a log. */
export function hereLog(fell) {
  const total = fell.reduce((sum, one) => sum + one.damage, 0);
  return [
    h("div", { class: "row spread" }, h("h3", {}, "The dice fell"), h("small", {}, "thrown on this device")),
    h("div", { class: "roll-summary", id: "roll-summary", role: "status" }, h("strong", {}, `${fell.filter((one) => one.hit).length} of ${fell.length} hit, ${decimal(total).replace(/\.0$/, "")} damage`)),
    h("ol", { class: "roll-log", id: "roll-log", tabindex: "0", "aria-label": "What the dice did" }, fell.map(({ shot, faces, hit, damage, where }) =>
      h("li", { class: `level-2 ${hit ? "hit" : "miss"}`, "data-kind": "AttackRolled" }, h("div", { class: "log-line" }, diceOf(faces, 6), h("span", {}, `${shot.weapon}: ${faces[0] + faces[1]} against ${shot.target_number}, ${hit ? `hits for ${damage}` : "misses"}`), hit && [h("span", {}, " where:"), diceOf(where, 6)])))),
    fell.some((one) => one.hit) && h("p", { class: "small" }, "Where it hits is read from the table of hit locations; what falls in several groups is rolled for again, each by itself. Fill in the pips on the sheet below."),
  ];
}
