import { expect, test } from "vitest";
import { ANIMALS } from "../../../src/person/avatars";
import { anyAnimal, freeAnimal, isSuggested, suggestedName } from "../../../src/person/suggestion";
import { LANGUAGES, type Language, setLanguage } from "../../../src/words/translation.svelte";

const LONGEST_NAME = 24;

test("a visitor begins as an animal", () => {
  for (let n = 0; n < 50; n += 1) expect(ANIMALS).toContain(anyAnimal());
});

test("nobody is suggested an animal that somebody at the table has, as long as there is another one", () => {
  expect(freeAnimal("fox", ["owl", "cat"])).toBe("fox");
  expect(freeAnimal("fox", ["fox"])).toBe("bear");
  expect(freeAnimal("penguin", ["penguin", "cat"])).toBe("owl");
  expect(freeAnimal("initial", ["initial"])).toBe("cat");
  expect(freeAnimal("fox", ANIMALS)).toBe("fox");
});

test.each(Object.keys(LANGUAGES) as Language[])("in %s every animal has a name of its own that the server accepts, without a number", async (language) => {
  await setLanguage(language);
  const names = ANIMALS.map(suggestedName);
  expect(new Set(names).size).toBe(ANIMALS.length);
  for (const name of names) {
    expect(name).toMatch(/^[\p{L} ]+$/u);
    expect(name.length).toBeLessThanOrEqual(LONGEST_NAME);
    expect(isSuggested(name)).toBe(true);
  }
  expect([isSuggested(""), isSuggested("Anna")]).toEqual([true, false]);
  await setLanguage("en");
});
