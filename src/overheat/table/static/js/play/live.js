/** The live connection of a game: every event once, in order, whatever happens to the line. */

const PAUSES = [400, 1000, 2000, 3000, 4000];
const FINAL = new Set([4400, 4401, 4404, 4410]);
const PING = 20000;

/**
 * Keep connected to a game. `hear` is told: `welcome(message)`, `events(list, message)`, `undone(message)`, `votes(sides, command)`,
 * `company(message)` when somebody comes, goes or calls, `store(away)` when the table cannot save or can again, `state("live" | "lost")`, and `closed(code, reason)` when there is nothing to come back to. The answer holds the `epoch`
 * and `number` up to which everything is known.
 */
export function connect(game, token, hear) {
  const line = { epoch: 0, number: 0, live: false, again, close };
  let socket = null;
  let tried = 0;
  let timer = 0;
  let pinging = 0;
  let over = false;

  function open() {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/api/games/${encodeURIComponent(game)}/live`);
    socket = mine;
    mine.addEventListener("open", () => mine.send(JSON.stringify({ token: token ?? "", epoch: line.epoch, after: line.number, company: true })));
    mine.addEventListener("message", (event) => socket === mine && heard(JSON.parse(event.data)));
    mine.addEventListener("close", (event) => socket === mine && lost(event));
    clearInterval(pinging);
    pinging = setInterval(() => ping(mine), PING);
  }

  function ping(mine) {
    if (mine.readyState !== WebSocket.OPEN) return;
    if (mine.bufferedAmount > 0) again();
    else mine.send("ping");
  }

  function heard(message) {
    if (message.say === "welcome") {
      tried = 0;
      line.live = true;
      goBack(message);
      hear.state("live");
      hear.welcome(message);
      hear.votes([], "");
    } else if (message.say === "events") {
      if (message.after > line.number) {
        again();
        return;
      }
      const fresh = message.events.filter((event) => event.number > line.number);
      line.number = Math.max(line.number, message.to);
      hear.events(fresh, message);
    } else if (message.say === "undone") {
      goBack(message);
      hear.undone(message);
    } else if (message.say === "votes") hear.votes(message.votes, message.wanted_back);
    else if (message.say === "store") hear.store(message.away);
    else if (message.say === "company") hear.company(message);
  }

  function goBack(message) {
    line.epoch = message.epoch;
    line.number = message.after;
  }

  function lost(event) {
    socket = null;
    line.live = false;
    clearInterval(pinging);
    if (over) return;
    if (FINAL.has(event.code)) {
      over = true;
      hear.closed(event.code, event.reason);
      return;
    }
    hear.state("lost");
    const pause = PAUSES[Math.min(tried, PAUSES.length - 1)];
    tried += 1;
    clearTimeout(timer);
    timer = setTimeout(open, pause * (0.8 + 0.4 * Math.random()));
  }

  /** Try again now. */
  function again() {
    if (over) return;
    const old = socket;
    socket = null;
    old?.close();
    line.live = false;
    open();
  }

  /** Leave for good. */
  function close() {
    over = true;
    clearTimeout(timer);
    clearInterval(pinging);
    socket?.close();
  }

  const awake = () => !over && !line.live && document.visibilityState === "visible" && again();
  /** A line that was cut may look whole for minutes; a new one tells at once, and a server on this machine is still there. */
  addEventListener("offline", () => !over && again());
  addEventListener("online", awake);
  document.addEventListener("visibilitychange", awake);
  open();
  return line;
}
