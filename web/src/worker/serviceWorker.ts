/**
 * The service worker: starts the page and the engine without a network, and shows "your turn" notifications.
 *
 * The document comes from the network whenever there is one, so an updated server is never hidden by an old page. Files
 * in assets/, worker/ and engine/ have names that change with their content, so the stored ones are always right. Nothing
 * else is stored: never the API, never a WebSocket.
 *
 * An updated engine is stored next to the one in use, and used when an engine starts between two games.
 */

/// <reference lib="webworker" />

import type { EngineFiles } from "../engine/files";
import { isMetered } from "../engine/metered";
import { EngineCopy, occupation } from "./engineCopy";

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
  if (request.mode === "navigate" && url.pathname === scope.pathname) {
    event.respondWith(openPage(request));
    // The server's engine can be newer although its page is the same.
    event.waitUntil(updateEngine());
  }
  else if (url.pathname.startsWith(`${scope.pathname}assets/`) || url.pathname.startsWith(`${scope.pathname}worker/`)) event.respondWith(loadAsset(request));
  // Only an engine that starts asks for the list without a query.
  else if (url.href === engineList) event.respondWith(listForStart());
  else if (url.href.startsWith(engineFolder.href) && !url.search) event.respondWith(engine.load(url.pathname.slice(engineFolder.pathname.length)));
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

const engine = new EngineCopy(ENGINE_CACHE, engineFolder, adopt);

/** Lists in the cache: of the engine in use, whose files are all stored; of one that is starting; and of a newer one. */
const IN_USE = engineList;
const STARTING = `${engineList}?starting`;
const NEWER = `${engineList}?newer`;

async function readList(key: string): Promise<string | null> {
  const stored = await caches.match(key, { cacheName: ENGINE_CACHE });
  return stored ? stored.text() : null;
}

async function writeList(key: string, list: string | null): Promise<void> {
  const cache = await caches.open(ENGINE_CACHE);
  if (list === null) await cache.delete(key);
  else await cache.put(key, respond(list));
}

const respond = (list: string) => new Response(list, { headers: { "content-type": "application/json" } });
const filesOf = (list: string) => JSON.parse(list) as EngineFiles;

/** The list of the server's engine, or null if it does not answer soon. */
async function fetchList(patience?: number): Promise<string | null> {
  try {
    const response = await fetch(engineList, { cache: "no-cache", ...(patience !== undefined && { signal: AbortSignal.timeout(patience) }) });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** The list for an engine that starts: the newest between games, otherwise the one in use. */
async function listForStart(): Promise<Response> {
  await adopt();
  const used = await readList(IN_USE);
  const { isPlaying, isAlone } = await occupation(worker.clients);
  const newest = used !== null && (isPlaying || !isAlone) ? null : ((await fetchList(used === null ? undefined : LIST_PATIENCE)) ?? (await readList(NEWER)));
  if (newest !== null && newest !== used) {
    await writeList(STARTING, newest);
    await adopt();
    return respond(newest);
  }
  await writeList(STARTING, null);
  return used === null ? Response.error() : respond(used);
}

/** Use the engine that has started from now on, once all its files are stored. */
async function adopt(): Promise<void> {
  const starting = await readList(STARTING);
  if (starting === null || !(await engine.has(filesOf(starting)))) return;
  await writeList(IN_USE, starting);
  await writeList(STARTING, null);
  await removeOtherFiles();
}

/** Remove the files of earlier versions. */
async function removeOtherFiles(): Promise<void> {
  const used = await readList(IN_USE);
  const newer = await readList(NEWER);
  if (newer === used) await writeList(NEWER, null);
  const lists = [used, newer, await readList(STARTING)].filter((list) => list !== null);
  const wanted = new Set([IN_USE, STARTING, NEWER, ...lists.flatMap((list) => Object.values(filesOf(list).files).map(({ name }) => new URL(name, engineFolder).href))]);
  const cache = await caches.open(ENGINE_CACHE);
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

/** Store the engine, without using it; a device that has one gets the newer one, for the time after its games. */
async function storeEngine(tell: (received: number, total: number) => void): Promise<void> {
  const used = await readList(IN_USE);
  const list = (used === null ? await readList(STARTING) : null) ?? (await fetchList());
  if (list === null) throw new Error("The server does not list the engine's files.");
  if (list === used) return writeList(NEWER, null);
  await engine.store(filesOf(list), tell);
  await writeList((await readList(IN_USE)) === null ? IN_USE : NEWER, list);
  await removeOtherFiles();
}

/** Store the newer engine of an updated server, if this device has one. Without a network it stays as it is. */
async function updateEngine(): Promise<void> {
  if ((await readList(IN_USE)) !== null && !isMetered()) await storeEngine(() => undefined).catch(() => undefined);
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
