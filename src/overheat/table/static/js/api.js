/** Questions to the server. What it refuses comes as a Refusal with its reason and where that is written. */

import { goneAway } from "./away.js";
import { gone } from "./offline/server.js";
import { pause, pending } from "./pending.js";

/** What may not be: `id`, `reason`, `cite`, `facts`, and the status of the answer. */
export class Refusal extends Error {
  constructor(no, status) {
    super(no.reason);
    this.id = no.id;
    this.reason = no.reason;
    this.cite = no.cite ?? null;
    this.facts = no.facts ?? {};
    this.status = status;
  }
}

const WAIT_FOR_ROOM = 3;
/** What the service worker marks answers with that it had kept, since the server gave none. */
const KEPT = "X-Kept";
/** Refusals that a moment later may be none. */
const FULL = ["table.rate", "table.busy"];

/** The answer to a question, read by `read`; until then the page is waiting. */
const ask = (read, ...question) => pending(asked(...question).then(read));

async function asked(method, path, { token, body, params } = {}) {
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null) address.searchParams.set(name, value);
  }
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const sent = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  for (let tried = 0; ; tried += 1) {
    const answer = await reached(address, sent);
    if (answer.ok) return answer;
    const no = await refusalOf(answer);
    if (no.id === "table.store") goneAway();
    if (!FULL.includes(no.id) || tried >= WAIT_FOR_ROOM) throw no;
    await pause((no.id === "table.busy" ? 1000 : 300) * 2 ** tried);
  }
}

async function reached(address, sent) {
  try {
    const answer = await fetch(address, sent);
    if (answer.headers.has(KEPT)) gone();
    return answer;
  } catch {
    gone();
    throw new Refusal({ id: "page.connection", reason: "the server does not answer" }, 0);
  }
}

async function refusalOf(answer) {
  try {
    return new Refusal((await answer.json()).refusal, answer.status);
  } catch {
    return new Refusal({ id: "page.answer", reason: `the server answered ${answer.status}` }, answer.status);
  }
}

/** The answer to a question, as JSON. `options`: token, params. */
export function get(path, options) {
  return ask((answer) => answer.json(), "GET", path, options);
}

/** The answer to something sent, as JSON. */
export function post(path, body, options = {}) {
  return ask((answer) => answer.json(), "POST", path, { ...options, body });
}

/** The same for what is told in a corner of its own: the page does not wait for it. */
export function aside(path, body, options = {}) {
  return asked("POST", path, { ...options, body }).then((answer) => answer.json());
}

/** Delete something. */
export function remove(path, options) {
  return ask(() => undefined, "DELETE", path, options);
}

/** An answer as a file. */
export function blob(path, { body, ...options } = {}) {
  return ask((answer) => answer.blob(), body === undefined ? "GET" : "POST", path, { ...options, body });
}

/** An answer as text. */
export function text(path, options) {
  return ask((answer) => answer.text(), "GET", path, options);
}

/** A drawing of the server as an SVG element of this page. */
export async function picture(path, { body, ...options } = {}) {
  return drawing(await ask((answer) => answer.text(), body === undefined ? "GET" : "POST", path, { ...options, body }));
}

/** An SVG element from the text of one. */
export function drawing(markup) {
  const parsed = new DOMParser().parseFromString(markup, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.nodeName !== "svg") throw new Refusal({ id: "page.picture", reason: "the picture cannot be shown" }, 0);
  return document.importNode(root, true);
}
