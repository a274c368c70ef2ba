import { expect, test } from "vitest";
import { reconcileRack } from "../../../src/tiles/reconcile";
import { areNeighbours, sortTiles } from "../../../src/tiles/tiles";

test("a rack is sorted by runs or by groups, jokers last", () => {
  const { rack } = reconcileRack([], "J o1 k9 k2 r2");
  expect(sortTiles(rack, "runs").map((tile) => tile.face)).toEqual(["k2", "k9", "r2", "o1", "J"]);
  expect(sortTiles(rack, "groups").map((tile) => tile.face)).toEqual(["o1", "k2", "r2", "k9", "J"]);
});

test("neighbours on a sorted rack belong together", () => {
  expect(areNeighbours("r3", "r4", "runs")).toBe(true);
  expect(areNeighbours("r3", "r5", "runs")).toBe(false);
  expect(areNeighbours("r3", "b3", "groups")).toBe(true);
  expect(areNeighbours("r3", "J", "groups")).toBe(false);
});
