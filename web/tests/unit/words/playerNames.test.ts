import { expect, test } from "vitest";
import { playerName, playerNames } from "../../../src/words/playerNames";

test("computer players have names of their own, people have theirs", () => {
  expect(playerName("casual", 1)).toBe("Ada");
  expect(playerName("Anna", 1)).toBe("Anna");
  expect(playerNames(["Anna", null, "casual"])).toEqual(["Anna", "Bruno"]);
});
