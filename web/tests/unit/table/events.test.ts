import { describe, expect, test } from "vitest";
import type { GameView, TableView } from "../../../src/server/protocol";
import { applyEvent } from "../../../src/table/events";

describe("the view after an event", () => {
  const view = {
    table: "t", number: 4, settings: {}, maker: "me", phase: "open", seats: [{ name: "", person: null, level: null, away: false }, { name: "B", person: "b", level: null, away: false }],
    seat: null, match: 1, game_number: 1, standings: [], wants_rematch: [], kept: [], fair: null, game: null, last_actions: [],
  } as unknown as TableView;

  test("has my seat when I sit down", () => {
    const next = applyEvent(view, { kind: "seat-changed", number: 5, at: 0, what: "sat", seat: 0, phase: "open", now: { name: "A", person: "me", level: null, away: false } }, "me");
    expect([next.seat, next.number]).toEqual([0, 5]);
  });

  test("has the end of the countdown, until somebody holds it or leaves", () => {
    const sat = { kind: "seat-changed", at: 0, what: "sat", seat: 0, now: { name: "A", person: "me", level: null, away: false } } as const;
    const ready = applyEvent(view, { ...sat, number: 5, phase: "ready", phase_ends: 10_000 }, "me");
    expect([ready.phase, ready.phase_ends]).toEqual(["ready", 10_000]);
    expect(applyEvent(ready, { kind: "table-changed", number: 6, at: 0, what: "held", phase: "ready" }, "me").phase_ends).toBeNull();
    expect(applyEvent(ready, { ...sat, number: 6, what: "stood", phase: "open" }, "me").phase_ends).toBeNull();
  });

  test("lists the actions until the next deal", () => {
    const game = { turn: 1 } as unknown as GameView;
    const acted = applyEvent(view, { kind: "acted", number: 5, at: 0, phase: "playing", game, action: { seat: 0, action: "draw", by: "person" } }, "me");
    expect(acted.last_actions.length).toBe(1);
    expect(applyEvent(acted, { kind: "table-changed", number: 6, at: 0, what: "committed", phase: "dealing" }, "me")).toMatchObject({ game: null, last_actions: [] });
  });

  test("has the tempo that the owner chose", () => {
    const changed = { kind: "table-changed", at: 0, phase: "open" } as const;
    const next = applyEvent(view, { ...changed, number: 5, what: "tempo-changed", tempo: "fast" }, "me");
    expect(next.settings.tempo).toBe("fast");
    expect(applyEvent(next, { ...changed, number: 6, what: "kept" }, "me").settings.tempo).toBe("fast");
  });

  test("lists every redeal", () => {
    const dealt = { kind: "game-began", at: 0, phase: "offering", phase_ends: null, game_number: 1, game: { turn: 1 } as unknown as GameView } as const;
    const first = applyEvent(view, { ...dealt, number: 5, action: { seat: 0, action: "redeal", by: "person", shown: "r3 r3" } }, "me");
    const second = applyEvent(first, { ...dealt, number: 6, action: { seat: 1, action: "redeal", by: "person", shown: "k1 k1" } }, "me");
    expect(second.last_actions.map((action) => action.shown)).toEqual(["r3 r3", "k1 k1"]);
    expect(applyEvent(second, { ...dealt, number: 7, action: null }, "me").last_actions).toEqual([]);
  });
});
