import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import schema from "../../../../docs/protocol.schema.json";
import codes from "../../../src/server/codes.json";
import rules from "../../../src/server/rules.json";
import titles from "../../../src/server/titles.json";
import { CHOICES } from "../../../src/person/avatars";
import { de as companionDe } from "../../../src/words/companion/de";
import { en as companionEn } from "../../../src/words/companion/en";
import { pl as companionPl } from "../../../src/words/companion/pl";
import type { CompanionTexts } from "../../../src/words/companion/texts";
import { de as pageDe } from "../../../src/words/de";
import { en as pageEn } from "../../../src/words/en";
import { pl as pagePl } from "../../../src/words/pl";
import type { Texts as PageTexts } from "../../../src/words/texts";

const SOURCE = join(import.meta.dirname, "../../../src");
type Texts = PageTexts & CompanionTexts;
const en: Texts = { ...pageEn, ...companionEn };
const languages: Record<string, Texts> = { en, de: { ...pageDe, ...companionDe }, pl: { ...pagePl, ...companionPl } };
const keys = Object.keys(en) as (keyof Texts)[];

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !/\/words\/(companion\/)?(en|de|pl)\.ts$/.test(join(entry.parentPath, entry.name)))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf-8"))
    .join("\n");
}

const text = sources(SOURCE);
const placeholders = (value: string) => [...new Set([...value.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();
const forms = (value: Texts[keyof Texts]) => (typeof value === "string" ? [value] : Object.values(value));

describe.each(Object.entries(languages))("%s", (language, texts) => {
  test("has exactly the texts of English", () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
  });

  test("has every plural form of the language", () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of keys) {
      const value = texts[key];
      if (typeof value !== "string") expect(Object.keys(value).sort(), key).toEqual([...wanted].sort());
      expect(typeof value, key).toBe(typeof en[key]);
    }
  });

  test("uses the same facts as English", () => {
    for (const key of keys) {
      const used = [...new Set(forms(texts[key]).flatMap(placeholders))].sort();
      const allowed = [...new Set([...forms(en[key]).flatMap(placeholders), "count"])];
      expect(used.filter((fact) => !allowed.includes(fact!)), key).toEqual([]);
    }
  });

  test("has no empty text", () => {
    for (const key of keys) for (const form of forms(texts[key])) expect(form.trim(), key).not.toBe("");
  });
});

test("no text of a section hides one of the page", () => {
  expect(Object.keys(companionEn).filter((key) => key in pageEn)).toEqual([]);
});

test("every text is used", () => {
  // A text is named as it stands, or by a prefix and a code: t(`level.${level}`), translateCode("refusal", code).
  const prefixes = [...text.matchAll(/t\(`([\w-]+)\.\$\{/g), ...text.matchAll(/translateCode\("([\w-]+)"/g)].map((match) => match[1]!);
  const unused = keys.filter((key) => !text.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(`${prefix}.`)) && !key.startsWith("did"));
  expect(unused).toEqual([]);
});

test("every text that the page uses exists", () => {
  const used = [...text.matchAll(/\bt\("([^"]+)"/g)].map((match) => match[1]!);
  expect(used.filter((key) => !(key in en))).toEqual([]);
});

test("every reason and score of the server has a text, which only uses its facts", () => {
  for (const [prefix, all] of Object.entries(codes)) {
    for (const [code, sentence] of Object.entries(all)) {
      const key = `${prefix}.${code}` as keyof Texts;
      expect(key in en, key).toBe(true);
      const facts = placeholders(sentence);
      for (const [language, texts] of Object.entries(languages)) {
        const unknown = forms(texts[key]).flatMap(placeholders).filter((fact) => !facts.includes(fact));
        expect(unknown, `${language} ${key}`).toEqual([]);
      }
    }
  }
});

test("an edition has the same name on the page and in its rulebook", () => {
  for (const [language, names] of Object.entries(titles)) {
    for (const [profile, name] of Object.entries(names)) expect(languages[language]?.[`profile.${profile}` as keyof Texts], language).toBe(name);
  }
});

test("every action of the game has a sentence for others and for me", () => {
  expect(rules.actions.length).toBeGreaterThan(5);
  expect(rules.actions.flatMap((action) => [`did.${action}`, `did-you.${action}`]).filter((key) => !(key in en))).toEqual([]);
});

test("the avatars are those of the server, and each has a text", () => {
  // People cannot choose the mark of a program.
  expect(schema.$defs.SeatView.properties.avatar.enum.filter((avatar) => avatar !== "robot").sort()).toEqual([...CHOICES].sort());
  expect(CHOICES.filter((avatar) => !(`avatar.${avatar}` in en))).toEqual([]);
});

test("every profile, level, rule and choice has a text", () => {
  const wanted = [
    ...Object.keys(rules.profiles).map((name) => `profile.${name}`),
    ...rules.levels.map((level) => `level.${level}`),
    ...Object.keys(rules.fields).filter((name) => name !== "turn_seconds").map((name) => `rule.${name}`),
    // The form for house rules explains its fields.
    ...Object.keys(rules.fields).filter((name) => !["min_players", "max_players", "turn_seconds"].includes(name)).map((name) => `rule-why.${name}`),
    ...Object.values(rules.fields).flatMap((field) => ("choices" in field ? field.choices.map((choice) => `choice.${choice}`) : [])),
  ];
  expect(wanted.filter((key) => !(key in en))).toEqual([]);
});
