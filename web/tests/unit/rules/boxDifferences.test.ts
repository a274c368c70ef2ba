import { expect, test } from "vitest";
import { PROFILES, boxSentence } from "../../../src/rules/boxDifferences";
import { setLanguage, t } from "../../../src/words/translation.svelte";

test("a box is described by what people notice first", () => {
  expect(boxSentence("international")).toBe(t("box.none"));
  expect(boxSentence("tm-toys")).toBe("Up to 6 players; a redeal with 3 pairs; one last round when the pool is empty.");
  expect(boxSentence("twist")).toMatch(/^Jokers that stand for two tiles, mirror or change colour; /);
});

test.each(["en", "de", "pl"] as const)("in %s every box has a sentence of its own", async (language) => {
  await setLanguage(language);
  const sentences = PROFILES.map(boxSentence);
  expect(new Set(sentences).size).toBe(PROFILES.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*[^.{}]\.$/u);
  await setLanguage("en");
});
