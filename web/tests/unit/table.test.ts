import { describe, expect, test } from "vitest";
import * as hand from "../../src/board/hands";
import { stepsTo } from "../../src/board/steps";
import { laidAgain, rebase } from "../../src/table/plan";
import { fold } from "../../src/table/fold";
import { reconcile, reconcileRack } from "../../src/tiles/reconcile";
import { sorted } from "../../src/tiles/tiles";
import type { TableView, GameView } from "../../src/server/protocol";
import { routeOf } from "../../src/route.svelte";
import { gamesOf } from "../../src/home/games";
import rules from "../../src/server/rules.json";
import { blocksOf } from "../../src/home/markdown";

const text = (sets: readonly { tiles: readonly { face: string }[] }[]) => sets.map((set) => set.tiles.map((tile) => tile.face).join(" "));

describe("tiles stay the same pieces", () => {
  test("when a set grows, the others keep theirs", () => {
    const before = reconcile([], ["r3 r4 r5", "k1 b1 o1"]);
    const after = reconcile(before, ["r3 r4 r5 r6", "k1 b1 o1"]);
    expect(after[0]!.tiles.slice(0, 3)).toEqual(before[0]!.tiles);
    expect(after[1]).toEqual(before[1]);
  });

  test("when sets are rearranged, each tile goes along", () => {
    const before = reconcile([], ["r3 r4 r5 r6 r7 r8"]);
    const after = reconcile(before, ["r3 r4 r5", "r6 r7 r8"]);
    expect(after.flatMap((set) => set.tiles.map((tile) => tile.id))).toEqual(before[0]!.tiles.map((tile) => tile.id));
  });

  test("two of one face are never one piece", () => {
    const after = reconcile(reconcile([], ["r7 b7 k7"]), ["r7 b7 k7", "r7 b7 o7"]);
    const ids = after.flatMap((set) => set.tiles.map((tile) => tile.id));
    expect(new Set(ids).size).toBe(6);
  });

  test("the rack keeps my order, and new tiles stand at its end", () => {
    const { rack } = reconcileRack([], "r3 k4 J");
    const own = [rack[2]!, rack[0]!, rack[1]!];
    const next = reconcileRack(own, "k4 r3 b9 J");
    expect(next.rack.map((tile) => tile.face)).toEqual(["J", "r3", "k4", "b9"]);
    expect(next.added.map((tile) => tile.face)).toEqual(["b9"]);
  });
});

test("a play is shown set by set, and ends as it was told", () => {
  const sets = reconcile([], ["r3 r4 r5 r6", "k7 b7 o7"]);
  const { rack } = reconcileRack([], "r7 k6 b6 o1");
  const steps = stepsTo({ sets, rack }, ["r3 r4 r5", "r6 k6 b6", "r7 k7 b7 o7"]);
  expect(steps.map((step) => text(step.sets).sort())).toEqual([
    ["k7 b7 o7", "r3 r4 r5", "r6"],
    ["k7 b7 o7", "r3 r4 r5", "r6 k6 b6"],
    ["r3 r4 r5", "r6 k6 b6", "r7 k7 b7 o7"],
  ]);
  expect(steps.at(-1)!.rack.map((tile) => tile.face)).toEqual(["o1"]);
});

test("a rack is sorted by runs or by groups, jokers last", () => {
  const { rack } = reconcileRack([], "J o1 k9 k2 r2");
  expect(sorted(rack, "runs").map((tile) => tile.face)).toEqual(["k2", "k9", "r2", "o1", "J"]);
  expect(sorted(rack, "groups").map((tile) => tile.face)).toEqual(["o1", "k2", "r2", "k9", "J"]);
});

describe("a plan", () => {
  const start = reconcile([], ["r3 r4 r5", "k1 b1 o1"]);
  const { rack } = reconcileRack([], "r6 k9");
  const hands = hand.drop(hand.pick(hand.begin({ sets: start, rack }), [rack[0]!.id]), { on: "set", set: start[0]!.id, at: 3 });

  test("outlives changes elsewhere on the table", () => {
    const rebased = rebase(hands, reconcile(start, ["r3 r4 r5", "k1 r1 b1 o1"]));
    expect(text(rebased!.layout!.sets)).toEqual(["k1 r1 b1 o1", "r3 r4 r5 r6"]);
  });

  test("says what broke it", () => {
    expect(rebase(hands, reconcile(start, ["r2 r3 r4 r5", "k1 b1 o1"]))).toEqual({ layout: null, broken: ["r3 r4 r5"] });
  });

  test("is none if nothing was moved", () => {
    expect(rebase(hand.begin({ sets: start, rack }), start)).toBe(null);
  });
});

describe("events", () => {
  const view = {
    table: "t", number: 4, settings: {}, maker: "me", phase: "open", seats: [{ name: "", person: null, level: null, away: false }, { name: "B", person: "b", level: null, away: false }],
    seat: null, match: 1, game_number: 1, standings: [], wants_rematch: [], kept: [], fair: null, game: null, last_actions: [],
  } as unknown as TableView;

  test("sitting down gives me the seat", () => {
    const next = fold(view, { kind: "seat-changed", number: 5, at: 0, what: "sat", seat: 0, phase: "open", now: { name: "A", person: "me", level: null, away: false } }, "me");
    expect([next.seat, next.number]).toEqual([0, 5]);
  });

  test("actions are remembered until the next deal", () => {
    const game = { turn: 1 } as unknown as GameView;
    const acted = fold(view, { kind: "acted", number: 5, at: 0, phase: "playing", game, action: { seat: 0, action: "draw", by: "person" } }, "me");
    expect(acted.last_actions.length).toBe(1);
    expect(fold(acted, { kind: "table-changed", number: 6, at: 0, what: "committed", phase: "dealing" }, "me")).toMatchObject({ game: null, last_actions: [] });
  });

  test("every redeal is remembered, also the second one", () => {
    const dealt = { kind: "game-began", at: 0, phase: "offering", phase_ends: null, game_number: 1, game: { turn: 1 } as unknown as GameView } as const;
    const first = fold(view, { ...dealt, number: 5, action: { seat: 0, action: "redeal", by: "person", shown: "r3 r3" } }, "me");
    const second = fold(first, { ...dealt, number: 6, action: { seat: 1, action: "redeal", by: "person", shown: "k1 k1" } }, "me");
    expect(second.last_actions.map((action) => action.shown)).toEqual(["r3 r3", "k1 k1"]);
    expect(fold(second, { ...dealt, number: 7, action: null }, "me").last_actions).toEqual([]);
  });
});

test("links lead to their screens", () => {
  expect(routeOf("#/t/abc234")).toEqual({ at: "code", code: "ABC234" });
  expect(routeOf("#/table/77")).toEqual({ at: "table", table: "77" });
  expect(routeOf("")).toEqual({ at: "home" });
  expect(routeOf("#/me")).toEqual({ at: "me" });
  expect(routeOf("#/replay/77/1/2")).toEqual({ at: "replay", table: "77", match: 1, game: 2 });
});

test("the rulebook's Markdown is read", () => {
  expect(blocksOf("# A\n\nOne\ntwo.\n\n- x\n- y\n  z")).toEqual([
    { kind: "heading", level: 1, text: "A" },
    { kind: "text", text: "One two." },
    { kind: "list", items: ["x", "y z"] },
  ]);
});

describe("a kept draft", () => {
  const draft = (sets: string[], start = ["r3 r4 r5"]) => ({ match: 1, game: 1, actions: 4, start, sets, rack: "" });
  const begun = () => hand.begin({ sets: reconcile([], ["r3 r4 r5"]), rack: reconcileRack([], "r6 k1 k1").rack });

  test("is laid again with the same pieces", () => {
    const hands = begun();
    const laid = laidAgain(hands, draft(["r3 r4 r5 r6"]))!;
    expect(text(laid.sets)).toEqual(["r3 r4 r5 r6"]);
    expect(laid.sets[0]!.tiles[3]).toBe(hands.start.rack.find((tile) => tile.face === "r6"));
    expect(laid.rack.map((tile) => tile.face)).toEqual(["k1", "k1"]);
  });

  test("of tiles that I do not have, or without tiles of the table, is none of mine", () => {
    expect(laidAgain(begun(), draft(["r3 r4 r5 r7"]))).toBe(null);
    expect(laidAgain(begun(), draft(["r3 r4"]))).toBe(null);
  });
});

test("a match has as many games as the exported rules want", () => {
  expect(rules.whole_rounds.length).toBeGreaterThan(0);
  for (const by of rules.fields.match_by.choices) expect(gamesOf(by, 4)).toBe(rules.whole_rounds.includes(by) ? 4 : 1);
});
