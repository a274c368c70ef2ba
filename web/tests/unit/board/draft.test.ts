import { describe, expect, test } from "vitest";
import { type Target, arrange, drop, formatTable, isChanged, redo, reset, select, selectSet, selectThrough, sortRack, split, swapJoker, undo } from "../../../src/board/draft";
import { dropAsNewSet, returnToRack } from "../../../src/board/gestures";
import { draftOf, shown } from "../layouts";

describe("dropping tiles", () => {
  test("several tiles of the rack become a new set in the order of the rack", () => {
    const draft = dropAsNewSet(select(draftOf([], "r5 k1 r3 r4"), ["r4", "r3", "r5"]));
    expect(shown(draft)).toEqual(["r5 r3 r4", "k1"]);
    expect(draft.selected).toEqual([]);
  });

  test("tiles dropped between two tiles of a set are inserted", () => {
    const draft = drop(select(draftOf(["r3 r5"], "r4"), ["r4"]), { on: "set", set: "s1", at: 1 });
    expect(shown(draft)).toEqual(["r3 r4 r5", ""]);
  });

  test("within its own set a tile changes its place", () => {
    const draft = drop(select(draftOf(["r3 r4 r5"], ""), ["r3"]), { on: "set", set: "s1", at: 3 });
    expect(shown(draft)[0]).toBe("r4 r5 r3");
  });

  test("a whole set dropped on another one joins it", () => {
    const draft = drop(selectSet(draftOf(["r3 r4 r5", "r6 r7 r8"], ""), "r7"), { on: "set", set: "s1", at: 3 });
    expect(shown(draft)[0]).toBe("r3 r4 r5 r6 r7 r8");
  });

  test("a part of a run dropped on the empty table splits it", () => {
    const draft = drop(selectThrough(draftOf(["r3 r4 r5 r6 r7 r8"], ""), "r6"), { on: "new" });
    expect(shown(draft)[0]).toBe("r3 r4 r5 | r6 r7 r8");
  });

  test("a whole set dropped on the empty table stays the same set, and is not a step", () => {
    const before = draftOf(["r3 r4 r5", "k1 b1 o1"], "k9");
    const draft = drop(selectSet(before, "r4"), { on: "new" });
    expect([draft.layout, draft.past, draft.selected]).toEqual([before.layout, [], []]);
  });

  test("tiles dropped on a set that has gone stay where they are", () => {
    const before = draftOf(["r3 r4 r5"], "r6");
    expect(drop(select(before, ["r6"]), { on: "set", set: "gone", at: 0 }).layout).toEqual(before.layout);
  });

  test("the order of the sets is no change of the table", () => {
    const before = draftOf(["r3 r4 r5", "k1 b1 o1"], "");
    expect(isChanged({ ...before, layout: { ...before.layout, sets: [...before.layout.sets].reverse() } })).toBe(false);
  });

  test("a tile of the table does not go to the rack, one of mine returns", () => {
    const laid = drop(select(draftOf(["r3 r4 r5"], "r6"), ["r6"]), { on: "set", set: "s1", at: 3 });
    const draft = returnToRack(select(laid, ["r3", "r6"]));
    expect(shown(draft)).toEqual(["r3 r4 r5", "r6"]);
  });

  test("no tile is ever lost or created", () => {
    let draft = draftOf(["r3 r4 r5 r6", "k1 b1 o1"], "k9 k10 J");
    const all = () => [...draft.layout.sets.flatMap((set) => set.tiles), ...draft.layout.rack].map((tile) => tile.id).sort();
    const before = all();
    let seed = 7;
    const chance = (most: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
    for (let n = 0; n < 500; n += 1) {
      const ids = all().filter(() => chance(3) === 0);
      const set = draft.layout.sets[chance(draft.layout.sets.length)]!;
      const targets: Target[] = [
        { on: "new" },
        { on: "rack", slot: chance(9) + 1000 * chance(2) },
        { on: "set", set: set.id, at: chance(set.tiles.length + 1) },
      ];
      draft = drop(select(draft, ids), targets[chance(3)]!);
      if (chance(5) === 0) draft = undo(draft);
      if (chance(9) === 0) draft = redo(draft);
      expect(all()).toEqual(before);
      expect(draft.layout.sets.every((one) => one.tiles.length > 0)).toBe(true);
    }
    expect(shown(reset(draft))[0]).toBe("r3 r4 r5 r6 | k1 b1 o1");
  });
});

describe("undo and redo", () => {
  test("undo and redo go through the steps, and ordering the rack is not a step", () => {
    let draft = draftOf([], "r3 k4");
    draft = drop(select(draft, ["k4"]), { on: "rack", slot: 0 });
    expect([shown(draft)[1], draft.past.length]).toEqual(["k4 r3", 0]);
    draft = dropAsNewSet(select(draft, ["k4"]));
    expect(draft.past.length).toBe(1);
    draft = undo(draft);
    expect(shown(draft)).toEqual(["", "k4 r3"]);
    expect(shown(redo(draft))).toEqual(["k4", "r3"]);
  });

  test("reset can be undone", () => {
    const laid = dropAsNewSet(select(draftOf([], "r3 k4"), ["k4"]));
    const back = reset(laid);
    expect(isChanged(back)).toBe(false);
    expect(shown(undo(back))).toEqual(["k4", "r3"]);
  });

  test("tiles return to their slots, and only sorting closes the gaps", () => {
    const before = draftOf([], "r3 k4 b5 o6 r7");
    const laid = dropAsNewSet(select(before, ["r3", "b5"]));
    expect(laid.layout.rack.map((tile) => tile.slot)).toEqual(before.layout.rack.filter((tile) => !["r3", "b5"].includes(tile.id)).map((tile) => tile.slot));
    expect(reset(laid).layout.rack).toEqual(before.layout.rack);
    expect(returnToRack(select(laid, ["b5"])).layout.rack.find((tile) => tile.id === "b5")!.slot).toBe(before.layout.rack.find((tile) => tile.id === "b5")!.slot);
    expect(sortRack(laid, "runs").layout.rack.map((tile) => `${tile.id} ${tile.slot}`)).toEqual(["k4 0", "r7 2", "o6 1000"]);
  });

  test("an arrangement by the server is not a step", () => {
    const laid = dropAsNewSet(select(draftOf([], "r5 r3 r4"), ["r5", "r3", "r4"]));
    const arranged = arrange(laid, new Map([[laid.layout.sets[0]!.id, "r3 r4 r5"]]));
    expect(shown(arranged)[0]).toBe("r3 r4 r5");
    expect(arranged.past.length).toBe(1);
  });
});

test("a single tile of the table is sent as loose, one of mine as a set", () => {
  const draft = dropAsNewSet(select(dropAsNewSet(select(draftOf(["r3 r4 r5 r6"], "k1"), ["r6"])), ["k1"]));
  expect(formatTable(draft.layout)).toMatchObject({ sets: ["r3 r4 r5", "k1"], loose: "r6" });
});

test("a set is split before a tile", () => {
  expect(shown(split(draftOf(["r3 r4 r5 r6"], ""), "s1", 2))[0]).toBe("r3 r4 | r5 r6");
  expect(split(draftOf(["r3 r4"], ""), "s1", 0).past).toEqual([]);
});

describe("swapping a joker", () => {
  test("puts the tile in its place, and the joker in the hand", () => {
    const draft = swapJoker(draftOf(["r3 J r5"], "r4 k1"), "r4", "J");
    expect(shown(draft)).toEqual(["r3 r4 r5 | J", "k1"]);
    expect(draft.selected).toEqual(["J"]);
    expect(shown(undo(draft))).toEqual(["r3 J r5", "r4 k1"]);
  });

  test("works with a tile of the table, whose set it leaves", () => {
    expect(shown(drop(select(draftOf(["r3 J r5", "r4"], ""), ["r4"]), { on: "joker", joker: "J" }))[0]).toBe("r3 r4 r5 | J");
  });

  test("needs a joker on the table", () => {
    const draft = draftOf(["r3 r4 r5"], "r6 J");
    expect(swapJoker(draft, "r6", "J")).toBe(draft);
  });
});
