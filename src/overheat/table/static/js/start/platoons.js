/** Platoons of one's own for H.E.A.T: a bundled or brought platoon for each side, and the table they meet at. */

import { get, post } from "../api.js";
import { fragmentOf } from "../builder/link.js";
import { shelf } from "../builder/shelf.js";
import { button, choice, download, fill, h, settled } from "../dom.js";
import { points, refusal, unfolding } from "../explain.js";
import { capital, sideIndex, sideName } from "../sides.js";
import { fragmentOf as tableFragment } from "../tables/link.js";
import { keep as keepTable, newKey, shelf as tableShelf } from "../tables/shelf.js";
import { keepDraft, keptDraft } from "./draft.js";
import { fileButton } from "./files.js";
import { tablePicture } from "./pictures.js";
import { refusalPlace } from "./refusing.js";

/** The builder of two platoons; `scenarios` are those of the game, `rules()` the layers chosen, `setupOf(name)` a set-up. */
export function platoons({ scenarios, setupOf, rules, changed = () => {} }) {
  const known = new Map();
  const picked = [null, null];
  const kept = keptDraft("platoon");
  const ownTables = () => tableShelf().map(({ key, scenario }) => ({ name: `own ${key}`, title: scenario.name, sides: scenario.players, own: scenario }));
  let table = [...ownTables(), ...scenarios].find((scenario) => scenario.name === kept?.table) ?? scenarios[0];
  let target = 0;
  const place = refusalPlace({ id: "platoon-refusal" });
  const sides = h("div", { class: "platoon-sides" });
  const tables = h("div", { class: "tables", role: "radiogroup", "aria-label": "The table" });
  const joins = h("span", { class: "row" });

  const show = () => {
    fill(sides, table.sides.map((side, at) => sideCard(side, at)));
    fill(
      joins,
      h("span", { class: "small" }, "a file joins"),
      choice(
        table.sides.map((side, at) => [at, capital(side)]),
        target,
        (at) => (target = Number(at)),
        { id: "platoon-file-side", "aria-label": "The side that a platoon file joins" },
      ),
    );
    if (known.size) keepDraft(
      "platoon",
      { table: table.name, picked, files: [...known].filter(([, each]) => each.own).map(([name, each]) => [name, each.title, each.text]) },
    );
    changed();
  };
  const sideCard = (side, at) => {
    const chosen = known.get(picked[at]);
    const options = [...known.entries()].map(([key, each]) => [
      key,
      `${each.title}${each.built ? ", yours" : each.own ? ", your file" : ""}, ${points(each.checked?.points ?? each.points)} points`,
    ]);
    return h(
      "div",
      { class: "force card", "data-side": side, "data-side-index": sideIndex(side, table.sides) },
      h(
        "header",
        { class: "row spread" },
        h("h3", {}, sideName(side, table.sides)),
        h(
          "strong",
          { class: "number", "data-total": side },
          chosen?.checked ? `${points(chosen.checked.points)} of ${points(chosen.checked.limit)} points` : "",
        ),
      ),
      choice(
        options,
        picked[at],
        (key) => { picked[at] = key; check(key).then(show); },
        { "aria-label": `The platoon of ${side}`, "data-platoon-of": side },
      ),
      chosen?.refused && h("p", {}, refusal(chosen.refused)),
      chosen?.checked && platoonSheet(chosen.checked),
      chosen?.checked && h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: `/platoon#${fragmentOf(chosen.checked.roster, rules())}`, "data-build": side }, "Change in the builder"),
        button(
          "Save as a file to change",
          () => download(`${chosen.checked.name}.toml`, new Blob([chosen.checked.text])),
          { class: "quiet small", "aria-label": `Save as a file to change: the platoon of ${side}`, "data-save": side },
        ),
      ),
    );
  };
  const check = async (key) => {
    const each = known.get(key);
    try {
      each.checked = await post("/api/platoon/check", { ...sourceOf(key, each), rules: rules() });
      each.refused = null;
    } catch (no) {
      each.checked = null;
      each.refused = no;
    }
  };
  /** A file with a table on it: it joins the tables of this browser, and is chosen. */
  const readTable = async (file) => {
    const { scenario, findings } = await post("/api/platoon/tables/check", { text: file.text });
    if (findings.length) throw findings[0];
    const key = newKey();
    keepTable({ key, scenario });
    table = ownTables().find((each) => each.name === `own ${key}`) ?? table;
    layTables();
    show();
  };
  const readFile = async (file) => {
    await loaded;
    place.clear();
    try {
      if (file.data !== undefined) throw { reason: "this is a force of war machines; drop it on the forces of that game" };
      if (/^\s*\[table\]/m.test(file.text)) return await readTable(file);
      const checked = await post("/api/platoon/check", { text: file.text, rules: rules() });
      known.set(file.name, { title: checked.name, own: true, text: file.text, points: checked.points, checked });
      const on = table.sides.indexOf(file.where?.closest?.("[data-side]")?.dataset.side);
      picked[on < 0 ? target : on] = file.name;
      show();
    } catch (no) {
      place.show({ reason: `${file.name}: ${no.reason ?? no}`, cite: no.cite });
      place.element.scrollIntoView({ block: "nearest" });
    }
  };
  const recheck = settled(async () => {
    await Promise.all([...new Set(picked.filter((key) => known.has(key)))].map(check));
    show();
  }, 300);
  const load = async () => {
    try {
      for (const each of await get("/api/platoon/platoons")) known.set(each.name, each);
      for (const { key, roster, points } of shelf()) known.set(`built ${key}`, { title: roster.name, roster, points, built: true });
      for (const [name, title, text] of kept?.files ?? []) known.set(name, { title, text, own: true });
      [...known.keys()].slice(0, 2).forEach((key, at) => (picked[at] = known.has(kept?.picked?.[at]) ? kept.picked[at] : key));
      await Promise.all(picked.filter(Boolean).map(check));
    } catch (no) {
      place.show(no);
    }
    show();
  };
  const layTables = () => fill(tables, [...ownTables(), ...scenarios].map((scenario) => tableCard(scenario, setupOf, scenario.name === table.name, () => { table = scenario; show(); })));
  layTables();
  const element = h(
    "div",
    { class: "stack", id: "platoon-forces" },
    sides,
    h("div", { class: "row" }, h("a", { class: "button", href: "/platoon", id: "build-platoon" }, "Build a platoon"), fileButton("Bring a platoon file (.toml)", ".toml", readFile, { id: "platoon-file" }), joins),
    place.element,
    h("div", { class: "row" }, h("h3", {}, "Table"), h("a", { class: "button", href: "/tables", id: "make-tables" }, "Make a table")),
    tables,
  );
  const loaded = load();
  return {
    element, readFile, recheck, sides: () => table.sides,
    ready: () => picked.every((key) => known.get(key)?.checked && known.get(key).checked.findings.length === 0),
    label: () => `${picked.map((key) => known.get(key)?.title ?? "nobody").join(" against ")} at ${table.title}`,
    async setup() {
      const asked = picked.map((key) => Object.values(sourceOf(key, known.get(key)))[0]);
      const where = table.own ? { table: table.own } : { scenario: table.name };
      return (await post("/api/platoon/setup", { ...where, platoons: asked, rules: rules() })).setup;
    },
  };
}

/** Where the server reads a platoon: what was built here, the text of a file, or the name of a bundled one. */
function sourceOf(key, each) {
  if (each.built) return { roster: each.roster };
  return each.own ? { text: each.text } : { platoon: key };
}

function platoonSheet(checked) {
  return h(
    "div",
    { class: "stack platoon-sheet" },
    checked.findings.length > 0 && h(
      "ul",
      { class: "findings", "aria-label": "What the platoon breaks" },
      checked.findings.map((finding) => h("li", {}, refusal(finding))),
    ),
    h(
      "ul",
      { class: "units" },
      checked.units.map((unit) => h(
        "li",
        { class: "platoon-unit", "data-unit": unit.id },
        unfolding(unitHead(unit), unit.cost?.terms ?? [], { total: unit.points, label: "points" }),
      )),
    ),
  );
}

function unitHead(unit) {
  return h(
    "span",
    { class: "unit-head" },
    h(
      "span",
      {},
      h("strong", {}, unit.name),
      h(
        "span",
        { class: "small" },
        ` ${[unit.quality, unit.men ? `${unit.men} ${unit.men === 1 ? "man" : "men"}` : null].filter(Boolean).join(", ")}`,
      ),
    ),
    h("span", { class: "number" }, points(unit.points)),
  );
}

function tableCard(scenario, setupOf, chosen, choose) {
  const picture = h("div", { class: "table-box" });
  if (scenario.own) fill(picture, tablePicture(scenario.own));
  else setupOf(scenario.name).then((setup) => fill(picture, tablePicture(setup)), () => {});
  return h(
    "label",
    { class: "map-card", "data-table": scenario.name },
    h(
      "input",
      {
        type: "radio",
        name: "platoon-table",
        class: "off-screen",
        "aria-label": scenario.title,
        value: scenario.name,
        checked: chosen,
        onchange: choose,
      },
    ),
    picture,
    h("strong", {}, scenario.title),
    h("span", { class: "small" }, scenario.sides.map(capital).join(" against ")),
    scenario.own && h("a", { class: "small", href: `/tables#${tableFragment(scenario.own)}` }, "Yours: change it"),
  );
}
