/** Light, weather and optional rules of a question, folded away while they are ordinary. */

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { check, select } from "./fields.js";

const CHOICES = {
  light: ["Light", [["day", "day"], ["dusk", "dusk"], ["full moon", "full moon"], ["moonless", "moonless night"]]],
  fog: ["Fog", [["", "none"], ["light", "light"], ["heavy", "heavy"]]],
  precipitation: ["Rain or snow", [["", "none"], ...["moderate rain", "heavy rain", "torrential downpour", "moderate snow", "heavy snow"].map((word) => [word, word])]],
  wind: ["Wind", [["", "calm"], ...["moderate gale", "strong gale", "storm"].map((word) => [word, word])]],
};
const BASE = "classic";

export const WEATHER = { light: "day", fog: "", precipitation: "", wind: "", rules: [] };

/** Weather and rules as the server is asked about them. */
export function weatherAsked(question) {
  const { light, fog, precipitation, wind, rules } = question;
  return { weather: { light, fog, precipitation, wind }, rules: [BASE, ...rules] };
}

/** Boxes for the optional rules of a game; `question.rules` names those that are played with. */
export function ruleChecks(kind, question, changed) {
  const options = h("div", { class: "stack" });
  const set = (id, on) => {
    question.rules = on ? [...question.rules, id] : question.rules.filter((one) => one !== id);
    changed();
  };
  const learn = async () => {
    try {
      const kinds = await get("/api/kinds");
      const layers = kinds.find((one) => one.name === kind).rules.filter((layer) => !layer.base && layer.id !== kind);
      fill(options, layers.map((layer) => check(layer.title, question.rules.includes(layer.id), { name: `rules.${layer.id}`, hint: layer.cite }, (on) => set(layer.id, on))));
    } catch (no) {
      fill(options, refusal(no));
    }
  };
  learn();
  return options;
}

/** The form of light, weather and optional rules. */
export function weatherForm(question, changed) {
  const set = (name, value) => {
    question[name] = value;
    changed();
  };
  const unusual = Object.keys(WEATHER).some((name) => JSON.stringify(question[name]) !== JSON.stringify(WEATHER[name]));
  return h(
    "details",
    { class: "card fold", open: unusual },
    h("summary", {}, "Light, weather, optional rules"),
    h(
      "div",
      { class: "stack" },
      h("div", { class: "facts" }, Object.entries(CHOICES).map(([name, [label, words]]) => select(label, question[name], { name, options: words }, (value) => set(name, value)))),
      h("span", { class: "field-label" }, "Optional rules"),
      ruleChecks(BASE, question, changed),
    ),
  );
}
