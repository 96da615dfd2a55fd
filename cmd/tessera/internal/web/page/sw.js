// Keeps the page for use without a network. The version and the files are filled in when the
// site is written: whatever changes makes another version, which replaces the old one whole.
const version = "VERSION";
const files = ["FILES"];

// Other folders of the same host may have caches, too.
const prefix = `tessera ${self.registration.scope} `;
const name = prefix + version;

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(name);
    await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const other of await caches.keys()) {
      if (other.startsWith(prefix) && other !== name) await caches.delete(other);
    }
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    // Hosts send whoever asks for index.html to the folder, which cannot be kept.
    const page = new URL(event.request.url).pathname.endsWith("/index.html");
    return (await cache.match(page ? "./" : event.request, { ignoreSearch: true })) ?? fetch(event.request);
  })());
});
