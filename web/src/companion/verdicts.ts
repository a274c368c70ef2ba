/** Answers of the rules in words: why something is no set or no legal turn, and the rule itself. */

import type { RuleValue } from "../rules/houseRules";
import { type Face, colourOf, parseFaces } from "../tiles/tiles";
import { t } from "../words/companion/texts";
import { formatFacts, tileName, tileNames, translateCode } from "../words/translation.svelte";
import type { CheckedSet, CheckedTurn } from "./questions";

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why tiles are not a set. */
export function setFlaw(set: CheckedSet): string {
  return capitalise(translateCode("refusal", set.reason ?? "", formatFacts(set.facts)) ?? set.message ?? "");
}

/** Why a turn is not legal; a set that is none is named with its flaw. */
export function turnFlaw(turn: CheckedTurn, after: readonly (readonly Face[])[]): string {
  if (turn.reason === "invalid-set") {
    const wrong = turn.sets?.findIndex((set) => !set.valid) ?? -1;
    if (wrong >= 0) return capitalise(t("not-a-set", { tiles: tileNames(after[wrong]!.join(" ")), why: setFlaw(turn.sets![wrong]!) }));
  }
  return capitalise(translateCode("refusal", turn.reason ?? "", formatFacts(turn.facts)) ?? turn.message ?? "");
}

/** A rule in words; some depend on the box. */
export function ruleSentence(rule: string, box: Readonly<Record<string, RuleValue>>): string {
  const facts = { needed: Number(box["opening_threshold"]) };
  return translateCode("law", `${rule}.${rule === "U7" ? String(box["freed_joker"]) : ""}`, facts) ?? translateCode("law", rule, facts) ?? "";
}

/** What each joker of a set stands for, one sentence each. */
export function jokerSentences(faces: readonly Face[], standsFor: readonly string[]): string[] {
  return faces.flatMap((face, n) => {
    if (colourOf(face) !== null) return [];
    const meaning = standsFor[n] ?? "";
    if (!meaning) return [t("verdict.axis", { joker: tileName(face) })];
    const parts = meaning.split("+").map((part) => (parseFaces(part).length && colourOf(part) !== null ? tileName(part) : t("verdict.any-colour", { number: part })));
    return [t("verdict.stands-for", { joker: tileName(face), tiles: parts.join(", ") })];
  });
}
