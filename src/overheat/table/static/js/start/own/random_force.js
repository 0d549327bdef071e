/** A random force: how much of it, of which units, for one side or for both. */

import { get, post } from "../../api.js";
import { button, choice, field, h } from "../../dom.js";
import { points } from "../../explain.js";
import { kindOfFile, textOf, tooLarge } from "../../file_kinds.js";
import { capital, listed } from "../../sides.js";
import { soundNumbers, trying } from "../refusing.js";
import { anySeed } from "./random_map.js";

const BY = [["value", "battle value"], ["tons", "tons"], ["", "number only"]];
const AMOUNTS = { value: 5000, tons: 200 };
const KINDS = [["", "any kind"], ["war machine", "war machines"], ["vehicle", "vehicles"], ["infantry", "infantry"], ["battle armour", "battle armour"]];
const TECHS = [["", "any"], ["IS", "Inner Sphere"], ["Clan", "Clan"], ["Mixed", "mixed"]];
const ROLES = ["Ambusher", "Brawler", "Juggernaut", "Missile Boat", "Scout", "Skirmisher", "Sniper", "Striker"];
const MOST_BYTES = 1_600_000;

/**
 * The form for random forces. `sides` are those to fill, `rules()` the rules in force, `put(side, units)` puts units in the
 * place of a side's, `place` is where refusals are shown.
 */
export function randomForce({ sides, rules, put, place }) {
  let files = [];
  const by = choice(BY, "value", () => shape(), { id: "draft-by" });
  const amount = h("input", { type: "number", min: 1, max: 1_000_000, value: AMOUNTS.value, required: true, id: "draft-amount" });
  const count = h("input", { type: "number", min: 1, max: 30, value: 4, id: "draft-count" });
  const kind = choice(KINDS, "", () => {}, { id: "draft-kind" });
  const weights = h("fieldset", { class: "draft-weights" }, h("legend", {}, "Weight classes"));
  const tech = choice(TECHS, "", () => {}, { id: "draft-tech" });
  const role = choice([["", "any role"], ...ROLES], "", () => {}, { id: "draft-role" });
  const era = h("select", { id: "draft-era" }, h("option", { value: "" }, "any era"));
  const year = h("input", { type: "number", min: 1, max: 9999, id: "draft-year", placeholder: "any" });
  const played = h("input", { type: "checkbox", id: "draft-played", checked: true });
  const pilots = h("input", { type: "checkbox", id: "draft-pilots", checked: true });
  const seed = h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, id: "draft-seed", placeholder: "any" });
  const told = h("p", { class: "small", id: "draft-told", role: "status" });
  const much = field("How much", amount);
  const shape = () => {
    much.hidden = by.value === "";
    if (by.value) amount.value = AMOUNTS[by.value];
  };
  const number = (box) => (box.value === "" ? {} : { [box.id.replace("draft-", "")]: Number(box.value) });
  const wishes = () => ({
    ...(by.value ? { [by.value]: Number(amount.value) } : {}), ...number(count), ...number(year),
    kinds: kind.value ? [kind.value] : [], technology: tech.value, roles: role.value ? [role.value] : [], era: era.value, played: played.checked,
    weights: [...weights.querySelectorAll("input:checked")].map((box) => box.value),
  });
  const draw = (chosen) => async () => {
    soundNumbers(element);
    let wanted = wishes();
    let next = seed.value === "" ? anySeed() : Number(seed.value);
    const drawn = [];
    for (const side of chosen) {
      const found = await post("/api/classic/draft", { wishes: wanted, seed: next, files, pilots: pilots.checked, rules: rules() });
      drawn.push([side, found]);
      // The second side is to be as much worth as the first came to, with other units.
      wanted = { ...wanted, tons: null, value: found.value, count: found.units.length };
      next += 1;
    }
    for (const [side, { units }] of drawn) await put(side, units);
    const sums = drawn.map(([side, { value, tons }]) => `${side} ${points(value)} battle value, ${tons} tons`);
    told.textContent = `Drawn: ${sums.join("; ")}.`;
  };
  const go = (label, chosen, properties) => {
    const made = button(label, () => trying(made, place, draw(chosen)), properties);
    return made;
  };
  const folder = h("input", { type: "file", webkitdirectory: true, multiple: true, class: "off-screen", tabindex: "-1", "aria-hidden": "true", id: "draft-folder" });
  const from = h("span", { class: "small", id: "draft-from" }, "Drawn from the units of the library.");
  folder.addEventListener("change", async () => {
    files = await readUnits([...folder.files]);
    folder.value = "";
    from.textContent = files.length ? `Drawn from ${files.length} ${files.length === 1 ? "file" : "files"} of yours.` : "No unit files there; drawn from the units of the library.";
  });
  get("/api/classic/wishes").then((found) => {
    weights.append(...found.weights.map((name) => h("label", { class: "check" }, h("input", { type: "checkbox", value: name }), capital(name))));
    era.append(...found.eras.map((name) => h("option", { value: name }, name)));
  }, () => {});
  const element = h(
    "details",
    { class: "random-force", id: "random-force" },
    h("summary", {}, "Random forces"),
    h(
      "div",
      { class: "stack" },
      h("div", { class: "weather" }, field("By", by), much, field("Units", count, "empty: as many as suit"), field("Kind", kind), field("Technology", tech), field("Role", role), field("Came into use in", era), field("Nothing later than", year), field("Seed", seed)),
      weights,
      h("div", { class: "row" }, h("label", { class: "check" }, played, "only units with all their equipment in play"), h("label", { class: "check" }, pilots, "pilots get names")),
      h("div", { class: "row" }, button("Draw from a folder of files", () => folder.click()), folder, from),
      h(
        "div",
        { class: "row" },
        go(`Fill ${listed(sides)}, of the same worth`, sides, { class: "primary", id: "draft-both" }),
        sides.map((side) => go(`Fill ${side}`, [side], { "data-draft": side })),
      ),
      told,
    ),
  );
  return element;
}

/** The unit files among some, as many as fit into a question. */
async function readUnits(files) {
  const found = [];
  let bytes = 0;
  for (const file of files.filter((each) => kindOfFile(each.name) === "unit" && !tooLarge(each))) {
    bytes += file.size;
    if (bytes > MOST_BYTES || found.length >= 500) break;
    found.push({ unit: file.name, text: await textOf(file) });
  }
  return found;
}
