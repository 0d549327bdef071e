/** The adjudicator of the classic game: two machines on a real table, every weapon answered. */

import { post } from "../api.js";
import { button, choice, fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { busy } from "../units/printing.js";
import { asker } from "./asking.js";
import { keepAnswers, keepShots, keepUnits } from "../offline/kept.js";
import { isGone, onceBack } from "../offline/server.js";
import { lossesOf } from "../pips.js";
import { Conditions, duels, newDuel } from "./conditions.js";
import { unitOf } from "./filed.js";
import { hereLog, hereNote, throwHere, unanswered, workedOut } from "./here.js";
import { partyAsked, partyDefaults, partyForm } from "./party.js";
import { PLACE, placeAsked, placeForm, placeMissing } from "./place.js";
import { written } from "./question.js";
import { redrawn } from "../redrawing.js";
import { copyLog, rollLog, rollSummary } from "./rolling.js";
import { liveSheets, sheetOf } from "./sheets.js";
import { best, blowTable, decimal, shotKeys, together, weaponTable } from "./shots.js";
import { wayControls, wayOf } from "./ways.js";
import { WEATHER, weatherAsked, weatherForm } from "./weather.js";

const ALL = "all";
/** What the form itself is made of. */
const FORM = ["/api/adjudicate/terrain", "/api/boards", "/api/kinds?changes=false", "/api/classic/weather?rules=classic", "/api/units?search=&kind=&most=500"];
const NONE = "none";
export const CLASSIC = {
  ...partyDefaults("attacker", "Wolverine WVR-6R"),
  ...partyDefaults("target", "Atlas AS7-D"),
  ...PLACE,
  weapons: [ALL],
  ways: [],
  duel: "",
  ...WEATHER,
};

/** The whole question as the server is asked it. */
function asked(question, conditions, weapons) {
  const place = placeAsked(question);
  const party = (role) => {
    const facts = { ...partyAsked(question, role), ...place[role] };
    const held = conditions.of(role)?.condition;
    const damage = held ? [] : lossesOf(sheetOf(question, role));
    if (damage.length) return { ...facts, damage };
    return held ? { ...facts, condition: { ...held, heat: facts.heat, prone: facts.prone, shut_down: facts.immobile } } : facts;
  };
  return { attacker: party("attacker"), target: party("target"), weapons, ...place.question, ...weatherAsked(question) };
}

/** Without a board, where the server put the two is no news. */
function placed(question) {
  return (told) => question.board || told.kind !== "Moved";
}

/** How many volleys were applied, ways to take them back, and the duels that this browser keeps. */
function historyOf(conditions, undo, reset) {
  const many = conditions.steps.length;
  const others = duels().filter((one) => one.id !== conditions.duel);
  const said = many ? `${many} volley${many === 1 ? "" : "s"} applied, kept in this browser.` : "Both are fresh. What you apply is kept in this browser.";
  return [
    h("small", {}, conditions.elsewhere ? "The link comes from a duel under way; its damage is in the browser of who sent it, so the armour is shown whole." : said),
    many > 0 && button("Undo last", undo, { id: "undo" }),
    many > 0 && button("Reset", reset, { id: "reset", class: "danger" }),
    others.length > 0 &&
      choice(
        [["", "Go on with another duel…"], ...others.map((one) => [one.facts, `${one.title} (${one.steps.length})`])],
        "",
        (facts) => facts && (location.hash = `#classic?${facts}`),
        { id: "duels", "aria-label": "Go on with another duel" },
      ),
  ];
}

/** The pane; `changed` is called when the question has become another and belongs into the address. */
export function classicPane(question, changed) {
  let conditions = new Conditions(question.duel);
  let all = null;
  const worthTelling = placed(question);
  const weapons = h("div", { class: "scroll found-answer", id: "weapons" });
  const sum = h("div", { class: "found-answer" });
  const blows = h("div", { class: "found-answer" });
  const said = h("div", { role: "status", "aria-live": "polite" });
  const rolled = h("div", { class: "stack", id: "rolled" });
  const history = h("div", { class: "row", id: "history" });
  const sheets = liveSheets(() => anew());
  const answer = h("section", { class: "card stack answer", "aria-label": "The answer", id: "answer" });
  const peek = h("a", { class: "peek", href: "#answer", onclick: (event) => { event.preventDefault(); answer.scrollIntoView({ block: "start" }); } });
  let roll = null;

  /** Where no board was named, the server's hexes mean nothing to anybody. */
  const inWords = (text) => {
    if (question.board || !all?.sight) return text;
    return text.replaceAll(new RegExp(` in (${all.sight.hexes.join("|") || "-"})\\b`, "g"), "").replaceAll(all.sight.to, "the target").replaceAll(all.sight.from, "the attacker");
  };
  const chosenKeys = () => {
    const able = shotKeys(all.shots).filter((_, at) => !all.shots[at].refusal);
    return new Set(question.weapons[0] === ALL ? able : able.filter((key) => question.weapons.includes(key)));
  };
  /** Weapons as the server is told of them, each with the way it is fired. */
  const triggers = (wanted) => {
    const keys = shotKeys(all.shots);
    return all.shots.flatMap(({ weapon, location, rear }, at) => (wanted(keys[at]) ? [{ name: weapon, location, rear: Boolean(rear), ...wayOf(question.ways, keys[at]) }] : []));
  };
  const simple = () => question.weapons[0] === ALL && question.ways.length === 0;
  const chosenOnes = () => (simple() ? ALL : triggers((key) => chosenKeys().has(key)));
  const volleyOf = async (weapons) => {
    const body = asked(question, conditions, weapons);
    const answer = await post("/api/adjudicate/volley", body).catch((no) => (unanswered(no) ? workedOut(body) : Promise.reject(no)));
    answer.shots.sort((one, other) => one.command.mount - other.command.mount);
    return answer;
  };
  const missing = () => {
    for (const role of ["attacker", "target"]) {
      if (!question[role]) return `Choose the ${role}.`;
      if (unitOf(question[role]).text === null) return `Drop the file of the ${role}.`;
      const { fate } = conditions.of(role) ?? {};
      if (fate) return `The ${role} is ${fate}. Undo the last volley, reset, or choose another unit.`;
    }
    return placeMissing(question);
  };
  /** The answer to another question stays in sight, but nothing in it can be used. */
  const outdated = (on) => {
    answer.classList.toggle("stale", on);
    for (const part of [weapons, sum, blows]) part.inert = on;
  };
  const asking = asker({
    ask: async () => {
      const lacks = missing();
      if (lacks) throw { reason: lacks };
      all = await volleyOf(ALL);
      if (simple()) return all;
      if (question.ways.length > 0) all = { ...all, shots: (await volleyOf(triggers(() => true))).shots };
      const some = chosenOnes();
      return some.length ? await volleyOf(some) : null;
    },
    show: (volley) => {
      fill(said, all.here && hereNote("Blows, and machines that are damaged inside, need the server."));
      fill(rolls, all.here ? "This device rolls to hit, and for where." : "The server rolls every die: to hit, where, how many, critical hits, falls.");
      outdated(false);
      keepBoth();
      redrawn(weapons, () => fill(weapons, weaponTable(all.shots, chosenKeys(), { toggle, inWords, ways: controls })));
      const many = chosenKeys().size;
      const brief = volley ? `${many} weapon${many === 1 ? "" : "s"}: ${decimal(volley.expected_damage)} damage` : "no weapon chosen";
      fill(peek, h("span", {}, brief), h("b", {}, best(all.shots)));
      redrawn(blows, () => fill(blows, all.blows?.length > 0 && blowTable(all.blows, (pressed, blow) => busy(pressed, () => rollIt([blow])))));
      fill(sum, volley ? together(volley, parties.target.facts()) : h("p", { class: "muted" }, all.shots.some((shot) => !shot.refusal) ? "No weapon is chosen." : "No weapon can fire."));
      rollButton.disabled = !volley || !chosenKeys().size;
      holdButton.hidden = !(question["attacker.heat"] > 0);
    },
    fail: (no) => {
      fill(said, h("p", { class: "said-no", id: "refused" }, refusal(no)));
      outdated(true);
      fill(peek, h("span", {}, no.reason));
      rollButton.disabled = true;
    },
    wait: (on) => answer.classList.toggle("asking", on),
  });
  let keptFor = "";
  /** The shots of both are kept for when there is no network. */
  const keepBoth = () => {
    const units = ["attacker", "target"].map((role) => unitOf(question[role])).filter(({ text }) => !text).map(({ unit }) => unit);
    const { rules } = weatherAsked(question);
    const now = JSON.stringify([units, rules]);
    if (all.here || now === keptFor) return;
    keptFor = now;
    keepAnswers(FORM).then(() => keepUnits(units)).then(() => keepShots(units, rules)).catch(() => {});
  };
  const soon = () => {
    changed();
    asking.soon();
  };
  /** Another question: the dice that fell for the one before are put away. */
  const anew = () => {
    roll = null;
    fill(rolled);
    soon();
  };
  const toggle = (key, on) => {
    const chosen = chosenKeys();
    if (on) chosen.add(key);
    else chosen.delete(key);
    const able = shotKeys(all.shots).filter((_, at) => !all.shots[at].refusal);
    question.weapons = chosen.size === 0 ? [NONE] : able.every((one) => chosen.has(one)) ? [ALL] : [...chosen];
    anew();
  };
  const controls = (shot, key) =>
    wayControls(shot, key, question.ways, (ways) => {
      question.ways = ways;
      anew();
    });
  const rollIt = async (strikes = null, hold = false) => {
    const some = strikes || hold ? [] : chosenOnes();
    if (isGone() && all.here) {
      const keys = shotKeys(all.shots);
      fill(rolled, hereLog(throwHere(all.shots.filter((_, at) => chosenKeys().has(keys[at])))));
      return;
    }
    roll = await post("/api/adjudicate/roll", { ...asked(question, conditions, some), ...(strikes ? { strikes } : {}) });
    showRoll(false);
  };
  const showRoll = (applied) => {
    const fates = ["attacker", "target"].filter((role) => roll[role]?.fate).map((role) => `The ${role} is ${roll[role].fate}.`);
    fill(
      rolled,
      h("div", { class: "row spread" }, h("h3", {}, "The dice fell"), h("div", { class: "row" }, copyLog(roll.events), h("small", {}, `seed ${roll.seed}`))),
      rollSummary(roll.events),
      rollLog(roll.events.filter(worthTelling)),
      fates.length > 0 && h("p", { class: "said-no", id: "fate" }, fates.join(" ")),
      applied ? h("p", { class: "all-good" }, "✓ Applied to the record sheets.") : button("Apply to the live record sheets", applyIt, { class: "primary", id: "apply" }),
    );
  };
  const applyIt = () => {
    question.duel ||= newDuel();
    conditions.duel = question.duel;
    conditions.apply({ attacker: roll.attacker, target: roll.target });
    for (const role of ["attacker", "target"]) carry(role);
    keep();
    redrawn(rolled, () => showRoll(true));
    renew();
  };
  /** Heat, whether it lies on the ground and whether it is shut down are facts of the question too. */
  const carry = (role) => {
    const held = conditions.of(role)?.condition;
    question[`${role}.heat`] = held?.heat ?? 0;
    question[`${role}.prone`] = Boolean(held?.prone);
    question[`${role}.immobile`] = Boolean(held?.shut_down);
    parties[role].renew();
  };
  const keep = () => conditions.keep(["attacker", "target"].map((role) => unitOf(question[role]).unit).join(" against "), written(question, CLASSIC));
  const back = (step) => {
    step();
    for (const role of ["attacker", "target"]) carry(role);
    keep();
    if (!conditions.steps.length) question.duel = conditions.duel = "";
    roll = null;
    fill(rolled);
    renew();
  };
  const renew = () => {
    redrawn(history, () => fill(history, historyOf(conditions, () => back(() => conditions.undo()), () => back(() => conditions.reset()))));
    sheets.show(question, conditions);
    soon();
  };
  const changedParty = (another) => {
    if (another) {
      question.duel = "";
      conditions = new Conditions("");
      question.weapons = [ALL];
      question.ways = [];
      roll = null;
      fill(rolled);
      renew();
      return;
    }
    sheets.show(question, conditions);
    anew();
  };
  const parties = {
    attacker: partyForm(question, "attacker", "Attacker", changedParty),
    target: partyForm(question, "target", "Target", changedParty),
  };
  const rolls = h("small", {});
  const rollButton = button([h("span", { "aria-hidden": "true" }, "⚄"), "Roll it for me"], (event) => busy(event.currentTarget, () => rollIt()), { class: "primary", id: "roll" });
  const holdButton = button("Hold fire, sink heat", (event) => busy(event.currentTarget, () => rollIt(null, true)), { id: "hold", hidden: true });
  const pick = (value) => {
    question.weapons = [value];
    anew();
  };
  answer.append(
    h(
      "div",
      { class: "row spread" },
      h("h2", {}, "Weapons"),
      h("div", { class: "row" }, button("All", () => pick(ALL), { class: "quiet", id: "weapons-all" }), button("None", () => pick(NONE), { class: "quiet", id: "weapons-none" })),
    ),
    said,
    weapons,
    sum,
    h("div", { class: "row" }, rollButton, holdButton, rolls),
    blows,
    rolled,
  );
  const live = h("section", { class: "card stack", "aria-label": "Live record sheets" }, h("h2", {}, "Live record sheets"), history, sheets.element);
  const element = h(
    "div",
    { class: "bench" },
    h("div", { class: "bench-form" }, parties.attacker.element, parties.target.element, placeForm(question, anew).element, weatherForm(question, anew)),
    h("div", { class: "bench-answer" }, answer, live),
    peek,
  );
  onceBack(() => element.isConnected && all?.here && asking.soon());
  new IntersectionObserver(([seen]) => peek.classList.toggle("away", seen.isIntersecting)).observe(answer);
  renew();
  return element;
}
