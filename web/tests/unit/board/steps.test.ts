import { expect, test } from "vitest";
import { stepsTo } from "../../../src/board/steps";
import { reconcile, reconcileRack } from "../../../src/tiles/reconcile";
import { faces } from "../layouts";

test("a play is shown set by set, and ends with its table", () => {
  const sets = reconcile([], ["r3 r4 r5 r6", "k7 b7 o7"]);
  const { rack } = reconcileRack([], "r7 k6 b6 o1");
  const steps = stepsTo({ sets, rack }, ["r3 r4 r5", "r6 k6 b6", "r7 k7 b7 o7"]);
  expect(steps.map((step) => faces(step.sets).sort())).toEqual([
    ["k7 b7 o7", "r3 r4 r5", "r6"],
    ["k7 b7 o7", "r3 r4 r5", "r6 k6 b6"],
    ["r3 r4 r5", "r6 k6 b6", "r7 k7 b7 o7"],
  ]);
  expect(steps.at(-1)!.rack.map((tile) => tile.face)).toEqual(["o1"]);
});

test("a play that begins where the steps of another one ended gives every set an id of its own", () => {
  const sets = reconcile([], ["r3 r4 r5 r6 r7 r8 r9"]);
  const first = stepsTo({ sets, rack: [] }, ["r6 r7 r8 r9", "r3 r4 r5"])[0]!;
  expect(faces(first.sets)).toEqual(["r6 r7 r8 r9", "r3 r4 r5"]);
  const { rack } = reconcileRack([], "k6 b6");
  const steps = stepsTo({ ...first, rack }, ["r7 r8 r9", "r3 r4 r5", "r6 k6 b6"]);
  for (const { sets: shown } of steps) expect(new Set(shown.map((set) => set.id)).size).toBe(shown.length);
});
