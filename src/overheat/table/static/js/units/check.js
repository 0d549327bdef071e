/** Whether a unit is built by the rules, and whether it can be had in a year and with a technology. */

import { post } from "../api.js";
import { choice, field, fill, h, settled } from "../dom.js";
import { itemLink } from "../equipment/link.js";
import { refusal } from "../explain.js";
import { reference } from "./force.js";

const TECHNOLOGIES = [["", "any"], ["inner_sphere", "Inner Sphere"], ["clan", "Clan"], ["mixed", "mixed"]];
const YEAR = /^\d{1,4}$/;

/** The check of a unit, with a year and a technology to ask for. */
export function constructionCheck(entry) {
  const answer = h("div", { class: "stack", role: "status", id: "check-answer" });
  const asked = { year: "", technology: "" };
  let turn = 0;
  const ask = async () => {
    const mine = (turn += 1);
    try {
      const found = await post("/api/units/check", { ...reference(entry), year: YEAR.test(asked.year) ? Number(asked.year) : null, technology: asked.technology });
      if (mine === turn) fill(answer, findings(found), parts(found));
    } catch (no) {
      if (mine === turn) fill(answer, h("p", { class: "said-no" }, refusal(no)));
    }
  };
  const later = settled(ask, 200);
  const change = (facts) => {
    Object.assign(asked, facts);
    later();
  };
  const year = h("input", { type: "number", id: "check-year", min: 1950, max: 9999, placeholder: "any", oninput: () => change({ year: year.value.trim() }) });
  const technology = choice(TECHNOLOGIES, "", (value) => change({ technology: value }), { id: "check-technology" });
  ask();
  return h("div", { class: "stack" }, h("div", { class: "row" }, field("In the year", year), field("With the technology", technology)), answer);
}

function findings(found) {
  const told = ({ id, severity, location, reason, cite }) =>
    h("li", { "data-finding": id, "data-severity": severity }, severity === "error" && h("strong", { class: "refusal" }, "error "), location && `${location}: `, reason, h("cite", {}, cite));
  return [h("p", {}, h("strong", {}, found.verdict)), found.findings.length > 0 && h("ul", { class: "notices" }, found.findings.map(told))];
}

function parts(found) {
  if (!found.parts) return null;
  const row = (part) =>
    h("tr", { "data-part": part.equipment }, h("td", {}, itemLink(part.equipment, part.name)), h("td", {}, part.standing), h("td", {}, [part.introduced, part.extinct && `lost ${part.extinct}`, part.recovered && `again ${part.recovered}`].filter(Boolean).join(", ")));
  return h("table", { class: "inventory" }, h("thead", {}, h("tr", {}, h("th", {}, "Part"), h("th", {}, `In ${found.year}`), h("th", {}, "Years"))), h("tbody", {}, found.parts.map(row)));
}
