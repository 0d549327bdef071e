/** The live record sheets of the two machines, with everything they have lost. */

import { picture } from "../api.js";
import { button, fill, h, tabs } from "../dom.js";
import { enlarged } from "../enlarging.js";
import { refusal } from "../explain.js";
import { ordinary } from "../offline/kept.js";
import { fillable } from "../pips.js";
import { unitOf } from "./filed.js";
import { unanswered } from "./here.js";

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

/** What the pips of a sheet are kept under. */
export function sheetOf(question, role) {
  return `${role} ${question[role]}`;
}

/** The sheet of a unit as it is now; without a network the kept one, of an ordinary crew. */
async function drawn(body) {
  try {
    return await picture("/api/adjudicate/sheet.svg", { body });
  } catch (no) {
    if (!unanswered(no) || body.condition) throw no;
    return picture("/api/units/sheet.svg", { body: ordinary(body.unit, body.text) });
  }
}

/** Two sheets in tabs; `show(question, conditions)` brings the open one up to date, `marked` hears of pips filled by hand. */
export function liveSheets(marked) {
  const bodies = Object.fromEntries(ROLES.map(([role]) => [role, h("div", { class: "live-sheet", "data-sheet": role })]));
  const shown = {};
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
    if (shown[role] === wanted) return;
    shown[role] = wanted;
    bodies[role].classList.add("waiting");
    let content;
    try {
      const svg = await drawn(body);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `Record sheet of ${unit}`);
      const enlarge = button("Enlarge", () => enlarged(svg, unit), { class: "enlarge", title: "Show the sheet so large that all of it can be read" });
      content = [!condition && fillable(svg, sheetOf(question, role), marked), enlarge, h("div", { class: "paper" }, svg)];
    } catch (no) {
      delete shown[role];
      content = h("p", { class: "said-no" }, refusal(no));
    }
    if (shown[role] && shown[role] !== wanted) return;
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
