import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask } from "../../../src/server/http";

/** The engine, whether it is ready and may be started, and the kind of page. */
const fake = vi.hoisted(() => ({ isReady: false, mayStart: true, isSite: false, obtain: vi.fn(() => Promise.resolve()), engine: vi.fn<(method: string, path: string, body: string) => Promise<{ status: number; body: string }>>() }));
vi.mock("../../../src/engine/engine.svelte", () => ({ engine: { ask: fake.engine } }));
vi.mock("../../../src/engine/background", () => ({ mayStart: () => Promise.resolve(fake.mayStart), startQuietly: () => fake.isReady }));
vi.mock("../../../src/engine/consent.svelte", () => ({ consent: { obtain: fake.obtain } }));
vi.mock("../../../src/server/site", () => ({
  get isSite() {
    return fake.isSite;
  },
  fileFor: (method: string, path: string) => (method === "GET" && path.includes("/rules") ? "rules/x.json" : null),
}));

const server = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const json = (content: unknown, status = 200) => new Response(JSON.stringify(content), { status });
const question = { profile: "sabra", tiles: "r3 r4 r5" };
const check = () => ask<{ by: string }>("POST", "/api/tools/check", question);

beforeEach(() => {
  Object.assign(fake, { isReady: false, mayStart: true, isSite: false });
  fake.engine.mockReset().mockImplementation(() => Promise.resolve({ status: 200, body: '{"by": "engine"}' }));
  server.mockReset().mockImplementation(() => Promise.resolve(json({ by: "server" })));
  vi.stubGlobal("fetch", server);
});
afterEach(() => vi.unstubAllGlobals());

describe("a question that needs no other people is answered", () => {
  test("by the server until the engine is ready, then by the engine", async () => {
    expect(await check()).toEqual({ by: "server" });
    expect(fake.engine).not.toHaveBeenCalled();
    fake.isReady = true;
    expect(await check()).toEqual({ by: "engine" });
    expect(fake.engine).toHaveBeenCalledWith("POST", "/api/tools/check", JSON.stringify(question));
    expect(server).toHaveBeenCalledTimes(1);
  });

  test("by the server if the engine crashes", async () => {
    fake.isReady = true;
    fake.engine.mockResolvedValue({ status: 0, body: "" });
    expect(await check()).toEqual({ by: "server" });
  });

  test.each([429, 502, 503, 504])("by the engine if the server says %d", async (status) => {
    server.mockImplementation(() => Promise.resolve(json({ error: "busy" }, status)));
    expect(await check()).toEqual({ by: "engine" });
  });

  test("by the engine if there is no network, and with the server's error if it may not be loaded or cannot be", async () => {
    server.mockRejectedValue(new TypeError("no network"));
    expect(await check()).toEqual({ by: "engine" });
    fake.mayStart = false;
    await expect(check()).rejects.toMatchObject({ status: 0, code: "no-server" });
    fake.mayStart = true;
    fake.engine.mockRejectedValue(new Error("no files"));
    await expect(check()).rejects.toMatchObject({ status: 0, code: "no-server" });
  });

  test("by the server after a while, if it is busy and the engine may not be loaded", async () => {
    vi.useFakeTimers();
    fake.mayStart = false;
    server.mockImplementationOnce(() => Promise.resolve(json({ error: "too-busy" }, 503)));
    const answered = check();
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await answered).toEqual({ by: "server" });
    expect(server).toHaveBeenCalledTimes(2);
  });

  test("with the same error by both", async () => {
    const error = { error: "bad-tiles", message: "There is no r99.", facts: { tiles: "r99" } };
    server.mockImplementation(() => Promise.resolve(json(error, 400)));
    const expected = { status: 400, code: "bad-tiles", message: "There is no r99.", facts: { tiles: "r99" } };
    await expect(check()).rejects.toMatchObject(expected);
    expect(fake.engine).not.toHaveBeenCalled();
    fake.isReady = true;
    fake.engine.mockResolvedValue({ status: 400, body: JSON.stringify(error) });
    await expect(check()).rejects.toMatchObject(expected);
  });

  test("on a site by its files, or by the engine, which it waits for", async () => {
    fake.isSite = true;
    server.mockImplementation(() => Promise.resolve(json({ by: "file" })));
    expect(await ask("GET", "/api/profiles/sabra/rules?language=en")).toEqual({ by: "file" });
    expect(fake.obtain).not.toHaveBeenCalled();
    expect(await check()).toEqual({ by: "engine" });
    expect(fake.obtain).toHaveBeenCalledOnce();
    fake.engine.mockRejectedValue(new Error("no files"));
    await expect(check()).rejects.toMatchObject({ status: 0, code: "no-engine" });
  });
});
