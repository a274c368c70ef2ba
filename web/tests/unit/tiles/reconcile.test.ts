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

  test("the rack keeps my order, and new tiles come last", () => {
    const { rack } = reconcileRack([], "r3 k4 J");
    const own = [rack[2]!, rack[0]!, rack[1]!];
    const next = reconcileRack(own, "k4 r3 b9 J");
    expect(next.rack.map((tile) => tile.face)).toEqual(["J", "r3", "k4", "b9"]);
    expect(next.added.map((tile) => tile.face)).toEqual(["b9"]);
  });
});
