import { expect, test } from "vitest";
import { defaultGames } from "../../../src/rules/matchLength";
import rules from "../../../src/server/rules.json";

test("a match in whole rounds has one game for each player, any other match one game", () => {
  expect(rules.whole_rounds.length).toBeGreaterThan(0);
  for (const by of rules.fields.match_by.choices) expect(defaultGames(by, 4)).toBe(rules.whole_rounds.includes(by) ? 4 : 1);
});
