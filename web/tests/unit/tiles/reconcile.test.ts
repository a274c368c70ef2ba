import { describe, expect, test } from "vitest";
import { reconcile, reconcileRack } from "../../../src/tiles/reconcile";

describe("tiles stay the same pieces", () => {
  test("when a set grows, the others keep their tiles", () => {
    const before = reconcile([], ["r3 r4 r5", "k1 b1 o1"]);
    const after = reconcile(before, ["r3 r4 r5 r6", "k1 b1 o1"]);
    expect(after[0]!.tiles.slice(0, 3)).toEqual(before[0]!.tiles);
    expect(after[1]).toEqual(before[1]);
  });

  test("when sets are rearranged, each tile keeps its id", () => {
    const before = reconcile([], ["r3 r4 r5 r6 r7 r8"]);
    const after = reconcile(before, ["r3 r4 r5", "r6 r7 r8"]);
    expect(after.flatMap((set) => set.tiles.map((tile) => tile.id))).toEqual(before[0]!.tiles.map((tile) => tile.id));
  });

  test("two tiles with the same face are different pieces", () => {
    const after = reconcile(reconcile([], ["r7 b7 k7"]), ["r7 b7 k7", "r7 b7 o7"]);
    const ids = after.flatMap((set) => set.tiles.map((tile) => tile.id));
    expect(new Set(ids).size).toBe(6);
  });

  test("the rack keeps its slots, and a new tile takes the first free one", () => {
    const rack = ["r3", "k4", "J"].map((face, n) => ({ id: face, face, mine: true, slot: 4 - 2 * n }));
    const next = reconcileRack(rack.slice(0, 2), "k4 r3 b9");
    expect(next.rack.map((tile) => `${tile.face} ${tile.slot}`)).toEqual(["b9 0", "k4 2", "r3 4"]);
    expect(next.added.map((tile) => tile.face)).toEqual(["b9"]);
  });
});
