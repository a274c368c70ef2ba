/** The page's texts in the chosen language, and how tiles, facts, numbers and lists are put into words. */

import type { ServerFacts } from "../server/http";
import { type Face, colourOf, numberOf, parseFaces } from "../tiles/tiles";
import type { Key, Plural, Texts } from "./texts";

export const LANGUAGES = { en: "English", de: "Deutsch", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

/** The values that fill the placeholders of a text. */
export type Facts = Record<string, string | number | null | undefined>;

// The page starts when its texts have been loaded: a visitor loads only one language.
const state = $state<{ language: Language; texts: Texts }>({ language: "en", texts: {} as Texts });

const load: Record<Language, () => Promise<Texts>> = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
  pl: async () => (await import("./pl")).pl,
};

export function isLanguage(word: string): word is Language {
  return word in LANGUAGES;
}

/** Return the first of the browser's languages that the page speaks, or English. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = tag.slice(0, 2).toLowerCase();
    if (isLanguage(language)) return language;
  }
  return "en";
}

/** The texts of a section of the page, which are loaded with it. */
export type SectionTexts = Record<Language, () => Promise<Record<string, string | Plural>>>;
const sections = new Set<SectionTexts>();

async function loadTexts(language: Language): Promise<Texts> {
  const [texts, ...others] = await Promise.all([load[language](), ...[...sections].map((section) => section[language]())]);
  return Object.assign({}, texts, ...others) as Texts;
}

/** Load the texts of a section in the current language; from now on they follow the language. */
export async function addTexts(section: SectionTexts): Promise<void> {
  if (sections.has(section)) return;
  await section[state.language]();
  sections.add(section);
  await setLanguage(state.language);
}

export async function setLanguage(language: Language): Promise<void> {
  const texts = await loadTexts(language);
  state.language = language;
  state.texts = texts;
  if (typeof document !== "undefined") document.documentElement.lang = language;
}

export function language(): Language {
  return state.language;
}

/** Return a text with its placeholders filled; `count` chooses the plural form. */
export function t(key: Key, facts: Facts = {}): string {
  return fillTemplate(state.texts[key], facts, state.language);
}

const pluralRules = new Map<Language, Intl.PluralRules>();

function pluralRulesOf(language: Language): Intl.PluralRules {
  let rules = pluralRules.get(language);
  if (!rules) pluralRules.set(language, (rules = new Intl.PluralRules(language)));
  return rules;
}

function fillTemplate(text: Texts[Key], facts: Facts, language: Language): string {
  let template: string;
  if (typeof text === "string") template = text;
  else {
    const category = pluralRulesOf(language).select(Number(facts["count"] ?? 0));
    template = text[category] ?? text.other;
  }
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
}

/** Return the text for a code of the server, or null if there is none. */
export function translateCode(prefix: string, code: string, facts: Facts = {}): string | null {
  const key = `${prefix}.${code}` as Key;
  return key in state.texts ? t(key, facts) : null;
}

/** A tile in words: "red 7". */
export function tileName(face: Face): string {
  const colour = colourOf(face);
  if (colour === null) return t(`joker.${face as "J" | "D" | "C" | "M"}`);
  return t("tile", { colour: t(`colour.${colour}`), number: numberOf(face) });
}

/** Tiles in words, naming each colour once: "red 3, 4, 5". */
export function tileNames(text: string): string {
  const parts: string[] = [];
  let before: string | null = null;
  for (const face of parseFaces(text)) {
    const colour = colourOf(face);
    parts.push(colour !== null && colour === before ? String(numberOf(face)) : tileName(face));
    before = colour;
  }
  return parts.join(", ");
}

const TILES = /^([krbo]([1-9]|1[0-3])|[JDCM])( ([krbo]([1-9]|1[0-3])|[JDCM]))*$/;

/** Facts of the server in words: tiles and levels are named, lists are joined, and a table's phase is described. */
export function formatFacts(facts: ServerFacts | undefined): Facts {
  return Object.fromEntries(Object.entries(facts ?? {}).map(([name, fact]) => [name, formatFact(name, fact)]));
}

function formatFact(name: string, fact: ServerFacts[string]): string | number {
  if (typeof fact === "number") return fact;
  if (typeof fact !== "string") return formatList(fact.map(String));
  if (name === "phase") return translateCode("phase", fact) ?? fact;
  if (name === "levels") return formatList(fact.split(", ").map((level) => translateCode("level", level) ?? level));
  return TILES.test(fact) ? tileNames(fact) : formatNumber(fact);
}

/** Return a number of bytes in megabytes. */
export function formatSize(bytes: number): string {
  return new Intl.NumberFormat(state.language, { style: "unit", unit: "megabyte", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6);
}

/** A number with a true minus sign, which is as wide as a plus. */
export function formatNumber(number: string | number): string {
  return String(number).replace(/^-(?=\d)/, "−");
}

/** Points with their sign: +24, −5, 0. */
export function formatPoints(points: string | number): string {
  return /^[1-9]/.test(String(points)) ? `+${points}` : formatNumber(points);
}

/** A list as the language writes it: "a, b and c". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(state.language, { type: "conjunction" }).format(items);
}
