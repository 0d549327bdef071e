/** The platoon builder: slots to fill, points and rulings as one goes, then play, print or share. */

import { get, post } from "../api.js";
import { button, choice, field, fill, h, settled, toast } from "../dom.js";
import { points, refusal } from "../explain.js";
import { header } from "../header.js";
import { library, linked } from "../library.js";
import { redrawn } from "../redrawing.js";
import { rulesChooser } from "../start/rules.js";
import { catchDrops } from "../units/files.js";
import { emptyRoster, makeDraft, plain } from "./draft.js";
import { fragmentOf, platoonIn } from "./link.js";
import { keepAnswers } from "../offline/kept.js";
import { isGone, onceBack } from "../offline/server.js";
import { discard, keep, newKey, shelf } from "./shelf.js";
import { slotList } from "./slots.js";
import { actions, gauge, verdictCard } from "./summary.js";

/** After so many milliseconds without a change a platoon is kept for when there is no network. */
const KEEP_AFTER = 6000;
const page = h("div", { class: "page builder", "aria-busy": "true" }, h("p", { class: "muted page-waits", role: "status" }, "Calling the platoon together…"));

/** What there is to choose from under some rules, by ids. */
async function catalogueUnder(rules) {
  const query = rules.map((id) => `rules=${encodeURIComponent(id)}`).join("&");
  const [found, weapons] = await Promise.all([get(`/api/platoon/catalogue?${query}`), get(`/api/platoon/weapons?${query}`)]);
  const by = (rows) => new Map(rows.map((row) => [row.id, row]));
  return { ...found, kinds: by(found.units), options: by(found.options), weapons: new Map(weapons.map((weapon) => [weapon.id, weapon.name])) };
}

async function open() {
  document.body.prepend(header(), h("main", {}, page));
  catchDrops();
  const bundled = await get("/api/platoon/platoons");
  const draft = makeDraft((structure) => changed(structure));
  let catalogue = null;
  let under = null;
  let looking = null;
  let key = newKey();
  let told = null;
  let selected = null;
  let adding = null;
  let rows = [];
  let asked = 0;
  let keeping = 0;
  let game = null;

  const alone = h("div", {});
  const slots = h("div", { class: "stack", id: "slots" }, h("p", { class: "muted" }, "Looking up what there is to choose from…"));
  const meter = gauge();
  const verdict = verdictCard();
  const source = () => ({ roster: draft.roster, rules: draft.rules });
  const doing = actions(() => ({ told, source: source(), roster: draft.roster, rules: draft.rules, key }));
  const layers = rulesChooser({ changed: () => draft.setRules(layers.chosen()) });
  const layerCount = h("span", { class: "badge" });
  const undo = button("Undo", () => draft.undo(), { id: "undo", "aria-keyshortcuts": "Control+Z" });
  const name = h("input", { type: "text", id: "platoon-name", maxlength: 80, "aria-label": "Name of the platoon", onchange: () => draft.head({ name: name.value.trim() || "My platoon" }) });
  const limit = h("input", { type: "number", id: "platoon-limit", min: 1, max: 100000, step: 50, onchange: () => draft.head({ points: Math.max(1, Math.min(100000, Math.round(Number(limit.value)) || 1000)) }) });
  const kind = h("span", {});
  const shelved = library({
    words: { one: "platoon", many: "platoons", begin: "Begin with one that comes along", kept: "Whatever you build is kept in this browser, by itself." },
    bundled: bundled.map((each) => ({ name: each.name, label: [each.title, h("small", {}, ` ${points(each.points)}`)], open: () => show(each.roster, []) })),
    shelf,
    shown: ({ key: held, roster, rules, points: worth }) => ({ name: roster.name, label: worth ? `${points(worth)} points` : "", open: () => show(roster, rules ?? [], held) }),
    fresh: () => show(emptyRoster(), []),
    discard: (gone) => { discard(gone); if (gone === key) key = newKey(); shelved.show(key); },
    readText: async (text) => show((await post("/api/platoon/draft", { text, rules: draft.rules })).roster, draft.rules),
  });

  /** Open a platoon: one from the shelf by its key, the same one if it lies there, or as a new one. */
  async function show(roster, rules, held = null) {
    draft.open(roster, rules);
    const same = JSON.stringify({ roster: draft.roster, rules });
    key = held ?? shelf().find((each) => JSON.stringify({ roster: plain(each.roster), rules: each.rules ?? [] }) === same)?.key ?? newKey();
    selected = adding = null;
    await changed(true);
    scrollTo({ top: 0 });
  }

  /** The layers of rules are asked for when somebody wants to see them. */
  async function furnishRules() {
    game ??= (await get("/api/kinds", { params: { changes: false } })).find((kind) => kind.name === "platoon");
    layers.set(game, draft.rules);
  }

  /** Look up what there is to choose from under some rules. */
  async function lookUp(rules) {
    const found = await catalogueUnder(rules).catch((no) => {
      toast(refusal(no), "no");
      return catalogueUnder([]);
    });
    if (under === rules.join()) catalogue = found;
    if (game) layers.set(game, draft.rules);
  }

  /** The draft has changed: draw it, keep it, and ask what the rules say. Who changes it while the catalogue is under way waits for that, too. */
  async function changed() {
    if (under !== draft.rules.join()) {
      under = draft.rules.join();
      looking = lookUp(draft.rules);
    }
    for (let waited = null; waited !== looking; ) await (waited = looking);
    draw();
    history.replaceState(null, "", `#${fragmentOf(draft.roster, draft.rules)}`);
    judge();
  }

  function draw() {
    const { roster } = draft;
    if (selected !== null && selected >= roster.units.length) selected = null;
    const held = document.activeElement;
    if (held !== name) name.value = roster.name;
    if (held !== limit) limit.value = roster.points ?? catalogue.sizes[0];
    const titles = { ...catalogue.selector_titles };
    titles[roster.selector] ??= `${roster.selector} (unknown)`;
    fill(kind, choice(Object.entries(titles), roster.selector, (selector) => draft.head({ selector }), { id: "platoon-selector" }));
    layerCount.textContent = draft.rules.length ? `${draft.rules.length} chosen` : "none chosen";
    undo.disabled = !draft.undoable;
    redrawn(slots, () => {
      const list = slotList({ draft, catalogue, selected, adding, select, add, openMenu });
      rows = list.rows;
      fill(slots, list.element);
    });
    if (told) tell();
  }

  /** Show what the server said last, of as many units as it is still about. */
  function tell() {
    meter.tell(told);
    verdict.tell(told);
    doing.tell(told);
    for (const [at, row] of rows.entries()) {
      if (!told.entries[at] || told.roster.units[at]?.unit !== draft.roster.units[at]?.unit) continue;
      row.tell(told.entries[at]);
      row.draw(source(), told.entries[at]);
    }
  }

  const judge = settled(async () => {
    const mine = (asked += 1);
    try {
      const found = await post("/api/platoon/draft", source());
      if (mine !== asked) return;
      told = found;
      tell();
      if (draft.roster.units.length) keep({ key, roster: draft.roster, rules: draft.rules, points: told.points });
      shelved.show(key);
      ready();
      fill(alone);
      if (!isGone()) keepThis(found);
    } catch (no) {
      if (mine !== asked) return;
      if (no.id !== "page.connection") return refuse(no);
      fill(alone, h("p", { class: "note", id: "builder-alone", role: "status" }, h("b", {}, "No connection to the server."), " Points and rulings of a changed platoon need it. What you change is kept on this device; platoons you looked at before open with their points and cards."));
      meter.waits();
      verdict.waits();
      if (draft.roster.units.length) keep({ key, roster: draft.roster, rules: draft.rules, points: told?.points ?? 0 });
      ready();
    }
  }, 120);

  function ready() {
    page.dataset.ready = "true";
    page.removeAttribute("aria-busy");
  }

  /** A platoon that nobody can make sense of, as of a link with an unknown kind: why, until it is mended. */
  function refuse(no) {
    told = null;
    for (const each of [meter, verdict, doing]) each.refused(no);
    ready();
  }

  /** Some time after the last change, what the rules say of this platoon, its cards, and what the builder itself is made of are kept for when there is no network. */
  function keepThis(found) {
    clearTimeout(keeping);
    keeping = setTimeout(() => keepNow(found), KEEP_AFTER);
  }

  function keepNow(found) {
    const query = draft.rules.map((id) => `rules=${encodeURIComponent(id)}`).join("&");
    const form = [`/api/platoon/catalogue?${query}`, `/api/platoon/weapons?${query}`, "/api/platoon/platoons", "/api/kinds?changes=false"];
    const cards = found.entries.flatMap((entry) => entry.units).map((unit) => ["/api/platoon/card.svg", { ...source(), unit: unit.id }]);
    keepAnswers([...form, ["/api/platoon/draft", source()], ...cards]).catch(() => {});
  }

  const select = (at) => {
    selected = at;
    adding = null;
    draw();
  };
  const openMenu = (slot) => {
    adding = slot;
    draw();
    if (slot) slots.querySelector(`[data-slot="${CSS.escape(slot)}"] .kind-card:not(:disabled)`)?.focus();
  };
  const add = (unit) => {
    adding = null;
    selected = draft.roster.units.length;
    draft.add(unit);
    const row = slots.querySelector(`[data-at="${selected}"]`);
    row?.querySelector("button")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };

  page.replaceChildren(
    h(
      "div",
      { class: "builder-bar" },
      h("div", { class: "builder-head" }, h("h1", { class: "off-screen" }, "Platoon builder"), name, undo),
      meter.element,
    ),
    h(
      "div",
      { class: "builder-desk" },
      h(
        "div",
        { class: "stack builder-main" },
        alone,
        h("div", { class: "row builder-kind" }, field("Kind of platoon", kind), field("Points allowed", limit)),
        slots,
        h("details", { class: "card", id: "builder-rules", ontoggle: (event) => event.target.open && furnishRules() }, h("summary", {}, h("strong", {}, "Optional rules"), " ", layerCount), layers.element),
      ),
      h("div", { class: "stack builder-side" }, doing.element, verdict.element, shelved.element),
    ),
  );
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select");
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return;
    event.preventDefault();
    draft.undo();
  });
  addEventListener("hashchange", () => {
    const found = linked(platoonIn, "platoon");
    if (found) show(found.roster, found.rules);
  });
  onceBack(() => judge());
  const sent = linked(platoonIn, "platoon");
  const [latest] = shelf();
  if (sent) await show(sent.roster, sent.rules);
  else if (latest) await show(latest.roster, latest.rules ?? [], latest.key);
  else await show(emptyRoster(), []);
}

open().catch((no) => {
  page.replaceChildren(h("div", { class: "card" }, h("p", {}, "The builder cannot be opened now: ", refusal(no))));
});
