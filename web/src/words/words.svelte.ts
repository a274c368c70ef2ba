/** What the page says, in the language of the person. */

import { type Face, colourOf, facesOf, numberOf } from "../tiles/tiles";
import { en } from "./en";
import type { Key, Texts } from "./texts";

export const LANGUAGES = { en: "English", de: "Deutsch", pl: "Polski" } as const;
export type Language = keyof typeof LANGUAGES;

export type Facts = Record<string, string | number | null | undefined>;

// English comes with the page: it is what is shown while another language is on its way.
const state = $state<{ language: Language; texts: Texts }>({ language: "en", texts: en });

const load: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  de: async () => (await import("./de")).de,
  pl: async () => (await import("./pl")).pl,
};

export function isLanguage(word: string): word is Language {
  return word in LANGUAGES;
}

/** The first language of the browser that is one of ours. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (isLanguage(language)) return language;
  }
  return "en";
}

export async function speak(language: Language): Promise<void> {
  const texts = await load[language]();
  state.language = language;
  state.texts = texts;
  if (typeof document !== "undefined") document.documentElement.lang = language;
}

export function language(): Language {
  return state.language;
}

/** A text with its facts; `count` chooses the plural. */
export function t(key: Key, facts: Facts = {}): string {
  return fill(state.texts[key], facts, state.language);
}

const plurals = new Map<Language, Intl.PluralRules>();

function pluralsOf(language: Language): Intl.PluralRules {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules;
}

export function fill(text: Texts[Key], facts: Facts, language: Language): string {
  let chosen: string;
  if (typeof text === "string") chosen = text;
  else {
    const category = pluralsOf(language).select(Number(facts["count"] ?? 0));
    chosen = text[category] ?? text.other;
  }
  return chosen.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
}

/** A text whose key is made of a code; null if there is none, so that a caller can say something else. */
export function coded(prefix: string, code: string, facts: Facts = {}): string | null {
  const key = `${prefix}.${code}` as Key;
  return key in state.texts ? t(key, facts) : null;
}

/** A tile in words: "red 7". */
export function tileName(face: Face): string {
  const colour = colourOf(face);
  if (colour === null) return t(`joker.${face as "J" | "D" | "C" | "M"}`);
  return t("tile", { colour: t(`colour.${colour}`), number: numberOf(face) });
}

/** Tiles in words, each colour said once: "red 3, 4, 5". */
export function tileNames(text: string): string {
  const parts: string[] = [];
  let before: string | null = null;
  for (const face of facesOf(text)) {
    const colour = colourOf(face);
    parts.push(colour !== null && colour === before ? String(numberOf(face)) : tileName(face));
    before = colour;
  }
  return parts.join(", ");
}

const TILE = /^([krbo]([1-9]|1[0-3])|[JDCM])( ([krbo]([1-9]|1[0-3])|[JDCM]))*$/;

/** Facts as a sentence needs them: tiles are named, not abbreviated. */
export function spoken(facts: Record<string, string | number | number[]> | undefined): Facts {
  return Object.fromEntries(
    Object.entries(facts ?? {}).map(([name, fact]) => {
      if (Array.isArray(fact)) return [name, listed(fact.map(String))];
      return [name, typeof fact === "string" && TILE.test(fact) ? tileNames(fact) : fact];
    }),
  );
}

/** A number with the sign that is as wide as a plus. */
export function withMinus(number: string | number): string {
  return String(number).replace(/^-/, "−");
}

/** Points as they are shown everywhere: +24, −5, 0. */
export function signed(points: string | number): string {
  return /^[1-9]/.test(String(points)) ? `+${points}` : withMinus(points);
}

/** "a, b and c" in the language. */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(state.language, { type: "conjunction" }).format(items);
}
