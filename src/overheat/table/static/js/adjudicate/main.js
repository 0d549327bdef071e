/** The adjudicator: a question about a real table in, its explained answer out; the address holds the question. */

import { button, copy, fill, h, toast } from "../dom.js";
import { header } from "../header.js";
import { catchDrops } from "../units/files.js";
import { ANY, anyPane } from "./any.js";
import { CLASSIC, classicPane } from "./classic.js";
import { PLATOON, platoonPane } from "./platoon.js";
import { fromAddress, read, toAddress, usual, written } from "./question.js";

const GAMES = {
  classic: { title: "Giant war machines", defaults: CLASSIC, pane: classicPane },
  platoon: { title: "H.E.A.T", defaults: PLATOON, pane: platoonPane },
  any: { title: "Any question", defaults: ANY, pane: anyPane },
};

function open() {
  const questions = Object.fromEntries(Object.entries(GAMES).map(([name, { defaults }]) => [name, usual(defaults)]));
  const holder = h("div", { id: "question", role: "tabpanel" });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Game" });
  let game = "";
  let facts = "";

  const changed = () => {
    facts = written(questions[game], GAMES[game].defaults);
    toAddress(game, facts);
  };
  const show = (next) => {
    game = next;
    for (const tab of tabs.children) {
      const on = tab.dataset.game === game;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
    }
    holder.setAttribute("aria-labelledby", `tab-${game}`);
    fill(holder, GAMES[game].pane(questions[game], changed));
    changed();
  };
  for (const [name, { title }] of Object.entries(GAMES)) {
    tabs.append(button(title, () => name !== game && show(name), { role: "tab", id: `tab-${name}`, "data-game": name, "aria-controls": "question" }));
  }
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(GAMES);
    show(names[(names.indexOf(game) + step + names.length) % names.length]);
    tabs.querySelector("[aria-selected=true]").focus();
  });
  const follow = () => {
    const address = fromAddress();
    if (address.game === game && address.facts === facts) return;
    questions[address.game] = read(address.facts, GAMES[address.game].defaults);
    show(address.game);
  };
  addEventListener("hashchange", follow);
  const share = button("Copy link", async () => {
    await copy(location.href);
    toast("The link is copied: whoever opens it sees the same question and answer. Dropped files and damage on the sheets stay in your browser.", "good");
  }, { id: "copy-link" });
  const anew = button("Start over", () => {
    questions[game] = usual(GAMES[game].defaults);
    show(game);
  }, { id: "start-over", class: "quiet" });
  document.body.append(
    header(),
    h(
      "main",
      { class: "page adjudicate" },
      h(
        "div",
        { class: "row spread" },
        h("div", {}, h("h1", {}, "Adjudicator"), h("p", { class: "muted" }, "Your miniatures, your table: say what stands where, and get every number with its reasons.")),
        h("div", { class: "row" }, anew, share),
      ),
      tabs,
      holder,
    ),
  );
  follow();
  catchDrops();
}

open();
