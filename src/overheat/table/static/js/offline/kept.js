/** What this device keeps for when there is no network, and keeping more of it: politely, one thing after the other while nothing else is to be done. */

const MOST_UNITS = 150;
const SKILLS = { gunnery: 4, piloting: 5 };
/** How often something is asked for that the server has no time for, and after how many milliseconds. */
const TRIES = 4;
const LATER = 8000;
const PLATOON_CARD = "/api/platoon/card.svg";
/** What the platoon builder is made of. */
export const BUILDING = ["/api/platoon/platoons", "/api/platoon/catalogue?", "/api/platoon/weapons?", "/api/kinds?changes=false"];
const REFERENCE = "/api/platoon/reference.svg";
const PICTURES = ["/api/units/card.svg", "/api/units/sheet.svg"];

/** A unit of the library as it is kept: with ordinary skills. */
export function ordinary(unit, text = "") {
  return { unit, text, ...SKILLS };
}

/** The address of the pack of a unit under some rules. */
export function packOf(unit, rules) {
  return `/api/adjudicate/pack?${new URLSearchParams([["unit", unit], ...rules.map((id) => ["rules", id])])}`;
}

/** The address of the pack of the questions of H.E.A.T under some rules. */
export function rulingsOf(rules) {
  return `/api/platoon/pack?${new URLSearchParams(rules.map((id) => ["rules", id]))}`;
}

/** What is kept: {shots: names of units, cards, sheets, platoonCards: how many, rulings: whether questions of H.E.A.T, reference: whether its quick reference}. */
export async function kept() {
  if (!("caches" in self)) return { shots: [], cards: 0, sheets: 0, platoonCards: 0, rulings: false, reference: false };
  const names = await caches.keys();
  const keys = async (wanted) => (await Promise.all(names.filter(wanted).map(async (name) => (await caches.open(name)).keys()))).flat().map(({ url }) => new URL(url));
  const [packs, answers] = await Promise.all([keys((name) => name.startsWith("packs-")), keys((name) => name === "answers")]);
  const many = (path) => answers.filter(({ pathname }) => pathname === `/kept${path}`).length;
  const [rulings, shots] = [true, false].map((heat) => packs.filter(({ pathname }) => pathname.startsWith("/api/platoon/") === heat));
  return {
    shots: [...new Set(shots.map((url) => url.searchParams.get("unit")))],
    cards: many(PICTURES[0]),
    sheets: many(PICTURES[1]),
    platoonCards: many(PLATOON_CARD),
    rulings: rulings.length > 0,
    reference: answers.some(({ pathname }) => pathname === REFERENCE),
  };
}

/** Whether a service worker is there that keeps what is asked for; never answers where there is none. */
async function keeper() {
  await navigator.serviceWorker?.ready;
  if (!navigator.serviceWorker?.controller) await new Promise((go) => navigator.serviceWorker?.addEventListener("controllerchange", go, { once: true }));
}

function idle() {
  return new Promise((go) => ("requestIdleCallback" in self ? requestIdleCallback(go, { timeout: 5000 }) : setTimeout(go, 200)));
}

/** Keep what some addresses answer, each alone or with what is sent there: on a first visit they were asked before anybody was there to keep it. */
export async function keepAnswers(addresses) {
  if (!("serviceWorker" in navigator)) return;
  await keeper();
  for (const asked of addresses) {
    await idle();
    const [address, body] = [asked].flat();
    await patiently(() => fetch(address, body && sent(body)));
  }
}

/** What goes to the server, as `post` of the page sends it: kept answers are found by it. */
function sent(body) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/** Keep the shots of some units under some rules, in the background; what is kept already costs nothing. */
export async function keepShots(units, rules) {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  await keeper();
  for (const unit of units) {
    await idle();
    await patiently(() => fetch(packOf(unit, rules)));
  }
}

/** Keep the questions of H.E.A.T under some rules, in the background. */
export async function keepRulings(rules) {
  if (!("serviceWorker" in navigator) || navigator.connection?.saveData) return;
  await keeper();
  await idle();
  await patiently(() => fetch(rulingsOf(rules)));
}

/** The pages of the quick reference of H.E.A.T under some rules. */
export function referencePages(rules) {
  return [1, 2].map((page) => `${REFERENCE}?${new URLSearchParams([["page", page], ...rules.map((id) => ["rules", id])])}`);
}

/** Keep platoons as they are asked about: what the rules say of each, the cards of its units, and the quick reference; `told(done, all)` hears how far it is. */
export async function keepPlatoons(sources, told = () => {}) {
  await keeper();
  for (const [at, source] of sources.entries()) {
    const send = (path, body) => patiently(() => fetch(path, sent(body)));
    const answer = await send("/api/platoon/check", source);
    if (source.roster) await send("/api/platoon/draft", source);
    if (!answer) throw new Error("The server does not answer: what is kept so far stays.");
    for (const unit of answer.ok ? (await answer.json()).units : []) await send(PLATOON_CARD, { ...source, unit: unit.id });
    told(at + 1, sources.length);
  }
  await keepAnswers([...BUILDING, ...referencePages([])]);
}

/** Ask again a while later where the server has its hands full; where there is no network, some other time. */
async function patiently(ask) {
  for (let tried = 0; tried < TRIES && navigator.onLine; tried += 1) {
    const answer = await ask().catch(() => null);
    if (!answer || ![429, 503, 504].includes(answer.status)) return answer;
    await new Promise((go) => setTimeout(go, LATER));
  }
  return null;
}

/** Keep cards, sheets and facts of units; `told(done, all, bytes)` hears how far it is. What is kept since the rules are these is not asked for again. */
export async function keepUnits(units, told = () => {}) {
  await keeper();
  const wanted = units.slice(0, MOST_UNITS);
  const before = done();
  let bytes = 0;
  for (const [at, unit] of wanted.entries()) {
    if (!before.units.includes(unit)) {
      await idle();
      bytes += await keepUnit(unit);
      before.units.push(unit);
      remember(before);
    }
    told(at + 1, wanted.length, bytes);
  }
}

async function keepUnit(unit) {
  let bytes = 0;
  for (const path of ["/api/units/read", ...PICTURES]) {
    const answer = await patiently(() => fetch(path, sent(ordinary(unit))));
    if (answer?.ok) bytes += (await answer.blob()).size;
    else if (answer?.status !== 422) throw new Error("The server does not answer: what is kept so far stays.");
  }
  return bytes;
}

const KEY = "overheat.kept";

function done() {
  const rules = document.querySelector("meta[name=rules-version]")?.content ?? "";
  try {
    const held = JSON.parse(localStorage.getItem(KEY));
    return held?.rules === rules ? held : { rules, units: [] };
  } catch {
    return { rules, units: [] };
  }
}

function remember(held) {
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    return;
  }
}
