import { expect, test } from "vitest";
import type { GameRecord } from "../../../src/server/http";
import { isEventful, nextTurn, turnsOf } from "../../../src/table/replayTurns";
import { formatTiles } from "../../../src/tiles/tiles";

const RECORD: GameRecord = {
  profile: "international",
  players: 2,
  names: ["Ada", "Bob"],
  result: { ending: "out", winners: [0], scores: ["+5", "-5"] },
  actions: [
    { seat: 0, action: "draw" },
    { seat: 1, action: "play", table: ["r10 r11 r12"] },
    { seat: 0, action: "play", table: ["r10 r11"] },
    { seat: 1, action: "draw" },
    { seat: 0, action: "play", table: ["r10 r11 r12 r13"] },
  ],
  wrong_plays: [{ action: 2, drawn: 3 }],
  drawn: ["k1", "", "b2 b3 b4", "o5", ""],
  racks: [["k1 r13", "r10 r11 r12"], ["k1 r13", ""], ["k1 r13 b2 b3 b4", ""], ["k1 r13 b2 b3 b4", "o5"], ["k1 b2 b3 b4", "o5"]],
};

test("each action is a turn, with the table, the racks and the drawn tiles after it", () => {
  const turns = turnsOf(RECORD);
  expect(turns.map(({ action, placed, drawn, drawnCount }) => [action, placed, drawn, drawnCount])).toEqual([
    ["draw", "", "k1", 1],
    ["play", "r10 r11 r12", "", 1],
    ["wrong", "", "b2 b3 b4", 3],
    ["draw", "", "o5", 1],
    ["play", "r13", "", 1],
  ]);
  expect(turns[2]!.sets.map((set) => formatTiles(set.tiles))).toEqual(["r10 r11 r12"]);
  expect(turns[3]!.racks).toEqual(["k1 r13 b2 b3 b4", "o5"]);
});

test("a record without racks and drawn tiles can be shown too", () => {
  const turns = turnsOf({ ...RECORD, drawn: undefined, racks: undefined });
  expect(turns.map(({ drawnCount, racks }) => [drawnCount, racks.length])).toEqual([[1, 0], [1, 0], [3, 0], [1, 0], [1, 0]]);
});

test("draws can be skipped in both directions", () => {
  const turns = turnsOf(RECORD);
  expect(turns.map(isEventful)).toEqual([false, true, true, false, true]);
  expect([nextTurn(turns, 2, 1, false), nextTurn(turns, 2, 1, true)]).toEqual([3, 4]);
  expect([nextTurn(turns, 4, -1, true), nextTurn(turns, 1, -1, true), nextTurn(turns, 4, 1, true)]).toEqual([2, 0, 4]);
});
