import { describe, expect, test } from "vitest";
import { type Draft, select } from "../../../src/board/draft";
import { besideTile, dropAsNewSet, tapRack, tapTable, tapTile } from "../../../src/board/gestures";
import { LEDGE } from "../../../src/tiles/slots";
import { draftOf, shown } from "../layouts";

const tap = (draft: Draft, id: string, half: "left" | "right" = "left") => tapTile(draft, id, besideTile(draft, id, half));

describe("tapping", () => {
  test("taps on the rack select several tiles, and a tap on the empty table lays them", () => {
    let draft = draftOf([], "r3 r4 r5 k1");
    for (const id of ["r3", "r4", "r5"]) draft = tapTile(draft, id, besideTile(draft, id, "right"));
    expect(shown(tapTable(draft))).toEqual(["r3 r4 r5", "k1"]);
  });

  test("a second tap deselects a tile", () => {
    expect(tap(tap(draftOf([], "r3"), "r3"), "r3").selected).toEqual([]);
  });

  test("a tap on the left or right half of a tile drops the selection there", () => {
    const selected = tap(draftOf(["r3 r4 r5"], "r2 r6"), "r2");
    expect(shown(tap(selected, "r3", "left"))[0]).toBe("r2 r3 r4 r5");
    expect(shown(tap(selected, "r5", "right"))[0]).toBe("r3 r4 r5 r2");
  });

  test("a tap on a tile of the same set selects it too", () => {
    const draft = tap(tap(draftOf(["r3 r4 r5"], ""), "r4"), "r5");
    expect(draft.selected).toEqual(["r4", "r5"]);
  });

  test("a tap on the rack returns a tile of mine", () => {
    const laid = dropAsNewSet(select(draftOf([], "r3 r4"), ["r3"]));
    expect(shown(tapRack(tap(laid, "r3"), LEDGE + 2))).toEqual(["", "r4 r3"]);
  });

  test("the target beside a tile of the rack is on the rack", () => {
    expect(besideTile(draftOf([], "r3 r4"), "r3", "right")).toEqual({ on: "rack", slot: 2 });
  });
});
