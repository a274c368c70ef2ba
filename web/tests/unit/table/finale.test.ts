import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Finale } from "../../../src/table/finale.svelte";

const TIMES = { held: 1000, celebrated: 2000 };
let finale: Finale;
let ended: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  vi.useFakeTimers();
  finale = new Finale();
  ended = vi.fn<() => void>();
});
afterEach(() => vi.useRealTimers());

test("the last play is held, the winner is celebrated, and then comes the result", async () => {
  finale.begin(Promise.resolve(), TIMES, ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(finale.part).toBe("held");
  await vi.advanceTimersByTimeAsync(1);
  expect(finale.part).toBe("celebrated");
  await vi.advanceTimersByTimeAsync(1999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect([finale.part, ended.mock.calls.length]).toEqual([null, 1]);
});

test("it waits until the last turn has been shown", async () => {
  let done = (): void => undefined;
  finale.begin(new Promise((resolve) => (done = resolve)), TIMES, ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(finale.part).toBe("held");
  done();
  await vi.advanceTimersByTimeAsync(3000);
  expect(ended).toHaveBeenCalledOnce();
});

test("it can be skipped, and then happens only once", async () => {
  finale.begin(Promise.resolve(), TIMES, ended);
  await vi.advanceTimersByTimeAsync(10);
  finale.skip();
  expect([finale.part, ended.mock.calls.length]).toEqual([null, 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ended).toHaveBeenCalledOnce();
});

test("without time the result comes at once", () => {
  finale.begin(Promise.resolve(), { held: 0, celebrated: 0 }, ended);
  expect([finale.part, ended.mock.calls.length]).toEqual([null, 1]);
});

test("a new game cancels it", async () => {
  finale.begin(Promise.resolve(), TIMES, ended);
  finale.cancel();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([finale.part, ended.mock.calls.length]).toEqual([null, 0]);
});
