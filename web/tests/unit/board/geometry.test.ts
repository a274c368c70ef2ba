import { describe, expect, test } from "vitest";
import { RATIO, fitRack, fitTable, overlapsCorner, placeSets } from "../../../src/board/geometry";

/** 160 tiles: all tiles of the largest edition on the table. */
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
    const fitted = fitTable(lengths, { width, height, least: 28, most: 130 });
    for (const set of fitted.sets) for (const spot of set.spots) expect(spot.x + fitted.tileWidth).toBeLessThanOrEqual(width + 0.5);
    expect(fitted.newSet.x + fitted.newSet.w).toBeLessThanOrEqual(width + 0.5);
  });

  test("no two tiles overlap", () => {
    const fitted = fitTable(ALL, { width, height, least: 28, most: 130 });
    const spots = fitted.sets.flatMap((set) => set.spots);
    spots.forEach((a, n) => {
      for (const b of spots.slice(n + 1)) expect(Math.abs(a.x - b.x) >= fitted.tileWidth - 0.01 || Math.abs(a.y - b.y) >= fitted.tileWidth * RATIO - 0.01).toBe(true);
    });
  });
});

test("160 tiles fit without scrolling on a laptop and on a tablet", () => {
  expect(fitTable(ALL, { width: 1412, height: 620, least: 28, most: 130 }).height).toBeLessThanOrEqual(620);
  expect(fitTable(ALL, { width: 790, height: 800, least: 28, most: 130 }).height).toBeLessThanOrEqual(800);
});

test("few sets have the largest tiles, many sets smaller ones", () => {
  const room = { width: 1400, height: 600, least: 28, most: 60 };
  expect(fitTable([3, 3], room).tileWidth).toBe(60);
  expect(fitTable(ALL, room).tileWidth).toBeLessThan(60);
});

test("a set longer than the table continues on the next line", () => {
  const { sets } = placeSets([27], 360, 30);
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
    const placed = fitRack(Array.from({ length: count }, () => 0), width, 34, 60, 3);
    expect(placed.rows).toBeLessThanOrEqual(3);
    for (const spot of placed.spots) expect(spot.x + placed.tileWidth).toBeLessThanOrEqual(width + 0.5);
  });

  test("14 tiles on a small phone are at least 34 px wide", () => {
    expect(fitRack(Array.from({ length: 14 }, () => 0), 330, 34, 36, 3).tileWidth).toBeGreaterThanOrEqual(34);
  });
});

test("a corner is free, or a set reaches into it", () => {
  const placed = placeSets([3, 3], 400, 40);
  const last = placed.sets[1]!.boxes[0]!;
  expect(overlapsCorner(placed, last.x + last.w - 1, last.y + last.h - 1)).toBe(true);
  expect(overlapsCorner(placed, last.x + last.w, last.y)).toBe(false);
  expect(overlapsCorner(placed, last.x, last.y + last.h)).toBe(false);
});
