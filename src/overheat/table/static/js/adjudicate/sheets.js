/** The live record sheets of the two machines, with everything they have lost. */

import { picture } from "../api.js";
import { button, fill, h, tabs } from "../dom.js";
import { enlarged } from "../enlarging.js";
import { refusal } from "../explain.js";
import { unitOf } from "./filed.js";

const ROLES = [["target", "Target's sheet"], ["attacker", "Attacker's sheet"]];

/** What a sheet's picture does not show at a glance: heat, posture, crew, fate. */
function status(held) {
  if (!held?.condition) return null;
  const { heat, prone, shut_down, crew_hits, conscious } = held.condition;
  const words = [
    heat > 0 && `heat ${heat}`,
    prone && "prone",
    shut_down && "shut down",
    crew_hits > 0 && `${crew_hits} crew hit${crew_hits === 1 ? "" : "s"}`,
    conscious === false && "unconscious",
    held.fate,
  ].filter(Boolean);
  return words.length > 0 && h("p", { class: "chips sheet-status" }, words.map((word) => h("span", { class: "chip flat" }, word)));
}

/** Two sheets in tabs; `show(question, conditions)` brings the open one up to date. */
export function liveSheets() {
  const bodies = Object.fromEntries(ROLES.map(([role]) => [role, h("div", { class: "live-sheet", "data-sheet": role })]));
  const drawn = {};
  let latest = null;
  let tabbed = null;
  const draw = async () => {
    if (!latest || !tabbed) return;
    const role = tabbed.open().replace("sheet-", "");
    const { question, conditions } = latest;
    const { unit, text } = unitOf(question[role]);
    if (!unit || text === null) return;
    const body = { unit, ...(text ? { text } : {}), gunnery: question[`${role}.gunnery`], piloting: question[`${role}.piloting`] };
    const condition = conditions.of(role)?.condition;
    if (condition) body.condition = condition;
    const wanted = JSON.stringify(body);
    if (drawn[role] === wanted) return;
    drawn[role] = wanted;
    bodies[role].classList.add("waiting");
    let content;
    try {
      const svg = await picture("/api/adjudicate/sheet.svg", { body });
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `Record sheet of ${unit}`);
      const enlarge = button("Enlarge", () => enlarged(svg, unit), { class: "enlarge", title: "Show the sheet so large that all of it can be read" });
      content = [enlarge, h("div", { class: "paper" }, svg)];
    } catch (no) {
      content = h("p", { class: "said-no" }, refusal(no));
    }
    if (drawn[role] !== wanted) return;
    bodies[role].classList.remove("waiting");
    fill(bodies[role], status(conditions.of(role)), content);
  };
  tabbed = tabs(ROLES.map(([role, title]) => ({ id: `sheet-${role}`, title, body: bodies[role] })), () => draw());
  return {
    element: tabbed.element,
    show(question, conditions) {
      latest = { question, conditions };
      draw();
    },
  };
}
