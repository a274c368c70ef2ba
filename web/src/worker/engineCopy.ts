/**
 * The engine's files in a cache, and when another version may be used. Both service workers follow this rule: a game on this
 * device is finished by the version that began it, so the version changes only between games.
 */

/// <reference lib="webworker" />

import { IndexedDbLog, isPlaying } from "../engine/eventLog";
import type { EngineFiles } from "../engine/files";

export interface Occupation {
  /** Whether a game is being played on this device. */
  isPlaying: boolean;
  /** Whether one window is open at most: another one may have an engine in memory that begins a game at any moment. */
  isAlone: boolean;
}

/** What is going on in the windows of this device. */
export async function occupation(clients: Clients): Promise<Occupation> {
  const windows = await clients.matchAll({ type: "window" });
  return { isPlaying: await isPlaying(new IndexedDbLog()), isAlone: windows.length <= 1 };
}

/** The files of the engine that are stored in one cache. Their names change with their content. */
export class EngineCopy {
  /** Files that are being loaded, so that a file that two ask for is loaded once. */
  private readonly loading = new Map<string, Promise<Response>>();

  constructor(
    private readonly cacheName: string,
    private readonly folder: URL,
    /** Called after a file was stored. */
    private readonly afterStoring: () => Promise<unknown>,
  ) {}

  /** Whether all files of a list are stored. */
  async has(list: EngineFiles): Promise<boolean> {
    const found = Object.values(list.files).map(({ name }) => caches.match(this.urlOf(name), { cacheName: this.cacheName }));
    return (await Promise.all(found)).every(Boolean);
  }

  /** A file: the stored one, of any version, or from the network, and then stored. `packed` is the same file, compressed. */
  async load(name: string, packed?: string): Promise<Response> {
    const url = this.urlOf(name);
    const stored = await caches.match(url, { cacheName: this.cacheName });
    if (stored) return stored;
    let load = this.loading.get(url);
    if (!load) {
      load = this.loadAndStore(url, packed);
      this.loading.set(url, load);
      load.catch(() => this.loading.delete(url));
    }
    return (await load).clone();
  }

  /** Store all files of a list; `tell` is told the bytes. Throws if one of them cannot be loaded or stored. */
  async store(list: EngineFiles, tell: (received: number, total: number) => void = () => undefined): Promise<void> {
    const files = Object.values(list.files);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let received = 0;
    for (const { name, size, packed } of files) {
      const response = await this.load(name, packed);
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await response.arrayBuffer();
      received += size;
      tell(received, total);
    }
    await Promise.all(this.storing);
    if (!(await this.has(list))) throw new Error("There is no space for the engine.");
  }

  /** Files that have arrived and are being stored. */
  private readonly storing = new Set<Promise<unknown>>();

  private async loadAndStore(url: string, packed: string | undefined): Promise<Response> {
    const response = (await caches.match(url)) ?? (packed === undefined ? await fetch(url) : await unpack(await fetch(this.urlOf(packed))));
    if (!response.ok) {
      this.loading.delete(url);
      return response;
    }
    const copy = response.clone();
    const stored = caches
      .open(this.cacheName)
      .then((cache) => cache.put(url, copy))
      .then(this.afterStoring)
      // Without space it is used, but not stored.
      .catch(() => undefined)
      .finally(() => {
        this.loading.delete(url);
        this.storing.delete(stored);
      });
    this.storing.add(stored);
    return response;
  }

  private urlOf(name: string): string {
    return new URL(name, this.folder).href;
  }
}

/** A script that was sent compressed, to hosts that would not compress it. */
async function unpack(response: Response): Promise<Response> {
  if (!response.ok || !response.body) return response;
  const script = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new DecompressionStream("gzip"));
  return new Response(script, { headers: { "content-type": "text/javascript" } });
}
