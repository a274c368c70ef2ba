import { describe, expect, test } from "vitest";
import { aimAtRack, aimAtTable, neighbour } from "../../src/board/aim";
import { RATIO, fit, fitRack, isIn, place } from "../../src/board/fit";

/** 160 tiles: the largest box, all of it on the table. */
const ALL = [...Array.from({ length: 40 }, () => 3), ...Array.from({ length: 10 }, () => 4)];
const SCREENS = [
  [344, 260],
  [374, 430],
  [820, 180],
  [800, 800],
  [1412, 620],
  [3800, 1800],
] as const;

describe.each(SCREENS)("a table of %i by %i", (width, height) => {
  test.each([[[]], [[3, 3, 4]], [ALL], [[13, 13, 13, 13]], [[27]]])("has no tile beyond its sides", (lengths) => {
    const fitted = fit(lengths, { width, height, least: 28, most: 130 });
    for (const set of fitted.sets) for (const spot of set.spots) expect(spot.x + fitted.u).toBeLessThanOrEqual(width + 0.5);
    expect(fitted.next.x + fitted.next.w).toBeLessThanOrEqual(width + 0.5);
  });

  test("no two tiles lie on each other", () => {
    const fitted = fit(ALL, { width, height, least: 28, most: 130 });
    const spots = fitted.sets.flatMap((set) => set.spots);
    spots.forEach((a, n) => {
      for (const b of spots.slice(n + 1)) expect(Math.abs(a.x - b.x) >= fitted.u - 0.01 || Math.abs(a.y - b.y) >= fitted.u * RATIO - 0.01).toBe(true);
    });
  });
});

test("160 tiles fit without scrolling on a laptop and on a tablet", () => {
  expect(fit(ALL, { width: 1412, height: 620, least: 28, most: 130 }).height).toBeLessThanOrEqual(620);
  expect(fit(ALL, { width: 790, height: 800, least: 28, most: 130 }).height).toBeLessThanOrEqual(800);
});

test("few sets are as large as allowed, many shrink", () => {
  const room = { width: 1400, height: 600, least: 28, most: 60 };
  expect(fit([3, 3], room).u).toBe(60);
  expect(fit(ALL, room).u).toBeLessThan(60);
});

test("a set that is longer than the table goes on in the next line", () => {
  const { sets } = place([27], 360, 30);
  expect(sets[0]!.boxes.length).toBeGreaterThan(1);
  expect(sets[0]!.spots.length).toBe(27);
});

describe("the rack", () => {
  test.each([
    [14, 340],
    [22, 340],
    [30, 340],
    [14, 1400],
    [40, 800],
  ])("%i tiles fit into %i px", (count, width) => {
    const laid = fitRack(Array.from({ length: count }, () => 0), width, 34, 60, 3);
    expect(laid.rows).toBeLessThanOrEqual(3);
    for (const spot of laid.spots) expect(spot.x + laid.u).toBeLessThanOrEqual(width + 0.5);
  });

  test("14 tiles on a small phone are not below 34 px", () => {
    expect(fitRack(Array.from({ length: 14 }, () => 0), 330, 34, 36, 3).u).toBeGreaterThanOrEqual(34);
  });
});

describe("aiming", () => {
  const layout = {
    sets: ["a", "b"].map((id) => ({ id, tiles: [1, 2, 3].map((n) => ({ id: `${id}${n}`, face: "r1", mine: false })) })),
    rack: [],
  };
  const fitted = place([3, 3], 600, 50);

  test("between two tiles means that place", () => {
    const spot = fitted.sets[0]!.spots[1]!;
    expect(aimAtTable(layout, fitted, { x: spot.x + 2, y: spot.y + 10 }, 4)).toEqual({ on: "set", set: "a", at: 1 });
    expect(aimAtTable(layout, fitted, { x: spot.x + 45, y: spot.y + 10 }, 4)).toEqual({ on: "set", set: "a", at: 2 });
  });

  test("empty table means a new set there", () => {
    expect(aimAtTable(layout, fitted, { x: 300, y: 400 }, 4)).toEqual({ on: "new", at: 2 });
  });

  test("the rack's end means behind its last tile", () => {
    const laid = fitRack([0, 0, 0], 400, 34, 50, 2);
    expect(aimAtRack(laid, { x: 390, y: 10 })).toEqual({ on: "rack", at: 3 });
    expect(aimAtRack(laid, { x: 0, y: 10 })).toEqual({ on: "rack", at: 0 });
  });

  test("arrow keys go to the nearest tile of the next line", () => {
    const stops = [
      { id: "a", x: 0, y: 0 },
      { id: "b", x: 100, y: 0 },
      { id: "c", x: 90, y: 80 },
    ];
    expect(neighbour(stops, "c", "ArrowUp", 50)).toBe("b");
    expect(neighbour(stops, "a", "ArrowDown", 50)).toBe("c");
    expect(neighbour(stops, "c", "ArrowDown", 50)).toBe(null);
  });
});

test("a corner is free or not", () => {
  const laid = place([3, 3], 400, 40);
  const last = laid.sets[1]!.boxes[0]!;
  expect(isIn(laid, last.x + last.w - 1, last.y + last.h - 1)).toBe(true);
  expect(isIn(laid, last.x + last.w, last.y)).toBe(false);
  expect(isIn(laid, last.x, last.y + last.h)).toBe(false);
});
