/** What the server tells of everything that may be said now: its words, what it takes, what it promises. */

import { plainly } from "../../explain.js";
import { capital } from "../../sides.js";

const MOST = 60;
/** So many of something that is named in the plural: `1 point`, `2 points`. */
const many = (count, what) => `${count} ${count === "1" ? what.replace(/s$/, "") : what}`;

const NOTHING = { words: "", costs: {}, group: null };

/** An answer of the server, by its commands: `words`, `costs` and `foretells` of a command, and `groups` of commands. */
export function offersOf({ commands, words, costs, groups }) {
  const told = new Map();
  const sorted = groups.map(({ commands: places, ...group }) => {
    const held = { ...group, commands: places.map((at) => commands[at]) };
    for (const at of places) told.set(JSON.stringify(commands[at]), { words: words[at], costs: costs[at] ?? {}, group: held });
    return held;
  });
  const of = (command) => told.get(JSON.stringify(command)) ?? NOTHING;
  return {
    groups: sorted,
    /** A command as a button says it; by its name where the server has no words for it. */
    words: (command) => capital(of(command).words) || command.type,
    /** What a command is listed under. */
    title: (command) => of(command).group?.title ?? command.type,
    /** What a command takes, in words: `2 points`. */
    costs: (command) => Object.entries(of(command).costs).map(([what, { total }]) => many(plainly(total), what)).join(", "),
    /** Whether the server knows what a command promises. */
    foretells: (command) => Boolean(of(command).group?.foretells),
  };
}

/** What commands promise, asked of the server once for each; `moment()` names the moment that an answer is good for. */
export function foreseeing(moment, post) {
  let known = new Map();
  let now = "";
  let waiting = null;

  function fresh() {
    if (now !== moment()) {
      now = moment();
      known = new Map();
    }
  }

  /** Questions of the same instant are asked together. */
  function ask(key, command) {
    waiting ??= { asked: [], answers: Promise.resolve().then(send) };
    const { asked, answers } = waiting;
    const at = asked.push(command) - 1;
    const found = { answer: undefined };
    known.set(key, found);
    found.coming = answers.then((list) => (found.answer = list?.[at] ?? null));
    return found;
  }

  async function send() {
    const { asked } = waiting;
    waiting = null;
    try {
      return await post(asked.slice(0, MOST));
    } catch (error) {
      if (error.reason === undefined) throw error;
      return null;
    }
  }

  return {
    /** What is known of a command already: undefined before it was asked for, null where nothing is known of it. */
    known(command) {
      fresh();
      return known.get(JSON.stringify(command))?.answer;
    },
    /** Ask what a command promises. */
    ask(command) {
      fresh();
      const key = JSON.stringify(command);
      return (known.get(key) ?? ask(key, command)).coming;
    },
  };
}
