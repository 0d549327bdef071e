/**
 * The frame of a game: its board, its log and its bars, kept up to date with what happens.
 *
 * A board is what `open(table)` of its module answers: show(), told(events), expected(), phases(), refs(text, event), locate(ref),
 * keys, close(); and if it likes, frame(events) to bring all that they are about into view (it answers how to go back), sheets() for tabs of its own (`open(into)` is run whenever one comes into sight),
 * unitName(id) for the log, advise(unit, place) to mark where a move should have ended, playing() whether it shows what has happened, of which it tells `table.shown(number)` as it goes on, and `secret` when a screen that is passed on must be covered.
 */

import * as api from "../api.js";
import { cameBack, goneAway } from "../away.js";
import { fill, h, toast } from "../dom.js";
import { commandList } from "./saying/commands.js";
import { companyOf } from "./company.js";
import { showDice } from "./log/dice_stats.js";
import { ending } from "./after/ending.js";
import { trouble } from "./entry.js";
import { film, films, picture } from "./after/film.js";
import { periodOf } from "./after/summary.js";
import { glossary } from "./glossary.js";
import { help, listen } from "./keys.js";
import { layOut } from "./layout.js";
import { connect } from "./live.js";
import { gameLog } from "./log/log.js";
import { gameMenu } from "./menu.js";
import { phaseBar } from "./phase_bar.js";
import * as plain from "./plain_board.js";
import { readOnly } from "./read_only.js";
import { replayBar } from "./log/replay.js";
import { passing } from "./passing.js";
import { safely } from "./safely.js";
import { recall } from "../seats.js";
import { capital } from "../sides.js";
import { settings } from "../show/settings.js";
import { makeTable } from "./table.js";
import { undoing } from "./saying/undo.js";
import { welcome as welcoming } from "./welcome.js";

const BOARDS = { classic: () => import("../classic/board.js"), platoon: () => import("../platoon/board.js") };
const RETRY = 2000;
const ENDINGS = ["Done", "Hold"];
const CLOSED = { 4401: { id: "table.token" }, 4404: { id: "table.game" }, 4410: "ended" };

/** Play a game until the page is left. */
export async function play({ id, token, game, head, root }) {
  let board = null;
  let line = null;
  let caughtUp = false;
  let log = null;
  let commands = null;
  let past = null;
  let turnOf = null;
  let turns = 0;
  const boardNow = () => board;
  const logPane = h("div", { class: "pane-body" });
  const listPane = h("div", { class: "pane-body" });
  const layout = layOut(root, [
    { id: "log", title: "Log", body: logPane, opened: () => log?.shown() },
    { id: "commands", title: "Commands", body: listPane, opened: () => commands?.show() },
  ]);
  const desk = makeTable({ id, token, game, stage: layout.stage, panel: layout.panel, changed, lost });
  const { table } = desk;
  log = gameLog(table, boardNow);
  commands = commandList(table);
  const bar = phaseBar(table);
  const pass = passing(table, layout.stage);
  logPane.append(log.element);
  listPane.append(commands.element);
  const replay = replayBar(table, log, (number, events) => desk.lookBack(number, events), () => board?.rest?.());
  const undo = undoing(table, desk);
  const menu = gameMenu(id, table, desk, { dice: () => showDice(log.events, table), replay: () => replay.open(true), keys: showKeys, picture: takePicture, film: films() && (() => takeFilm()), words: game.explained && (() => glossary(table.kind)) });
  const end = ending(table, desk, { replay: lookBackTo, moment: lookBackAt, film: films() && takeFilm, download: menu.save, board: boardNow });
  const company = companyOf(table, { host: Boolean(recall(id)?.host), post: (path, body) => api.post(`/api/games/${id}/${path}`, body, { token: path === "bots" ? recall(id)?.host ?? token : token }) });
  const told = readOnly(table, { replay: () => replay.open(true), download: menu.save });
  layout.strip.append(told.element, undo.element, end.element, end.coached);
  const greeting = welcoming(table);
  fill(layout.greeting, greeting?.element);
  layout.foot.append(replay.element);
  fill(head, bar.element, company.element, undo.button, menu.element);
  table.openTab = layout.openTab;
  table.shown = (number) => {
    log.reveal(number);
    if (number === null) bar.show(board);
  };
  table.expect = () => bar.show(board);
  const frameKeys = [
    { key: "Ctrl+Enter", label: "Done: end the turn of this unit", run: done },
    { key: ["Backspace", "Ctrl+Z"], label: "Take back your last decision (all human players must agree)", run: undo.ask },
    { key: "[", label: "Look back one step", run: () => (replay.open(true), replay.step(-1)) },
    { key: "]", label: "Look forward one step", run: () => replay.isOpen() && replay.step(1) },
    { key: "End", label: "Back to now", run: () => (table.past === null ? false : replay.goTo(null)) },
    { key: "Shift+P", label: "Hold the bots, or let them go on", run: company.hold },
    { key: "/", label: "Filter the log", run: () => (layout.openTab("log"), log.focusFilter()) },
    { key: "?", label: "Show the keys", run: showKeys },
  ];

  await desk.refresh();
  board = safely(await openBoard(table), () => table.notice("The map could not be drawn. The Commands tab still works.", "no"));
  layout.setSheets(board.sheets());
  line = connect(id, token, { welcome, events, undone, votes, store, state, closed, company: gathered });
  listen(() => [...(board.keys ?? []), ...frameKeys]);
  changed([]);
  if (table.seat === null || game.read_only) layout.openTab("log");

  function changed(news) {
    if (!board) return;
    if (news.length) board.told(news);
    board.show();
    bar.show(board);
    commands.show();
    log.show();
    pass.show(board);
    undo.show();
    if (!board.playing?.()) log.reveal();
    Promise.resolve(board.rest?.()).then(() => end.show());
    replay.show();
    if (past !== table.past) log.mark((past = table.past));
    callToAct();
    document.body.dataset.number = String(table.number);
    document.body.dataset.toAct = table.game.to_act ?? "";
  }

  /** Whose turn begins sees what he may do, unless he plays from the list; from the second on, what welcomed him makes room for it. */
  function callToAct() {
    const turn = table.mine ? table.seat : null;
    if (turn !== null && turn !== turnOf) {
      if (layout.tabOpen() !== "commands") layout.showActions();
      turns += 1;
      if (turns > 1) greeting?.fold();
    }
    turnOf = turn;
  }

  function welcome(message) {
    log.truncate(message.after);
    table.game = { ...table.game, you: message.you };
    desk.untell(message.after);
    desk.moved(message);
    if (message.after >= message.number) {
      caughtUp = true;
      desk.refresh();
    }
  }

  function events(fresh, message) {
    if (caughtUp && table.past === null && settings.speed !== "off" && board.playing) log.hold();
    log.append(fresh, message.to < message.number);
    desk.moved(message);
    if (caughtUp) desk.tell(fresh);
    caughtUp ||= message.to >= message.number;
    if (message.to >= message.number) desk.refresh();
  }

  function undone(message) {
    log.truncate(message.after);
    desk.untell(message.after);
    desk.moved(message);
    desk.lookBack(null);
    votes([], "");
    toast("The last command was taken back.");
  }

  function votes(sides, command) {
    table.game = { ...table.game, votes: sides, wanted_back: command };
    undo.show();
  }

  function store(away) {
    if (away) return goneAway();
    cameBack();
    desk.refresh();
  }

  /** The replay from the beginning of a round, or of the battle. */
  function lookBackTo(round) {
    replay.open(true);
    replay.goTo(replay.boundsOf(round)?.[0] ?? 0);
  }

  /** The replay at a decision, with who decided. */
  function lookBackAt(number) {
    replay.open(true);
    return replay.goTo(number);
  }

  const named = (number = table.view?.round ?? table.view?.turn ?? 0) => `${table.kind}-${periodOf(table)}-${number}`;

  async function takePicture() {
    await picture(layout.stage, named());
    toast("The picture is in your downloads.", "good");
  }

  /** A film of a round, by itself of the one that is shown; then the table is as it was. */
  async function takeFilm(number = table.view?.round ?? table.view?.turn ?? 1) {
    const [past, opened] = [table.past, replay.isOpen()];
    const round = await replay.openRound(number);
    if (!round) return void toast(`There is no ${periodOf(table)} to film yet.`);
    bar.state("making the film…", true);
    const back = board.frame?.(round.events);
    try {
      await film(layout.stage, named(number), [table.game.title, `${capital(periodOf(table))} ${number}`], round.play);
      toast("The film is in your downloads.", "good");
    } finally {
      bar.state("");
      back?.();
      await replay.goTo(past);
      replay.open(opened);
    }
  }

  /** Say what ends a turn, if that is one of the commands; else the board knows who is done. */
  function done() {
    const ends = ENDINGS.map((type) => table.legal.find((command) => command.type === type)).find(Boolean);
    if (!table.mine) return false;
    if (!ends) return board?.done?.() ?? false;
    table.say(ends);
    return true;
  }

  function showKeys() {
    help(board.keys ?? [], frameKeys);
  }

  function state(now) {
    bar.state(now === "lost" ? "connection lost, trying again" : "");
    document.body.dataset.connection = now;
  }

  function lost() {
    state("lost");
    setTimeout(() => desk.refresh().then(() => line?.live && state("live")), RETRY);
  }

  function gathered(message) {
    table.botsHeld = message.paused;
    company.tell(message);
    bar.show(board);
  }

  function closed(code, reason) {
    board.close();
    fill(head);
    trouble(root, id, CLOSED[code] ?? { id: "page.closed", reason });
  }
}

async function openBoard(table) {
  const drawn = table.game.read_only?.board === false ? null : BOARDS[table.kind];
  try {
    if (drawn) return (await drawn()).open(table);
  } catch (error) {
    console.error(error);
  }
  return plain.open(table);
}
