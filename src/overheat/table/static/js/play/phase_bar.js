/** The bar that says whose turn it is and what is expected, by eye and by ear. */

import { fill, h } from "../dom.js";
import { capital, listed, sideMark } from "../sides.js";

/** The phase bar; `show(board)` brings it up to date, `state(words)` tells of trouble with the connection, or of what takes its time. */
export function phaseBar(table) {
  const who = h("span", { class: "bar-who", id: "bar-who" });
  const what = h("span", { class: "bar-what", id: "bar-what" });
  const phases = h("ol", { class: "bar-phases", id: "bar-phases", "aria-label": "Phases" });
  const trouble = h("span", { class: "bar-trouble", id: "connection", role: "status", hidden: true });
  const spoken = h("span", { class: "off-screen", role: "status", "aria-live": "polite", id: "bar-spoken" });
  const title = h("h1", { class: "off-screen" });
  const element = h("div", { id: "phasebar", class: "bar" }, title, h("div", { class: "bar-line" }, who, what, trouble), phases, spoken);

  function name(side) {
    const seat = table.seatOf(side);
    const mine = table.game.you.includes(side);
    const alone = mine && table.game.you.length === 1;
    return [
      sideMark(table.sideIndex(side)),
      h("b", {}, capital(side)),
      seat?.bot ? h("span", { class: "muted bar-bot" }, `${seat.bot} bot`) : alone ? h("span", { class: "bar-you" }, "you") : null,
      !mine && table.game.you.length === 1 && own(table.game.you[0]),
      !table.game.you.length && h("span", { class: "bar-watch", title: "You have no seat in this game" }, "you watch"),
    ];
  }

  function own(side) {
    return h("span", { class: "bar-watch bar-own" }, "you are ", sideMark(table.sideIndex(side)), ` ${capital(side)}`);
  }

  function show(board) {
    const { game } = table;
    element.dataset.past = String(table.past !== null);
    if (table.past !== null) return tell([h("b", {}, "Looking back")], `event ${table.past} of ${game.number}`, board);
    if (game.outcome && board?.playing?.()) return tell([h("b", {}, "The last events")], "are being shown", board);
    if (game.outcome) return tell([h("b", {}, "Game over")], "", board);
    if (game.read_only) return tell([h("b", {}, "Read-only")], "", board);
    const side = game.to_act;
    const bot = table.seatOf(side)?.bot;
    const expected = board?.expected?.() ?? {};
    const words = bot ? (table.botsHeld ? "is held" : "is thinking…") : table.mine ? expected.what ?? "it is your turn" : expected.what ?? "is to act";
    tell(name(side), words, board, expected.tip);
    element.dataset.toAct = side ?? "";
    element.dataset.mine = String(table.mine);
    element.dataset.sideIndex = String(table.sideIndex(side));
  }

  function tell(names, words, board, tip = "") {
    element.dataset.mine = "false";
    fill(who, names);
    fill(what, words);
    what.title = tip ?? "";
    const list = board?.phases?.() ?? [];
    fill(phases, list.map((phase) => h("li", { "aria-current": phase.current ? "step" : null }, phase.name)));
    phases.hidden = !list.length;
    const sentence = inWords(words, table.mine ? tip : "");
    if (spoken.textContent !== sentence) spoken.textContent = sentence;
    title.textContent = table.game.title;
    document.title = `${table.mine ? "● " : ""}${table.game.title} · Overheat`;
  }

  /** The bar as it is read out: who and what first, and which side one has at the end. */
  function inWords(words, tip) {
    const said = (aside) => [...who.children].filter((part) => part.classList.contains("bar-watch") === aside).map((part) => part.textContent.replace(/\s+/g, " "));
    const called = said(false).filter(Boolean).join(", ");
    return [words ? `${called}: ${words}` : called, tip, ...said(true).map(capital)].filter(Boolean).join(". ");
  }

  function state(words, calm = false) {
    trouble.hidden = !words;
    trouble.textContent = words;
    trouble.classList.toggle("calm", calm);
    element.classList.toggle("troubled", Boolean(words));
  }

  return { element, show, state };
}

/** How a game ended, in a sentence. */
export function endWords(outcome) {
  const { winners, reason } = outcome;
  const because = reason ? `: ${reason}` : "";
  if (!winners.length) return `A draw${because}`;
  return `${capital(listed(winners))} ${winners.length > 1 ? "win" : "wins"}${because}`;
}
