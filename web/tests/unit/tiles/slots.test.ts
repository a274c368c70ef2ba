import { describe, expect, test } from "vitest";
import { LEDGE, TILE, emptySlots, insertAtSlot, settle, sortIntoSlots } from "../../../src/tiles/slots";
import type { Piece } from "../../../src/tiles/tiles";

const piece = (face: string, slot?: number): Piece => ({ id: `${face}@${slot}`, face, mine: true, ...(slot === undefined ? {} : { slot }) });
const slots = (rack: readonly Piece[]) => rack.map((tile) => `${tile.face} ${tile.slot}`);

/** Whether all tiles have slots, in order, and none overlap. */
function isOrderly(rack: readonly Piece[]): boolean {
  return rack.every((tile, n) => tile.slot !== undefined && tile.slot >= 0 && (n === 0 || tile.slot - rack[n - 1]!.slot! >= TILE));
}

describe("tiles without a slot", () => {
  test("take the first gap, then the end of the shorter ledge", () => {
    expect(slots(settle([piece("r1", 0), piece("r2", 4), piece("r3", LEDGE), piece("k1"), piece("k2"), piece("k3")]))).toEqual(["r1 0", "k1 2", "r2 4", "r3 1000", "k2 1002", "k3 1004"]);
  });

  test("do not take half a gap, or a slot that is taken", () => {
    expect(slots(settle([piece("r1", 0), piece("r2", 3), piece("k1", 3), piece("r3", LEDGE + 8)]))).toEqual(["r1 0", "r2 3", "k1 1000", "r3 1008"]);
  });
});

test("sorting closes gaps and puts about half of the tiles on each ledge, without tearing apart what belongs together", () => {
  const rack = [piece("r3", 10), piece("k5", 0), piece("k1", LEDGE + 20), piece("r4", 4), piece("J", 6)];
  expect(slots(sortIntoSlots(rack, "runs", false))).toEqual(["k1 0", "k5 2", "r3 1000", "r4 1002", "J 1004"]);
  expect(slots(sortIntoSlots(rack, "runs", true))).toEqual(["k1 0", "k5 3", "r3 1000", "r4 1002", "J 1005"]);
});

describe("a tile put into a slot", () => {
  test("that is free lies there", () => {
    expect(slots(insertAtSlot([piece("r1", 0)], [piece("k1")], LEDGE + 6))).toEqual(["r1 0", "k1 1006"]);
  });

  test("that is taken pushes others towards the nearest gap, and no farther", () => {
    expect(slots(insertAtSlot([piece("r1", 0), piece("r2", 2), piece("r3", 6)], [piece("k1")], 0))).toEqual(["k1 0", "r1 2", "r2 4", "r3 6"]);
    // The gap is on the left, where the tile came from: the ledge does not get longer.
    expect(slots(insertAtSlot([piece("r2", 2), piece("r3", 4)], [piece("r1")], 4))).toEqual(["r2 0", "r3 2", "r1 4"]);
  });
});

test("the slots of tiles on the table are empty until another tile takes them", () => {
  expect(emptySlots([piece("r1", 0), piece("r2", 5)], [piece("k1", 2), piece("k2", 4), piece("k3")])).toEqual([2]);
});

test("a slot that two tiles have left, one after the other, is empty once", () => {
  expect(emptySlots([piece("r1", 0)], [piece("k1", 2), piece("k2", 2), piece("k3", 3), piece("k4", 4)])).toEqual([2, 4]);
});

test("whatever is taken, put back and drawn, tiles never overlap, and those that nobody touches stay", () => {
  let seed = 11;
  const chance = (most: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
  let rack = settle(Array.from({ length: 14 }, (_, n) => piece(`r${n}`)));
  let away: Piece[] = [];
  for (let n = 0; n < 2000; n += 1) {
    const before = new Map(rack.map((tile) => [tile.id, tile.slot]));
    const what = chance(4);
    if (what === 0 && rack.length) {
      const [taken] = rack.splice(chance(rack.length), 1);
      away.push(taken!);
    } else if (what === 1 && away.length) rack = settle([...rack, away.pop()!]);
    else if (what === 2 && rack.length + away.length < 45) rack = settle([...rack, piece(`k${n}`)]);
    else if (away.length) rack = insertAtSlot(rack, [away.pop()!], chance(30) + LEDGE * chance(2));
    if (chance(40) === 0) away = [];
    expect(isOrderly(rack)).toBe(true);
    if (what < 3) for (const tile of rack) if (before.has(tile.id)) expect(tile.slot).toBe(before.get(tile.id));
  }
});
