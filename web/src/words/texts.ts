import type { en } from "./en";

/** A text that depends on a number, by the plural categories of its language. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export type Key = keyof typeof en;
export type Texts = Record<Key, string | Plural>;
