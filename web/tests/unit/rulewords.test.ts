import { expect, test } from "vitest";
import { changedRules, clockWords, openingOf, secondsOf } from "../../src/home/rulewords";

test("what is not as in the box is told in words and in the order of the form, and nothing else", () => {
  const told = changedRules({ profile: "tm-toys", rules: { opening_threshold: 0, redeal_pairs: null, wrong_play: "penalty", leftover_tiles: "pool", turn_seconds: 120, max_players: 5 } });
  expect(told).toEqual([
    { name: "Most players", value: "5", own: "6" },
    { name: "Pairs on the first rack that allow a redeal", value: "none", own: "3" },
    { name: "Points that the first play must reach", value: "0", own: "30" },
    { name: "Where tiles go that nobody can put back", value: "to the pool", own: "to the rack of who was to play" },
  ]);
});

test("a table without house rules differs in nothing", () => {
  expect(changedRules({ profile: "twist", rules: {} })).toEqual([]);
  expect(changedRules({})).toEqual([]);
});

test("the clock is the box's, or the table's own", () => {
  expect(secondsOf({ profile: "jumbo" })).toBe(60);
  expect(secondsOf({ profile: "jumbo", rules: { turn_seconds: null } })).toBe(null);
  expect([null, 60, 7200, 259_200, 5400].map(clockWords)).toEqual(["No limit", "60 seconds", "2 hours", "3 days", "5400 seconds"]);
});

test("what the first play must be worth is the box's, or the table's own", () => {
  expect(openingOf({ profile: "jumbo" })).toBe(30);
  expect(openingOf({})).toBe(30);
  expect(openingOf({ profile: "jumbo", rules: { opening_threshold: 0 } })).toBe(0);
});
