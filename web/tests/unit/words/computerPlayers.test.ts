import { expect, test } from "vitest";
import { COMPUTER_FACES } from "../../../src/person/computerFaces";
import rules from "../../../src/server/rules.json";
import { computerPlayer } from "../../../src/words/computerPlayers";
import { de } from "../../../src/words/de";
import { en } from "../../../src/words/en";
import { pl } from "../../../src/words/pl";

const SEATS = [0, 1, 2, 3, 4, 5];
const cast = (level: string) => SEATS.map((seat) => computerPlayer(level, seat));

test("no two computer players share a name, whatever their levels", () => {
  const names = rules.levels.flatMap(cast).map((player) => player.name);
  expect(new Set(names).size).toBe(rules.levels.length * SEATS.length);
});

test("no two computer players of a level look the same, and every face is drawn", () => {
  for (const level of rules.levels) {
    const faces = cast(level).map((player) => player.face);
    if (!faces.includes("robot")) expect(new Set(faces).size, level).toBe(SEATS.length);
    expect(faces.filter((face) => !(face in COMPUTER_FACES)), level).toEqual([]);
  }
});

test("a level without a cast has numbered players", () => {
  expect(computerPlayer("wizard", 1)).toEqual({ name: "wizard 2", face: "robot" });
});

test("every level has a sentence about its style in every language", () => {
  for (const texts of [en, de, pl]) expect(rules.levels.filter((level) => !(`style.${level}` in texts))).toEqual([]);
});
