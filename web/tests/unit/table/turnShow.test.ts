import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionView } from "../../../src/server/protocol";
import { type Turn, TurnShow, beatsOf } from "../../../src/table/turnShow.svelte";
import { reconcile } from "../../../src/tiles/reconcile";
import { type PieceSet, formatTiles } from "../../../src/tiles/tiles";

function turn(seat: number, before: readonly PieceSet[], table: readonly string[]): Turn {
  const action: ActionView = { seat, action: "play", by: "computer", table: [...table] };
  return { action, before, after: reconcile(before, table) };
}

const texts = (sets: readonly PieceSet[] | null) => sets?.map((set) => formatTiles(set.tiles)) ?? null;

/** The faces that can be seen. */
function seen({ sets, awaited }: { sets: readonly PieceSet[]; awaited: ReadonlySet<string> }): string[] {
  return sets.map((set) => formatTiles(set.tiles.filter((tile) => !awaited.has(tile.id)))).filter(Boolean);
}

describe("the beats of a turn", () => {
  const before = reconcile([], ["r3 r4 r5"]);

  test("let the new tiles arrive one after another", () => {
    expect(beatsOf(turn(1, before, ["r3 r4 r5 r6", "k7 b7"]), 1500).map(seen)).toEqual([["r3 r4 r5 r6"], ["r3 r4 r5 r6", "k7"], ["r3 r4 r5 r6", "k7 b7"]]);
  });

  test("move the tiles of the table first", () => {
    const lying = reconcile([], ["r3 r4 r5 r6", "k6 b6 o6"]);
    expect(beatsOf(turn(1, lying, ["r3 r4 r5", "k6 b6 o6 r6", "r7 b7 k7"]), 1500).map(seen)[0]).toEqual(["r3 r4 r5", "k6 b6 o6 r6"]);
  });

  test("show no tile twice and lose none", () => {
    const { before: lying, after } = turn(1, before, ["r3 r4 r5 r6", "k7 b7 o7"]);
    for (const beat of beatsOf({ action: turn(1, before, []).action, before: lying, after }, 1500)) {
      const ids = beat.sets.flatMap((set) => set.tiles.map((tile) => tile.id));
      expect(new Set(ids).size).toBe(ids.length);
      for (const tile of lying.flatMap((set) => set.tiles)) expect(ids.includes(tile.id) && !beat.awaited.has(tile.id)).toBe(true);
    }
  });

  test("take no longer than the turn, however many tiles there are", () => {
    const beats = beatsOf(turn(1, [], ["k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13"]), 1500);
    expect(beats).toHaveLength(13);
    expect(beats.reduce((sum, beat) => sum + beat.pause, 0)).toBeLessThanOrEqual(1501);
  });

  test("begin with the table before the turn when it is repeated", () => {
    expect(seen(beatsOf(turn(1, before, ["r3 r4 r5 r6"]), 1500, true)[0]!)).toEqual(["r3 r4 r5"]);
  });
});

describe("a show of turns", () => {
  let time = 1000;
  let show: TurnShow;
  const start = reconcile([], ["r3 r4 r5"]);
  const first = turn(1, start, ["r3 r4 r5 r6"]);
  const second = turn(2, first.after, ["r3 r4 r5 r6 r7"]);
  const third = turn(3, second.after, ["r3 r4 r5 r6 r7 r8"]);

  beforeEach(() => {
    vi.useFakeTimers();
    time = 1000;
    show = new TurnShow(() => time);
  });
  afterEach(() => vi.useRealTimers());

  test("plays one turn after another, and then shows the table itself", async () => {
    const done = vi.fn();
    show.add(first);
    show.add(second);
    void show.whenDone().then(done);
    expect(texts(show.sets)).toEqual(["r3 r4 r5 r6"]);
    expect(show.deed?.seat).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(texts(show.sets)).toEqual(["r3 r4 r5 r6 r7"]);
    expect(show.deed?.seat).toBe(2);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(show.sets).toBeNull();
    expect(done).toHaveBeenCalled();
  });

  test("says for a while what was done last", () => {
    show.add(first);
    vi.advanceTimersByTime(600);
    expect([show.running, show.deed?.seat]).toEqual([false, 1]);
    vi.advanceTimersByTime(10_000);
    expect(show.deed).toBeNull();
  });

  test("never falls behind by more than two turns", () => {
    for (const one of [first, second, third, third, third]) show.add(one);
    vi.advanceTimersByTime(500);
    expect(show.deed?.seat).toBe(3);
    vi.advanceTimersByTime(1000);
    expect(show.running).toBe(false);
  });

  test("ends at once with any input, and still says what was done last", () => {
    show.add(first);
    show.add(second);
    show.skip();
    expect([show.sets, show.awaited.size, show.running, show.deed?.seat]).toEqual([null, 0, false, 2]);
  });

  test("waits while somebody reads, and then goes on with every turn", () => {
    show.pause(true);
    for (const one of [first, second, third]) show.add(one);
    vi.advanceTimersByTime(60_000);
    expect(show.deed?.seat).toBe(1);
    show.pause(false);
    vi.advanceTimersByTime(0);
    expect(show.deed?.seat).toBe(2);
    vi.advanceTimersByTime(500);
    expect(show.deed?.seat).toBe(3);
  });

  test("only tells what was done if turns are not to be shown", () => {
    time = 0;
    show.add(first);
    expect([show.sets, show.running, show.deed?.seat]).toEqual([null, false, 1]);
  });

  test("repeats a turn from the table before it", () => {
    show.repeat(second);
    expect(texts(show.sets)).toEqual(["r3 r4 r5 r6"]);
    vi.advanceTimersByTime(300);
    expect(texts(show.sets)).toEqual(["r3 r4 r5 r6 r7"]);
  });
});
