import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameView } from "../../../src/server/protocol";
import { DealShow } from "../../../src/table/dealShow.svelte";

const RACK = ["a", "b", "c", "d"];
const game = (start_draws: Record<string, string>[]) => ({ start_draws, starter: 1 }) as unknown as GameView;
let deal: DealShow;

beforeEach(() => {
  vi.useFakeTimers();
  deal = new DealShow();
});
afterEach(() => vi.useRealTimers());

test("the draw for the start is shown round by round, then the tiles are dealt one by one", () => {
  deal.begin(game([{ 0: "r9", 1: "k9" }, { 0: "r2", 1: "k5" }]), RACK, 2000);
  expect([deal.draw, deal.starter, deal.awaited.size]).toEqual([{ 0: "r9", 1: "k9" }, null, 4]);
  vi.advanceTimersByTime(600);
  expect([deal.draw, deal.starter]).toEqual([{ 0: "r2", 1: "k5" }, 1]);
  vi.advanceTimersByTime(600);
  expect([deal.draw, deal.dealing, [...deal.awaited]]).toEqual([null, true, ["b", "c", "d"]]);
  vi.advanceTimersByTime(800);
  expect([deal.running, deal.awaited.size]).toEqual([false, 0]);
});

test("without a draw for the start the whole time is for the deal; it can be ended at any time", () => {
  deal.begin(game([]), RACK, 2000);
  expect([deal.dealing, deal.awaited.size]).toEqual([true, 3]);
  deal.finish();
  vi.advanceTimersByTime(5000);
  expect([deal.running, deal.awaited.size, deal.draw]).toEqual([false, 0, null]);
});

test("without time nothing is shown", () => {
  deal.begin(game([{ 0: "r9", 1: "k2" }]), RACK, 0);
  expect([deal.running, deal.awaited.size, deal.draw]).toEqual([false, 0, null]);
});
