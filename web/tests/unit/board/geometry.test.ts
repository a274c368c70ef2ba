import { describe, expect, test } from "vitest";
import { RATIO, fitRack, slotAt, slotSpot } from "../../../src/board/geometry";
import { LEDGE, settle, sortIntoSlots } from "../../../src/tiles/slots";

const rackOf = (count: number) => settle(Array.from({ length: count }, (_, n) => ({ id: String(n), face: "r1", mine: true }))).map((tile) => tile.slot!);

describe("the rack", () => {
  test.each([
    [14, 340, false],
    [22, 340, false],
    [45, 340, false],
    [14, 560, true],
    [45, 560, true],
    [14, 1400, false],
    [45, 800, false],
  ])("has room for %i tiles in %i px", (count, width, isLow) => {
    const slots = rackOf(count);
    const rack = fitRack(slots, width, 28, 60, isLow);
    const spots = slots.map((slot) => slotSpot(slot, rack));
    for (const spot of spots) {
      expect(spot.x).toBeGreaterThanOrEqual(0);
      expect(spot.x + rack.tileWidth).toBeLessThanOrEqual(width + 0.5);
      expect(spot.y + rack.tileWidth * RATIO).toBeLessThanOrEqual(rack.height);
    }
    spots.forEach((a, n) => {
      for (const b of spots.slice(n + 1)) expect(Math.abs(a.x - b.x) >= rack.tileWidth || Math.abs(a.y - b.y) >= rack.tileWidth * RATIO).toBe(true);
    });
    // Every slot is found again at its own corner.
    expect(spots.map((spot) => slotAt(spot, rack))).toEqual(slots);
  });

  test("has two ledges, on a low screen beside each other, and shelves of half the length for many tiles on a phone", () => {
    expect(fitRack(rackOf(14), 340, 28, 60, false).shelves).toBe(2);
    expect(fitRack(rackOf(14), 560, 28, 40, true).shelves).toBe(1);
    expect(fitRack(rackOf(40), 340, 28, 60, false).shelves).toBe(4);
  });

  test("keeps its tiles 34 px wide on a small phone, and 26 px with 40 of them", () => {
    expect(fitRack(rackOf(14), 330, 28, 36, false).tileWidth).toBeGreaterThanOrEqual(34);
    expect(fitRack(rackOf(40), 330, 28, 36, false).tileWidth).toBeGreaterThanOrEqual(26);
  });

  test("does not change its size when a tile leaves its slot", () => {
    const sorted = sortIntoSlots("k1 k2 k9 r3 r4 b5 b6 o1 o2 o3 r9 r10 J k5".split(" ").map((face) => ({ id: face, face, mine: true })), "runs", true);
    const slots = sorted.map((tile) => tile.slot!);
    const before = fitRack(slots, 340, 28, 60, false);
    for (const taken of slots.filter((slot) => slot !== Math.max(...slots) && slot !== Math.max(...slots.filter((one) => one < LEDGE)))) {
      expect(fitRack(slots.filter((slot) => slot !== taken), 340, 28, 60, false)).toEqual(before);
    }
  });
});
