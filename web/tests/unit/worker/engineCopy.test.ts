import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EngineFiles } from "../../../src/engine/files";
import { EngineCopy, occupation } from "../../../src/worker/engineCopy";

const FOLDER = new URL("https://example.org/some/engine/");
const urlOf = (name: string) => new URL(name, FOLDER).href;
const LIST = { version: "1", files: { script: { name: "a.js", size: 3, packed: "a.bin" }, program: { name: "b.bin", size: 5 } } } as unknown as EngineFiles;

/** The caches of a browser, by name and address. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  isFull = false;
  async open(name: string): Promise<{ put(url: string, response: Response): Promise<void> }> {
    const cache = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, cache);
    return {
      put: async (url, response) => {
        if (this.isFull) throw new DOMException("No space", "QuotaExceededError");
        cache.set(url, new Response(await response.arrayBuffer(), { headers: response.headers }));
      },
    };
  }
  async match(url: string, { cacheName }: { cacheName?: string } = {}): Promise<Response | undefined> {
    const found = cacheName === undefined ? [...this.all.values()] : [this.all.get(cacheName)];
    return found.map((cache) => cache?.get(url)).find(Boolean)?.clone();
  }
}

let stored: FakeCaches;
let host: Record<string, string | Uint8Array<ArrayBuffer>>;
const asked: string[] = [];

beforeEach(() => {
  stored = new FakeCaches();
  host = { [urlOf("a.js")]: "run()", [urlOf("a.bin")]: new Uint8Array(gzipSync("run()")), [urlOf("b.bin")]: "wasm" };
  asked.length = 0;
  vi.stubGlobal("caches", stored);
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return host[url] === undefined ? new Response("", { status: 404 }) : new Response(host[url]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const copy = (cache = "v1", after = async () => undefined as unknown) => new EngineCopy(cache, FOLDER, after);

test("all files of a list are stored, a script from its compressed form, and the bytes are told", async () => {
  const told: number[][] = [];
  const engine = copy();
  expect(await engine.has(LIST)).toBe(false);
  await engine.store(LIST, (received, total) => told.push([received, total]));
  expect(await engine.has(LIST)).toBe(true);
  expect(told).toEqual([[3, 8], [8, 8]]);
  expect(asked).toEqual([urlOf("a.bin"), urlOf("b.bin")]);
  const script = (await stored.match(urlOf("a.js"), { cacheName: "v1" }))!;
  expect([await script.text(), script.headers.get("content-type")]).toEqual(["run()", "text/javascript"]);
});

test("a file that two ask for is loaded once, and one of another version is copied", async () => {
  const engine = copy();
  const [one, other] = await Promise.all([engine.load("b.bin"), engine.load("b.bin")]);
  expect([await one.text(), await other.text(), asked]).toEqual(["wasm", "wasm", [urlOf("b.bin")]]);
  await vi.waitFor(async () => expect(await stored.match(urlOf("b.bin"), { cacheName: "v1" })).toBeDefined());
  const next = copy("v2");
  expect(await (await next.load("b.bin")).text()).toBe("wasm");
  await vi.waitFor(async () => expect(await stored.match(urlOf("b.bin"), { cacheName: "v2" })).toBeDefined());
  expect(asked).toHaveLength(1);
});

test("whoever waits for a whole engine is told after each stored file", async () => {
  const complete: boolean[] = [];
  const engine: EngineCopy = copy("v1", async () => complete.push(await engine.has(LIST)));
  await engine.store(LIST);
  expect(complete).toEqual([false, true]);
});

test("a file that the host lacks, or that finds no space, is an error of storing, not of loading", async () => {
  stored.isFull = true;
  const engine = copy();
  expect(await (await engine.load("b.bin")).text()).toBe("wasm");
  await expect(engine.store(LIST)).rejects.toThrow("no space");
  stored.isFull = false;
  delete host[urlOf("b.bin")];
  await expect(engine.store(LIST)).rejects.toThrow("b.bin: 404");
  expect(await engine.has(LIST)).toBe(false);
});

test.each([
  [0, true],
  [1, true],
  [2, false],
])("of %i windows one is alone: %s; without storage no game is being played", async (windows, isAlone) => {
  const clients = { matchAll: async () => Array.from({ length: windows }) } as unknown as Clients;
  expect(await occupation(clients)).toEqual({ isPlaying: false, isAlone });
});
