/** Fields of a question. Each shows a fact, changes it, and says so. */

import { button, choice, field, h } from "../dom.js";

/**
 * A number with buttons for less and more. With `empty`, a word for what goes without saying, the field may be left empty
 * and then says the number below the least.
 */
export function number(label, value, { name, least = 0, most = 99, step = 1, hint = "", empty = "" }, change) {
  const silent = least - 1;
  const within = (wanted) => Math.min(most, Math.max(empty ? silent : least, step === 1 ? Math.round(wanted) : wanted));
  const shown = (wanted) => (empty && wanted <= silent ? "" : wanted);
  const input = h("input", { type: "number", inputmode: "numeric", min: least, max: most, step: "any", value: shown(value), placeholder: empty, "data-field": name, "aria-label": label });
  const held = () => (input.value === "" ? (empty ? silent : least) : Number(input.value));
  const turn = (by) => {
    const next = within(held() + by);
    input.value = shown(next);
    change(next);
  };
  input.addEventListener("input", () => (input.value !== "" || empty) && Number.isFinite(held()) && change(within(held())));
  input.addEventListener("change", () => {
    input.value = shown(within(held()));
    change(within(held()));
  });
  const less = button("−", () => turn(-step), { "aria-label": `${label}: less`, tabindex: "-1" });
  const more = button("+", () => turn(step), { "aria-label": `${label}: more`, tabindex: "-1" });
  return h(
    "div",
    { class: "field stepper" },
    h("span", { class: "field-label", "aria-hidden": "true" }, label),
    h("div", { class: "stepper-row" }, less, input, more),
    hint && h("small", {}, hint),
  );
}

/** One of a few. */
export function select(label, value, { name, options, hint = "" }, change) {
  return field(label, choice(options, value, change, { "data-field": name }), hint);
}

/** Yes or no. */
export function check(label, value, { name, hint = "" }, change) {
  const box = h("input", { type: "checkbox", checked: value, "data-field": name, onchange: () => change(box.checked) });
  return h("label", { class: "check" }, box, h("span", {}, label, hint && h("small", {}, ` ${hint}`)));
}

/** A line of text. */
export function line(label, value, { name, hint = "", placeholder = "" }, change) {
  const input = h("input", { type: "text", value, placeholder, autocomplete: "off", spellcheck: "false", "data-field": name, oninput: () => change(input.value.trim()) });
  return field(label, input, hint);
}

/** Buttons side by side of which one is on; options are [value, label]. */
export function segments(label, value, { name, options }, change) {
  const row = h("div", { class: "segments", role: "radiogroup", "aria-label": label });
  const pick = (chosen) => {
    for (const one of row.children) {
      const on = one.dataset.value === chosen;
      one.setAttribute("aria-checked", String(on));
      one.tabIndex = on ? 0 : -1;
    }
  };
  for (const [option, text] of options) {
    row.append(
      button(text, () => {
        pick(option);
        change(option);
      }, { role: "radio", "data-value": option, "data-field": name }),
    );
  }
  row.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = [...row.children].findIndex((one) => one === document.activeElement);
    const next = row.children[(at + step + row.children.length) % row.children.length];
    next.focus();
    next.click();
  });
  pick(value);
  return row;
}
