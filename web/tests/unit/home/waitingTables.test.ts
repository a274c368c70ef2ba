import { expect, test } from "vitest";
import { lastGame, waitingTables } from "../../../src/home/waitingTables";
import type { RecentTable } from "../../../src/person/recentTables";
import type { MyTable } from "../../../src/server/http";

const SUMMARY = { profile: "jumbo", rules: {}, phase: "playing", names: ["Mum", "Anna", "casual"], game_number: 1, games: 1, turn: 0, turn_ends: null, rated: false, spectators: true, rack_sizes: [5, 9, 3] };
const listing = (table: string, at: number, summary: Partial<MyTable["summary"]> = {}, more: Partial<MyTable> = {}): MyTable => ({ table, code: "ABCDEF", at, seat: 1, left: false, games: [], summary: { ...SUMMARY, ...summary }, ...more });
const recent = (table: string, at: number, over = false): RecentTable => ({ table, code: null, profile: "twist", names: ["You", "Tom"], over, at });

test("tables where it is my turn come first, then the latest", () => {
  const tables = waitingTables([recent("watched", 4)], [listing("late", 3), listing("mine", 1, { turn: 1 }), listing("early", 2)]);
  expect(tables.map((one) => one.table)).toEqual(["mine", "watched", "late", "early"]);
  expect(tables[0]!.isMyTurn).toBe(true);
});

test("a table names the others with their tiles, and mine", () => {
  const [table] = waitingTables([], [listing("a", 1)]);
  expect(table).toMatchObject({ names: ["Mum", "Bruno"], myTiles: 9, others: [{ name: "Mum", tiles: 5 }, { name: "Bruno", tiles: 3 }] });
});

test("a table with free seats has no tiles yet", () => {
  const [table] = waitingTables([], [listing("a", 1, { phase: "open", names: [null, "Anna", null], turn: null, rack_sizes: [] })]);
  expect(table).toMatchObject({ isOpen: true, isMyTurn: false, names: [], myTiles: null, others: [] });
});

test("what is over, closed or left does not wait, whatever this browser remembers", () => {
  const listings = [listing("over", 1, { phase: "over" }), listing("closed", 2, { phase: "closed" }), listing("left", 3, {}, { left: true })];
  expect(waitingTables([recent("over", 5), recent("left", 6), recent("ended", 7, true)], listings)).toEqual([]);
});

test("the last game is the one that ended last", () => {
  const game = (game: number, ended_at: number) => ({ match: 1, game, ended_at, names: ["Mum", "Anna", "casual"], points: ["0", "0", "0"], winners: [0] });
  expect(lastGame([])).toBeNull();
  expect(lastGame([listing("a", 1, {}, { games: [game(1, 10), game(2, 30)] }), listing("b", 9, {}, { games: [game(1, 20)] })])).toMatchObject({ table: "a", game: { game: 2 }, names: ["Mum", "Bruno"] });
});
