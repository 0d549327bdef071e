/** A random map: its landscape, its size and its seed. */

import { get, post } from "../../api.js";
import { button, choice, field, fill, h } from "../../dom.js";
import { capital } from "../../sides.js";
import { soundNumbers, trying } from "../refusing.js";

const SIZES = ["10x10", "16x17", "32x17", "30x30", "32x34"].map((size) => [size, size.replace("x", " × ")]);

/** A seed that nobody has thought of. */
export const anySeed = () => 1 + Math.floor(Math.random() * 999_999);

/** The form for a random map; `made({name, text})` is given its board file, `place` is where refusals are shown. */
export function randomMap({ made, place }) {
  const landscapes = h("select", { id: "random-landscape" });
  const size = choice(SIZES, "16x17", () => {}, { id: "random-size" });
  const seed = h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, id: "random-seed", placeholder: "any" });
  const make = button("Make a random map", () => trying(make, place, async () => {
    soundNumbers(element);
    const [width, height] = size.value.split("x").map(Number);
    const wanted = { landscape: landscapes.value, width, height, seed: seed.value === "" ? anySeed() : Number(seed.value) };
    await made({ ...(await post("/api/classic/map", wanted)), description: `random, ${width} × ${height} hexes, seed ${wanted.seed}` });
  }), { id: "random-map" });
  get("/api/classic/wishes").then(({ landscapes: names }) => fill(landscapes, names.map((name) => h("option", { value: name }, capital(name)))), place.show);
  const element = h("div", { class: "random-map" }, field("Landscape", landscapes), field("Size in hexes", size), field("Seed", seed), make);
  return element;
}
