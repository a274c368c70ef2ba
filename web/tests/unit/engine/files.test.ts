import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { download, listFiles, serverList, storedList, totalSize } from "../../../src/engine/files";

afterEach(() => vi.unstubAllGlobals());

const FILES = { version: "1", files: { script: { name: "a.mjs", size: 1 }, program: { name: "b.wasm.gz", size: 20 }, library: { name: "c", size: 300 }, msgspec: { name: "d", size: 4_000 }, package: { name: "e", size: 50_000 } } };

test("the list is that of the server, or during a game the stored one", async () => {
  const asked: [string, RequestCache | undefined][] = [];
  vi.stubGlobal("fetch", async (url: URL, options: RequestInit) => (asked.push([url.href, options.cache]), Response.json(FILES)));
  expect(totalSize(await listFiles("https://example.org/engine/"))).toBe(54_321);
  await listFiles("https://example.org/engine/", true);
  expect(asked).toEqual([["https://example.org/engine/files.json", "default"], ["https://example.org/engine/files.json", "force-cache"]]);
  await serverList("https://example.org/engine/");
  expect(asked.at(-1)).toEqual(["https://example.org/engine/files.json?now", "no-store"]);
});

test("a stored list says that this device has an engine", async () => {
  expect(await storedList("https://example.org/engine/")).toBeNull();
  vi.stubGlobal("caches", { match: (url: string) => Promise.resolve(url === "https://example.org/engine/files.json" ? Response.json(FILES) : undefined) });
  expect(await storedList("https://example.org/engine/")).toEqual(FILES);
  expect(await storedList("https://example.org/other/")).toBeNull();
  vi.stubGlobal("caches", { match: () => Promise.reject(new Error("blocked")) });
  expect(await storedList("https://example.org/engine/")).toBeNull();
});

test("a file is decompressed while it arrives, and the bytes received are counted", async () => {
  const content = "x = 1\n".repeat(1000);
  const sent = gzipSync(content);
  vi.stubGlobal("fetch", async () => new Response(sent));
  let received = 0;
  const response = await download(new URL("https://example.org/engine/a.gz"), "text/plain", (bytes) => (received += bytes));
  expect(await response.text()).toBe(content);
  expect(received).toBe(sent.length);
});

test("a file that is missing or damaged is an error", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  await expect(download(new URL("https://example.org/a.gz"), "text/plain", () => undefined)).rejects.toThrow("404");
  await expect(listFiles("https://example.org/engine/")).rejects.toThrow("404");
  vi.stubGlobal("fetch", async () => new Response("no gzip"));
  const damaged = await download(new URL("https://example.org/a.gz"), "text/plain", () => undefined);
  await expect(damaged.text()).rejects.toThrow();
});
