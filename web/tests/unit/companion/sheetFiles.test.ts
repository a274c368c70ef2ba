import { expect, test } from "vitest";
import { newSheet, questionOf, readSheet } from "../../../src/companion/sheetCells";
import { exportCsv, exportJson, importSheet } from "../../../src/companion/sheetFiles";

const CELLS = {
  ...newSheet({ title: 'A "good", long one', profile: "tm-toys", rules: { joker_penalty: 25, turn_seconds: null, next_starter: "draw" }, planned: 4, players: [{ name: "=Anna", face: "fox" }, { name: "Ben, the elder", face: "initial" }] }),
  "1.end": 0,
  "1.starter": 1,
  "1.1.k5": 2,
  "1.1.J": 1,
  "1.1.unopened": true,
  "1.1.announced": true,
  "2.end": "pool",
  "2.0.worth": 12,
  "2.0.size": 2,
  "2.1.r3": 1,
  "4.typed": true,
  "4.0.score": "-27/2",
  "4.1.score": "+3",
};

test("JSON holds every cell", () => {
  expect(importSheet(exportJson(CELLS))).toEqual(CELLS);
});

test("CSV holds everything that counts; a spreadsheet may save it with semicolons", () => {
  const csv = exportCsv(readSheet(CELLS), null);
  expect(csv).toContain("'=Anna");
  const sheet = readSheet(CELLS);
  const again = readSheet(importSheet(`\uFEFF${csv}`)!);
  expect({ ...again, games: null }).toEqual({ ...sheet, games: null });
  expect(questionOf(again)).toEqual(questionOf(sheet));
  const simple = exportCsv(readSheet({ ...CELLS, title: "Plain", "name.1": "Ben" }), null);
  expect(questionOf(readSheet(importSheet(simple.replaceAll(",", ";"))!))).toEqual(questionOf(sheet));
});

test.each(["", "{", "{}", "[]", '{"format":"tilewise-sheet"}', '{"format":"tilewise-sheet","cells":{"a b":1}}', '{"format":"tilewise-sheet","cells":{"a":{}}}', "a,b\r\n1,2\r\n", "tilewise-sheet,1\r\nprofile,chess\r\n"])("a file that is no sheet is refused: %s", (text) => {
  expect(importSheet(text)).toBeNull();
});

test("a file of any size or content never throws", () => {
  expect(importSheet("x".repeat(2_000_000))).toBeNull();
  for (const cells of ['{"1.0.k5":"many"}', '{"players":"x"}', '{"__proto__":1}']) expect(() => readSheet(importSheet(`{"format":"tilewise-sheet","cells":${cells}}`) ?? {})).not.toThrow();
});
