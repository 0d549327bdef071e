/** The unit library: searched by words, kind and weight. */

import { get, post, Refusal } from "../../api.js";
import { button, choice, field, fill, h, settled } from "../../dom.js";
import { points } from "../../explain.js";
import { sideIndex } from "../../sides.js";

const KINDS = [
  ["", "All kinds"],
  ["war machine", "War machines"],
  ["vehicle", "Vehicles"],
  ["infantry", "Infantry"],
  ["battle armour", "Battle armour"],
];
const WEIGHTS = [
  ["", "Any weight"],
  ["0-35", "Light, up to 35 t"],
  ["36-55", "Medium, 36 to 55 t"],
  ["56-75", "Heavy, 56 to 75 t"],
  ["76-100", "Assault, 76 to 100 t"],
  ["101-10000000", "Over 100 t"],
];
const TECHS = [["", "Any technology"], ["IS", "Inner Sphere"], ["Clan", "Clan"], ["Mixed", "Mixed"]];
const ROLES = [["", "Any role"], "Ambusher", "Brawler", "Juggernaut", "Missile Boat", "Scout", "Skirmisher", "Sniper", "Striker"];
const VALUES = [["", "Any value"], ["0-500", "up to 500"], ["501-1000", "501 to 1,000"], ["1001-1500", "1,001 to 1,500"], ["1501-2000", "1,501 to 2,000"], ["2001-10000000", "over 2,000"]];
const PAGE = 40;

/** A unit as the server reads it: name, tons and its value with its crew, or why it has none. One that can fight no battle is refused. */
export async function readUnit(entry, rules = []) {
  const { unit, text = "", gunnery, piloting, loads = {} } = entry;
  const read = await post("/api/units/read", { unit, text, gunnery, piloting, loads, rules });
  if (read.battle.refusal) throw new Refusal(read.battle.refusal, 0);
  const worth = read.battle_value;
  return {
    name: read.unit.name,
    tons: read.unit.tons,
    kind: read.unit.kind,
    year: read.unit.year,
    notices: read.notices,
    refitted: read.refitted,
    notPlayed: read.not_played.text,
    holders: read.loads.filter((holder) => holder.fits.length > 1),
    value: worth.bv ?? null,
    unvalued: worth.refusal ?? null,
  };
}

/** The library with a search; `add(name, side)` is called for what is chosen. */
export function library(sides, add) {
  const search = h(
    "input",
    {
      type: "search",
      id: "unit-search",
      placeholder: "for example Atlas",
      "aria-label": "Search units by name",
      oninput: settled(() => look()),
    },
  );
  const kind = choice(KINDS, "", () => look(), { id: "unit-kind" });
  const weight = choice(WEIGHTS, "", () => look(), { id: "unit-weight" });
  const tech = choice(TECHS, "", () => look(), { id: "unit-tech" });
  const role = choice(ROLES, "", () => look(), { id: "unit-role" });
  const worth = choice(VALUES, "", () => look(), { id: "unit-value" });
  const era = choice([["", "Any era"]], "", () => look(), { id: "unit-era" });
  const year = h("input", { type: "number", min: 1, max: 9999, id: "unit-year", placeholder: "any", oninput: settled(() => look()) });
  get("/api/classic/wishes").then(({ eras }) => era.append(...eras.map((name) => h("option", { value: name }, name))), () => {});
  const body = h("tbody");
  const told = h("p", { class: "small", role: "status" });
  const more = button("Show more", () => look(body.children.length), { class: "quiet", hidden: true });
  let latest = 0;

  const look = async (first = 0) => {
    const asked = (latest += 1);
    const [least, most] = weight.value ? weight.value.split("-") : [];
    const [leastValue, mostValue] = worth.value ? worth.value.split("-") : [];
    try {
      const found = await get(
        "/api/units",
        {
          params: {
            search: search.value, kind: kind.value, least_tons: least, most_tons: most, first, most: PAGE, for_battle: true,
            tech: tech.value, role: role.value, era: era.value, year: year.value || undefined, least_bv: leastValue, most_bv: mostValue,
          },
        },
      );
      if (asked !== latest) return;
      const rows = found.units.map((unit) => unitRow(unit, sides, add));
      if (first === 0) fill(body, rows);
      else body.append(...rows);
      more.hidden = body.children.length >= found.count;
      told.textContent = found.count === 0 ? "No unit of the library fits. Drop a unit file to bring your own." : `${found.count} ${found.count === 1 ? "unit" : "units"}`;
    } catch (no) {
      if (asked === latest) told.textContent = no.reason ?? String(no);
    }
  };
  const element = h(
    "div",
    { class: "library stack", id: "library" },
    h("div", { class: "library-search" }, field("Search", search), field("Kind", kind), field("Weight", weight)),
    h(
      "details",
      { class: "library-more" },
      h("summary", { class: "small" }, "More filters: value, technology, role, era, year"),
      h("div", { class: "weather" }, field("Value", worth), field("Technology", tech), field("Role", role), field("Came into use in", era), field("Nothing later than", year)),
    ),
    told,
    h(
      "div",
      { class: "library-list", tabindex: "0", role: "region", "aria-label": "Units found" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Unit"),
            h("th", { class: "number" }, "Tons"),
            h("th", { class: "number", title: "Battle value with a crew of gunnery 4 and piloting 5" }, "Value"),
            h("th", { class: "number library-year" }, "Year"),
            h("th", {}, "Add to"),
          ),
        ),
        body,
      ),
      more,
    ),
  );
  return { element, look };
}

function unitRow(unit, sides, add) {
  return h(
    "tr",
    { "data-library-unit": unit.name },
    h("td", {}, unit.name, unit.kind !== "war machine" && h("span", { class: "small" }, ` ${unit.kind}`)),
    h("td", { class: "number" }, unit.tons ? String(unit.tons) : "–"),
    h("td", { class: "number" }, points(unit.bv)),
    h("td", { class: "number library-year" }, String(unit.year ?? "–")),
    h(
      "td",
      { class: "library-add" },
      sides.map((side) => button(
        `+ ${side}`,
        () => add(unit.name, side),
        { "data-side-index": sideIndex(side, sides), class: "add-to", "aria-label": `Add ${unit.name} to ${side}`, "data-add": side },
      )),
    ),
  );
}
