/** Errors of the server in words of the person. */

import { AskError } from "../server/http";
import { coded, listed, spoken, t } from "../words/words.svelte";

export function sentenceOf(error: unknown): string {
  if (!(error instanceof AskError)) return t("error.unknown");
  if (error.reason !== null) return coded("settings-error", error.reason, inWords(error.facts)) ?? error.message;
  return coded("refusal", error.code, spoken(error.facts)) ?? coded("error", error.code) ?? error.message;
}

/** Facts about rules: fields, profiles and levels are called what they are called everywhere else on the page. */
function inWords(facts: AskError["facts"]): Record<string, string | number> {
  const name = (word: string) => coded("rule", word) ?? coded("profile", word) ?? coded("level", word) ?? coded("choice", word.replace(/'/g, "")) ?? word;
  const said = (value: string | number | number[]) =>
    typeof value === "string" ? listed(value.split(", ").map(name)) : Array.isArray(value) ? listed(value.map(String)) : value;
  return Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, said(value)]));
}
