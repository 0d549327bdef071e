/** The head of every page: where one can go, and light or dark. */

import { button, h } from "./dom.js";
import { keepPages } from "./keeping.js";
import { watchNetwork } from "./offline/server.js";

const PAGES = [
  ["/", "Play"],
  ["/adjudicate", "Adjudicator"],
  ["/units", "Cards & sheets"],
  ["/platoon", "Platoons"],
  ["/tables", "Tables"],
  ["/equipment", "Equipment"],
];
const THEME = "overheat.theme";

keepPages();
watchNetwork();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);

/** Light or dark as chosen before, or as the system has it. */
export function applyTheme() {
  const chosen = stored();
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

function stored() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

function switchTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(THEME, next);
  } catch {
    return;
  } finally {
    document.documentElement.dataset.theme = next;
  }
}

/** The head of a page; `middle` is what the page puts between the name and the links. */
export function header(middle = null) {
  applyTheme();
  const links = PAGES.map(([path, title]) =>
    h("a", { href: path, "aria-current": location.pathname === path ? "page" : null }, title),
  );
  return h(
    "header",
    { class: "site" },
    h("a", { class: "mark", href: "/", "aria-label": "Overheat, start page" }, "Overheat"),
    h("div", { class: "site-middle" }, middle),
    h("nav", { "aria-label": "Pages" }, links),
    button("◐", switchTheme, { class: "quiet", "aria-label": "Light or dark", title: "Light or dark" }),
  );
}
