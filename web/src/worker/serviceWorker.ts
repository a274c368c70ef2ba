/**
 * The service worker: starts the page without a network, and shows "your turn" notifications.
 *
 * The document comes from the network whenever there is one, so an updated server is never hidden by an old page. Files
 * in assets/ have names that change with their content, so the stored ones are always right. Nothing else is stored:
 * never the API, never a WebSocket.
 */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The files of this build, filled in by vite.config.ts; a new build has another list, and so another worker. */
const FILES: readonly string[] = JSON.parse("__FILES__") as string[];
const CACHE = "tilewise-__VERSION__";
/** Milliseconds that the document may take before the stored one is shown. */
const PATIENCE = 4_000;

const scope = new URL(worker.registration.scope);
const shell = scope.href;

worker.addEventListener("install", (event) => {
  event.waitUntil(store().then(() => worker.skipWaiting()));
});

async function store(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES.map((file) => new Request(new URL(file, scope), { cache: "no-cache" })), new Request(shell, { cache: "no-cache" })]);
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("tilewise-") && name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  if (request.mode === "navigate" && url.pathname === scope.pathname) event.respondWith(openPage(request));
  else if (url.pathname.startsWith(`${scope.pathname}assets/`)) event.respondWith(loadAsset(request));
});

/** The document from the network; without one, the stored document, marked so that the page says so. */
async function openPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    // A proxy whose server is gone is no better than no network.
    if (response.status < 500) return response;
  } catch {
    // No network.
  }
  const stored = await caches.match(shell, { cacheName: CACHE });
  if (!stored) return Response.error();
  const text = (await stored.text()).replace('<div id="app">', '<div id="app" data-offline>');
  return new Response(text, { headers: stored.headers });
}

async function loadAsset(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}

// Notifications

interface TurnMessage {
  title: string;
  body: string;
  table: string;
}

worker.addEventListener("push", (event) => {
  const message = event.data?.json() as TurnMessage | undefined;
  if (!message) return;
  const options = { body: message.body, tag: message.table, icon: new URL("icons/icon-192.png", scope).href, badge: new URL("icons/badge-96.png", scope).href, data: message.table };
  event.waitUntil(worker.registration.showNotification(message.title, options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = `${scope.href}#/table/${String(event.notification.data)}`;
  event.waitUntil(
    (async () => {
      const [open] = await worker.clients.matchAll({ type: "window" });
      if (open) {
        await open.navigate(address).catch(() => undefined);
        await open.focus();
      } else await worker.clients.openWindow(address);
    })(),
  );
});
