// The service worker keeps the page for use without a network. Package web fills in the version and
// the files: every change makes another version, which replaces the old one whole.
const version = "VERSION";
const files = ["FILES"];

const worker = /** @type {ServiceWorkerGlobalScope & typeof self} */ (self);

// The name has the scope, because other folders of the same host may have their own caches.
const prefix = `tessera ${worker.registration.scope} `;
const current = prefix + version;

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(current);
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
    await worker.skipWaiting();
  })());
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
    // Some hosts redirect index.html to the folder, and no cache keeps a redirection.
    const page = new URL(event.request.url).pathname.endsWith("/index.html");
    return (await cache.match(page ? "./" : event.request, { ignoreSearch: true })) ?? fetch(event.request);
  })());
});
