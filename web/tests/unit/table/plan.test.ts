import { describe, expect, test } from "vitest";
import { createDraft, drop, select } from "../../../src/board/draft";
import { rebase } from "../../../src/table/plan";
import { reconcile, reconcileRack } from "../../../src/tiles/reconcile";
import { faces } from "../layouts";

describe("a plan", () => {
  const start = reconcile([], ["r3 r4 r5", "k1 b1 o1"]);
  const { rack } = reconcileRack([], "r6 k9");
  const draft = drop(select(createDraft({ sets: start, rack }), [rack[0]!.id]), { on: "set", set: start[0]!.id, at: 3 });

  test("survives changes elsewhere on the table", () => {
    const rebased = rebase(draft, reconcile(start, ["r3 r4 r5", "k1 r1 b1 o1"]));
    expect(faces(rebased!.layout!.sets)).toEqual(["k1 r1 b1 o1", "r3 r4 r5 r6"]);
  });

  test("names the sets that broke it", () => {
    expect(rebase(draft, reconcile(start, ["r2 r3 r4 r5", "k1 b1 o1"]))).toEqual({ layout: null, broken: ["r3 r4 r5"] });
  });

  test("does not exist if nothing was moved", () => {
    expect(rebase(createDraft({ sets: start, rack }), start)).toBe(null);
  });
});
