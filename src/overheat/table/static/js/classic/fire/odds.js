/** What may become of the target of the volley that is ticked: the chances that decide, asked for when nothing more is ticked for a moment. */

import { Refusal } from "../../api.js";
import { fill, h } from "../../dom.js";
import { percent } from "../../explain.js";

const LULL = 250;
const TOO_RARE = 0.0005;
/** Armour that goes less often than this is not worth a word. */
const RARE = 0.005;
/** What is told first, by the name of the effect, in the order of reading. */
const DECISIVE = [["destroyed", "kill"], ["head", "head hit"], ["fall", "fall"], ["immobile", "immobilised"], ["explosion", "explosion inside"], ["critical", "critical hit"]];
const CLOSE = "Close to exact: the target may end in more conditions than were told apart";

/**
 * The chances of a target, in an `element` of their own. `ask(volley, moment)` fetches them, one request at a time and the latest
 * volley last; an answer counts while `moment()` is what it was.
 */
export function prospects(table) {
  const element = h("div", { class: "odds", id: "odds", role: "group", "aria-label": "What may become of the target", hidden: true });
  let wanted = null;
  let timer = 0;
  let running = false;

  function ask(volley, moment) {
    wanted = { volley, moment, asked: moment() };
    if (element.hidden) show(h("p", { class: "muted small" }, "Working out what may become of it…"));
    element.setAttribute("aria-busy", "true");
    clearTimeout(timer);
    timer = setTimeout(run, LULL);
  }

  function forget() {
    clearTimeout(timer);
    wanted = null;
    element.hidden = true;
  }

  function show(...content) {
    element.hidden = false;
    element.removeAttribute("aria-busy");
    fill(element, content);
  }

  async function run() {
    if (running) return;
    running = true;
    try {
      while (wanted) await one(wanted);
    } finally {
      running = false;
    }
  }

  async function one(asked) {
    let content = null;
    try {
      const found = await table.aside("outcomes", asked.volley);
      if (wanted !== asked) return;
      content = found.others ? [told(found), withOthers(found.others, await table.aside("outcomes", { ...asked.volley, together: true }))] : told(found);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status !== 0) content = h("p", { class: "muted small" }, `What may become of it is not known: ${error.reason}.`);
    }
    if (wanted !== asked) return;
    wanted = null;
    if (!content || asked.asked !== asked.moment()) return forget();
    show(content);
    element.dataset.shots = String(asked.volley.fires.length);
  }

  return { element, ask, forget };
}

/** The same with all that others of the side have declared at the target. */
function withOthers(shots, found) {
  const words = `With ${shots} ${shots === 1 ? "shot" : "shots"} that others have declared at it`;
  return h("div", { class: "odds-together", id: "odds-together", role: "group", "aria-label": words }, told(found, words));
}

/** The chances as a line of what decides, and the armour that may go by location, after words of what they are of. */
function told(found, words = "") {
  const chances = new Map(found.effects.map((effect) => [effect.name, effect.chance]));
  const about = found.exact ? "" : words ? ", about" : "About";
  const counted = found.volleys ? `, as ${found.volleys} volleys were played (give or take ${Math.ceil(100 * found.margin)} points)` : "";
  const lead = (words || about) && h("p", { class: words ? "small" : "muted small", title: found.exact || counted ? null : CLOSE }, `${words}${about}${counted}:`);
  const figure = (chance) => h("b", {}, percent(chance));
  const deciding = DECISIVE.filter(([effect]) => (chances.get(effect) ?? 0) >= TOO_RARE);
  const gone = found.effects.filter((effect) => effect.name.startsWith("breach.") && effect.chance >= RARE).sort((one, other) => other.chance - one.chance);
  const felled = found.felled?.reduce((sum, each) => sum + each.felled * each.chance, 0) ?? 0;
  const entry = (effect, words, what) => h("div", { "data-effect": effect }, h("dt", {}, words), h("dd", {}, what));
  if (!deciding.length && !gone.length && !felled) return [lead, h("p", { class: "muted small" }, "Armour may be scratched, and no more.")];
  return [
    lead,
    (deciding.length > 0 || felled > 0) && h("dl", { class: "odds-list" }, deciding.map(([effect, words]) => entry(effect, words, figure(chances.get(effect)))), felled > 0 && entry("felled", "felled", h("b", {}, `⌀ ${felled.toFixed(1)}`))),
    gone.length > 0 && h(
      "p",
      { class: "small odds-gone" },
      h("span", { class: "muted" }, "Armour gone: "),
      gone.map((effect, at) => [at > 0 && ", ", h("span", { "data-effect": effect.name, title: effect.words }, `${where(effect.name)} `, figure(effect.chance))]),
    ),
  ];
}

/** The code of a location by the name of its effect, as the weapons have it. */
function where(name) {
  const [, code, rear] = name.split(".");
  return `${code}${rear ? " rear" : ""}`;
}
