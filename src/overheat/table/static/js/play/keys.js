/** Keys: the board's come first, the frame's after them; `?` shows all. */

import { dialog, h } from "../dom.js";

const ALIASES = { " ": "space", esc: "escape", del: "delete", left: "arrowleft", right: "arrowright", up: "arrowup", down: "arrowdown", return: "enter" };
const SPELLED = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
/** What takes letters itself; boxes to tick do not. */
const TYPED = "input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable]";
/** What the space bar ticks. */
const TICKED = "input[type=checkbox], input[type=radio]";
const PRESSED = "button, a, summary, [role='tab'], input";
const OF_CONTROLS = new Set(["space", "enter", "tab", "shift+tab", "arrowleft", "arrowright", "arrowup", "arrowdown"]);

/** The name of a key as it is compared: `ctrl+enter`, `shift+j`, `?`. */
export function keyName(text) {
  if (text === " " || text === "+") return ALIASES[text] ?? text;
  const parts = text.toLowerCase().split("+").filter(Boolean);
  const key = parts.pop() ?? "";
  const held = ["ctrl", "alt", "shift"].filter((name) => parts.includes(name) || (name === "ctrl" && (parts.includes("cmd") || parts.includes("meta"))));
  return [...held, ALIASES[key] ?? key].join("+");
}

function pressed(event) {
  const single = event.key.length === 1;
  const letter = single && event.key.toLowerCase() !== event.key.toUpperCase();
  const held = [(event.ctrlKey || event.metaKey) && "ctrl", event.altKey && "alt", event.shiftKey && (!single || letter || event.key === " ") && "shift"];
  const key = event.key.toLowerCase();
  return [...held.filter(Boolean), ALIASES[key] ?? key].join("+");
}

/** Listen to keys. `keys` gives [{key, label, run}] in the order in which they are asked; a run that answers false passes on. */
export function listen(keys) {
  let pointed = false;
  document.addEventListener("pointerdown", () => (pointed = true), true);
  document.addEventListener("change", ({ target }) => pointed && target.matches("select") && target.blur());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") pointed = false;
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const name = pressed(event);
    if (event.repeat && name === "enter") return event.preventDefault();
    const typing = event.target.closest?.(TYPED);
    if (typing && name !== "ctrl+enter") return;
    if (!goesOn(name, event.target, pointed) && OF_CONTROLS.has(name) && event.target.closest?.(PRESSED)) return;
    if (name.endsWith("tab") && event.target !== document.body && !event.target.closest?.("#stage")) return;
    for (const entry of keys()) {
      if (!names(entry).includes(name)) continue;
      if (entry.run(event) === false) continue;
      event.preventDefault();
      return;
    }
  });
}

/** Whether a key that a control might want is for the table all the same: Enter, among the actions after a click, or in a box that it does not tick. */
function goesOn(name, target, pointed) {
  return name === "enter" && Boolean(target.closest?.(TICKED) ?? (pointed && target.closest?.("#panel, #stage")));
}

function names(entry) {
  return (Array.isArray(entry.key) ? entry.key : [entry.key]).map(keyName);
}

/** Show all keys. */
export function help(boardKeys, frameKeys) {
  const rows = (keys) => keys.filter((entry) => entry.label).map((entry) => h("tr", {}, h("td", {}, spelled(entry)), h("td", {}, entry.label)));
  dialog(
    "Keys",
    h(
      "div",
      { class: "key-lists" },
      boardKeys.length > 0 && h("section", {}, h("h3", {}, "On the map"), h("table", {}, h("tbody", {}, rows(boardKeys)))),
      h("section", {}, h("h3", {}, "In every game"), h("table", {}, h("tbody", {}, rows(frameKeys)))),
      h("p", { class: "muted small" }, "The Commands tab lists everything you may do now as buttons, for keyboard and screen reader."),
    ),
    { id: "keys-dialog" },
  );
}

function spelled(entry) {
  const all = Array.isArray(entry.key) ? entry.key : [entry.key];
  return all.map((key, at) => [at > 0 && " ", h("kbd", {}, SPELLED[key] ?? key)]);
}
