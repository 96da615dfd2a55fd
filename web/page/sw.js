// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The service worker keeps the page for use offline. Package web fills in the version and the
// files. Any change of a file changes the version, and a new version has a cache of its own.
const version = "VERSION";
const files = ["FILES"];
/** The files of the chips, with the sums that they may have: they are kept once they have been wanted.
 * @type {{ [file: string]: string[] }} */
const later = { "LATER": [""] };

const worker = /** @type {ServiceWorkerGlobalScope & typeof self} */ (self);

// The name contains the scope, because other folders of the same host may have caches.
const prefix = `tessera ${worker.registration.scope} `;
const current = prefix + version;

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(current);
    await Promise.all(files.map(async (file) => {
      const answer = await fetch(new Request(file, { cache: "no-cache" }));
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      // Some hosts redirect chip.html to chip. A browser opens no page from a redirected answer, only
      // from a copy of it.
      await cache.put(file, answer.redirected ? new Response(await answer.blob(), { headers: answer.headers }) : answer);
    }));
    // A page that is open needs the files of its own version: workers start later. So a later version
    // waits until the pages are closed, or the visitor asks for it.
    if (!worker.registration.active) await worker.skipWaiting();
  })());
});

worker.addEventListener("message", (event) => {
  if (event.data === "update") worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const other of await caches.keys()) {
      if (other.startsWith(prefix) && other !== current) await caches.delete(other);
    }
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const cache = await caches.open(current);
    const { pathname } = new URL(event.request.url);
    const page = pathname.endsWith("/index.html") ? "./" : event.request;
    const kept = (await cache.match(page, { ignoreSearch: true })) ?? (await cache.match(`${pathname}.html`));
    const file = pathname.slice(new URL(worker.registration.scope).pathname.length);
    return kept ?? (file in later ? keep(cache, file) : fetch(event.request));
  })());
});

/** Fetches and keeps a file of a chip, if it belongs to this version.
 * @param {Cache} cache
 * @param {string} file */
async function keep(cache, file) {
  const answer = await fetch(new Request(file, { cache: "no-cache" }));
  if (!answer.ok) return answer;
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
  if (!later[file].includes([...sum].map((byte) => byte.toString(16).padStart(2, "0")).join(""))) {
    return new Response(null, { status: 409, statusText: "it is of a newer version; reload the page" });
  }
  await cache.put(file, answer.clone());
  return answer;
}
