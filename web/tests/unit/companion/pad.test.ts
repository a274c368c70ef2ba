import { expect, test } from "vitest";
import { countsOf, facesOf } from "../../../src/companion/pad";

test("tiles are counted, and listed by colour and number with jokers last", () => {
  expect(facesOf(countsOf("J b3 k13 k5 b3"))).toEqual(["k5", "k13", "b3", "b3", "J"]);
  expect(facesOf({ k5: 0 })).toEqual([]);
});
