import { describe, expect, test } from "vitest";
import { fitRack, placeSets } from "../../../src/board/geometry";
import { rackTarget, tableTarget, verticalNeighbour } from "../../../src/board/targets";

describe("the drop target", () => {
  const layout = {
    sets: ["a", "b"].map((id) => ({ id, tiles: [1, 2, 3].map((n) => ({ id: `${id}${n}`, face: "r1", mine: false })) })),
    rack: [],
  };
  const table = placeSets([3, 3], 600, 50);

  test("between two tiles is that place", () => {
    const spot = table.sets[0]!.spots[1]!;
    expect(tableTarget(layout, table, { x: spot.x + 2, y: spot.y + 10 }, 4)).toEqual({ on: "set", set: "a", at: 1 });
    expect(tableTarget(layout, table, { x: spot.x + 45, y: spot.y + 10 }, 4)).toEqual({ on: "set", set: "a", at: 2 });
  });

  test("of the empty table is a new set", () => {
    expect(tableTarget(layout, table, { x: 300, y: 400 }, 4)).toEqual({ on: "new", at: 2 });
  });

  test("at the end of the rack is behind its last tile", () => {
    const placed = fitRack([0, 0, 0], 400, 34, 50, 2);
    expect(rackTarget(placed, { x: 390, y: 10 })).toEqual({ on: "rack", at: 3 });
    expect(rackTarget(placed, { x: 0, y: 10 })).toEqual({ on: "rack", at: 0 });
  });
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
