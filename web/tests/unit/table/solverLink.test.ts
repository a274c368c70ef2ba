import { describe, expect, test } from "vitest";
import type { GameRecord } from "../../../src/server/http";
import type { TableView } from "../../../src/server/protocol";
import { turnsOf } from "../../../src/table/replayTurns";
import { myPositionLink, recordPositionLink } from "../../../src/table/solverLink";

const VIEW = {
  seat: 1,
  phase: "playing",
  settings: { profile: "jumbo", hints: true, rules: { opening_threshold: 0 } },
  game: { table: ["r3 r4 r5"], rack: "r6 J", rack_sizes: [9, 2], opened: [false, true] },
} as unknown as TableView;

describe("my own position", () => {
  test("opens in the solver with its house rules", () => {
    expect(decodeURIComponent(myPositionLink(VIEW)!)).toBe("#/best/jumbo.2.opened.r3-r4-r5.r6-J.opening_threshold=0");
  });

  test("does not open where hints are forbidden, until the game is over", () => {
    const strict = { ...VIEW, settings: { ...VIEW.settings, hints: false } };
    expect(myPositionLink(strict)).toBeNull();
    expect(myPositionLink({ ...strict, phase: "over" })).not.toBeNull();
  });

  test("is nobody's for a spectator, and for a rack that is hidden", () => {
    expect(myPositionLink({ ...VIEW, seat: null })).toBeNull();
    expect(myPositionLink({ ...VIEW, game: { ...VIEW.game!, rack: "" } })).toBeNull();
    expect(myPositionLink({ ...VIEW, game: null })).toBeNull();
  });
});

test("a position of a record is that of the next player", () => {
  const record = {
    profile: "jumbo",
    players: 2,
    names: ["Anna", "Ben"],
    result: { ending: "out", winners: [0], scores: ["0", "0"] },
    actions: [{ seat: 0, action: "play", table: ["r10 r11 r12"] }, { seat: 1, action: "draw" }, { seat: 0, action: "draw" }],
    racks: [["k1", "o1 o2"], ["k1", "o1 o2 o3"], ["k1 k2", "o1 o2 o3"]],
  } satisfies GameRecord;
  const turns = turnsOf(record);
  expect(recordPositionLink(record, turns, 0)).toBe("#/best/jumbo.2.not-opened.r10-r11-r12.o1-o2");
  expect(recordPositionLink(record, turns, 1)).toBe("#/best/jumbo.2.opened.r10-r11-r12.k1");
  expect(recordPositionLink(record, turns, 2)).toBeNull();
});
