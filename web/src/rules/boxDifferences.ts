/** How a box differs from the usual rules, in half a sentence for each difference. */

import rules from "../server/rules.json";
import { t, translateCode } from "../words/translation.svelte";
import type { RuleValue } from "./houseRules";

export type ProfileName = keyof typeof rules.profiles;

export const PROFILES = Object.keys(rules.profiles) as ProfileName[];

const USUAL: ProfileName = "international";

/** What people notice first. Fields whose difference nobody would choose a box by are left out. */
const NOTICED = ["max_players", "double_jokers", "redeal_pairs", "empty_pool", "clock_from", "match_by", "wrong_play", "gift_tiles_in_box", "pool_score"] as const;
const MOST_DIFFERENCES = 3;

/** One sentence about a box: its most noticeable differences from the usual rules. */
export function boxSentence(profile: ProfileName): string {
  const own: Readonly<Record<string, RuleValue>> = rules.profiles[profile].rules;
  const usual: Readonly<Record<string, RuleValue>> = rules.profiles[USUAL].rules;
  const differences = NOTICED.filter((field) => own[field] !== usual[field]).flatMap((field) => translateCode("box", `${field}.${own[field]}`) ?? translateCode("box", field, { value: own[field] }) ?? []);
  if (!differences.length) return t("box.none");
  const sentence = differences.slice(0, MOST_DIFFERENCES).join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
