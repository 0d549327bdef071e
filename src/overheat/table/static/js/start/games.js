/** Games to come back to, and games of others to watch. */

import { get } from "../api.js";
import { button, fill, h, toast } from "../dom.js";
import { forget, remember, remembered, sitDown } from "../seats.js";
import { capital, sideName } from "../sides.js";
import { goTo, SEATED, showLinks } from "./making.js";

const SHOWN = 8;
const KINDS = { classic: "War machines", platoon: "H.E.A.T" };

/** The games that this browser has a seat at. Hidden when there are none. */
export function yourGames() {
  const list = h("ul", { class: "games", "aria-label": "Your games" });
  const section = h(
    "section",
    { class: "card stack", id: "your-games", "aria-labelledby": "your-games-title" },
    h("h2", { id: "your-games-title" }, "Your games"),
    list,
  );
  const show = (all = false) => {
    const known = remembered();
    section.hidden = known.length === 0;
    const shown = all ? known : known.slice(0, SHOWN);
    fill(
      list,
      shown.map(([id, facts]) => ownGame(id, facts, () => show(all))),
      known.length > shown.length && h("li", {}, button(`Show all ${known.length}`, () => show(true), { class: "quiet" })),
    );
  };
  show();
  addEventListener("pageshow", (event) => event.persisted && show());
  addEventListener(SEATED, () => show());
  return section;
}

function ownGame(id, facts, changed) {
  const state = h("span", { class: "game-state muted" }, "…");
  const players = h("span", { class: "game-players" });
  const title = facts.title || "A game";
  const resume = button("Resume", () => (sitDown(id, facts.token), goTo(id)), { class: "primary", "aria-label": `Resume ${title}`, "data-resume": id });
  const item = h(
    "li",
    { class: "game", "data-game": id },
    h(
      "a",
      { class: "game-link", href: `/play#game=${id}`, onclick: () => sitDown(id, facts.token) },
      h("strong", {}, title),
      h("span", { class: "small" }, [KINDS[facts.kind] ?? facts.kind, when(facts.at)].filter(Boolean).join(" · "), players),
    ),
    state,
    h(
      "span",
      { class: "row game-actions" },
      facts.links && Object.keys(facts.links).length > 1 && button(
        "Links",
        () => showLinks(id, title, facts.links),
        { "aria-label": `Links for ${title}`, "data-links": id },
      ),
      resume,
      button(
        "×",
        () => { forget(id); changed(); offerBack(id, facts, changed); },
        {
          class: "quiet",
          "aria-label": `Remove ${title} from this list`,
          title: "Remove from this list; the game itself stays",
          "data-forget": id,
        },
      ),
    ),
  );
  tellState(id, facts, { state, players, item, resume });
  return item;
}

/** Whoever removed a game by mistake would never find his seat again: he can have it back. */
function offerBack(id, facts, changed) {
  const back = button("Undo", () => { remember(id, facts); changed(); note.remove(); }, { "data-undo-forget": id });
  const note = toast(h("span", { class: "row" }, `“${facts.title || "A game"}” is off this list.`, back));
}

async function tellState(id, facts, { state, players, item, resume }) {
  try {
    const game = await get(`/api/games/${id}`, { token: facts.token });
    fill(
      players,
      " · ",
      game.seats.map((seat) => `${capital(seat.player)}: ${playedBy(seat, game.you)}`).join(", "),
    );
    const mine = game.you.includes(game.to_act);
    const verb = game.outcome ? "Look back" : game.you.length ? "Resume" : "Watch";
    resume.textContent = verb;
    resume.setAttribute("aria-label", `${verb}${verb === "Look back" ? " at" : ""} ${facts.title || "a game"}`);
    const [text, tone] = game.outcome ? [told(game.outcome), "over"] : mine ? ["your turn", "turn"] : [
      `${capital(game.to_act ?? "nobody")} to act`,
      "wait",
    ];
    fill(state, h("span", { class: "badge", "data-tone": tone }, text));
  } catch (no) {
    item.dataset.gone = String(no.status);
    fill(state, h("span", { class: "badge", "data-tone": "gone", title: no.reason }, no.status === 404 ? "no longer kept" : no.reason));
  }
}

function playedBy(seat, mine) {
  if (mine.includes(seat.player)) return "you";
  return seat.who === "bot" ? `${seat.bot} bot` : "a friend";
}

function told(outcome) {
  const winners = outcome.winners ?? [];
  return winners.length ? `over: ${winners.map(capital).join(" and ")} won` : "over: a draw";
}

function when(at) {
  const minutes = Math.round((Date.now() - at) / 60000);
  if (!Number.isFinite(minutes)) return "";
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.round(minutes / 60)} h ago`;
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** The games that anybody may watch. Hidden when there are none. */
export function openGames() {
  const list = h("ul", { class: "games", "aria-label": "Games to watch" });
  const section = h(
    "section",
    { class: "card stack", id: "open-games", hidden: true, "aria-labelledby": "open-games-title" },
    h("h2", { id: "open-games-title" }, "Games to watch"),
    list,
  );
  const load = async () => {
    const games = await get("/api/games", { params: { most: 30 } }).catch(() => []);
    const mine = new Set(remembered().map(([id]) => id));
    const others = games.filter((game) => !mine.has(game.id)).sort((one, other) => one.over - other.over || other.created - one.created);
    section.hidden = others.length === 0;
    fill(list, others.slice(0, SHOWN).map(openGame));
  };
  load();
  addEventListener("pageshow", (event) => event.persisted && load());
  return section;
}

function openGame(game) {
  return h(
    "li",
    { class: "game", "data-game": game.id },
    h(
      "a",
      { class: "game-link", href: `/play#game=${game.id}` },
      h("strong", {}, game.title),
      h("span", { class: "small" }, `${KINDS[game.kind] ?? game.kind} · ${when(game.created * 1000)}`),
    ),
    h(
      "span",
      { class: "small game-seats" },
      game.seats.map((seat) => h("span", {}, sideName(seat.player, game.seats.map((each) => each.player)), `: ${seat.who === "bot" ? `${seat.bot} bot` : "a player"}`)),
    ),
    h(
      "span",
      { class: "row game-actions" },
      h("span", { class: "badge", "data-tone": game.over ? "over" : "wait" }, game.over ? "over" : "on"),
      h("a", { class: "button", href: `/play#game=${game.id}`, "aria-label": `Watch ${game.title}` }, game.over ? "Look back" : "Watch"),
    ),
  );
}
