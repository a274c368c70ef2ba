import { expect, test } from "vitest";
import { playerName, playerNames } from "../../../src/words/playerNames";
import { t } from "../../../src/words/translation.svelte";

test("computer players are named after their level and seat, people by their names", () => {
  expect(playerName("solid", 1)).toBe(`${t("level.solid")} 2`);
  expect(playerNames(["Anna", null, "solid"])).toEqual(["Anna", `${t("level.solid")} 3`]);
});
