import { expect, test } from "vitest";
import { TURN_TIMES, changedRules, emptyPool, formatTurnTime, openingThreshold, turnSeconds } from "../../../src/rules/houseRules";

test("the house rules that differ from the edition are listed in words, in the order of the form", () => {
  const changed = changedRules({ profile: "tm-toys", rules: { opening_threshold: 0, redeal_pairs: null, wrong_play: "penalty", leftover_tiles: "pool", turn_seconds: 120, max_players: 5 } });
  expect(changed).toEqual([
    { name: "Maximum players", value: "5", original: "6" },
    { name: "Pairs that allow a redeal", value: "none", original: "3" },
    { name: "Points needed to open", value: "0", original: "30" },
    { name: "Where tiles go that nobody can put back", value: "to the pool", original: "to the rack of the player whose turn it was" },
  ]);
});

test("a table without house rules has no changed rules", () => {
  expect(changedRules({ profile: "twist", rules: {} })).toEqual([]);
  expect(changedRules({})).toEqual([]);
});

test("the clock is the edition's, or the table's own", () => {
  expect(turnSeconds({ profile: "jumbo" })).toBe(60);
  expect(turnSeconds({ profile: "jumbo", rules: { turn_seconds: null } })).toBe(null);
  expect([null, 60, 7200, 259_200, 5400].map(formatTurnTime)).toEqual(["No limit", "60 seconds", "2 hours", "3 days", "5400 seconds"]);
});

test("a new table offers the times that a rulebook names, each once and in order", () => {
  expect(TURN_TIMES.slice(0, 3).map(formatTurnTime)).toEqual(["30 seconds", "40 seconds", "60 seconds"]);
  expect([...TURN_TIMES].sort((a, b) => a - b)).toEqual([...new Set(TURN_TIMES)]);
});

test("the opening threshold is the edition's, or the table's own", () => {
  expect(openingThreshold({ profile: "jumbo" })).toBe(30);
  expect(openingThreshold({})).toBe(30);
  expect(openingThreshold({ profile: "jumbo", rules: { opening_threshold: 0 } })).toBe(0);
});

test("the end of a game with an empty pool follows the edition and its house rules (N2)", () => {
  expect(["vienna-de", "vienna-en", "jumbo", "tm-toys", "international", "twist"].map((profile) => emptyPool({ profile }))).toEqual(["stuck", "stuck", "last-round", "last-round", "must-place", "stuck"]);
  expect(emptyPool({ profile: "international", rules: { empty_pool: "passes" } })).toBe("passes");
});
