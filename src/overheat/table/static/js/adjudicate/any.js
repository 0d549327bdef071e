/** Any question that the rules in force know: its facts as fields, its answer as it comes. Layers bring theirs. */

import { get, post } from "../api.js";
import { bars } from "../chart.js";
import { choice, field, fill, h } from "../dom.js";
import { percent, refusal, tally } from "../explain.js";
import { asker } from "./asking.js";
import { check, line, segments } from "./fields.js";
import { answerOf, chanceTable, plate } from "./platoon.js";
import { ruleChecks } from "./weather.js";

const GAMES = [["classic", "Giant war machines"], ["platoon", "H.E.A.T"]];
const SHOWN = ["target_number", "probability", "terms", "rolls", "distribution", "refusal"];

/** `facts` holds what somebody has said, by the names of facts, as JSON, so that an address can hold it. */
export const ANY = { game: "classic", ask: "", rules: [], facts: "{}" };

/** The pane; `changed` is called when the question belongs into the address anew. */
export function anyPane(question, changed) {
  const said = sayings(question);
  const form = h("div", { class: "stack" });
  const lead = h("p", { class: "muted" });
  const body = h("div", { class: "stack found-answer" });
  const told = h("div", { role: "status", "aria-live": "polite" });
  const answer = h("section", { class: "card stack answer", "aria-label": "The answer", id: "answer" }, told, body);
  const kinds = h("div", {});
  const options = h("details", { class: "card fold", open: question.rules.length > 0 }, h("summary", {}, "Optional rules"));
  let questions = [];

  const row = () => questions.find((one) => one.id === question.ask);
  const layers = () => [question.game, ...question.rules];
  const fail = (no) => {
    fill(told, h("p", { class: "said-no", id: "refused" }, refusal(no)));
    answer.classList.add("stale");
  };
  const asking = asker({
    ask: async () => {
      const missing = lacking(row().facts, said);
      if (missing.length) return { missing };
      return post("/api/adjudicate/odds", { ...built(row().facts, said), ask: question.ask, rules: layers() });
    },
    show: (found) => {
      answer.classList.remove("stale");
      fill(told, found.missing && h("p", { class: "muted" }, `Still to be said: ${found.missing.join(", ")}.`));
      fill(body, found.missing ? [] : found.headline ? answerOf({ ...found, question: question.ask.replaceAll(" ", "_") }) : shown(found));
    },
    fail,
    wait: (on) => answer.classList.toggle("asking", on),
  });
  const set = (name, value) => {
    if (value === undefined) delete said[name];
    else said[name] = value;
    question.facts = JSON.stringify(said);
    changed();
    asking.soon();
  };
  const showForm = () => {
    fill(lead, row().title, row().cite && h("cite", {}, row().cite));
    fill(form, fieldset(row().facts, "", said, set));
  };
  const choose = (id) => {
    question.ask = id;
    for (const name of Object.keys(said)) delete said[name];
    question.facts = "{}";
    fill(body);
    showForm();
    changed();
    asking.now();
  };
  const learn = async () => {
    try {
      const listed = await get(`/api/adjudicate/questions?${new URLSearchParams(layers().map((id) => ["rules", id]))}`);
      questions = listed.questions;
      if (!row()) question.ask = (questions.find((one) => one.usual) ?? questions[0]).id;
      fill(kinds, field("Question", choice(questions.map(({ id, title }) => [id, `${id}: ${title}`]), question.ask, choose, { "data-field": "ask" })));
      showForm();
      changed();
      asking.now();
    } catch (no) {
      fail(no);
    }
  };
  const rules = () => fill(options, h("summary", {}, "Optional rules"), ruleChecks(question.game, question, () => {
    changed();
    learn();
  }));
  const games = segments("Game", question.game, { name: "game", options: GAMES }, (value) => {
    Object.assign(question, { game: value, ask: "", rules: [], facts: "{}" });
    for (const name of Object.keys(said)) delete said[name];
    fill(body);
    rules();
    learn();
  });
  rules();
  learn();
  const asks = h("section", { class: "card stack", "aria-label": "The question" }, games, kinds, lead, form);
  return h("div", { class: "bench" }, h("div", { class: "bench-form" }, asks, options), h("div", { class: "bench-answer" }, answer));
}

/** What the address says of the facts; nothing where it is no such thing. */
function sayings(question) {
  try {
    const found = JSON.parse(question.facts);
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

/** Fields for facts: the plain ones first, then each group of facts below its name. */
function fieldset(facts, within, said, set) {
  const plain = facts.filter((fact) => !fact.fields);
  const ticks = plain.filter((fact) => fact.type === "yes or no");
  const others = [true, false].flatMap((needed) => plain.filter((fact) => !ticks.includes(fact) && fact.needed === needed));
  return [
    h("div", { class: "facts" }, others.map((fact) => control(fact, `${within}${fact.name}`, said, set))),
    ticks.length > 0 && h("div", { class: "checks" }, ticks.map((fact) => control(fact, `${within}${fact.name}`, said, set))),
    facts.filter((fact) => fact.fields).map((fact) => {
      const needed = fact.needed || Object.keys(said).some((name) => name.startsWith(`${within}${fact.name}.`));
      return h("details", { class: "fold", open: needed }, h("summary", {}, titled(fact.name)), h("div", { class: "stack" }, fieldset(fact.fields, `${within}${fact.name}.`, said, set)));
    }),
  ];
}

/** The field of one fact; what is not said is what the question takes it for. */
function control(fact, name, said, set) {
  const label = titled(fact.name);
  const usual = fact.needed ? "needed" : fact.default === null || Array.isArray(fact.default) || typeof fact.default === "object" ? "" : String(fact.default);
  const held = said[name];
  if (fact.choices) {
    const options = fact.choices.map((one) => [one, one || "none"]);
    const silent = fact.needed || fact.default === null ? [["", "–"], ...options] : options;
    return field(label, choice(silent, held ?? fact.default ?? "", (value) => set(name, value || undefined), { "data-field": name }), fact.about);
  }
  if (fact.type === "yes or no") return check(label, held ?? fact.default, { name, hint: fact.about }, (on) => set(name, on === fact.default ? undefined : on));
  return line(label, held ?? "", { name, hint: fact.about, placeholder: usual }, (text) => set(name, text === "" ? undefined : text));
}

/** The names of facts that are needed and have not been said. */
function lacking(facts, said, within = "") {
  return facts.flatMap((fact) => {
    const name = `${within}${fact.name}`;
    const begun = Object.keys(said).some((one) => one.startsWith(`${name}.`));
    if (fact.fields) return fact.needed || begun ? lacking(fact.fields, said, `${name}.`) : [];
    return fact.needed && said[name] === undefined ? [name.split(".").map(worded).join("'s ")] : [];
  });
}

/** Facts as the server takes them: groups within groups, numbers as numbers, lists apart at commas. */
function built(facts, said, within = "") {
  const found = {};
  for (const fact of facts) {
    const name = `${within}${fact.name}`;
    if (fact.fields) {
      const inner = built(fact.fields, said, `${name}.`);
      if (fact.needed || Object.keys(inner).length) found[fact.name] = inner;
    } else if (said[name] !== undefined) {
      found[fact.name] = meant(fact.type, said[name]);
    }
  }
  return found;
}

function meant(type, text) {
  if (type.startsWith("list of ")) return text.split(",").map((one) => meant(type.slice(8), one.trim())).filter((one) => one !== "");
  if (type === "names with values") return Object.fromEntries(text.split(",").map((one) => one.split("=").map((part) => part.trim())).filter((pair) => pair.length === 2).map(([name, held]) => [name, /^-?\d+$/.test(held) ? Number(held) : held]));
  if ((type === "whole number" || type === "number") && text !== "" && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** An answer: the number and its chance, other figures, sums, rolls on the way, and how likely each outcome is. */
function shown(found) {
  if (found.refusal) return h("p", { class: "said-no", id: "refused" }, refusal(found.refusal));
  const figures = Object.entries(found).filter(([name, value]) => !SHOWN.includes(name) && !empty(value));
  const rows = found.distribution?.rows ?? [];
  return [
    found.probability && h("div", { class: "headline" }, plate("needs", "Needs", `${found.target_number}+`, "on two dice"), plate("headline", "Chance", percent(found.probability), `${found.probability[0]} / ${found.probability[1]}`)),
    figures.length > 0 && h("table", { class: "chances", id: "figures" }, h("tbody", {}, figures.map(([name, value]) => h("tr", { "data-figure": name }, h("td", {}, worded(name)), told(value))))),
    sums(found.terms),
    (found.rolls ?? []).map((roll) => h("div", {}, h("h3", {}, `A roll on the way: ${roll.target_number}+, ${percent(roll.probability)}`), tally(roll.terms))),
    rows.length > 1 && bars(rows.map((row) => ({ ...row, short: String(row.value) })), { title: found.distribution.label }),
    rows.length > 0 && chanceTable(rows.map((row) => ({ ...row, id: row.value })), "outcome-table"),
  ];
}

/** Whether there is nothing to tell: no value, no text, an empty list or group. */
function empty(value) {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

/** A figure in its cell: one value, or a line for each of several. */
function told(value) {
  if (value === null || typeof value !== "object") return h("td", { class: "number" }, h("b", {}, spelled(value)));
  const lines = Array.isArray(value) ? value.map(spelled) : Object.entries(value).map(([name, held]) => `${worded(name)}: ${spelled(held)}`);
  return h("td", { class: "told" }, h("ul", {}, lines.map((one) => h("li", {}, one))));
}

function sums(terms) {
  if (!terms) return null;
  if (Array.isArray(terms)) return terms.length > 0 && h("div", { id: "sum" }, tally(terms, { label: "in all" }));
  return Object.entries(terms).map(([name, list]) => h("div", {}, h("h3", {}, titled(name)), tally(list, { label: "in all" })));
}

function worded(name) {
  return name.replaceAll("_", " ").replaceAll(".", ", ");
}

function titled(name) {
  return `${name[0].toUpperCase()}${worded(name).slice(1)}`;
}

function spelled(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(spelled).join(", ");
  if (value && typeof value === "object") return Object.entries(value).map(([name, held]) => `${worded(name)} ${spelled(held)}`).join(", ");
  return String(value);
}
