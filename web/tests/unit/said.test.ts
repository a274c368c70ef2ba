import { expect, test } from "vitest";
import { hush, say, saying, toast } from "../../src/look/saying.svelte";
import { setName } from "../../src/table/sentences";
import { signed, withMinus } from "../../src/words/words.svelte";

test("points have the same signs wherever the server told them", () => {
  expect(["+24", "24", 24, "-5", -5, "0", 0, "27/2", "-27/2"].map(signed)).toEqual(["+24", "+24", "+24", "−5", "−5", "0", "0", "+27/2", "−27/2"]);
  expect([-12, 0, 1234].map(withMinus)).toEqual(["−12", "0", "1234"]);
});

test("a set that is not finished says why in a sentence", () => {
  const refusal = { code: "too-few-tiles", rule: "T1", message: "", facts: { count: 2 } };
  expect(setName(3, "r3 r4", { tiles: "r3 r4", refusal })).toBe("Set 3, not finished: red 3, 4. A set needs at least three tiles.");
});

test("what was said at a table is over when it is left", () => {
  toast("Ten seconds are left.");
  hush();
  expect({ ...saying }).toEqual({ sentence: "", toast: "" });
  say("It is your turn.");
  expect(saying.sentence).toBe("It is your turn.");
  hush();
});
