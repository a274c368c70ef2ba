import { describe, expect, test } from "vitest";
import { select } from "../../../src/board/draft";
import { besideTile, dropAsNewSet, tapRack, tapTable, tapTile } from "../../../src/board/gestures";
import { draftOf, shown } from "../layouts";

describe("tapping", () => {
  test("taps on the rack select several tiles, and a tap on the empty table lays them", () => {
    let draft = draftOf([], "r3 r4 r5 k1");
    for (const id of ["r3", "r4", "r5"]) draft = tapTile(draft, id, "right");
    expect(shown(tapTable(draft, 0))).toEqual(["r3 r4 r5", "k1"]);
  });

  test("a second tap deselects a tile", () => {
    expect(tapTile(tapTile(draftOf([], "r3"), "r3", "left"), "r3", "left").selected).toEqual([]);
  });

  test("a tap on the left or right half of a tile drops the selection there", () => {
    const selected = tapTile(draftOf(["r3 r4 r5"], "r2 r6"), "r2", "left");
    expect(shown(tapTile(selected, "r3", "left"))[0]).toBe("r2 r3 r4 r5");
    expect(shown(tapTile(selected, "r5", "right"))[0]).toBe("r3 r4 r5 r2");
  });

  test("a tap on a tile of the same set selects it too", () => {
    const draft = tapTile(tapTile(draftOf(["r3 r4 r5"], ""), "r4", "left"), "r5", "left");
    expect(draft.selected).toEqual(["r4", "r5"]);
  });

  test("a tap on the rack returns a tile of mine", () => {
    const laid = dropAsNewSet(select(draftOf([], "r3 r4"), ["r3"]));
    expect(shown(tapRack(tapTile(laid, "r3", "left"), 1))).toEqual(["", "r4 r3"]);
  });

  test("the target beside a tile of the rack is on the rack", () => {
    expect(besideTile(draftOf([], "r3 r4"), "r4", "left")).toEqual({ on: "rack", at: 1 });
  });
});
