/** The files of the engine, as the server lists them. */

export type EnginePart = "script" | "program" | "library" | "msgspec" | "package";

export interface EngineFiles {
  /** The version of the package. */
  version: string;
  /** Name, and size in bytes as it is sent; on a site also the name of the same file compressed, for the service worker. */
  files: Record<EnginePart, { name: string; size: number; packed?: string }>;
}

/** Where the page's server has them. */
export function engineFolder(): string {
  return new URL("engine/", document.baseURI).href;
}

/** The list of the engine that this device has, or null. */
export async function storedList(folder: string): Promise<EngineFiles | null> {
  // Only where the browser trusts the address: over https, and on this machine.
  const stored = typeof caches === "undefined" ? undefined : await caches.match(new URL("files.json", folder).href).catch(() => undefined);
  return stored ? ((await stored.json()) as EngineFiles) : null;
}

/** The list of the engine that the server has now. */
export function serverList(folder: string): Promise<EngineFiles> {
  // With a query, so that the service worker knows that no engine starts.
  return readList(new URL("files.json?now", folder), "no-store");
}

/** The list of the engine to start; `stored` is the version on this device, if there is one. */
export function listFiles(folder: string, stored = false): Promise<EngineFiles> {
  return readList(new URL("files.json", folder), stored ? "force-cache" : "default");
}

async function readList(address: URL, cache: RequestCache): Promise<EngineFiles> {
  const response = await fetch(address, { cache });
  if (!response.ok) throw new Error(`The list of the engine's files: ${response.status}`);
  return (await response.json()) as EngineFiles;
}

export function totalSize({ files }: EngineFiles): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0);
}

/** Return the decompressed content of a file, which arrives little by little; `count` is told the bytes received. */
export async function download(url: URL, type: string, count: (bytes: number) => void): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url.pathname}: ${response.status}`);
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const content = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(counter as TransformStream).pipeThrough(new DecompressionStream("gzip"));
  return new Response(content, { headers: { "content-type": type } });
}
