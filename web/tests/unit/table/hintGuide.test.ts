import { expect, test } from "vitest";
import type { Hint } from "../../../src/server/http";
import { HintGuide } from "../../../src/table/hintGuide.svelte";
import type { LiveTable } from "../../../src/table/liveTable.svelte";

const outcomeOf = (hint: Hint) => new HintGuide({ number: hint.number, isMyTurn: true } as LiveTable, () => Promise.resolve(hint), () => 0).advance();

test("that nothing can be placed is only said if it is proven", async () => {
  expect(await outcomeOf({ number: 7, can_place: false })).toBe("nothing");
  expect(await outcomeOf({ number: 7, can_place: false, proven: true })).toBe("nothing");
  expect(await outcomeOf({ number: 7, can_place: false, proven: false })).toBe("unproven");
});
