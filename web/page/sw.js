// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// The service worker keeps the page for use offline. Package web fills in the version and the
// files. Any change of a file changes the version, and a new version has a cache of its own.
const version = "VERSION";
const files = ["FILES"];

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
    return (await cache.match(page, { ignoreSearch: true })) ?? (await cache.match(`${pathname}.html`)) ?? fetch(event.request);
  })());
});
