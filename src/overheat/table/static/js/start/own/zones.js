/** Where sides begin: as the kind of scenario has it or in zones of one's own, drawn up at once or placed by the players. */

import { choice, field, fill, h } from "../../dom.js";
import { sideName } from "../../sides.js";

const WHERE = [
  ["", "as the scenario has it"],
  ["edge north", "along the north edge"], ["edge south", "along the south edge"], ["edge west", "along the west edge"], ["edge east", "along the east edge"],
  ["corner north-west", "in the north-west corner"], ["corner north-east", "in the north-east corner"],
  ["corner south-west", "in the south-west corner"], ["corner south-east", "in the south-east corner"],
  ["anywhere", "anywhere"],
];
const FACINGS = [["", "the enemy"], [0, "north"], [1, "north-east"], [2, "south-east"], [3, "south"], [4, "south-west"], [5, "north-west"]];
const DEPTH = 3;
const CORNER = 6;

/** A chooser of zones; `chosen()` is what the server takes: `zones` and `by_players`. */
export function zones({ sides, start = null, changed = () => {} }) {
  const held = Object.fromEntries(sides.map((side) => [side, { where: "", depth: DEPTH, gap: 0, facing: "", ...remembered(start, side) }]));
  let byPlayers = Boolean(start?.by_players);
  const rows = Object.fromEntries(sides.map((side) => [side, h("div", { class: "zone-row", "data-zone-of": side })]));

  const show = (side) => {
    const zone = held[side];
    const set = (name, value, anew = false) => {
      zone[name] = value;
      if (anew) show(side);
      changed();
    };
    const number = (label, name, least) => {
      const box = h("input", { type: "number", min: least, max: 100, value: zone[name], "aria-label": `${label} of ${side}`, oninput: () => box.value !== "" && set(name, Math.max(least, Number(box.value))) });
      return field(label, box);
    };
    fill(
      rows[side],
      field(
        [sideName(side, sides), " begins"],
        choice(WHERE, zone.where, (where) => {
          zone.depth = where.startsWith("corner") ? CORNER : DEPTH;
          set("where", where, true);
          rows[side].querySelector("select").focus();
        }, { "aria-label": `Where ${side} begins` }),
      ),
      zone.where && zone.where !== "anywhere" && number(zone.where.startsWith("corner") ? "Hexes along both edges" : "Hexes deep", "depth", 1),
      zone.where.startsWith("edge") && number("Hexes from the edge", "gap", 0),
      zone.where && !byPlayers && field("Facing", choice(FACINGS, zone.facing, (facing) => set("facing", facing), { "aria-label": `Facing of ${side}` })),
    );
  };
  const how = (value, title, text) => h(
    "label",
    { class: "check" },
    h("input", { type: "radio", name: "placing", value, checked: (value === "players") === byPlayers, onchange: () => { byPlayers = value === "players"; sides.forEach(show); changed(); } }),
    h("span", {}, h("strong", {}, title), h("br"), h("small", {}, text)),
  );
  sides.forEach(show);
  return {
    element: h(
      "div",
      { class: "stack", id: "zones" },
      h(
        "div",
        { class: "placing", role: "radiogroup", "aria-label": "Who places the units" },
        how("drawn", "Drawn up at once", "The page spreads each side over its zone; the first round begins."),
        how("players", "Placed by the players", "The game begins with it: in turn, each side puts a unit in its zone. Bots place theirs."),
      ),
      sides.map((side) => rows[side]),
    ),
    chosen: () => ({ by_players: byPlayers, zones: sides.filter((side) => held[side].where).map((side) => asked(side, held[side])) }),
  };
}

function asked(side, { where, depth, gap, facing }) {
  const [kind, name] = where.split(" ");
  const turned = facing === "" ? {} : { facing: Number(facing) };
  if (kind === "anywhere") return { side, anywhere: true, ...turned };
  return kind === "corner" ? { side, corner: name, depth, ...turned } : { side, edge: name, depth, gap, ...turned };
}

function remembered(start, side) {
  const zone = start?.zones?.find((each) => each.side === side);
  if (!zone) return {};
  const where = zone.anywhere ? "anywhere" : zone.corner ? `corner ${zone.corner}` : `edge ${zone.edge}`;
  return { where, depth: zone.depth ?? DEPTH, gap: zone.gap ?? 0, facing: zone.facing ?? "" };
}
