/**
 * Pips of a record sheet that are filled by hand: on the drawing or by buttons beside it, with or without a network. How many of each place are gone is
 * kept on this device; the server is told of them as losses, `CT armour 5`.
 */

import { place } from "./classic/words.js";
import { button, fill, h } from "./dom.js";

const KEY = "overheat.pips";
const MOST = 60;
const LOST = "#c1121f";
const ORDER = ["armour", "rear armour", "structure", "men"];

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** The pips of a sheet that are gone, by place: {"CT armour": 5}. */
export function pipsOf(sheet) {
  return all()[sheet] ?? {};
}

function keep(sheet, gone) {
  const held = all();
  delete held[sheet];
  if (Object.keys(gone).length) held[sheet] = gone;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(held).slice(-MOST))));
  } catch {
    return;
  }
}

/** The same as losses of a unit, as the server takes them; men are not among them. */
export function lossesOf(sheet) {
  return Object.entries(pipsOf(sheet)).filter(([name]) => !name.endsWith(" men")).map(([name, many]) => `${name} ${many}`);
}

/** The places of a drawn sheet: [{name, pips}], the pips in their order. */
function placesOf(svg) {
  const found = new Map();
  for (const group of svg.querySelectorAll("g[data-location][data-what]")) {
    const name = `${group.dataset.location} ${group.dataset.what}`;
    const pips = [...group.querySelectorAll("circle, rect")];
    const { location, what } = group.dataset;
    if (pips.length) found.set(name, { name, location, what, pips: [...(found.get(name)?.pips ?? []), ...pips] });
  }
  return [...found.values()].sort((one, other) => ORDER.indexOf(one.what) - ORDER.indexOf(other.what));
}

/** Make a drawn sheet one that is filled by hand; the answer is the panel with its buttons. `changed` hears of every change. */
export function fillable(svg, sheet, changed = () => {}) {
  const places = placesOf(svg);
  const whole = new Map(places.flatMap(({ pips }) => pips.map((pip) => [pip, pip.getAttribute("fill")])));
  const gone = { ...pipsOf(sheet) };
  const panel = h("div", { class: "pip-rows" });
  const sum = h("small", { class: "pip-sum", role: "status" });
  const draw = () => {
    for (const { name, pips } of places) pips.forEach((pip, at) => pip.setAttribute("fill", at < (gone[name] ?? 0) ? LOST : whole.get(pip)));
    const many = Object.values(gone).reduce((total, each) => total + each, 0);
    fill(sum, many ? `${many} point${many === 1 ? "" : "s"} gone, kept on this device.` : "Press a pip, or the buttons, to mark what is gone.");
    for (const row of panel.children) {
      const { pips } = places.find(({ name }) => name === row.dataset.place);
      row.querySelector("output").value = `${pips.length - (gone[row.dataset.place] ?? 0)} / ${pips.length}`;
    }
  };
  const set = (name, many) => {
    const { pips } = places.find((one) => one.name === name);
    const now = Math.max(0, Math.min(pips.length, many));
    if (now) gone[name] = now;
    else delete gone[name];
    keep(sheet, gone);
    draw();
    changed(gone);
  };
  for (const { name, location, what, pips } of places) {
    pips.forEach((pip, at) => {
      pip.style.cursor = "pointer";
      pip.addEventListener("click", () => set(name, at + 1 === (gone[name] ?? 0) ? at : at + 1));
    });
    const title = what === "men" ? "soldiers" : `${place(location)}, ${what}`;
    panel.append(h(
      "div",
      { class: "pip-row", "data-place": name },
      h("span", {}, title),
      button("−1", () => set(name, (gone[name] ?? 0) + 1), { "aria-label": `${title}: one point gone`, "data-pip": "less" }),
      button("−5", () => set(name, (gone[name] ?? 0) + 5), { "aria-label": `${title}: five points gone`, "data-pip": "five" }),
      button("+1", () => set(name, (gone[name] ?? 0) - 1), { "aria-label": `${title}: one point back`, "data-pip": "more", class: "quiet" }),
      h("output", { class: "number" }),
    ));
  }
  draw();
  const clear = button("All whole again", () => {
    for (const name of Object.keys(gone)) set(name, 0);
  }, { class: "quiet", "data-pip": "clear" });
  return places.length > 0 && h("details", { class: "pips unfolding", open: Object.keys(gone).length > 0 }, h("summary", {}, "Mark damage ", sum), panel, clear);
}
