// Keeps the companion's page and its parts, so that it opens without a line. Questions to the server are never kept.
// Notifications it shows for a page lead to the table they tell of.
const KEPT = "lancemate-companion";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) return;
  const part = url.pathname.startsWith("/assets/"); // has its contents in its name and never changes
  if (part) event.respondWith(kept(request).then((found) => found ?? fresh(request)));
  // The browser fetches the picture of its tab when it likes, also as the line is lost; opening the companion renews it.
  else if (url.pathname === "/icon.svg") event.respondWith(kept(url.pathname).then((found) => found ?? fresh(request)));
  else if (url.pathname === "/companion" || url.pathname.startsWith("/companion."))
    event.respondWith(fresh(request).catch(async () => (await kept(url.pathname)) ?? Response.error()));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(come(event.notification.data));
});

async function come(where) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.endsWith(where));
  return there ? there.focus() : self.clients.openWindow(`/${where}`);
}

async function kept(request) {
  return (await caches.open(KEPT)).match(request);
}

async function fresh(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    await (await caches.open(KEPT)).put(new URL(request.url ?? request, self.location.origin).pathname, copy);
  }
  return answer;
}
