import { describe, expect, test } from "vitest";
import { RATIO, fitRack, slotAt, slotSpot } from "../../../src/board/geometry";
import { LEDGE, settle, sortIntoSlots } from "../../../src/tiles/slots";

const rackOf = (count: number) => settle(Array.from({ length: count }, (_, n) => ({ id: String(n), face: "r1", mine: true }))).map((tile) => tile.slot!);

describe("the rack", () => {
  const room = { width: 340, height: Infinity, least: 28, most: 60, isLow: false };

  test.each([
    [14, room],
    [22, room],
    [45, room],
    [45, { ...room, height: 60 }],
    [14, { ...room, width: 560, isLow: true }],
    [45, { ...room, width: 560, isLow: true }],
    [14, { ...room, width: 1400 }],
    [45, { ...room, width: 800 }],
  ])("has a place for each of %i tiles in %o", (count, given) => {
    const slots = rackOf(count);
    const rack = fitRack(slots, given);
    const spots = slots.map((slot) => slotSpot(slot, rack));
    for (const spot of spots) {
      expect(spot.x).toBeGreaterThanOrEqual(0);
      expect(spot.x + rack.tileWidth).toBeLessThanOrEqual(rack.width + 0.5);
      expect(spot.y + rack.tileWidth * RATIO).toBeLessThanOrEqual(rack.height);
    }
    spots.forEach((a, n) => {
      for (const b of spots.slice(n + 1)) expect(Math.abs(a.x - b.x) >= rack.tileWidth || Math.abs(a.y - b.y) >= rack.tileWidth * RATIO).toBe(true);
    });
    // Every slot is found again at its own corner.
    expect(spots.map((spot) => slotAt(spot, rack))).toEqual(slots);
    expect(rack.tileWidth).toBeGreaterThanOrEqual(given.least);
    expect(rack.height).toBeLessThanOrEqual(given.height);
    expect(rack.scrolls).toBe(rack.width > given.width);
  });

  test("has two ledges, beside each other on a low screen and where nothing else leaves the table enough", () => {
    expect(fitRack(rackOf(14), room).shelves).toBe(2);
    expect(fitRack(rackOf(40), room).shelves).toBe(2);
    expect(fitRack(rackOf(14), { ...room, width: 560, most: 40, isLow: true }).shelves).toBe(1);
    expect(fitRack(rackOf(14), { ...room, height: 60 }).shelves).toBe(1);
  });

  test("shrinks its tiles before it scrolls, but not below what a finger can take", () => {
    expect(fitRack(rackOf(14), room)).toMatchObject({ scrolls: false, tileWidth: 46 });
    expect(fitRack(rackOf(14), { ...room, height: 100 })).toMatchObject({ scrolls: false, tileWidth: 31 });
    expect(fitRack(rackOf(22), room)).toMatchObject({ scrolls: false, tileWidth: 29 });
    expect(fitRack(rackOf(24), room)).toMatchObject({ scrolls: true, tileWidth: 28 });
  });

  test("does not change its size when a tile leaves its slot", () => {
    const sorted = sortIntoSlots("k1 k2 k9 r3 r4 b5 b6 o1 o2 o3 r9 r10 J k5".split(" ").map((face) => ({ id: face, face, mine: true })), "runs", true);
    const slots = sorted.map((tile) => tile.slot!);
    const before = fitRack(slots, room);
    for (const taken of slots.filter((slot) => slot !== Math.max(...slots) && slot !== Math.max(...slots.filter((one) => one < LEDGE)))) {
      expect(fitRack(slots.filter((slot) => slot !== taken), room)).toEqual(before);
    }
  });
});
