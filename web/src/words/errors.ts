/** Error responses of the server as sentences. */

import { RequestError, type ServerFacts } from "../server/http";
import { type Facts, formatFacts, formatList, t, translateCode } from "./translation.svelte";

/** Return what to tell a person about a failed request. */
export function errorSentence(error: unknown): string {
  if (!(error instanceof RequestError)) return t("error.unknown");
  if (error.reason !== null) return translateCode("settings-error", error.reason, formatSettingsFacts(error.facts)) ?? error.message;
  return translateCode("refusal", error.code, formatFacts(error.facts)) ?? translateCode("error", error.code) ?? error.message;
}

/** Name rules, profiles and levels as the rest of the page does. */
function formatSettingsFacts(facts: ServerFacts): Facts {
  const name = (word: string) =>
    translateCode("rule", word) ?? translateCode("profile", word) ?? translateCode("level", word) ?? translateCode("choice", word.replace(/'/g, "")) ?? word;
  const format = (value: ServerFacts[string]) =>
    typeof value === "number" ? value : formatList(typeof value === "string" ? value.split(", ").map(name) : value.map(String));
  return Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, format(value)]));
}
