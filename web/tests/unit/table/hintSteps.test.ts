import { expect, test } from "vitest";
import type { Layout } from "../../../src/board/draft";
import { hintSteps } from "../../../src/table/hintSteps";
import { reconcile } from "../../../src/tiles/reconcile";
import { newId } from "../../../src/tiles/tiles";

function layoutOf(table: string[], rack: string): Layout {
  return { sets: reconcile([], table), rack: rack.split(" ").map((face) => ({ id: newId(), face, mine: true })) };
}

function stepsOf(table: string[], rack: string, after: string[]) {
  const layout = layoutOf(table, rack);
  const steps = hintSteps(layout, after);
  const all = [...layout.sets.flatMap((set) => set.tiles), ...layout.rack];
  return steps && { place: steps.place, look: all.filter((tile) => steps.look.has(tile.id)).map((tile) => tile.face), tiles: steps.tiles.map((set) => set.map((tile) => tile.face)) };
}

test("a set that grows is the place to look at", () => {
  expect(stepsOf(["r3 r4 r5", "k9 b9 o9"], "r6 k1", ["r3 r4 r5 r6", "k9 b9 o9"])).toEqual({ place: { at: "set" }, look: ["r3", "r4", "r5"], tiles: [["r6"]] });
});

test("a new run is hinted by its colour, a new group by its number", () => {
  expect(stepsOf([], "r10 r11 r12 r1 k1", ["r10 r11 r12"])).toEqual({ place: { at: "colour", colour: "r" }, look: ["r10", "r11", "r12", "r1"], tiles: [["r10", "r11", "r12"]] });
  expect(stepsOf([], "r10 k10 b10 r1", ["r10 k10 b10"])).toEqual({ place: { at: "number", number: 10 }, look: ["r10", "k10", "b10"], tiles: [["r10", "k10", "b10"]] });
});

test("an opening with a joker is hinted as a set, never as a lone joker", () => {
  expect(stepsOf(["k1 k2 k3"], "J r11 r12 b1", ["k1 k2 k3", "J r11 r12"])).toEqual({ place: { at: "colour", colour: "r" }, look: ["r11", "r12"], tiles: [["J", "r11", "r12"]] });
});

test("without anything to place there is no hint", () => {
  expect(stepsOf(["k1 k2 k3"], "b9", ["k1 k2 k3"])).toBeNull();
});
