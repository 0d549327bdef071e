/** Parts of the panel that every tool has: heads, buttons that say a command, and everything that may be said. */

import { button, h } from "../dom.js";
import { refusal } from "../explain.js";
import { offerGroups } from "../play/saying/offering.js";
import { capital } from "../sides.js";
import { expectation } from "./words.js";

const OPEN = 6;

/** The head of the panel: what is expected, and a tip. */
export function head(scene) {
  const { what, tip } = expectation(scene);
  return h("header", { class: "p-head" }, h("h3", {}, capital(what)), tip && h("small", {}, tip));
}

/** The head of the panel while others decide; to who looks back at a decision of his `own`, it is told as it was put to him. */
export function waitingHead(scene, own = false) {
  const { who, what } = expectation(scene);
  return h("header", { class: "p-head" }, h("h3", {}, capital([who, what].filter(Boolean).join(own ? ": " : " "))));
}

/** A button that says a command. */
export function sayButton(desk, command, label = null, properties = {}) {
  return button(label ?? desk.table.offers.words(command), () => desk.say(command), { "data-command": command.type, disabled: desk.table.busy, ...properties });
}

/** The way to the list of everything that may be said now. */
export function everything(desk) {
  const count = desk.table.legal.length;
  if (count < 2 || !desk.table.openTab) return null;
  return button(`All ${count} commands as a list`, () => desk.table.openTab("commands"), { class: "quiet p-all" });
}

/** Commands of some types as buttons, folded where there are more than `open`; `only` leaves some out. */
export function listed(desk, types, title, only = () => true, open = OPEN) {
  const commands = desk.table.legal.filter((command) => types.includes(command.type) && only(command));
  if (!commands.length) return null;
  const rows = h("div", { class: "p-lines" }, commands.map((command) => sayButton(desk, command, null, { class: "p-line" })));
  return commands.length <= open ? h("section", {}, title && h("h4", {}, title), rows) : h("details", {}, h("summary", {}, `${title} (${commands.length})`), rows);
}

/** What may be said now and the tool does not show, in the words of the server. */
export function also(desk, shows, title = "Also") {
  return offerGroups(desk.table, desk.held, shows, { say: desk.say, title });
}

/** What keys do, for who has a keyboard. */
export function keysHint(text) {
  return h("span", { class: "p-keys" }, ` ${text}`);
}

/** The verdict of the ruler: why not, or that it is fine. */
export function verdictLine(verdict) {
  if (!verdict) return h("p", { class: "p-verdict muted" }, "measuring…");
  if (!verdict.granted) return h("p", { class: "p-verdict no" }, refusal(verdict.refusal ?? "not allowed"));
  const ground = (verdict.measure?.terrain ?? []).map((piece) => piece.name || piece.called);
  return h("p", { class: "p-verdict good" }, ground.length ? `allowed, over ${[...new Set(ground)].join(", ")}` : "allowed");
}

/** The button to stay or to hold fire, where that may be said; with the `key` that says it. */
export function holdButton(desk, properties = {}, key = null) {
  const hold = desk.table.legal.find((command) => command.type === "Hold");
  return hold ? sayButton(desk, hold, key ? [desk.table.offers.words(hold), key] : null, { id: "p-hold", ...properties }) : null;
}
