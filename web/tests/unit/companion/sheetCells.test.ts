import { expect, test } from "vitest";
import { newSheet, nextNumber, questionOf, readSheet } from "../../../src/companion/sheetCells";

const NEW = newSheet({ title: "Sunday", profile: "tm-toys", rules: { joker_penalty: 25, turn_seconds: null }, planned: null, players: [{ name: "Anna", face: "fox" }, { name: "Ben", face: "bear" }] });

test("a new sheet has its players, box and house rules, and no games", () => {
  expect(readSheet(NEW)).toEqual({ title: "Sunday", profile: "tm-toys", rules: { joker_penalty: 25, turn_seconds: null }, planned: null, players: [{ name: "Anna", face: "fox" }, { name: "Ben", face: "bear" }], games: [] });
});

test("cells make games, and the question asks only for what has been entered", () => {
  const cells = { ...NEW, "1.end": 0, "1.1.k5": 2, "1.1.J": 1, "1.1.unopened": true, "2.end": "pool", "2.0.worth": 12, "2.1.r3": 0 };
  expect(questionOf(readSheet(cells))).toEqual({
    profile: "tm-toys",
    rules: { joker_penalty: 25, turn_seconds: null },
    players: 2,
    games: [
      { ended: "out", out: 0, racks: [{}, { tiles: "k5 k5 J", opened: false }] },
      { ended: "pool", racks: [{ worth: 12 }, {}] },
    ],
  });
});

test("scores by hand take the place of racks", () => {
  const { games } = questionOf(readSheet({ ...NEW, "1.typed": true, "1.0.score": "+5", "1.1.score": "five", "1.1.k5": 1 })) as { games: object[] };
  expect(games).toEqual([{ scores: ["+5", null] }]);
});

test("a rack may be worth 0 where jokers cost nothing, and nowhere else (C1)", () => {
  const cells = { ...NEW, "1.end": 0, "1.1.worth": 0 };
  const racksOf = (from: object) => (questionOf(readSheet(from as typeof cells)) as { games: { racks: object[] }[] }).games[0]!.racks;
  expect(racksOf({ ...cells, "rule.joker_penalty": 0 })).toEqual([{}, { worth: 0 }]);
  expect(racksOf(cells)).toEqual([{}, {}]);
});

test("tiles count more than a number that was typed before", () => {
  const { games } = questionOf(readSheet({ ...NEW, "1.1.worth": 9, "1.1.k5": 1 })) as { games: { racks: object[] }[] };
  expect(games[0]!.racks[1]).toEqual({ tiles: "k5" });
});

test("a rule that is that of the box again is none", () => {
  expect(readSheet({ ...NEW, "rule.joker_penalty": "" }).rules).toEqual({ turn_seconds: null });
});

test("cells that make no sense are left out", () => {
  const sheet = readSheet({ profile: "chess", players: 99, planned: -1, "name.0": 7, "1.end": 5, "1.0.k5": 1e9, "1.0.k99": 1, "1.1.worth": "x", "9999.end": 0, "rule.nothing": 1 });
  expect(sheet).toMatchObject({ profile: "international", planned: null, rules: {}, players: [{ name: "", face: "initial" }, {}] });
  expect(sheet.games.flatMap((game) => [game.end, ...game.racks.map((rack) => [rack.counts, rack.worth])])).toEqual([null, [{}, null], [{}, null]]);
});

test("a removed game leaves its number unused, and one without entries is used again", () => {
  expect(nextNumber(NEW)).toBe(1);
  expect(nextNumber({ ...NEW, "1.end": 0 })).toBe(2);
  expect(nextNumber({ ...NEW, "1.end": 0, "2.end": 1, "2.removed": true })).toBe(3);
  expect(nextNumber({ ...NEW, "1.end": 0, "2.end": null, "2.0.k5": 0 })).toBe(2);
  expect(readSheet({ ...NEW, "1.end": 0, "1.removed": true, "2.end": 1 }).games.map(({ number }) => number)).toEqual([2]);
});
