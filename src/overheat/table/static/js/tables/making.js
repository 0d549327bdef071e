/** A table by a seed: theme, how dense, how large, what is to be held; and another one at a press. */

import { get } from "../api.js";
import { button, choice, field, h } from "../dom.js";
import { capital } from "../sides.js";

const SIZES = [["48x48", "4 × 4 feet"], ["72x48", "6 × 4 feet"], ["96x48", "8 × 4 feet"], ["72x72", "6 × 6 feet"]];
const SEEDS = 100_000;

/** The form; `terrain` is what the server knows, `made(scenario)` gets a new table, `failed(no)` why there is none. */
export function maker({ terrain, made, failed }) {
  const chosen = { theme: terrain.themes[0], size: "72x48", mission: "line" };
  const { fewest, most, usual } = terrain.pieces;
  const seed = h("input", { type: "number", id: "table-seed", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, value: 1 });
  const count = h("span", {}, `${usual} pieces`);
  const pieces = h("input", { type: "range", id: "table-pieces", "aria-label": "How many pieces", min: fewest, max: most, step: 1, value: usual, oninput: () => (count.textContent = `${pieces.value} pieces`) });
  const ask = async () => {
    const [width, depth] = chosen.size.split("x");
    const wanted = Math.min(Math.max(0, Math.round(Number(seed.value)) || 0), Number.MAX_SAFE_INTEGER);
    seed.value = wanted;
    try {
      made((await get("/api/platoon/tables/made", { params: { seed: wanted, theme: chosen.theme, pieces: pieces.value, width, depth, mission: chosen.mission } })).scenario);
    } catch (no) {
      failed(no);
    }
  };
  const another = () => {
    seed.value = 1 + Math.floor(Math.random() * SEEDS);
    return ask();
  };
  return h(
    "details",
    { class: "card t-maker", id: "table-maker", open: true },
    h("summary", {}, h("h2", {}, "Make one by a seed")),
    h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "t-fields" },
        field("Theme", choice(terrain.themes.map((theme) => [theme, capital(theme)]), chosen.theme, (theme) => (chosen.theme = theme), { id: "table-theme" })),
        field("Size", choice(SIZES, chosen.size, (size) => (chosen.size = size), { id: "table-size" })),
        field("To be held", choice(Object.entries(terrain.missions).map(([id, words]) => [id, capital(words)]), chosen.mission, (mission) => (chosen.mission = mission), { id: "table-mission" })),
        field("Seed", seed),
      ),
      h("label", { class: "field" }, h("span", { class: "field-label row spread" }, "How dense", count), pieces),
      h("div", { class: "row" }, button("Make this table", ask, { class: "primary", id: "make-table" }), button("Another", another, { id: "another-table" })),
      h("p", { class: "small" }, "The same seed makes the same table everywhere, alike for both sides. Undo brings back what was here."),
    ),
  );
}
