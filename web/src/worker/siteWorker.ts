/**
 * The service worker of a site without a server (`tilewise site`): it serves one version of the site as a whole.
 *
 * A new version is stored next to the one in use, which changes only when the page says so: between games, never during
 * one. Browsers replace a service worker whenever no page is open, so the version in use does not depend on which worker
 * runs: its name is stored, and a newer worker serves the files of an older version until then.
 */

/// <reference lib="webworker" />

import type { EngineFiles } from "../engine/files";
import { EngineCopy, occupation } from "./engineCopy";

const worker = self as unknown as ServiceWorkerGlobalScope;

interface Site {
  version: string;
  /** The files that every visitor gets; those of the engine are only for devices that play. */
  files: readonly string[];
  /** The content security policy of the engine's worker; most hosts send none. */
  policy: string;
}

/** Filled in by `tilewise site`. */
const SITE = JSON.parse("__SITE__") as Site;

const scope = new URL(worker.registration.scope);
/** Other sites of the same host have caches of their own. */
const PREFIX = `site ${scope.pathname} `;
const STATE = `${PREFIX}state`;
const cacheOf = (version: string) => PREFIX + version;
const urlOf = (file: string) => new URL(file, scope).href;

const DOCUMENT = "./";
const ENGINE = "engine/";
const ENGINE_LIST = `${ENGINE}files.json`;
/** Where the list of a version is while its engine is not complete: the page takes a stored list for a stored engine. */
const EARLY_LIST = `${ENGINE_LIST}?early`;
const IN_USE = "version-in-use";

/** Names of files that change with their content, so that a file of any version is the right one. */
const isNamedByContent = (file: string) => /^(assets|worker|engine)\//.test(file) && file !== ENGINE_LIST;

async function versionInUse(): Promise<string | null> {
  const stored = await caches.match(urlOf(IN_USE), { cacheName: STATE });
  return stored ? stored.text() : null;
}

async function use(version: string): Promise<void> {
  await (await caches.open(STATE)).put(urlOf(IN_USE), new Response(version));
}

async function deleteOtherVersions(...kept: readonly (string | null)[]): Promise<void> {
  const wanted = new Set([STATE, ...kept.map((version) => cacheOf(version ?? ""))]);
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && !wanted.has(name)) await caches.delete(name);
}

// A new version

worker.addEventListener("install", (event) => {
  event.waitUntil(storeVersion().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await deleteOtherVersions(SITE.version, await versionInUse());
      await worker.clients.claim();
    })(),
  );
});

async function storeVersion(): Promise<void> {
  const cache = await caches.open(cacheOf(SITE.version));
  await Promise.all(SITE.files.map((file) => storeFile(cache, file)));
  await storeFile(cache, ENGINE_LIST, EARLY_LIST);
  const used = await versionInUse();
  if (used === null) await use(SITE.version);
  else if (await hasEngine(used)) {
    await engineOf(SITE.version).store(await engineList(SITE.version));
  }
}

/** Store a file of this version, unless an interrupted attempt has; throws if the host does not have it (yet). */
async function storeFile(cache: Cache, file: string, key = file): Promise<void> {
  if (await cache.match(urlOf(key))) return;
  const same = isNamedByContent(file) ? await caches.match(urlOf(file)) : undefined;
  // With the version in the address, no cache on the way has an earlier file.
  const response = same ?? (await fetch(new Request(`${urlOf(file)}?${SITE.version}`, { cache: "no-cache" })));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const body = await response.arrayBuffer();
  // While files are being copied to the host, the document may still be that of another version.
  if (file === DOCUMENT && !new TextDecoder().decode(body).includes(`data-site="${SITE.version}"`)) throw new Error("The document is that of another version.");
  const headers = { "content-type": response.headers.get("content-type") ?? "", ...(file.startsWith("worker/") && { "content-security-policy": SITE.policy }) };
  await cache.put(urlOf(key), new Response(body, { headers }));
}

// Requests

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const file = url.pathname.slice(scope.pathname.length);
  if (file === "" || file === "index.html") event.respondWith(serve(event.request, DOCUMENT));
  else if (/^((assets|worker|engine|rules|icons)\/|manifest\.webmanifest$)/.test(file)) event.respondWith(serve(event.request, file));
});

/** A file of the version in use. Without it, whatever the host has: the browser may have deleted the stored files. */
async function serve(request: Request, file: string): Promise<Response> {
  const version = await versionInUse();
  const cacheName = cacheOf(version ?? "");
  const stored = (await caches.match(urlOf(file), { cacheName })) ?? (file === ENGINE_LIST ? await caches.match(urlOf(EARLY_LIST), { cacheName }) : isNamedByContent(file) ? await caches.match(urlOf(file)) : undefined);
  if (stored) return stored;
  return version !== null && file.startsWith(ENGINE) && file !== ENGINE_LIST ? loadEngineFile(version, file.slice(ENGINE.length)) : fetch(request);
}

// The engine

/** The engines of the versions on this device. */
const engines = new Map<string, EngineCopy>();

function engineOf(version: string): EngineCopy {
  const known = engines.get(version) ?? new EngineCopy(cacheOf(version), new URL(ENGINE, scope), () => completeEngine(version));
  engines.set(version, known);
  return known;
}

async function engineList(version: string): Promise<EngineFiles> {
  const list = await caches.match(urlOf(EARLY_LIST), { cacheName: cacheOf(version) });
  if (!list) throw new Error("The list of the engine's files is not stored.");
  return (await list.json()) as EngineFiles;
}

async function hasEngine(version: string): Promise<boolean> {
  return (await caches.match(urlOf(ENGINE_LIST), { cacheName: cacheOf(version) })) !== undefined;
}

/** A file of the engine, which is stored: the version that began a game finishes it, whatever the host has by then. */
async function loadEngineFile(version: string, name: string): Promise<Response> {
  const { files } = await engineList(version);
  return engineOf(version).load(name, Object.values(files).find((file) => file.name === name)?.packed);
}

/** Store the list of the engine's files where the page looks for it, once all of them are stored. */
async function completeEngine(version: string): Promise<void> {
  const cache = await caches.open(cacheOf(version));
  const list = await cache.match(urlOf(EARLY_LIST));
  if (list && (await engineOf(version).has(await engineList(version)))) await cache.put(urlOf(ENGINE_LIST), list);
}

/** Store the engine of the version in use; `tell` is told the bytes. */
async function storeEngine(tell: (received: number, total: number) => void): Promise<void> {
  const version = (await versionInUse()) ?? SITE.version;
  await engineOf(version).store(await engineList(version), tell);
  await completeEngine(version);
}

// What the page asks

worker.addEventListener("message", (event) => {
  const port = event.ports[0];
  if (!port) return;
  if (event.data === "store-engine")
    event.waitUntil(
      storeEngine((received, total) => port.postMessage({ received, total })).then(
        () => port.postMessage("stored"),
        () => port.postMessage("failed"),
      ),
    );
  else if (event.data === "newer-version") event.waitUntil(tellNewer(port));
  else if (event.data === "use-newer-version") event.waitUntil(useNewer(port, event.source as Client | null));
});

/** Whether there is a newer version than the one in use, and whether something is in the way of using it. */
async function tellNewer(port: MessagePort): Promise<void> {
  port.postMessage({ isNewer: (await versionInUse()) !== SITE.version, ...(await occupation(worker.clients)) });
}

/** Use the newest version from now on, in every window, unless a game is being played. The window that asks reloads itself. */
async function useNewer(port: MessagePort, asking: Client | null): Promise<void> {
  if ((await occupation(worker.clients)).isPlaying) return port.postMessage(false);
  await use(SITE.version);
  await deleteOtherVersions(SITE.version);
  port.postMessage(true);
  for (const window of await worker.clients.matchAll({ type: "window" })) if (window.id !== asking?.id) await window.navigate(window.url).catch(() => null);
}
