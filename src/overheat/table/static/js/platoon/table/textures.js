/** Textures of the ground, drawn from a few strokes; their colours are in the style sheet. */

import { s } from "../../dom.js";

function pattern(id, width, height, ...children) {
  return s("pattern", { id: `p-${id}`, width, height, patternUnits: "userSpaceOnUse" }, s("rect", { width, height, class: `t-${id}-ground` }), children);
}

const tree = (x, y, r) => [
  s("circle", { cx: x + 0.8, cy: y + 1, r, class: "t-shade" }),
  s("circle", { cx: x, cy: y, r, class: "t-tree" }),
  s("circle", { cx: x - r * 0.28, cy: y - r * 0.3, r: r * 0.45, class: "t-tree-light" }),
];
const tuft = (x, y) => s("path", { d: `M${x - 2} ${y}l.8 -3M${x} ${y}v-4M${x + 2} ${y}l-.8 -3M${x - 3.4} ${y + 0.8}h6.8`, class: "t-tuft" });
const wave = (x, y) => s("path", { d: `M${x} ${y}q2.5 -2 5 0t5 0`, class: "t-wave" });

/** Everything that is drawn on by reference. */
export function textures() {
  return s(
    "defs",
    {},
    pattern("grass", 46, 46, [[6, 9], [29, 4], [40, 27], [15, 33], [33, 41]].map(([x, y]) => s("path", { d: `M${x} ${y}l.7 -2.2M${x + 1.4} ${y}l.2 -2.6`, class: "t-blade" }))),
    pattern("wood", 34, 34, tree(7, 8, 5.4), tree(25, 5, 4.6), tree(17, 20, 5.8), tree(31, 23, 4.4), tree(5, 28, 4.8), tree(23, 32, 4)),
    pattern("orchard", 22, 22, tree(6, 6, 3.6), tree(17, 17, 3.6)),
    pattern("hedge", 7, 7, s("circle", { cx: 3.5, cy: 3.5, r: 3.4, class: "t-tree" }), s("circle", { cx: 2.6, cy: 2.6, r: 1.4, class: "t-tree-light" })),
    pattern("bog", 30, 24, tuft(8, 9), tuft(22, 19), wave(16, 7), wave(1, 19)),
    pattern("water", 24, 16, wave(2, 5), wave(13, 12)),
    pattern("wall", 8, 5, s("path", { d: "M0 2.5H8M0 5H8M2 0V2.5M6 2.5V5", class: "t-joint" })),
    pattern("fence", 6, 6, s("path", { d: "M0 3H6M3 0V6", class: "t-post" })),
    pattern("ruin", 18, 18, s("path", { d: "M2 4l4 -2 2 3 -3 2zM11 3l3 1 -1 3 -3 -1zM4 12l3 1 0 3 -4 -1zM12 11l4 2 -2 3 -3 -2z", class: "t-rubble" })),
    pattern("earthwork", 6, 6, s("path", { d: "M0 6L6 0M-1 1L1 -1M5 7L7 5", class: "t-post" })),
    pattern("roof", 6, 6, s("path", { d: "M0 0H6M0 3H6", class: "t-tile" })),
    s("pattern", { id: "p-zone-0", width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 4, height: 12, class: "t-zone-0" })),
    s("pattern", { id: "p-zone-1", width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" }, s("rect", { width: 4, height: 12, class: "t-zone-1" })),
    s("pattern", { id: "p-hatch-1", width: 3.2, height: 3.2, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 3.2, height: 3.2, class: "t-side-1" }), s("rect", { width: 1.1, height: 3.2, class: "t-hatch" })),
    s("radialGradient", { id: "p-smoke" }, s("stop", { offset: "0%", class: "t-smoke-in" }), s("stop", { offset: "70%", class: "t-smoke-mid" }), s("stop", { offset: "100%", class: "t-smoke-out" })),
  );
}
