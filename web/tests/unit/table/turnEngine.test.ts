import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, running } from "../../../src/engine/running";
import type { TableView } from "../../../src/server/protocol";
import { TurnEngine } from "../../../src/table/turnEngine";

/** What this device has stored, the program that the server has now, and the engine. */
const fake = vi.hoisted(() => ({ isStored: false, serverProgram: "tilewise-1.zip.gz", start: vi.fn() }));
vi.mock("../../../src/engine/files", () => ({
  engineFolder: () => "https://example.org/engine/",
  storedList: () => Promise.resolve(fake.isStored ? {} : null),
  serverList: () => Promise.resolve({ files: { package: { name: fake.serverProgram } } }),
}));
vi.mock("../../../src/engine/engine.svelte", () => ({ engine: { start: fake.start } }));

const asked: [string, unknown][] = [];
let answer: Promise<Answer>;
const ready = { program: "tilewise-1.zip.gz", ask: (_: string, path: string, body: string) => (asked.push([path, JSON.parse(body)]), answer) };
const view = { number: 7, seat: 1, settings: { profile: "sabra" }, rules_version: 2, game: { table: ["r3 r4 r5"], rack: "r6 k1", opened: [false, true], rack_sizes: [9, 2] } } as unknown as TableView;
const POSITION = { settings: { profile: "sabra" }, rules_version: 2, table: ["r3 r4 r5"], rack: "r6 k1", opened: true };

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(fake, { isStored: false, serverProgram: "tilewise-1.zip.gz" });
  fake.start.mockReset().mockImplementation(() => Promise.resolve(void (running.engine = ready)));
  running.engine = null;
  asked.length = 0;
  answer = Promise.resolve({ status: 200, body: '{"refusal": null}' });
});
afterEach(() => vi.useRealTimers());

test("an engine that this device has not stored is not loaded", async () => {
  const turns = new TurnEngine();
  await turns.prepare();
  expect([turns.preview(view, [], ""), fake.start.mock.calls]).toEqual([null, []]);
});

test("an engine that is stored, or runs already, is asked with what the seat sees", async () => {
  for (const isRunning of [false, true]) {
    fake.isStored = !isRunning;
    const turns = new TurnEngine();
    expect(turns.preview(view, [], "")).toBeNull();
    await turns.prepare();
    expect(await turns.preview(view, ["r3 r4 r5 r6"], "")).toEqual({ refusal: null });
    await turns.hint(view);
    expect(asked.splice(0)).toEqual([
      ["/api/preview", { ...POSITION, sets: ["r3 r4 r5 r6"], words: "" }],
      ["/api/hint", { ...POSITION, number: 7 }],
    ]);
    turns.forget();
    expect(turns.preview(view, [], "")).toBeNull();
  }
  expect(fake.start).toHaveBeenCalledTimes(1);
});

test("an engine that is not the server's program is not asked", async () => {
  running.engine = ready;
  fake.serverProgram = "tilewise-2.zip.gz";
  const turns = new TurnEngine();
  await turns.prepare();
  expect(turns.preview(view, [], "")).toBeNull();
});

test("without the engine's answer the server is asked: after an error, a crash, a failed start, or too long a time", async () => {
  running.engine = ready;
  const turns = new TurnEngine();
  await turns.prepare();
  answer = Promise.resolve({ status: 403, body: '{"error": "no-hints"}' });
  expect(await turns.hint(view)).toBeNull();
  answer = Promise.reject(new Error("crashed"));
  expect(await turns.preview(view, [], "")).toBeNull();
  answer = new Promise(() => undefined);
  const late = turns.preview(view, [], "");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await late).toBeNull();
  running.engine = null;
  expect(turns.preview(view, [], "")).toBeNull();
  fake.isStored = true;
  fake.start.mockRejectedValue(new Error("no memory"));
  await turns.prepare();
  expect(turns.preview(view, [], "")).toBeNull();
});
