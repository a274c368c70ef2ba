/** The fields of the house rules in groups, and combinations of house rules that people often play. */

import rules from "../server/rules.json";
import type { RuleValue } from "./houseRules";

export type RuleField = keyof typeof rules.fields;
export type RuleGroup = "tiles" | "opening" | "clock" | "end";

export const RULE_GROUPS: readonly RuleGroup[] = ["tiles", "opening", "clock", "end"];

/** Fields that the form asks for in another way: by its seats and its clock. */
const ASKED_ELSEWHERE: readonly string[] = ["min_players", "max_players", "turn_seconds"];

/** How the names of fields tell their group, tried in this order. A field that fits nowhere concerns the play of tiles. */
const PATTERNS: readonly [RegExp, RuleGroup][] = [
  [/^(clock|late|wrong|leftover)_/, "clock"],
  [/penalty|^(empty_pool|pool|match|score)/, "end"],
  [/^(opening|redeal|next_starter|freed)/, "opening"],
];

export function groupOf(field: string): RuleGroup {
  return PATTERNS.find(([pattern]) => pattern.test(field))?.[1] ?? "tiles";
}

/** The fields of a group, in the order of the rules. */
export function fieldsOf(group: RuleGroup): RuleField[] {
  return (Object.keys(rules.fields) as RuleField[]).filter((field) => !ASKED_ELSEWHERE.includes(field) && groupOf(field) === group);
}

export interface Preset {
  readonly name: string;
  readonly rules: Readonly<Partial<Record<RuleField, RuleValue>>>;
  /** Games in a match; otherwise as many as the rules say. */
  readonly games?: (players: number) => number;
  readonly hints?: boolean;
  /** Whether the others see the tiles move during a turn. */
  readonly drafts?: boolean;
}

export const PRESETS: readonly Preset[] = [
  { name: "short", rules: { rack_size: 10, opening_threshold: 20, turn_seconds: 60 }, games: () => 1 },
  { name: "children", rules: { rack_size: 10, opening_threshold: 0, turn_seconds: null, redeal_pairs: null }, games: () => 1, hints: true },
  { name: "tournament", rules: { turn_seconds: 60, clock_from: "first-turn" }, games: (players) => players, hints: false, drafts: false },
  { name: "no-threshold", rules: { opening_threshold: 0 } },
];

/** The rules of a preset that differ from the box. */
export function presetChanges(preset: Preset, original: Readonly<Record<string, RuleValue>>): Partial<Record<RuleField, RuleValue>> {
  return Object.fromEntries(Object.entries(preset.rules).filter(([field, value]) => original[field] !== value));
}
