/** Dice rolled by the server, told as a log in which every number unfolds. */

import { button, copy, h, toast } from "../dom.js";
import { tally } from "../explain.js";

const DIE = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const RETOLD = ["AttackRolled", "CheckMade", "ClusterRolled"];
const GRAVE = new Set(["CriticalHit", "MountLost", "LocationLost", "Exploded", "Fell", "FateMet"]);

/** A die's face as a picture with its number said. */
function die(face, sides = 6) {
  const pictured = sides === 6 && DIE[face];
  return h("span", { class: pictured ? "die" : "die plain", role: "img", "aria-label": String(face), title: String(face) }, pictured || String(face));
}

/** Dice beside one another. */
export function diceOf(faces, sides) {
  return h("span", { class: "dice" }, faces.map((face) => die(face, sides)));
}

/** Rolls that the next event tells again are shown with it, as dice; declarations say nothing new. */
function gathered(events) {
  const lines = [];
  let faces = null;
  for (const [at, told] of events.entries()) {
    if (told.kind.endsWith("Declared")) continue;
    if (told.kind === "Rolled") {
      const roll = told.event.roll;
      const next = events.slice(at + 1).find((one) => one.kind !== "ShotsSpent");
      if (RETOLD.includes(next?.kind)) {
        faces = roll;
        continue;
      }
      lines.push({ ...told, text: told.about || told.text, roll });
      continue;
    }
    const takes = RETOLD.includes(told.kind) && faces;
    lines.push({ ...told, roll: takes ? faces : null });
    if (takes) faces = null;
  }
  return lines;
}

/** The events of a roll: what a unit does, and under it what came of it. */
export function rollLog(events) {
  return h("ol", { class: "roll-log", id: "roll-log", tabindex: "0", "aria-label": "What the dice did" }, gathered(events).map(lineOf));
}

function lineOf(told) {
  const words = [told.roll && diceOf(told.roll.faces, told.roll.sides), h("span", {}, told.text)];
  const body = told.terms?.length
    ? h("details", { class: "unfolding" }, h("summary", {}, words), tally(told.terms, { label: told.kind === "HeatSettled" ? "heat" : "together" }))
    : h("div", { class: "log-line" }, words);
  return h("li", { class: `level-${told.level ?? 2} ${tone(told)}`, "data-kind": told.kind }, body);
}

function tone(told) {
  const good = told.event?.hit ?? told.event?.passed;
  if (good === true) return "hit";
  if (good === false) return told.kind === "CheckMade" ? "grave" : "miss";
  return GRAVE.has(told.kind) || told.event?.conscious === false ? "grave" : "";
}

/** What a roll came to: how many attacks hit, and what each place of the target took. */
export function rollSummary(events) {
  const attacks = events.filter((told) => told.kind === "AttackRolled");
  const places = new Map();
  let fallen = 0;
  for (const { kind, event } of events) {
    if (kind === "Felled" && event.unit === "target") fallen += (event.fallen ?? []).reduce((many, [, value]) => many + value, 0);
    if (kind !== "Struck" || event.unit !== "target") continue;
    const place = `${event.location}${event.rear ? " rear" : ""}`;
    places.set(place, (places.get(place) ?? 0) + event.damage);
  }
  if (!attacks.length) return null;
  const total = [...places.values()].reduce((sum, damage) => sum + damage, 0);
  return h(
    "div",
    { class: "roll-summary", id: "roll-summary", role: "status" },
    h("strong", {}, `${attacks.filter((told) => told.event.hit).length} of ${attacks.length} hit, ${fallen > 0 ? `${fallen} fall` : `${total} damage`}`),
    places.size > 0 && h("span", { class: "chips" }, [...places].map(([place, damage]) => h("span", { class: "chip flat" }, `${place}: ${damage}`))),
  );
}

/** A button that copies a log as plain text. */
export function copyLog(events) {
  const text = () => events.map((told) => `${"  ".repeat(Math.max(0, (told.level ?? 2) - 2))}${told.text}`).join("\n");
  return button("Copy as text", async () => {
    await copy(text());
    toast("The log is copied.", "good");
  }, { class: "quiet", id: "copy-log" });
}
