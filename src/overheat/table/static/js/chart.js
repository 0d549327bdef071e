/** Distributions as bars that can be read by eye and by ear. */

import { h, s } from "./dom.js";
import { percent } from "./explain.js";

const WIDTH = 560;
const HEIGHT = 190;
const LEFT = 58;
const BOTTOM = 30;
const TOP = 14;

/**
 * A bar chart. `bars` is [{value, label, chance}] with chances as numbers or [numerator, denominator]; `title` names it,
 * `axis` names what the values count.
 */
export function bars(bars, { title, axis = "" }) {
  const shown = bars.map((bar) => ({ ...bar, share: Array.isArray(bar.chance) ? bar.chance[0] / bar.chance[1] : bar.chance }));
  const most = Math.max(...shown.map((bar) => bar.share), 0.01);
  const high = niceTop(most);
  const step = (WIDTH - LEFT) / Math.max(shown.length, 1);
  const tall = HEIGHT - BOTTOM - TOP;
  const y = (share) => TOP + tall * (1 - share / high);
  const every = Math.max(1, Math.ceil(shown.length / 16));
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title),
    s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT + (axis ? 20 : 0)}`, role: "img", "aria-label": `${title}: ${spoken(shown)}` },
      [0, high / 2, high].map((share) => [
        s("line", { x1: LEFT, x2: WIDTH, y1: y(share), y2: y(share), class: "chart-grid" }),
        s("text", { x: LEFT - 6, y: y(share) + 4, class: "chart-tick", "text-anchor": "end" }, `${trimmed(share * 100)} %`),
      ]),
      shown.map((bar, at) =>
        s(
          "g",
          { class: "chart-bar" },
          s("title", {}, `${bar.label ?? bar.value}: ${percent(bar.share)}${Array.isArray(bar.chance) ? ` (${bar.chance[0]} in ${bar.chance[1]})` : ""}`),
          s("rect", { x: LEFT + at * step + step * 0.12, width: step * 0.76, y: y(bar.share), height: Math.max(y(0) - y(bar.share), 0.5), rx: Math.min(3, step / 5) }),
          s("rect", { x: LEFT + at * step, width: step, y: TOP, height: tall, class: "chart-hover" }),
          at % every === 0 &&
            s("text", { x: LEFT + (at + 0.5) * step, y: HEIGHT - BOTTOM + 5, dy: ".9em", class: "chart-tick", "text-anchor": "middle" }, String(bar.short ?? bar.label ?? bar.value)),
        ),
      ),
      axis && s("text", { x: LEFT + (WIDTH - LEFT) / 2, y: HEIGHT - BOTTOM + 8, dy: "2em", class: "chart-tick", "text-anchor": "middle" }, axis),
    ),
  );
}

function niceTop(most) {
  return [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1].find((top) => most <= top) ?? 1;
}

function trimmed(number) {
  return String(Math.round(number * 10) / 10);
}

function spoken(shown) {
  const likely = [...shown].sort((one, other) => other.share - one.share).slice(0, 6);
  return likely.map((bar) => `${bar.label ?? bar.value} ${percent(bar.share)}`).join(", ");
}
