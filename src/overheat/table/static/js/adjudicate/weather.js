/** Light, weather and optional rules of a question, folded away while they are ordinary. */

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { redrawn } from "../redrawing.js";
import { check, select } from "./fields.js";

const PARTS = { light: "Light", fog: "Fog", precipitation: "Rain or snow", wind: "Wind" };
const WORDS = { light: { moonless: "moonless night" }, wind: { "": "calm" } };
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
      const kinds = await get("/api/kinds", { params: { changes: false } });
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
  const skies = h("div", { class: "facts" });
  let looked = 0;
  const sky = (part, names) => select(PARTS[part], question[part], { name: part, options: names.map((name) => [name, WORDS[part]?.[name] ?? (name || "none")]) }, (value) => set(part, value));
  /** The weather that the chosen rules know; what they do not know any more becomes ordinary again. */
  const look = async () => {
    const turn = ++looked;
    try {
      const found = await get(`/api/classic/weather?${new URLSearchParams(weatherAsked(question).rules.map((id) => ["rules", id]))}`);
      if (turn !== looked) return;
      const forgotten = Object.keys(PARTS).filter((part) => !found[part].includes(question[part]));
      for (const part of forgotten) question[part] = found[part][0];
      redrawn(skies, () => fill(skies, Object.keys(PARTS).map((part) => sky(part, found[part]))));
      if (forgotten.length) changed();
    } catch (no) {
      if (turn === looked) fill(skies, refusal(no));
    }
  };
  look();
  const unusual = Object.keys(WEATHER).some((name) => JSON.stringify(question[name]) !== JSON.stringify(WEATHER[name]));
  return h(
    "details",
    { class: "card fold", open: unusual },
    h("summary", {}, "Light, weather, optional rules"),
    h(
      "div",
      { class: "stack" },
      skies,
      h("span", { class: "field-label" }, "Optional rules"),
      ruleChecks(BASE, question, () => {
        changed();
        look();
      }),
    ),
  );
}
