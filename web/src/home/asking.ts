/** Errors of the server in words of the person. */

import { AskError } from "../server/http";
import { coded, t } from "../words/words.svelte";

export function sentenceOf(error: unknown): string {
  if (!(error instanceof AskError)) return t("error.unknown");
  if (error.code === "no-server") return t("error.no-server");
  // Settings that make no table: which ones, only the server can say.
  if (error.code === "bad-input") return `${t("error.bad-input")} (${error.message})`;
  return coded("refusal", error.code) ?? coded("error", error.code) ?? error.message;
}
