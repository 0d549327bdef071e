/** The table: what a board knows of its game, and what it can say. */

import * as api from "../api.js";
import { back } from "../away.js";
import { toast } from "../dom.js";
import { refusal } from "../explain.js";
import { pending } from "../pending.js";
import { sideIndices } from "../sides.js";
import { insist } from "./saying/insisting.js";
import { foreseeing, offersOf } from "./saying/offers.js";

const CATCH_UP = 1500;
const RETRY = 3000;
const SILENCE = { commands: [], words: [], costs: {}, groups: [], unasked: [] };

/**
 * The table of a game. `changed` is run whenever view, legal, seat or past have changed, with the events that are new to the
 * board; `lost` when the server does not answer.
 */
export function makeTable({ id, token, game, stage, panel, changed, lost }) {
  const indices = sideIndices(game.seats.map((seat) => seat.player));
  let running = null;
  let wanted = false;
  let fresh = [];
  let waiting = [];
  let trusted = game.epoch;

  const table = {
    kind: game.kind, game, seat: null, mine: false, view: null, legal: [], unasked: [], offers: offersOf(SILENCE), expected: null, epoch: game.epoch, number: 0, step: 0, past: null, busy: false,
    stage, panel, say, sayAll, sayUnasked, notice,
    ask: (path, params) => api.get(`/api/games/${id}/${path}`, { token, params: sided(params) }),
    post: (path, body) => api.post(`/api/games/${id}/${path}`, body, { token }),
    aside: (path, body) => api.aside(`/api/games/${id}/${path}`, body, { token }),
    picture: (path, params) => api.picture(`/api/games/${id}/${path}`, { token, params: sided(params) }),
    foreseen: foreseeing(
      () => `${table.epoch}/${table.step}/${table.seat}`,
      (commands) => api.post(`/api/games/${id}/foreseen`, { commands, player: table.seat }, { token }),
    ),
    /** Whether the page may say what needs no decision: after something was taken back it waits until a person has said something. */
    trusting: () => trusted === table.epoch,
    sideIndex: (side) => indices.get(side) ?? 0,
    seatOf: (side) => table.game.seats.find((seat) => seat.player === side) ?? null,
  };

  function sided(params) {
    return { ...params, at: params?.at ?? (table.past === null ? undefined : table.past) };
  }

  function seatNow() {
    const { you, to_act } = table.game;
    if (!you.length) return null;
    if (table.past === null && you.includes(to_act)) return to_act;
    return table.seat ?? you[0];
  }

  function turnIsOurs() {
    return table.past === null && table.game.to_act !== null && table.game.you.includes(table.game.to_act);
  }

  /** Take over how far the game has come, unless it is known better. */
  function moved(position) {
    if (position.epoch < table.game.epoch || (position.epoch === table.game.epoch && position.step < table.game.step)) return;
    const { epoch, number, step, to_act, outcome } = position;
    table.game = { ...table.game, epoch, number, step, to_act, outcome };
  }

  /** Fetch view and commands anew: one request under way, and the latest wins. */
  function refresh() {
    wanted = true;
    running ??= (async () => {
      try {
        while (wanted) {
          wanted = false;
          await fetchOnce();
        }
      } catch (error) {
        failed(error);
      } finally {
        running = null;
      }
    })();
    return running;
  }

  async function fetchOnce() {
    const past = table.past;
    const seat = seatNow();
    const mine = turnIsOurs();
    const params = { player: seat ?? undefined };
    const [seen, legal] = await Promise.all([
      table.game.read_only?.board === false
        ? { ...table.game, view: null }
        : api.get(`/api/games/${id}/view`, { token, params: { ...params, at: past ?? undefined } }),
      mine ? api.get(`/api/games/${id}/legal`, { token, params }) : SILENCE,
    ]);
    const stale = mine && (legal.epoch !== seen.epoch || legal.step !== seen.step);
    if (table.past !== past || stale || seat !== seatNow() || mine !== turnIsOurs()) {
      wanted = true;
      return;
    }
    Object.assign(table, { seat, mine, view: seen.view, expected: seen.expected ?? null, legal: legal.commands, unasked: legal.unasked, offers: offersOf(legal), epoch: seen.epoch, number: seen.number, step: seen.step });
    changed(fresh.splice(0));
    if (past === null) waiting = waiting.filter((wait) => !wait(seen));
  }

  function failed(error) {
    if (error instanceof api.Refusal) {
      if (error.id === "table.store") back(RETRY).then(refresh);
      else if (error.status === 0) lost();
      else notice(error, "no");
    } else throw error;
  }

  /** Wait until the board shows a position, or has had the time to. */
  function caughtUp(position) {
    const reached = (seen) => seen.epoch > position.epoch || (seen.epoch === position.epoch && seen.step >= position.step);
    if (reached(table)) return Promise.resolve();
    return new Promise((go) => {
      const late = setTimeout(() => refresh().then(go), CATCH_UP);
      waiting.push((seen) => reached(seen) && (clearTimeout(late), go(), true));
    });
  }

  async function saySingle(command, at, quiet = false) {
    try {
      const position = await insist((said) => send("say", said), { command, player: table.seat, ...at }, lost);
      moved(position);
      return position;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (error.id === "table.moved_on" && quiet) return refresh(), null;
      if (error.id === "table.moved_on") notice("The game has moved on in the meantime: look again.", "info");
      else notice(error, "no");
      refresh();
      return null;
    }
  }

  /** Which moment a command is meant for. */
  function moment({ epoch, number, step }) {
    return { epoch, number, step };
  }

  /** Say one command; resolves to the position when the board shows it, or to null. */
  async function say(command) {
    let position = null;
    trusted = table.epoch;
    await busily(async () => {
      position = await saySingle(command, moment(table));
      if (position) await caughtUp(position);
    });
    return position;
  }

  /** Say commands one after another while they are granted and it is still our turn; resolves to how many were. */
  function sayAll(commands) {
    trusted = table.epoch;
    return sayOn(commands, false);
  }

  /** The same for what the page says by itself. */
  function sayUnasked(commands) {
    return sayOn(commands, true);
  }

  async function sayOn(commands, quiet) {
    let granted = 0;
    await busily(async () => {
      const seat = table.seat;
      let at = moment(table);
      for (const command of commands) {
        const position = await saySingle(command, at, quiet);
        if (!position) break;
        granted += 1;
        at = moment(position);
        if (position.to_act !== seat || position.outcome) break;
      }
      if (granted) await caughtUp(at);
    });
    return granted;
  }

  async function busily(run) {
    if (table.busy) return;
    if (!table.mine) {
      notice(table.past === null ? "It is not your turn." : "You are looking back: return to now to play.", "info");
      return;
    }
    table.busy = true;
    document.body.dataset.busy = "";
    try {
      await pending(run());
    } finally {
      table.busy = false;
      delete document.body.dataset.busy;
    }
  }

  /** Send something to the game; throws a Refusal. */
  function send(path, body) {
    return api.post(`/api/games/${id}/${path}`, body, { token });
  }

  /** Say something in the corner: a text, an element or a refusal. That the table cannot save stands in a banner already. */
  function notice(content, tone = "info") {
    if (content?.id === "table.store") return;
    toast(content instanceof api.Refusal || content?.reason ? refusal(content) : content, tone);
  }

  return {
    table, refresh, moved,
    token,
    /** Send something to the game until it is answered, and have it done once; throws a Refusal. */
    insist: (path, body) => insist((said) => send(path, said), body, lost),
    /** Ask the game for a text. */
    text: (path) => api.text(`/api/games/${id}/${path}`, { token }),
    /** Events that the board has not been told yet; while one looks back they are no news. */
    tell(events) {
      if (table.past === null) fresh.push(...events);
    },
    /** What was taken back is nobody's news. */
    untell(after) {
      fresh = fresh.filter((event) => event.number <= after);
    },
    /** Look back to an event number, or return to now with null; `events` are what the board is told on the way. */
    lookBack(number, events = []) {
      table.past = number;
      fresh = events;
      return refresh();
    },
  };
}
