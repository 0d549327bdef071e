/** Controls of the builder: steppers, ticks and choices in a row, each with what it costs. */

import { button, h } from "../dom.js";

/** A number with less and more beside it. */
export function stepper({ label, field, value, least = 0, most, note = "", change }) {
  const held = (number) => Math.max(least, Math.min(most, Number.isFinite(number) ? Math.round(number) : value));
  const input = h("input", {
    type: "number", min: least, max: most, value, "aria-label": label, "data-field": field, disabled: most <= least,
    onchange: () => change(held(Number(input.value))),
  });
  const press = (sign, by, word) => button(sign, () => change(held(value + by)), {
    class: "step-button", "aria-label": `${word}: ${label}`, "data-field": `${field}${sign}`, disabled: held(value + by) === value,
  });
  return h(
    "div",
    { class: "stepper", "data-on": String(value > least) },
    h("span", { class: "stepper-label" }, label, note && h("small", {}, note)),
    h("span", { class: "stepper-keys" }, press("−", -1, "Fewer"), input, press("+", 1, "More")),
  );
}

/** Something to have or not. */
export function tick({ label, field, on, note = "", refused = null, change }) {
  const box = h("input", { type: "checkbox", checked: on, disabled: refused && !on, "data-field": field, onchange: () => change(box.checked) });
  return h(
    "label",
    { class: "tick", "data-on": String(on), title: refused?.reason ?? null },
    box,
    h("span", {}, label, h("small", {}, refused ? `${refused.reason} (${refused.cite ?? "these rules"})` : note)),
  );
}

/** A few choices in a row, one of which is chosen. */
export function segments({ label, field, options, chosen, change }) {
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", { class: "field-label" }, label),
    h(
      "div",
      { class: "segment-row" },
      options.map(({ value, title, note, refused }) => h(
        "label",
        { class: "segment", "data-on": String(value === chosen), title: refused ?? null },
        h("input", { type: "radio", class: "off-screen", name: field, value, checked: value === chosen, disabled: Boolean(refused), "data-field": `${field}:${value}`, onchange: () => change(value) }),
        h("span", {}, title, h("small", {}, note)),
      )),
    ),
  );
}

/** A price as it stands beside what is bought. */
export function price(cost, per = "") {
  return `${cost > 0 ? "+" : cost < 0 ? "−" : ""}${Math.abs(cost)}${per ? ` ${per}` : ""}`;
}

/** An id as words. */
export function words(id) {
  return String(id ?? "").replaceAll("_", " ");
}
