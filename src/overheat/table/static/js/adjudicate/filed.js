/** Unit files that were dropped on this page: kept in this browser, since a link cannot hold them. */

const KEY = "overheat.adjudicate.files";
const MOST = 12;
const MARK = "file:";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Keep a file; the answer is the name that a question knows it by. */
export function keepFile({ name, text }) {
  const files = all();
  delete files[name];
  files[name] = text;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(files).slice(-MOST))));
  } catch {
    memory.set(name, text);
  }
  memory.set(name, text);
  return `${MARK}${name}`;
}

const memory = new Map();

/** Whether a question's unit is a file. */
export function isFile(unit) {
  return unit.startsWith(MARK);
}

/** A question's unit as the server is asked for it: {unit, text}; text is null where the file is not in this browser. */
export function unitOf(unit) {
  if (!isFile(unit)) return { unit, text: "" };
  const name = unit.slice(MARK.length);
  return { unit: name, text: memory.get(name) ?? all()[name] ?? null };
}
