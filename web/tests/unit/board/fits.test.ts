import { describe, expect, test } from "vitest";
import { fittingPlace, looksLikeSet, readingOf, replacesJoker } from "../../../src/board/fits";
import { draftOf } from "../layouts";

const faces = (text: string) => text.split(" ");
const setOf = (text: string) => draftOf([text], "").layout.sets[0]!;

test.each([
  ["r3 r4 r5", true],
  ["r4", true],
  ["r3 J r5", true],
  ["J r1 r2", false],
  ["r12 r13 J", false],
  ["r3 r5", false],
  ["r3 k4", false],
  ["r7 k7 b7 o7", true],
  ["r7 k7 b7 o7 J", false],
  ["r7 r7", false],
  ["J J", true],
  ["r3 M r3", false],
])("%s looks like a set: %s", (text, expected) => {
  expect(looksLikeSet(faces(text))).toBe(expected);
});

describe("a tile", () => {
  test("continues a run at the end where it fits, wherever it is held", () => {
    expect(fittingPlace(faces("r3 r4 r5"), ["r6"], 0)).toBe(3);
    expect(fittingPlace(faces("r3 r4 r5"), ["r2"], 3)).toBe(0);
    expect(fittingPlace(faces("r3 r5"), ["r4"], 0)).toBe(1);
    expect(fittingPlace(faces("r3 r4 r5"), ["r7"], 3)).toBe(null);
    expect(fittingPlace(faces("r3 r4 r5"), ["r7", "r6"], 3)).toBe(3);
  });

  test("continues a group where it is held", () => {
    expect(fittingPlace(faces("r7 k7 b7"), ["o7"], 1)).toBe(1);
    expect(fittingPlace(faces("r7 k7 b7"), ["r7"], 1)).toBe(null);
  });

  test("is compared to what jokers stand for", () => {
    expect(readingOf(setOf("r3 J r5"), { tiles: "", stands_for: ["r3", "r4", "r5"] })).toEqual(["r3", "r4", "r5"]);
    expect(readingOf(setOf("r3 D r6"), { tiles: "", stands_for: ["r3", "r4+r5", "r6"] })).toEqual(["r3", "r4", "r5", "r6"]);
    expect(readingOf(setOf("r7 k7 J"), { tiles: "", stands_for: ["r7", "k7", "7"] })).toEqual(["r7", "k7", "J"]);
    expect(readingOf(setOf("r3 J r5"), undefined)).toEqual(["r3", "J", "r5"]);
  });

  test("replaces the joker that stands for it, or for any colour that its group lacks", () => {
    const run = { tiles: "", stands_for: ["r3", "r4", "r5"] };
    expect(replacesJoker("r4", setOf("r3 J r5"), 1, run)).toBe(true);
    expect(replacesJoker("r3", setOf("r3 J r5"), 0, run)).toBe(false);
    expect(replacesJoker("k4", setOf("r3 J r5"), 1, run)).toBe(false);
    expect(replacesJoker("r4", setOf("r3 J r5"), 1, undefined)).toBe(false);
    const group = { tiles: "", stands_for: ["r7", "k7", "7"] };
    expect(replacesJoker("b7", setOf("r7 k7 J"), 2, group)).toBe(true);
    expect(replacesJoker("r7", setOf("r7 k7 J"), 2, group)).toBe(false);
    expect(replacesJoker("r4", setOf("r3 D r6"), 1, { tiles: "", stands_for: ["r3", "r4+r5", "r6"] })).toBe(false);
  });
});
