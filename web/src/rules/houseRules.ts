/** A table's rules in words: the name and value of each field, and how the table differs from its edition. */

import rules from "../server/rules.json";
import type { TableSettings } from "../server/protocol";
import { t, translateCode } from "../words/translation.svelte";

export type RuleValue = number | string | null;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The times for a turn that a new table offers, in seconds: those that the rulebooks name, longer ones, and days. */
export const TURN_TIMES = [30, 40, 60, 120, 300, DAY, 3 * DAY] as const;

export function ruleName(field: string): string {
  return translateCode("rule", field) ?? field;
}

export function formatRuleValue(field: string, value: RuleValue): string {
  if (value === null) return t("make.none");
  return typeof value === "string" ? (translateCode("choice", `${field}.${value}`) ?? translateCode("choice", value) ?? value) : String(value);
}

/** The time for a turn: "60 seconds", "3 days", "No limit". */
export function formatTurnTime(seconds: number | null): string {
  if (seconds === null) return t("make.clock-none");
  if (seconds % DAY === 0) return t("make.days", { count: seconds / DAY });
  if (seconds % HOUR === 0) return t("make.hours", { count: seconds / HOUR });
  return t("make.seconds", { count: seconds });
}

function profileRules(settings: TableSettings): Record<string, RuleValue> {
  return rules.profiles[(settings.profile ?? "international") as keyof typeof rules.profiles]?.rules ?? {};
}

/** Seconds per turn from which nobody is expected to stay at the table, as on the server. */
const CORRESPONDENCE_FROM = 3600;

/** Whether a turn takes hours or days. */
export function takesDays(settings: TableSettings): boolean {
  return (turnSeconds(settings) ?? 0) >= CORRESPONDENCE_FROM;
}

/** Whether a table is for people who know each other: only the code and the link lead there. */
export function isAmongFriends({ seats = [], public: isPublic = false }: Pick<TableSettings, "seats" | "public">): boolean {
  return !isPublic && seats.filter((seat) => seat === "person").length > 1;
}

/** Return the seconds for a turn at a table, or null if there is no clock. */
export function turnSeconds(settings: TableSettings): number | null {
  const seconds = settings.rules?.["turn_seconds"];
  const ofProfile = profileRules(settings)["turn_seconds"];
  return seconds === undefined ? (ofProfile === undefined || ofProfile === null ? null : Number(ofProfile)) : seconds === null ? null : Number(seconds);
}

/** Return the value that every player's first play must have at a table. */
export function openingThreshold(settings: TableSettings): number {
  return Number(settings.rules?.["opening_threshold"] ?? profileRules(settings)["opening_threshold"] ?? 0);
}

/** Return when a game at a table ends once the pool is empty (N2). */
export function emptyPool(settings: TableSettings): "passes" | "stuck" | "must-place" | "last-round" {
  return (settings.rules?.["empty_pool"] ?? profileRules(settings)["empty_pool"] ?? "passes") as ReturnType<typeof emptyPool>;
}

/** Return where a freed joker may go at a table (U7). */
export function freedJoker(settings: TableSettings): "anywhere" | "another-set" | "new-set" {
  return (settings.rules?.["freed_joker"] ?? profileRules(settings)["freed_joker"] ?? "anywhere") as ReturnType<typeof freedJoker>;
}

export interface ChangedRule {
  name: string;
  value: string;
  /** The value of the edition. */
  original: string;
}

/** List every house rule that differs from the edition, in the order of the form; the clock is shown elsewhere. */
export function changedRules(settings: TableSettings): ChangedRule[] {
  const original = profileRules(settings);
  const order = Object.keys(rules.fields);
  return Object.entries(settings.rules ?? {})
    .filter(([field, value]) => field !== "turn_seconds" && value !== original[field])
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([field, value]) => ({ name: ruleName(field), value: formatRuleValue(field, value), original: formatRuleValue(field, original[field] ?? null) }));
}
