/** The texts of the section for a game with real tiles, and `t` for its components: it also knows the texts of the page. */

import type { Key, Plural } from "../texts";
import { type Facts, type SectionTexts, addTexts, t as translate } from "../translation.svelte";
import type { en } from "./en";

export type CompanionKey = keyof typeof en;
export type CompanionTexts = Record<CompanionKey, string | Plural>;

const SECTION: SectionTexts = {
  en: async () => (await import("./en")).en,
  de: async () => (await import("./de")).de,
  pl: async () => (await import("./pl")).pl,
};

export const loadTexts = (): Promise<void> => addTexts(SECTION);

export const t = translate as (key: Key | CompanionKey, facts?: Facts) => string;
