import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHARACTERS, FOLDER, makeFonts } from "../../../fonts.mjs";
import { de } from "../../../src/words/de";
import { en } from "../../../src/words/en";
import { pl } from "../../../src/words/pl";

/** Every character of a language's texts, whatever their shape. */
const characters = (texts: object) => [...new Set(JSON.stringify(texts).replaceAll("\\n", ""))].sort().join("");

test.each([
  ["en", en, CHARACTERS.base],
  ["de", de, CHARACTERS.base],
  ["pl", pl, CHARACTERS.base + CHARACTERS.polish],
])("the fonts that are always loaded have every letter of %s", (_, texts, there) => {
  expect([...characters(texts)].filter((one) => !there.includes(one))).toEqual([]);
});

test("the committed fonts are those that the script makes", async () => {
  const made = await makeFonts();
  expect(readdirSync(FOLDER).sort()).toEqual(Object.keys(made).sort());
  for (const [name, content] of Object.entries(made)) expect(readFileSync(join(FOLDER, name)).equals(content), name).toBe(true);
  // Subsetting takes half a second, and much longer on a busy machine.
}, 120_000);
