import { describe, expect, test } from "vitest";
import { createDraft } from "../../../src/board/draft";
import type { GameView } from "../../../src/server/protocol";
import { rackAsSaved, restoreLayout, resumeDraft } from "../../../src/table/savedDraft";
import { reconcile, reconcileRack } from "../../../src/tiles/reconcile";
import { faces } from "../layouts";

describe("a saved draft", () => {
  const saved = (sets: string[], rack = "") => ({ match: 1, game: 1, actions: 4, start: ["r3 r4 r5"], sets, rack });
  const draft = () => createDraft({ sets: reconcile([], ["r3 r4 r5"]), rack: reconcileRack([], "r6 k1 k1").rack });
  const game = (table: string[], actions: number) => ({ table, actions, rack: "r6 k1 k1" }) as unknown as GameView;

  test("is restored with the same pieces", () => {
    const before = draft();
    const restored = restoreLayout(before, saved(["r3 r4 r5 r6"]))!;
    expect(faces(restored.sets)).toEqual(["r3 r4 r5 r6"]);
    expect(restored.sets[0]!.tiles[3]).toBe(before.start.rack.find((tile) => tile.face === "r6"));
    expect(restored.rack.map((tile) => tile.face)).toEqual(["k1", "k1"]);
  });

  test("with tiles that I do not have, or without tiles of the table, is not restored", () => {
    expect(restoreLayout(draft(), saved(["r3 r4 r5 r7"]))).toBe(null);
    expect(restoreLayout(draft(), saved(["r3 r4"]))).toBe(null);
  });

  test("of the same turn is resumed", () => {
    const resumed = resumeDraft(draft(), saved(["r3 r4 r5 r6"]), game(["r3 r4 r5"], 4));
    expect(faces(resumed.draft.layout.sets)).toEqual(["r3 r4 r5 r6"]);
    expect(resumed.broken).toEqual([]);
  });

  test("of an earlier turn is a plan, which a changed set breaks", () => {
    const kept = resumeDraft(draft(), saved(["r3 r4 r5 r6"]), game(["r3 r4 r5", "k9 b9 o9"], 5));
    expect(faces(kept.draft.layout.sets)).toEqual(["k9 b9 o9", "r3 r4 r5 r6"]);
    const broken = resumeDraft(draft(), saved(["r3 r4 r5 r6"]), game(["r2 r3 r4 r5"], 5));
    expect(broken.broken).toEqual(["r3 r4 r5"]);
  });

  test("gives the tiles of the rack their slots, also those on the table", () => {
    const rack = rackAsSaved({ ...saved(["r3 r4 r5 r6"], "k1 k1"), placed: "r6", slots: [0, 1002, 4] }, game([], 4));
    expect(rack.map((tile) => `${tile.face} ${tile.slot}`)).toEqual(["k1 0", "k1 1002", "r6 4"]);
    expect(rackAsSaved(null, game([], 4))).toEqual([]);
  });
});
