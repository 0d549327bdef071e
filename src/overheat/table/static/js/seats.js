/** The games that this browser has a seat at, kept so that a reload or a lost tab loses nothing. */

const KEY = "overheat.seats";
const MOST = 40;
const TAB = "overheat.seat.";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function keep(seats) {
  const latest = Object.entries(seats).sort((one, other) => other[1].at - one[1].at);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest.slice(0, MOST))));
  } catch {
    return;
  }
}

/** Remember facts of a game: token, title, kind, host, links. */
export function remember(id, facts) {
  const seats = all();
  seats[id] = { ...seats[id], ...facts, at: Date.now() };
  keep(seats);
}

/** What is remembered of a game. */
export function recall(id) {
  return all()[id] ?? null;
}

/** Forget a game. */
export function forget(id) {
  const seats = all();
  delete seats[id];
  keep(seats);
}

/** All games that are remembered, the latest first, as [id, facts]. */
export function remembered() {
  return Object.entries(all()).sort((one, other) => other[1].at - one[1].at);
}

/** Sit down at a game in this tab: with a token, or with none but what is remembered. */
export function sitDown(id, token) {
  try {
    if (token) sessionStorage.setItem(TAB + id, token);
    else sessionStorage.removeItem(TAB + id);
  } catch {
    return;
  }
}

/** The token that this tab sits at a game with. */
export function seatOfTab(id) {
  try {
    return sessionStorage.getItem(TAB + id);
  } catch {
    return null;
  }
}
