/** A side of the question: which unit, who steers it, how it moved, and what state it is in. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { refusal } from "../explain.js";
import { ordinary } from "../offline/kept.js";
import { dropZone } from "../units/files.js";
import { tons, unitSearch } from "../units/search.js";
import { check, number, select } from "./fields.js";
import { isFile, keepFile, unitOf } from "./filed.js";
import { redrawn } from "../redrawing.js";

const GROUND = ["war machine", "vehicle", "battle armour", "infantry"];
const MOVES = {
  vehicle: { stationary: "stood still", walk: "cruised", run: "flanked" },
  other: { stationary: "stood still", walk: "walked", run: "ran", jump: "jumped" },
};

const STATES = { prone: "Prone (on the ground)", immobile: "Immobile or shut down", skidded: "Skidded", spotting: "Spots for others", stealth: "Stealth armour on", illuminated: "Lit up at night" };
/** What is asked of each at once, and what only on demand. */
const LAYOUT = {
  attacker: { first: ["gunnery", "piloting", "moved", "hexes", "heat"], rest: [], ticks: ["prone", "immobile"], rare: ["skidded", "spotting"] },
  target: { first: ["moved", "hexes", "piloting"], rest: ["gunnery", "heat"], ticks: ["prone", "immobile"], rare: ["skidded", "stealth", "illuminated"] },
};

/** The facts that a party adds to a question, as they usually are. */
export function partyDefaults(role, unit) {
  const states = Object.fromEntries(Object.keys(STATES).map((name) => [name, false]));
  const facts = { gunnery: 4, piloting: 5, moved: "stationary", hexes: 0, heat: 0, ...states };
  return { [role]: unit, ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [`${role}.${name}`, value])) };
}

/** A party as the server is asked about it. */
export function partyAsked(question, role) {
  const fact = (name) => question[`${role}.${name}`];
  const { unit, text } = unitOf(question[role]);
  return {
    unit,
    ...(text ? { text } : {}),
    gunnery: fact("gunnery"),
    piloting: fact("piloting"),
    moved: fact("moved"),
    hexes_moved: fact("hexes"),
    heat: fact("heat"),
    prone: fact("prone"),
    immobile: fact("immobile"),
    skidded: fact("skidded"),
    spotting: fact("spotting"),
    stealth: fact("stealth"),
    illuminated: fact("illuminated"),
  };
}

/** The form of a party. `changed` is called after every change, with true when the unit itself is another. */
export function partyForm(question, role, title, changed) {
  const holder = h("section", { class: "card stack party", "data-role": role, "aria-label": title, "data-side-index": role === "attacker" ? "0" : "1" });
  const fields = h("div", { class: "stack" });
  const chosen = h("div", { class: "chosen" });
  const finder = h("div", { class: "stack", hidden: Boolean(question[role]) });
  let facts = null;
  let factsOf = "";
  let more = false;

  const set = (name, value) => {
    question[`${role}.${name}`] = value;
    if (name === "moved" && value === "stationary") correct("hexes", 0);
    if (name === "hexes" && value > 0 && question[`${role}.moved`] === "stationary") correct("moved", "walk");
    changed(false);
  };
  /** Whoever stood still entered no hexes, and whoever entered some did not stand still. */
  const correct = (name, value) => {
    question[`${role}.${name}`] = value;
    fields.querySelector(`[data-field="${role}.${name}"]`).value = value;
  };
  const take = (unit) => {
    question[role] = unit;
    if (question[`${role}.moved`] === "jump") correct("moved", "walk");
    const within = finder.contains(document.activeElement);
    finder.hidden = true;
    look();
    if (within) chosen.querySelector("button").focus();
    changed(true);
  };
  /** A file takes the place of the unit only if it can be read. */
  const bring = async (file) => {
    try {
      await post("/api/units/read", { unit: file.name, text: file.text });
    } catch (no) {
      showChosen(no);
      return;
    }
    take(keepFile(file));
  };
  const look = async () => {
    const wanted = question[role];
    showChosen();
    if (!wanted) return;
    const { unit, text } = unitOf(wanted);
    if (text === null) return;
    try {
      const read = await post("/api/units/read", ordinary(unit, text));
      if (question[role] !== wanted) return;
      facts = read.unit;
      factsOf = wanted;
    } catch (no) {
      if (question[role] !== wanted) return;
      facts = null;
      showChosen(no);
      return;
    }
    showChosen();
    showFields();
  };
  const showChosen = (no = null) => {
    const unit = question[role];
    const name = unitOf(unit).unit;
    const missing = isFile(unit) && unitOf(unit).text === null;
    const about = facts && factsOf === unit ? [facts.kind, tons(facts), `moves ${facts.walk}${facts.jump ? `, jumps ${facts.jump}` : ""}`].filter(Boolean).join(" · ") : "";
    redrawn(chosen, () => fill(
      chosen,
      h(
        "div",
        { class: "row spread" },
        h(
          "div",
          { class: "chosen-name" },
          h("span", { class: "side-mark", "aria-hidden": "true" }),
          h("small", {}, title),
          h("strong", { "data-chosen": role }, (facts && isFile(unit) ? facts.name : name) || "no unit chosen"),
        ),
        button(finder.hidden ? "Change" : "Close", () => {
          finder.hidden = !finder.hidden;
          showChosen(no);
          if (!finder.hidden) finder.querySelector("input[type=search]").focus();
        }, { class: "quiet", "aria-label": `${finder.hidden ? "Change" : "Close the list of units for"} ${title.toLowerCase()}`, "data-change": role }),
      ),
      about && h("small", {}, about),
      no && h("p", { class: "said-no", role: "alert" }, refusal(no)),
      isFile(unit) && !missing && h("small", { class: "note" }, `From the file ${name}, which is not part of the link: whoever opens the link has to drop it too.`),
      missing && h("p", { class: "said-no" }, `The link speaks of the file ${name}, which is not in this browser: drop it here.`),
    ));
    if (missing) finder.hidden = false;
  };
  const showFields = () => {
    const fact = (name) => question[`${role}.${name}`];
    const moves = facts?.kind === "vehicle" ? MOVES.vehicle : { ...MOVES.other };
    if (facts && !facts.jump && fact("moved") !== "jump") delete moves.jump;
    const machine = !facts || facts.kind === "war machine";
    const controls = {
      gunnery: () => number("Gunnery", fact("gunnery"), { name: `${role}.gunnery`, most: 8 }, (value) => set("gunnery", value)),
      piloting: () => number(facts?.kind === "vehicle" ? "Driving" : "Piloting", fact("piloting"), { name: `${role}.piloting`, most: 8 }, (value) => set("piloting", value)),
      moved: () => select("It has", fact("moved"), { name: `${role}.moved`, options: Object.entries(moves) }, (value) => set("moved", value)),
      hexes: () => number("Hexes moved", fact("hexes"), { name: `${role}.hexes`, most: 40 }, (value) => set("hexes", value)),
      heat: () => machine && number("Heat", fact("heat"), { name: `${role}.heat`, most: 50 }, (value) => set("heat", value)),
    };
    const tick = (name) => (name !== "prone" || machine) && check(STATES[name], fact(name), { name: `${role}.${name}` }, (value) => set(name, value));
    const { first, rest, ticks, rare } = LAYOUT[role];
    const usual = partyDefaults(role, "");
    more ||= [...rest, ...rare].some((name) => fact(name) !== usual[`${role}.${name}`]);
    redrawn(fields, () => fill(
      fields,
      h("div", { class: "facts" }, first.map((name) => controls[name]())),
      h("div", { class: "checks" }, ticks.map(tick)),
      h(
        "details",
        { class: "more", open: more, ontoggle: (event) => (more = event.currentTarget.open) },
        h("summary", {}, "More"),
        h("div", { class: "stack" }, rest.length > 0 && h("div", { class: "facts" }, rest.map((name) => controls[name]())), h("div", { class: "checks" }, rare.map(tick))),
      ),
    ));
  };
  finder.append(
    unitSearch({ id: `${role}-search`, kinds: GROUND, action: "Choose", label: `Choose the ${title.toLowerCase()}`, chosen: (unit) => take(unit.name) }),
    dropZone({ id: `${role}-file`, label: "A unit file of your own", endings: [".mtf", ".blk"], several: false, taken: ([file]) => bring(file), refused: ([file]) => showChosen({ reason: `${file.name}: ${file.reason}` }) }),
  );
  showFields();
  look();
  holder.append(chosen, finder, fields);
  return { element: holder, renew: showFields, facts: () => facts };
}
