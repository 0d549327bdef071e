/** Elements of the page and of its drawings, built without markup in strings. */

import { pend } from "./pending.js";

const SVG = "http://www.w3.org/2000/svg";
/** How far from the screen something is near. */
const NEAR = "300px";

/**
 * An HTML element. Properties that begin with `on` are listeners; `class`, `data-…`, `aria-…`, `for`, `role` and the like
 * are attributes; `style` is an object; true and false set or leave out an attribute.
 */
export function h(tag, properties = {}, ...children) {
  return furnish(document.createElement(tag), properties, children);
}

/** The same for SVG. */
export function s(tag, properties = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), properties, children);
}

function furnish(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(element.style, value);
    else if (name === "value" && element.tagName !== "BUTTON" && "value" in element && element.tagName !== "LI") element.value = value;
    else if (name === "checked" || name === "disabled" || name === "selected" || name === "open") element[name] = true;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
}

/** Put these children in place of all that an element holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** The first element that a selector finds. */
export function find(selector, within = document) {
  return within.querySelector(selector);
}

/** A button with a name and what it does. */
export function button(label, run, properties = {}) {
  return h("button", { type: "button", onclick: run, ...properties }, label);
}

/** A field with its label above it. */
export function field(label, control, hint = "") {
  return h("label", { class: "field" }, h("span", { class: "field-label" }, label), control, hint && h("small", {}, hint));
}

/** A list to choose from: options are values, or [value, label] pairs. */
export function choice(options, chosen, change, properties = {}) {
  const select = h("select", { onchange: () => change(select.value), ...properties });
  for (const option of options) {
    const [value, label] = Array.isArray(option) ? option : [option, option];
    select.append(h("option", { value, selected: String(value) === String(chosen) }, label));
  }
  return select;
}

/** Tabs over panes: `panes` is [{id, title, body}]; the answer shows a pane by its id and can be asked which is open. */
export function tabs(panes, opened = () => {}) {
  const bar = h("div", { class: "tabs", role: "tablist" });
  const holder = h("div", { class: "tab-panes" });
  const show = (id) => {
    for (const pane of panes) {
      const on = pane.id === id;
      pane.tab.setAttribute("aria-selected", String(on));
      pane.tab.tabIndex = on ? 0 : -1;
      pane.pane.hidden = !on;
    }
    element.dataset.open = id;
    opened(id);
  };
  for (const pane of panes) {
    pane.tab = h("button", { type: "button", role: "tab", id: `tab-${pane.id}`, "aria-controls": `pane-${pane.id}`, onclick: () => show(pane.id) }, pane.title);
    pane.pane = h("div", { role: "tabpanel", id: `pane-${pane.id}`, class: "tab-pane", "aria-labelledby": `tab-${pane.id}` }, pane.body);
    bar.append(pane.tab);
    holder.append(pane.pane);
  }
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = panes.findIndex((pane) => pane.id === element.dataset.open);
    const next = panes[(at + step + panes.length) % panes.length];
    show(next.id);
    next.tab.focus();
    event.stopPropagation();
  });
  const element = h("div", { class: "tabbed" }, bar, holder);
  if (panes.length) show(panes[0].id);
  return { element, show, open: () => element.dataset.open };
}

/** A dialog over the page; it closes with Escape or by its button. */
export function dialog(title, body, properties = {}) {
  const element = h("dialog", { class: "dialog", "aria-label": title, ...properties });
  const close = () => element.close();
  element.append(
    h("header", {}, h("h2", {}, title), button("×", close, { class: "quiet", "aria-label": "Close" })),
    h("div", { class: "dialog-body" }, body),
  );
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => event.target === element && close());
  document.body.append(element);
  element.showModal();
  return { element, close };
}

/** Say something in the corner of the page for `time`, 0 for until it is dismissed; `tone` is info, no or good. */
export function toast(content, tone = "info", time = tone === "no" ? 9000 : 5000) {
  let corner = find("#toasts");
  if (!corner) {
    corner = h("div", { id: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(corner);
  }
  const note = h("div", { class: `toast ${tone}` }, h("div", {}, content), button("×", () => note.remove(), { class: "quiet", "aria-label": "Dismiss" }));
  corner.append(note);
  while (corner.children.length > 4) corner.firstChild.remove();
  if (time) setTimeout(() => note.remove(), time);
  return note;
}

/** Run something once, when an element comes into sight or near it. */
export function onceSeen(element, run) {
  const eye = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    eye.disconnect();
    run();
  }, { rootMargin: NEAR });
  eye.observe(element);
}

/** Run a task at most once in a while, with the last word. */
export function settled(run, wait = 150) {
  let timer = 0;
  let end = () => {};
  return (...facts) => {
    clearTimeout(timer);
    end();
    end = pend();
    timer = setTimeout(() => {
      end();
      run(...facts);
    }, wait);
  };
}

/** Hand a file to the browser's downloads. */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Copy a text; older browsers and plain HTTP get the detour through a field. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { class: "off-screen", value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
