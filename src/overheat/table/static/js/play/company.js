/** The company at the table: who is there and who watches, what is called out, the clock, and the bots held or hurried. */

import { Refusal, get } from "../api.js";
import { button, choice, dialog, field, fill, h, toast } from "../dom.js";
import { capital, sideMark } from "../sides.js";

const PACES = [["0", "at once"], ["0.4", "brisk"], ["1", "steady"], ["2.5", "slow"]];
const CLOCK = "overheat.clock";

/** The button that shows the company, kept up to date by `tell(message)`; `hold()` holds the bots or lets them go on. */
export function companyOf(table, { host, post }) {
  let now = null;
  let heardAt = 0;
  let lastCall = null;
  let ticking = 0;
  let invited = null;
  const words = h("span", { class: "tool-words" });
  const count = h("span", { "aria-hidden": "true" });
  const clock = h("span", { class: "bar-clock mono", id: "clock", hidden: true });
  const open = button([count, words], show, { id: "company", class: "tool", "aria-haspopup": "dialog", "aria-label": "Company" });
  const holder = button("", hold, { id: "bar-hold", class: "tool", hidden: true });
  const stepper = button("Step", step, { id: "bar-step", class: "tool", hidden: true, title: "Let the bots say one command" });
  const element = h("div", { class: "company" }, clock, holder, stepper, open);

  const bots = () => table.game.seats.some((seat) => seat.bot);
  const humans = () => table.game.seats.filter((seat) => !seat.bot).map((seat) => seat.player);
  const drives = () => bots() && !table.game.read_only && (host || (humans().length > 0 && humans().every((side) => table.game.you.includes(side))));

  function tell(message) {
    const fresh = message.called.filter((each) => lastCall !== null && each.number > lastCall);
    lastCall = message.called.at(-1)?.number ?? 0;
    now = message;
    heardAt = performance.now();
    for (const { player, words: said } of fresh) toast(h("span", { class: "called" }, sideMark(table.sideIndex(player)), ` ${capital(player)}: “${said}”`));
    if (message.again && message.again !== invited) inviteTo((invited = message.again));
    draw();
  }

  /** The battle is over, and another player has made a new game of it. */
  function inviteTo(link) {
    const words = h("p", {}, "Another player has made a new game of this battle, with the same forces and new dice. Your seat is kept.");
    dialog("Play again?", h("div", { class: "stack" }, words, h("a", { class: "button primary", id: "join-again", href: link }, "Join")), { id: "again-dialog" });
  }

  function draw() {
    count.textContent = now?.paused ? "‖" : "☺";
    words.textContent = now?.paused ? "Bots held" : now?.watching ? `${now.watching} watching` : "Company";
    open.setAttribute("aria-label", words.textContent === "Company" ? "Company" : `Company: ${words.textContent}`);
    open.dataset.paused = String(Boolean(now?.paused));
    open.dataset.watching = String(now?.watching ?? 0);
    const alone = drives() && !humans().length && !table.game.outcome;
    holder.hidden = !alone;
    stepper.hidden = !alone || !now?.paused;
    holder.textContent = now?.paused ? "▶" : "‖";
    holder.title = now?.paused ? "Let the bots go on (Shift+P)" : "Hold the bots (Shift+P)";
    holder.setAttribute("aria-label", now?.paused ? "Let the bots go on" : "Hold the bots");
    open.title = now ? `Company. ${inWords()}` : "Company";
    clearInterval(ticking);
    clock.hidden = !clockOn() || !now || Boolean(table.game.outcome);
    if (!clock.hidden) ticking = setInterval(tick, 1000);
    tick();
  }

  function inWords() {
    const there = now.here.map(capital).join(" and ");
    return `${there ? `At the table: ${there}. ` : ""}${now.watching ? `${now.watching} watching` : "Nobody watches"}.`;
  }

  function tick() {
    if (!now || clock.hidden) return;
    const waited = (performance.now() - heardAt) / 1000;
    fill(clock, table.game.seats.map(({ player }) => h(
      "span",
      { class: "clock-side", title: `${capital(player)} has thought so long` },
      sideMark(table.sideIndex(player)), h("span", { class: "clock-name" }, capital(player)), minutes((now.spent[player] ?? 0) + (player === now.thinking ? waited : 0)),
    )));
  }

  function clockOn() {
    try {
      return localStorage.getItem(CLOCK) === "on";
    } catch {
      return false;
    }
  }

  function switchClock(on) {
    try {
      localStorage.setItem(CLOCK, on ? "on" : "off");
    } catch {
      return;
    }
    draw();
  }

  async function send(path, body) {
    try {
      tell(await post(path, body));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      table.notice(error, "no");
    }
  }

  function hold() {
    if (!drives()) return false;
    send("bots", { paused: !now?.paused });
    return true;
  }

  function step() {
    send("bots", { paused: true, step: true });
  }

  async function show() {
    const phrases = table.game.you.length ? Object.entries(await get("/api/phrases")) : [];
    const calls = phrases.map(([phrase, said]) => button(said, () => (send("call", { phrase }), box.close()), { "data-phrase": phrase }));
    const holding = button(now?.paused ? "Let the bots go on" : "Hold the bots", () => (hold(), box.close()), { id: "hold-bots" });
    const stepping = button("One command", step, { id: "step-bots" });
    const pace = choice(PACES, nearest(now?.pace ?? 0.4), (value) => send("bots", { pace: Number(value) }), { id: "pace-bots" });
    const ticked = h("input", { type: "checkbox", id: "clock-on", checked: clockOn(), onchange: (event) => switchClock(event.target.checked) });
    const box = dialog(
      "Company",
      h(
        "div",
        { class: "stack" },
        h("p", { id: "company-words" }, now ? inWords() : "Nobody is connected."),
        calls.length > 0 && h("section", { class: "stack" }, h("h3", {}, "Call out"), h("div", { class: "row" }, calls)),
        drives() && h("section", { class: "stack" }, h("h3", {}, "Bots"), h("div", { class: "row" }, holding, stepping), field("How fast they play", pace)),
        h("label", { class: "check", for: "clock-on" }, ticked, "Show how long each side has thought"),
      ),
      { id: "company-dialog" },
    );
  }

  return { element, tell, hold };
}

function nearest(pace) {
  return PACES.map(([value]) => value).reduce((best, value) => (Math.abs(value - pace) < Math.abs(best - pace) ? value : best));
}

function minutes(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
