import { afterEach, describe, expect, test } from "vitest";
import { type Language, formatFacts, formatList, formatNumber, formatPoints, preferredLanguage, setLanguage, t, tileNames } from "../../../src/words/translation.svelte";

afterEach(() => setLanguage("en"));

test("points have the same signs however the server writes them", () => {
  expect(["+24", "24", 24, "-5", -5, "0", 0, "27/2", "-27/2"].map(formatPoints)).toEqual(["+24", "+24", "+24", "−5", "−5", "0", "0", "+27/2", "−27/2"]);
  expect([-12, 0, 1234].map(formatNumber)).toEqual(["−12", "0", "1234"]);
});

test("the first of the browser's languages that the page speaks is chosen", () => {
  expect(preferredLanguage(["fr", "pl-PL", "de"])).toBe("pl");
  expect(preferredLanguage(["fr"])).toBe("en");
});

test("tiles are named, each colour once", () => {
  expect(tileNames("r3 r4 b4 J")).toBe("red 3, 4, blue 4, joker");
});

describe.each<[Language, string, string]>([
  ["en", "4 and 5", "red 7"],
  ["de", "4 und 5", "Rot 7"],
  ["pl", "4 i 5", "czerwona 7"],
])("facts in %s", (language, list, tile) => {
  test("name tiles and join lists as the language does", async () => {
    await setLanguage(language);
    expect(formatFacts({ missing: [4, 5], tile: "r7", count: 2 })).toEqual({ missing: list, tile, count: 2 });
  });

  test("write points with a true minus sign", async () => {
    await setLanguage(language);
    expect(formatFacts({ sum: "+10", instead: "-5" })).toEqual({ sum: "+10", instead: "−5" });
  });

  test("describe a table's phase, and name levels", async () => {
    await setLanguage(language);
    expect(formatFacts({ phase: "dealing", levels: "beginner, solid" })).toEqual({ phase: t("phase.dealing"), levels: formatList([t("level.beginner"), t("level.solid")]) });
  });
});
