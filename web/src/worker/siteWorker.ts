/**
 * The service worker of a site without a server (`tilewise site`): it serves one version of the site as a whole.
 *
 * A new version is stored next to the one in use, which changes only when the page says so: between games, never during
 * one. Browsers replace a service worker whenever no page is open, so the version in use does not depend on which worker
 * runs: its name is stored, and a newer worker serves the files of an older version until then.
 */

/// <reference lib="webworker" />

export {};

const worker = self as unknown as ServiceWorkerGlobalScope;

interface Site {
  version: string;
  /** The files that every visitor gets, and those of the engine: only for devices that play. */
  files: readonly string[];
  engine: readonly string[];
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
const ENGINE_LIST = "engine/files.json";
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
    for (const file of SITE.engine) if (file !== ENGINE_LIST) await storeFile(cache, file);
    await completeEngine(SITE.version);
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
  return version !== null && file.startsWith("engine/") && file !== ENGINE_LIST ? loadEngineFile(version, file) : fetch(request);
}

// The engine

interface EngineFiles {
  files: Record<string, { name: string; size: number }>;
}

async function engineList(version: string): Promise<EngineFiles["files"]> {
  const list = await caches.match(urlOf(EARLY_LIST), { cacheName: cacheOf(version) });
  if (!list) throw new Error("The list of the engine's files is not stored.");
  return ((await list.json()) as EngineFiles).files;
}

async function hasEngine(version: string): Promise<boolean> {
  return (await caches.match(urlOf(ENGINE_LIST), { cacheName: cacheOf(version) })) !== undefined;
}

/** Files that are being loaded, so that a file that two ask for is loaded once. */
const loading = new Map<string, Promise<Response>>();

/** Load a file of the engine and store it: the version that began a game finishes it, whatever the host has by then. */
async function loadEngineFile(version: string, file: string): Promise<Response> {
  let load = loading.get(file);
  if (!load) {
    load = fetch(urlOf(file)).then((response) => {
      if (response.ok) void storeEngineFile(version, file, response.clone()).finally(() => loading.delete(file));
      else loading.delete(file);
      return response;
    });
    loading.set(file, load);
    load.catch(() => loading.delete(file));
  }
  return (await load).clone();
}

async function storeEngineFile(version: string, file: string, response: Response): Promise<void> {
  try {
    await (await caches.open(cacheOf(version))).put(urlOf(file), response);
    await completeEngine(version);
  } catch {
    // Without space it is used, but not stored.
  }
}

/** Store the list of the engine's files once all of them are stored. */
async function completeEngine(version: string): Promise<boolean> {
  const cache = await caches.open(cacheOf(version));
  for (const { name } of Object.values(await engineList(version))) if (!(await cache.match(urlOf(`engine/${name}`)))) return false;
  const list = await cache.match(urlOf(EARLY_LIST));
  if (list) await cache.put(urlOf(ENGINE_LIST), list);
  return true;
}

/** Store the engine of the version in use; `tell` is told the bytes. */
async function storeEngine(tell: (received: number, total: number) => void): Promise<void> {
  const version = (await versionInUse()) ?? SITE.version;
  const cache = await caches.open(cacheOf(version));
  const files = Object.values(await engineList(version));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let received = 0;
  for (const { name, size } of files) {
    const file = `engine/${name}`;
    if (!(await cache.match(urlOf(file)))) {
      const response = (await caches.match(urlOf(file))) ?? (await loadEngineFile(version, file));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(urlOf(file), response);
    }
    received += size;
    tell(received, total);
  }
  if (!(await completeEngine(version))) throw new Error("The engine is not complete.");
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

/** Whether there is a newer version than the one in use, and whether the page that asks is the only one. */
async function tellNewer(port: MessagePort): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window" });
  port.postMessage({ isNewer: (await versionInUse()) !== SITE.version, isAlone: windows.length === 1 });
}

/** Use the newest version from now on, in every window. The one that asks reloads itself. */
async function useNewer(port: MessagePort, asking: Client | null): Promise<void> {
  await use(SITE.version);
  await deleteOtherVersions(SITE.version);
  port.postMessage("done");
  for (const window of await worker.clients.matchAll({ type: "window" })) if (window.id !== asking?.id) await window.navigate(window.url).catch(() => null);
}
