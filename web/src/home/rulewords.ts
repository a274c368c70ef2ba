/** Rules in words: what a field is called, what its value means, and in what a table differs from its box. */

import rules from "../server/rules.json";
import type { TableSettings } from "../server/protocol";
import { coded, t } from "../words/words.svelte";

export type Value = number | string | null;

const HOUR = 3600;
const DAY = 24 * HOUR;

export function ruleName(field: string): string {
  return coded("rule", field) ?? field;
}

export function ruleValue(field: string, value: Value): string {
  if (value === null) return t("make.none");
  return typeof value === "string" ? (coded("choice", `${field}.${value}`) ?? coded("choice", value) ?? value) : String(value);
}

/** The time for a turn: "60 seconds", "3 days", "No limit". */
export function clockWords(seconds: number | null): string {
  if (seconds === null) return t("make.clock-none");
  if (seconds % DAY === 0) return t("make.days", { count: seconds / DAY });
  if (seconds % HOUR === 0) return t("make.hours", { count: seconds / HOUR });
  return t("make.seconds", { count: seconds });
}

function boxOf(settings: TableSettings): Record<string, Value> {
  return rules.profiles[(settings.profile ?? "international") as keyof typeof rules.profiles]?.rules ?? {};
}

/** Seconds for a turn at a table; null: no clock. */
export function secondsOf(settings: TableSettings): number | null {
  const seconds = settings.rules?.["turn_seconds"];
  const own = boxOf(settings)["turn_seconds"];
  return seconds === undefined ? (own === undefined || own === null ? null : Number(own)) : seconds === null ? null : Number(seconds);
}

/** What the first play of everybody must be worth at a table. */
export function openingOf(settings: TableSettings): number {
  return Number(settings.rules?.["opening_threshold"] ?? boxOf(settings)["opening_threshold"] ?? 0);
}

export interface Changed {
  name: string;
  value: string;
  /** What the box says. */
  own: string;
}

/** Every house rule that differs from the box; the clock is told apart. */
export function changedRules(settings: TableSettings): Changed[] {
  const box = boxOf(settings);
  const place = Object.keys(rules.fields);
  return Object.entries(settings.rules ?? {})
    .filter(([field, value]) => field !== "turn_seconds" && value !== box[field])
    .sort(([a], [b]) => place.indexOf(a) - place.indexOf(b))
    .map(([field, value]) => ({ name: ruleName(field), value: ruleValue(field, value), own: ruleValue(field, box[field] ?? null) }));
}
