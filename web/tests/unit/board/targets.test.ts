import { describe, expect, test } from "vitest";
import type { Target } from "../../../src/board/draft";
import { RATIO, type TableGeometry, boxesOf } from "../../../src/board/geometry";
import { jokerSets, missingSlot, tableTarget, tileBox, verticalNeighbour } from "../../../src/board/targets";
import { draftOf } from "../layouts";

const U = 50;
const MIDDLE = { x: 500, y: 300 };

/** A table whose sets lie at these places. */
function tableOf(sets: readonly string[], places: readonly { x: number; row: number }[]): { layout: ReturnType<typeof draftOf>["layout"]; table: TableGeometry } {
  const { layout } = draftOf(sets, "");
  const placed = layout.sets.map((set, n) => boxesOf(set.tiles.length, places[n]!, MIDDLE, U, 20));
  return { layout, table: { tileWidth: U, width: 1000, height: 600, top: -3, middle: MIDDLE, sets: placed, newSet: tileBox({ x: 0, y: 0 }, U) } };
}

describe("the drop target", () => {
  const { layout, table } = tableOf(["r3 r4 r5", "k7 b7 o7"], [{ x: -5, row: 0 }, { x: 0, row: 0 }]);
  const [run, group] = table.sets.map((set) => set.boxes[0]!) as [{ x: number; y: number; w: number; h: number }, { x: number; y: number; w: number; h: number }];
  const at = (face: string, x: number, y: number): Target => tableTarget(layout, table, { box: tileBox({ x, y }, U), tiles: [{ id: "dragged", face, mine: true }] }, new Map());
  const inRun = (place: number) => ({ on: "set", set: "s1", at: place });
  const inGroup = (place: number) => ({ on: "set", set: "s2", at: place });

  test("is the set below the tile", () => {
    expect(at("k1", run.x + U * 0.6, run.y)).toEqual(inRun(1));
    expect(at("k1", group.x + U * 1.6, group.y + 10)).toEqual(inGroup(2));
  });

  test("is the end of the set that a tile lies flush with, whether it fits or not", () => {
    for (const face of ["r6", "k1"]) {
      expect(at(face, run.x + run.w + 3, run.y)).toEqual(inRun(3));
      expect(at(face, run.x + run.w + 12, run.y + 15)).toEqual(inRun(3));
    }
    for (const face of ["r2", "k1"]) expect(at(face, run.x - U - 3, run.y - 8)).toEqual(inRun(0));
  });

  test("is the place where a tile fits, wherever it lies over the run", () => {
    expect(at("r6", run.x, run.y + 20)).toEqual(inRun(3));
    expect(at("r2", run.x + 2 * U, run.y)).toEqual(inRun(0));
  });

  test("between two sets is the one that the tile continues", () => {
    const near = tableOf(["r3 r4 r5", "k7 b7 o7"], [{ x: -3.6, row: 0 }, { x: 0.2, row: 0 }]);
    const [left, right] = near.table.sets.map((set) => set.boxes[0]!);
    const between = (left!.x + left!.w + right!.x) / 2 - U / 2;
    const drop = (face: string, x = between) => tableTarget(near.layout, near.table, { box: tileBox({ x, y: left!.y }, U), tiles: [{ id: "dragged", face, mine: true }] }, new Map());
    expect(drop("r6")).toEqual(inRun(3));
    expect(drop("r7")).toEqual(inGroup(0));
    // Also if more of it lies over the other one, but not if nearly all of it does.
    expect(drop("r7", between - 10)).toEqual(inGroup(0));
    expect(drop("r7", left!.x + left!.w - U)).toMatchObject({ set: "s1" });
  });

  test("on the empty table is a new set", () => {
    expect(at("k1", run.x, run.y + 200)).toEqual({ on: "new" });
    expect(at("k1", run.x + run.w + U * 0.5, run.y)).toEqual({ on: "new" });
    // A sliver of a set that the tile does not continue does not count.
    expect(at("k1", run.x + 20, run.y + U * RATIO * 0.9)).toEqual({ on: "new" });
    expect(at("r6", run.x + 20, run.y + U * RATIO * 0.9)).toEqual(inRun(3));
  });

  test("is not the set that is dragged as a whole", () => {
    const tiles = layout.sets[0]!.tiles;
    expect(tableTarget(layout, table, { box: run, tiles }, new Map())).toEqual({ on: "new" });
  });

  test("is the joker that a tile covers and can replace, and otherwise its set", () => {
    const joker = tableOf(["r3 J r5"], [{ x: 0, row: 0 }]);
    const previews = new Map([["s1", { tiles: "r3 J r5", stands_for: ["r3", "r4", "r5"] }]]);
    const spot = joker.table.sets[0]!.spots[1]!;
    const drop = (face: string, x: number) => tableTarget(joker.layout, joker.table, { box: tileBox({ x, y: spot.y }, U), tiles: [{ id: "dragged", face, mine: true }] }, previews);
    expect(drop("r4", spot.x + 10)).toEqual({ on: "joker", joker: "J" });
    expect(drop("r6", spot.x + 10)).toEqual({ on: "set", set: "s1", at: 3 });
    expect(drop("r4", spot.x + U * 0.8)).toMatchObject({ on: "set" });
  });
});

describe("a freed joker", () => {
  const start = draftOf(["r3 J r5", "k7 b7 o7"], "r4 r7").layout;
  const joker = start.sets[0]!.tiles[1]!;
  const now = { ...start, sets: [{ id: "s1", tiles: [start.sets[0]!.tiles[0]!, start.rack[0]!, start.sets[0]!.tiles[2]!] }, start.sets[1]!, { id: "j", tiles: [joker] }, { id: "new", tiles: [start.rack[1]!] }] };

  test.each([
    ["anywhere", ["s1", "s2", "new"]],
    ["another-set", ["s2", "new"]],
    ["new-set", ["new"]],
  ] as const)("may go %s", (rule, expected) => {
    expect([...jokerSets(joker, now, start, rule)]).toEqual(expected);
  });
});

test("an unfinished set has a slot for the next tile on its right, or on its left if that is taken", () => {
  const { layout, table } = tableOf(["b4 b5", "k7 b7 o7", "k1 k2 k3"], [{ x: 0, row: 0 }, { x: 2.5, row: 0 }, { x: -6, row: 1 }]);
  const first = table.sets[0]!.boxes[0]!;
  expect(missingSlot(layout.sets[0]!, layout, table)!.x).toBeCloseTo(first.x - 1.04 * U);
  expect(missingSlot(layout.sets[1]!, layout, table)).toBe(null);
  const free = tableOf(["b4 b5"], [{ x: 0, row: 0 }]);
  expect(missingSlot(free.layout.sets[0]!, free.layout, free.table)!.x).toBeCloseTo(first.x + 2.08 * U);
});

test("arrow keys lead to the nearest tile of the next line", () => {
  const stops = [
    { id: "a", x: 0, y: 0 },
    { id: "b", x: 100, y: 0 },
    { id: "c", x: 90, y: 80 },
  ];
  expect(verticalNeighbour(stops, "c", "ArrowUp", 50)).toBe("b");
  expect(verticalNeighbour(stops, "a", "ArrowDown", 50)).toBe("c");
  expect(verticalNeighbour(stops, "c", "ArrowDown", 50)).toBe(null);
});
