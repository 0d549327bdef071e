/**
 * The service worker. Pages and files of this version come from what is kept, at once; the server is asked for the page behind that, and where it has
 * another one, the browser is told. Answers come from the server, and from what is kept only where it does not answer. Packs, which take the server
 * seconds to make, are asked for once and stay as long as the rules do. What belongs to somebody (a game, anything asked with a token) is never kept.
 */

const FILES = `files-${DELIVERY.version}`;
const ANSWERS = "answers";
/** As many answers as all cards and sheets of the library are, and some hundred more. */
const MOST_ANSWERS = 1000;
const PACKS = `packs-${DELIVERY.rules}`;
const MOST_PACKS = 60;
/** Every page of ours names it: one that does not is another server's, at the same address. */
const MANIFEST = "/app.webmanifest";

self.addEventListener("install", (event) => {
  // Where the browser can, files come from what is kept without waking the worker up.
  event.addRoutes?.({ condition: { urlPattern: { pathname: "/static/*" }, requestMethod: "get" }, source: { cacheName: FILES } })?.catch?.(() => {});
  event.waitUntil(caches.open(FILES).then((kept) => kept.addAll([...DELIVERY.files, ...DELIVERY.pages])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => /^(files|packs)-/.test(name) && name !== FILES && name !== PACKS;
  const tidied = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  // A page is asked for while the worker wakes up.
  const ready = self.registration.navigationPreload?.enable().catch(() => {});
  event.waitUntil(Promise.all([tidied, ready]).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "GET" && pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && DELIVERY.pages.includes(pathname)) event.respondWith(page(event, pathname));
  else if (pathname === MANIFEST) event.respondWith(fetch(request).catch(() => caches.match(pathname)));
  else if (request.method === "GET" && /\/pack$/.test(pathname)) event.respondWith(pack(request));
  else if (anybodys(request, pathname)) event.respondWith(answer(event));
});

/** Whether an answer is the same for everybody, and worth keeping. */
function anybodys(request, pathname) {
  if (!pathname.startsWith("/api/") || request.headers.has("Authorization")) return false;
  if (/^\/api\/(games|positions|server|qr)/.test(pathname) || /\/roll$|\.pdf$/.test(pathname)) return false;
  return request.method === "GET" || request.method === "POST";
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(event, pathname) {
  const asked = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const kept = await caches.open(FILES);
  const before = await kept.match(pathname);
  if (!before) return asked;
  event.waitUntil(renew(event, { kept, pathname, before: before.clone(), asked }).catch(() => {}));
  return before;
}

/** What the server has for a page now is kept; who looks at something else is told. A page names its files by their version, so its text tells. */
async function renew(event, { kept, pathname, before, asked }) {
  const found = await asked;
  if (!found.ok) return;
  const [now, then] = await Promise.all([found.clone().text(), before.text()]);
  if (now === then) return;
  await kept.put(pathname, found);
  if (now.includes(MANIFEST)) self.registration.update().catch(() => {});
  else await self.registration.unregister();
  (await shown(event.resultingClientId))?.postMessage("renewed");
}

/** The page that an answer was for, as soon as the browser shows it: the server may be faster. */
async function shown(id) {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await self.clients.get(id);
    if (found) return found;
    await new Promise((go) => setTimeout(go, 100));
  }
  return null;
}

async function answer(event) {
  const { request } = event;
  const key = await keyOf(request.clone());
  const kept = await caches.open(ANSWERS);
  try {
    const found = await fetch(request);
    if (found.ok) event.waitUntil(keep(kept, key, found.clone(), MOST_ANSWERS));
    return found;
  } catch (error) {
    const before = await kept.match(key);
    if (before) return marked(before);
    throw error;
  }
}

/** A kept answer that says that it is one. */
function marked(answer) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept", "1");
  return new Response(answer.body, { status: answer.status, headers });
}

async function pack(request) {
  const kept = await caches.open(PACKS);
  const before = await kept.match(request.url);
  if (before) return before;
  const found = await fetch(request, { cache: "no-store" });
  if (found.ok) await keep(kept, request.url, found.clone(), MOST_PACKS);
  return found;
}

/** What an answer is kept under: its address, and a digest of what was sent. */
async function keyOf(request) {
  if (request.method === "GET") return request.url;
  const digest = await crypto.subtle.digest("SHA-256", await request.arrayBuffer());
  const letters = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const { pathname } = new URL(request.url);
  return `${location.origin}/kept${pathname}?${letters}`;
}

async function keep(kept, key, found, most) {
  await kept.put(key, found);
  const keys = await kept.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((old) => kept.delete(old)));
}
