/** The shapes of units on their tokens, to be used by name: `#token-biped`, `#token-tracked`… */

import { s } from "../../dom.js";

/** All shapes, for the head of a drawing. */
export function silhouettes() {
  const put = (name, ...shapes) => s("g", { id: `token-${name}` }, shapes);
  const path = (d) => s("path", { d });
  return s(
    "defs",
    {},
    put("biped", path("M-3.5 -14h7l1 5h5l3 4v8h-4v-5h-2l-1 4 3 9h-5l-3 -7 -3 7h-5l3 -9 -1 -4h-2v5h-4v-8l3 -4h5z")),
    put("quad", path("M-4 -12h8l2 5h5l3 14h-4l-3 -7h-14l-3 7h-4l3 -14h5z")),
    put("tracked", path("M-14 -1h28l2 5 -3 5h-26l-3 -5zM-7 -8h12l3 6h-18zM4 -7h12v2.6h-12z")),
    put(
      "wheeled",
      path("M-14 -2h28v6h-28zM-7 -9h12l3 6h-18zM4 -8h12v2.6h-12z"),
      s("circle", { cx: -9, cy: 6, r: 3.6 }),
      s("circle", { cx: 0, cy: 6, r: 3.6 }),
      s("circle", { cx: 9, cy: 6, r: 3.6 }),
    ),
    put("hover", path("M-12 -1h24l4 5h-32zM-15 6q15 5 30 0v3q-15 4 -30 0zM-6 -8h10l3 6h-16zM4 -7h11v2.6h-11z")),
    put("boat", path("M-16 0h32l-6 9h-20zM-4 -9h8l3 8h-14z")),
    put("vtol", path("M-16 -10h32v2.4h-14.8v3h4q6 1 7 8 -8 4 -18 1l-9 -3v-6h2l2 4 9 -4v-3h-14.2z")),
    put(
      "infantry",
      [-8, 0, 8].map((x) =>
        [s("circle", { cx: x, cy: -8 + Math.abs(x) / 3, r: 3 }), s("path", { d: `M${x - 3} ${-3.6 + Math.abs(x) / 3}h6l1 8h-8z` })],
      ),
    ),
    put("suits", [-7, 7].map((x) => s("path", { d: `M${x - 2.5} -11h5l1 3h3v8h-2.5v-3l-1 9h-3l-.5 -4 -.5 4h-3l-1 -9v3h-2.5v-8h3z` }))),
    put("gun", path("M-12 8v-6l5 -7h9l5 7v6zM1 -4l12 -6 1.5 3 -11 6z")),
  );
}

