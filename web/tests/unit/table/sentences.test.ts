import { expect, test } from "vitest";
import type { RefusalView } from "../../../src/server/protocol";
import { refusalSentence, setLabel } from "../../../src/table/sentences";

const refusal = (code: string, facts: RefusalView["facts"]): RefusalView => ({ code, rule: null, message: "", facts });

test("the label of an unfinished set says why in a sentence", () => {
  expect(setLabel(3, "r3 r4", { tiles: "r3 r4", refusal: refusal("too-few-tiles", { count: 2 }) })).toBe("Set 3, not finished: red 3, 4. A set needs at least three tiles.");
});

test("a refused turn names the set and the reason why it is not one", () => {
  const sets = [{ tiles: "r3 r6", refusal: refusal("gap", { missing: [4, 5] }) }];
  expect(refusalSentence(refusal("invalid-set", { set: "r3 r6" }), null, sets)).toBe("Red 3, 6: this run is missing 4 and 5.");
});
