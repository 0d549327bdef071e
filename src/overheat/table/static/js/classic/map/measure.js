/** Measuring on the map: line of sight with its reasons, and a ruler. */

import { counted } from "../../counting.js";
import { h } from "../../dom.js";
import { refusal, signed, unfolding } from "../../explain.js";
import { centre, distance } from "./hexes.js";
import { drawLine, drawMark } from "./overlay.js";

/** What the ground adds to an attack along the line. */
function adds({ total, terms }) {
  if (!terms.length) return h("div", { class: "muted" }, "Nothing in the way.");
  return unfolding(`Terrain adds ${signed(Number(total))}`, terms, { total: Number(total), label: "in all", start: false });
}

/** Lines of sight and the ruler over a map; `ask` questions the server. */
export function measure(ctx) {
  let shown = null;
  let ruler = null;

  async function sight(from, hex) {
    const unit = ctx.unit(from);
    if (!unit || !hex || unit.hex === hex) return;
    const answer = await ctx.ask("sight", { unit: from, to: hex });
    if (!answer || ctx.unit(from)?.hex !== unit.hex) return;
    ruler = null;
    shown = { ...answer, unit: from };
    ctx.refresh();
    document.getElementById("measure")?.scrollIntoView({ block: "nearest" });
  }

  function stretch(from, hex) {
    shown = null;
    if (!ruler || ruler.to) ruler = from && from !== hex ? { from, to: hex } : { from: hex, to: null };
    else ruler = { from: ruler.from, to: hex };
    ctx.refresh();
  }

  return {
    sight, stretch,
    get on() {
      return Boolean(shown || ruler);
    },
    draw() {
      const layer = ctx.map.layers.effects;
      layer.querySelectorAll(".measured").forEach((mark) => mark.remove());
      if (!shown && !ruler) return;
      const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
      group.setAttribute("class", "measured");
      layer.append(group);
      if (ruler) {
        drawMark(group, ruler.from, "ruler");
        if (ruler.to) drawLine(group, centre(ruler.from), centre(ruler.to), "ruler", `${counted(distance(ruler.from, ruler.to), "hex")}`);
        return;
      }
      for (const hex of shown.hexes) drawMark(group, hex, shown.intervening.some((thing) => thing.hex === hex) ? "in-the-way" : "crossed");
      drawLine(
        group,
        centre(shown.from),
        centre(shown.to),
        shown.visible ? "seen" : "blocked",
        shown.visible ? counted(shown.distance, "hex") : "no line of sight",
      );
    },
    panel() {
      if (ruler)
        return h(
          "section",
          { class: "measure", id: "measure" },
          h(
            "b",
            {},
            ruler.to ? `${ruler.from} to ${ruler.to}: ${counted(distance(ruler.from, ruler.to), "hex")}` : `From ${ruler.from}: Alt-click another hex`,
          ),
        );
      if (!shown) return null;
      return h(
        "section",
        { class: "measure", id: "measure" },
        h("b", {}, `${shown.from} to ${shown.to}: ${shown.visible ? "in sight" : "not in sight"}, ${counted(shown.distance, "hex")}`),
        shown.refusal && h("div", {}, refusal(shown.refusal)),
        shown.visible && adds(shown.total),
        shown.intervening.length > 0 && h(
          "ul",
          { class: "in-between" },
          shown.intervening.map((thing) =>
            h("li", {}, `${thing.hex}: ${String(thing.kind).replaceAll("_", " ")}`, thing.cite && h("cite", {}, thing.cite)),
          ),
        ),
        shown.target_partial_cover && h("div", {}, "The target has partial cover."),
      );
    },
    clear() {
      if (!shown && !ruler) return false;
      shown = ruler = null;
      ctx.refresh();
      return true;
    },
  };
}
