import { describe, expect, test } from "vitest";
import { asNewSet, backToRack, beside, tapRack, tapTable, tapTile } from "../../src/board/gestures";
import * as hand from "../../src/board/hands";
import type { Piece } from "../../src/tiles/tiles";

const piece = (face: string, mine: boolean, id = face): Piece => ({ id, face, mine });
const table = (...sets: string[]) => sets.map((set, n) => ({ id: `s${n + 1}`, tiles: set.split(" ").map((face) => piece(face, false)) }));
const begun = (sets: string[], rack: string) => hand.begin({ sets: table(...sets), rack: rack.split(" ").filter(Boolean).map((face) => piece(face, true)) });
const shown = (hands: hand.Hands) => [hands.layout.sets.map((set) => set.tiles.map((tile) => tile.face).join(" ")).join(" | "), hands.layout.rack.map((tile) => tile.face).join(" ")];

describe("putting tiles down", () => {
  test("several tiles of the rack become a new set in the order in which they lie", () => {
    const hands = asNewSet(hand.pick(begun([], "r5 k1 r3 r4"), ["r4", "r3", "r5"]));
    expect(shown(hands)).toEqual(["r5 r3 r4", "k1"]);
    expect(hands.picked).toEqual([]);
  });

  test("between two tiles of a set they are inserted", () => {
    const hands = hand.drop(hand.pick(begun(["r3 r5"], "r4"), ["r4"]), { on: "set", set: "s1", at: 1 });
    expect(shown(hands)).toEqual(["r3 r4 r5", ""]);
  });

  test("within their own set they change places, counted without themselves", () => {
    const hands = hand.drop(hand.pick(begun(["r3 r4 r5"], ""), ["r3"]), { on: "set", set: "s1", at: 3 });
    expect(shown(hands)[0]).toBe("r4 r5 r3");
  });

  test("a whole set dropped on another one joins it, and its own place is gone", () => {
    const hands = hand.drop(hand.pickSet(begun(["r3 r4 r5", "r6 r7 r8"], ""), "r7"), { on: "set", set: "s1", at: 3 });
    expect(shown(hands)[0]).toBe("r3 r4 r5 r6 r7 r8");
  });

  test("a part of a run dropped on the empty table splits it", () => {
    const hands = hand.drop(hand.pickThrough(begun(["r3 r4 r5 r6 r7 r8"], ""), "r6"), { on: "new", at: 1 });
    expect(shown(hands)[0]).toBe("r3 r4 r5 | r6 r7 r8");
  });

  test("a new set lies where it was put", () => {
    const hands = hand.drop(hand.pick(begun(["r3 r4 r5", "k1 b1 o1"], "k9"), ["k9"]), { on: "new", at: 1 });
    expect(shown(hands)[0]).toBe("r3 r4 r5 | k9 | k1 b1 o1");
  });

  test("a tile of the table does not go to the rack, one of mine goes back", () => {
    const laid = hand.drop(hand.pick(begun(["r3 r4 r5"], "r6"), ["r6"]), { on: "set", set: "s1", at: 3 });
    const hands = backToRack(hand.pick(laid, ["r3", "r6"]));
    expect(shown(hands)).toEqual(["r3 r4 r5", "r6"]);
  });

  test("no tile is ever lost or made", () => {
    let hands = begun(["r3 r4 r5 r6", "k1 b1 o1"], "k9 k10 J");
    const all = () => [...hands.layout.sets.flatMap((set) => set.tiles), ...hands.layout.rack].map((tile) => tile.id).sort();
    const before = all();
    let seed = 7;
    const chance = (most: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
    for (let n = 0; n < 500; n += 1) {
      const ids = all().filter(() => chance(3) === 0);
      const set = hands.layout.sets[chance(hands.layout.sets.length)]!;
      const targets: hand.Target[] = [
        { on: "new", at: chance(4) },
        { on: "rack", at: chance(4) },
        { on: "set", set: set.id, at: chance(set.tiles.length + 1) },
      ];
      hands = hand.drop(hand.pick(hands, ids), targets[chance(3)]!);
      if (chance(5) === 0) hands = hand.undo(hands);
      if (chance(9) === 0) hands = hand.redo(hands);
      expect(all()).toEqual(before);
      expect(hands.layout.sets.every((one) => one.tiles.length > 0)).toBe(true);
    }
    expect(shown(hand.reset(hands))[0]).toBe("r3 r4 r5 r6 | k1 b1 o1");
  });
});

describe("tapping", () => {
  test("tiles of the rack gather, and a tap on empty table lays them", () => {
    let hands = begun([], "r3 r4 r5 k1");
    for (const id of ["r3", "r4", "r5"]) hands = tapTile(hands, id, "right");
    expect(shown(tapTable(hands, 0))).toEqual(["r3 r4 r5", "k1"]);
  });

  test("a second tap lets go", () => {
    expect(tapTile(tapTile(begun([], "r3"), "r3", "left"), "r3", "left").picked).toEqual([]);
  });

  test("a tap beside a tile of the table puts it there", () => {
    const picked = tapTile(begun(["r3 r4 r5"], "r2 r6"), "r2", "left");
    expect(shown(tapTile(picked, "r3", "left"))[0]).toBe("r2 r3 r4 r5");
    expect(shown(tapTile(picked, "r5", "right"))[0]).toBe("r3 r4 r5 r2");
  });

  test("a tap on a tile of the same set takes it too", () => {
    const hands = tapTile(tapTile(begun(["r3 r4 r5"], ""), "r4", "left"), "r5", "left");
    expect(hands.picked).toEqual(["r4", "r5"]);
  });

  test("a tap on the rack takes back what was mine", () => {
    const laid = asNewSet(hand.pick(begun([], "r3 r4"), ["r3"]));
    expect(shown(tapRack(tapTile(laid, "r3", "left"), 1))).toEqual(["", "r4 r3"]);
  });

  test("beside a tile of the rack is a place on the rack", () => {
    expect(beside(begun([], "r3 r4"), "r4", "left")).toEqual({ on: "rack", at: 1 });
  });
});

describe("back and forth", () => {
  test("undo and redo go through the steps, ordering the rack is none", () => {
    let hands = begun([], "r3 k4");
    hands = hand.drop(hand.pick(hands, ["k4"]), { on: "rack", at: 0 });
    expect([shown(hands)[1], hands.past.length]).toEqual(["k4 r3", 0]);
    hands = asNewSet(hand.pick(hands, ["k4"]));
    expect(hands.past.length).toBe(1);
    hands = hand.undo(hands);
    expect(shown(hands)).toEqual(["", "k4 r3"]);
    expect(shown(hand.redo(hands))).toEqual(["k4", "r3"]);
  });

  test("reset can be undone", () => {
    const laid = asNewSet(hand.pick(begun([], "r3 k4"), ["k4"]));
    const reset = hand.reset(laid);
    expect(hand.isBegun(reset)).toBe(false);
    expect(shown(hand.undo(reset))).toEqual(["k4", "r3"]);
  });

  test("an arrangement by the server is no step", () => {
    const laid = asNewSet(hand.pick(begun([], "r5 r3 r4"), ["r5", "r3", "r4"]));
    const arranged = hand.arrange(laid, new Map([[laid.layout.sets[0]!.id, "r3 r4 r5"]]));
    expect(shown(arranged)[0]).toBe("r3 r4 r5");
    expect(arranged.past.length).toBe(1);
  });
});

test("a single tile of the table is told as loose, one of mine as a set", () => {
  const hands = asNewSet(hand.pick(asNewSet(hand.pick(begun(["r3 r4 r5 r6"], "k1"), ["r6"])), ["k1"]));
  expect(hand.asTold(hands.layout)).toMatchObject({ sets: ["r3 r4 r5", "k1"], loose: "r6" });
});

test("a set is divided before a tile", () => {
  expect(shown(hand.split(begun(["r3 r4 r5 r6"], ""), "s1", 2))[0]).toBe("r3 r4 | r5 r6");
  expect(hand.split(begun(["r3 r4"], ""), "s1", 0).past).toEqual([]);
});
