/**
 * The service worker: starts the page and the engine without a network, and shows "your turn" notifications.
 *
 * The document comes from the network whenever there is one, so an updated server is never hidden by an old page. Files
 * in assets/, worker/ and engine/ have names that change with their content, so the stored ones are always right. Nothing
 * else is stored: never the API, never a WebSocket.
 */

/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The files of this build, filled in by vite.config.ts; a new build has another list, and so another worker. */
const FILES: readonly string[] = JSON.parse("__FILES__") as string[];
const CACHE = "tilewise-__VERSION__";
/** The engine's files, which outlive a build: most of them are the same for years. */
const ENGINE_CACHE = "tilewise-engine";
/** Milliseconds that the document may take before the stored one is shown. */
const PATIENCE = 4_000;
/** Milliseconds that the list of the engine's files may take before the stored one is used. */
const LIST_PATIENCE = 1_500;

const scope = new URL(worker.registration.scope);
const shell = scope.href;
const engineFolder = new URL("engine/", scope);
const engineList = new URL("files.json", engineFolder).href;

worker.addEventListener("install", (event) => {
  event.waitUntil(store().then(updateEngine).then(() => worker.skipWaiting()));
});

async function store(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES.map((file) => new Request(new URL(file, scope), { cache: "no-cache" })), new Request(shell, { cache: "no-cache" })]);
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("tilewise-") && name !== CACHE && name !== ENGINE_CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin) return;
  if (request.mode === "navigate" && url.pathname === scope.pathname) event.respondWith(openPage(request));
  else if (url.pathname.startsWith(`${scope.pathname}assets/`) || url.pathname.startsWith(`${scope.pathname}worker/`)) event.respondWith(loadAsset(request));
  else if (url.href === engineList) event.respondWith(loadEngineList(request.cache === "force-cache"));
  else if (url.href.startsWith(engineFolder.href)) event.respondWith(loadEngineFile(url.href));
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

// The engine

interface EngineFiles {
  files: Record<string, { name: string; size: number }>;
}

/** Files that are being loaded, so that a file that two ask for is loaded once. */
const loading = new Map<string, Promise<Response>>();

/** A file of the engine: the stored one, or from the network, and then stored. */
async function loadEngineFile(url: string): Promise<Response> {
  const stored = await caches.match(url, { cacheName: ENGINE_CACHE });
  if (stored) return stored;
  let load = loading.get(url);
  if (!load) {
    load = fetch(url).then(async (response) => {
      // Without space it is not stored, but used.
      if (response.ok) void (await caches.open(ENGINE_CACHE)).put(url, response.clone()).catch(() => undefined).finally(() => loading.delete(url));
      else loading.delete(url);
      return response;
    });
    loading.set(url, load);
    load.catch(() => loading.delete(url));
  }
  return (await load).clone();
}

/** The list from the network, if it answers soon; during a game the stored one is preferred. */
async function loadEngineList(preferStored: boolean): Promise<Response> {
  const stored = await caches.match(engineList, { cacheName: ENGINE_CACHE });
  if (stored && preferStored) return stored;
  try {
    const response = await fetch(engineList, { cache: "no-cache", ...(stored && { signal: AbortSignal.timeout(LIST_PATIENCE) }) });
    if (response.ok || !stored) return response;
  } catch (error) {
    if (!stored) throw error;
  }
  return stored;
}

/** Store all files of the engine, then their list, then remove those of earlier versions. `tell` is told the bytes. */
async function storeEngine(tell: (received: number, total: number) => void): Promise<void> {
  const list = await fetch(engineList, { cache: "no-cache" });
  if (!list.ok) throw new Error(`The list of the engine's files: ${list.status}`);
  const files = Object.values(((await list.clone().json()) as EngineFiles).files);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const cache = await caches.open(ENGINE_CACHE);
  let received = 0;
  for (const { name, size } of files) {
    const url = new URL(name, engineFolder).href;
    if (!(await cache.match(url))) {
      const response = await loadEngineFile(url);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await response.arrayBuffer();
    }
    received += size;
    tell(received, total);
  }
  await cache.put(engineList, list);
  const wanted = new Set([engineList, ...files.map(({ name }) => new URL(name, engineFolder).href)]);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

/** Update an engine that this device has. Without a network it stays as it is. */
async function updateEngine(): Promise<void> {
  if (await caches.match(engineList, { cacheName: ENGINE_CACHE })) await storeEngine(() => undefined).catch(() => undefined);
}

worker.addEventListener("message", (event) => {
  const port = event.ports[0];
  if (event.data !== "store-engine" || !port) return;
  event.waitUntil(
    storeEngine((received, total) => port.postMessage({ received, total })).then(
      () => port.postMessage("stored"),
      () => port.postMessage("failed"),
    ),
  );
});

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
