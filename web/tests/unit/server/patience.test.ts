import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createGuest, createTable, getLobby, joinQuickGame, signIn } from "../../../src/server/http";
import { patience } from "../../../src/server/patience.svelte";

const server = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const refused = (status = 429, error: string | null = "too-many-requests", after: string | null = "3") =>
  new Response(error === null ? "<h1>Busy</h1>" : JSON.stringify({ error, message: "" }), { status, headers: after === null ? {} : { "retry-after": after } });
const answer = () => new Response("[]");
/** Let what is pending happen, without letting time pass. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const outcome = (promise: Promise<unknown>) => promise.then(() => "done", (error: { code: string }) => error.code);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  server.mockReset().mockImplementation(async () => answer());
  vi.stubGlobal("fetch", server);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("a request that is refused for now", () => {
  test("is sent again when the server says, and a little later, so that a class does not come back in one moment", async () => {
    server.mockImplementationOnce(async () => refused());
    const lobby = getLobby();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(server).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(750);
    expect(await lobby).toEqual([]);
    expect(server).toHaveBeenCalledTimes(2);
  });

  test("says when the next attempt is made", async () => {
    const now = Date.now();
    server.mockImplementationOnce(async () => refused(429, "too-many-requests", "10")).mockImplementationOnce(async () => refused());
    const both = Promise.all([getLobby(), getLobby()]);
    await settle();
    expect(patience.next).toBe(now + 3_750);
    await vi.advanceTimersByTimeAsync(3_750);
    expect(patience.next).toBe(now + 12_500);
    await vi.advanceTimersByTimeAsync(15_000);
    await both;
    expect(patience.next).toBeNull();
  });

  test("waits longer after every attempt, and becomes an error within a minute", async () => {
    server.mockImplementation(async () => refused(429, "too-many-requests", null));
    const begin = Date.now();
    const lobby = outcome(getLobby());
    await vi.runAllTimersAsync();
    expect(await lobby).toBe("too-many-requests");
    expect(server).toHaveBeenCalledTimes(6);
    expect(Date.now() - begin).toBeLessThan(60_000);
    expect(patience.next).toBeNull();
  });

  test("is an error at once if the server says that it takes long", async () => {
    server.mockImplementation(async () => refused(429, "too-many-requests", "120"));
    expect(await outcome(getLobby())).toBe("too-many-requests");
    expect(server).toHaveBeenCalledTimes(1);
  });

  test.each(["too-many-requests", "too-many-questions", "question-budget"])("because of %s is sent again", async (code) => {
    server.mockImplementationOnce(async () => refused(429, code));
    const lobby = outcome(getLobby());
    await vi.runAllTimersAsync();
    expect([await lobby, server.mock.calls.length]).toEqual(["done", 2]);
  });

  test("is an error at once if this person has to do something else", async () => {
    server.mockImplementation(async () => refused(429, "too-many-attempts"));
    expect(await outcome(signIn("Ada", "wrong"))).toBe("too-many-attempts");
    expect(server).toHaveBeenCalledTimes(1);
  });

  test("may have been refused by a proxy", async () => {
    server.mockImplementationOnce(async () => refused(503, null, null));
    const lobby = outcome(getLobby());
    await vi.runAllTimersAsync();
    expect([await lobby, server.mock.calls.length]).toEqual(["done", 2]);
  });

  test("with 429 has not been carried out, so a guest is asked for again", async () => {
    server.mockImplementationOnce(async () => refused());
    const guest = outcome(createGuest("Ada", "cat"));
    await vi.runAllTimersAsync();
    expect([await guest, server.mock.calls.length]).toEqual(["done", 2]);
  });

  test("with 503 may have been carried out, so only what has an id is sent again, with the same id", async () => {
    server.mockImplementation(async () => refused(503, "storage"));
    const quick = outcome(joinQuickGame({ profile: "jumbo", rated: false }));
    await vi.runAllTimersAsync();
    expect([await quick, server.mock.calls.length]).toEqual(["storage", 1]);
    server.mockClear();
    const table = outcome(createTable({ profile: "jumbo" }));
    await vi.runAllTimersAsync();
    expect(await table).toBe("storage");
    const bodies = server.mock.calls.map(([, init]) => (JSON.parse(init.body as string) as { id: string }).id);
    expect(bodies.length).toBe(6);
    expect(new Set(bodies).size).toBe(1);
  });
});
