/** The bag: the dice that are left in it, those that have been drawn, and whose die is in hand. */

import { h } from "../dom.js";
import { percent } from "../explain.js";
import { capital } from "../sides.js";

/** A strip with both sides' dice, the turn, and the victory points that the losses stand for. */
export function bag(scene, lookOf) {
  const inHand = ["Ordering", "Moving", "Shooting"].includes(scene.task?.type) ? scene.task.side : null;
  return h(
    "div",
    { class: "p-bag", role: "group", "aria-label": "Order dice" },
    half(scene, 0, inHand, lookOf),
    h("div", { class: "p-turn" }, h("b", {}, scene.turn ? `Turn ${scene.turn}` : "Set-up"), h("small", { title: drawnWords(scene) }, odds(scene))),
    half(scene, 1, inHand, lookOf),
  );
}

/** The chance that the next die is a side's, by counting. */
function odds(scene) {
  const [one, other] = scene.view.bag;
  if (!scene.turn) return scene.name;
  if (!(one + other)) return "the bag is empty";
  if (!one || !other) return `next: ${capital(scene.players[one ? 0 : 1])}`;
  return `next: ${capital(scene.players[0])} ${percent([one, one + other]).replace(" ", "\u00a0")}`;
}

/** What the chance of the next die is made of. */
function drawnWords(scene) {
  const [one, other] = scene.view.bag;
  return scene.turn && one && other ? `${one} of the ${one + other} dice in the bag are ${scene.players[0]}'s` : null;
}

function half(scene, side, inHand, lookOf) {
  const left = scene.view.bag[side];
  const used = scene.view.used[side] - (inHand === side && scene.task.type === "Ordering" ? 1 : 0);
  const player = scene.players[side];
  const words = `${player}: ${left} dice in the bag, ${used} used, ${scene.view.lost[side]} units lost${inHand === side ? ", one in hand" : ""}`;
  return h(
    "div",
    { class: `p-half ${side ? "second" : "first"}`, "data-side-index": lookOf(player), title: words, "aria-label": words, role: "img" },
    h("b", { class: "p-player" }, h("span", { class: "side-mark" }), capital(player)),
    h(
      "span",
      { class: "p-dice" },
      inHand === side && h("i", { class: "p-cube hand" }, "●"),
      Array.from({ length: left }, () => h("i", { class: "p-cube" })),
      Array.from({ length: Math.max(used, 0) }, () => h("i", { class: "p-cube used" })),
    ),
    h("small", { class: "p-count" }, scene.view.lost[side] ? `${left} in bag · ${scene.view.lost[side]} lost` : `${left} in bag`),
  );
}
