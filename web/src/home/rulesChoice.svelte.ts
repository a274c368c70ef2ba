/** The rules for a new table: a box, and what differs from it at this table. */

import { type ProfileName } from "../rules/boxDifferences";
import type { RuleValue } from "../rules/houseRules";
import { defaultGames } from "../rules/matchLength";
import { PRESETS, type Preset, type RuleField, presetChanges } from "../rules/ruleGroups";
import rules from "../server/rules.json";

export type RuleChanges = Partial<Record<RuleField, RuleValue>>;

export class RulesChoice {
  profile: ProfileName = $state("international");
  /** "profile", "none", or a number of seconds. */
  clock: string = $state("profile");
  changes: RuleChanges = $state.raw({});
  /** Null: the default of the rules. */
  wantedGames: number | null = $state(null);

  constructor(profile: ProfileName, house: RuleChanges = {}) {
    this.profile = profile;
    this.take(house);
  }

  /** The rules of the box. */
  get original(): Record<RuleField, RuleValue> {
    return rules.profiles[this.profile].rules as Record<RuleField, RuleValue>;
  }

  get mostPlayers(): number {
    return this.original.max_players as number;
  }

  /** Everything that differs from the box. */
  get house(): RuleChanges {
    const seconds = this.clock === "profile" ? this.original.turn_seconds : this.clock === "none" ? null : Number(this.clock);
    return { ...this.changes, ...(seconds === this.original.turn_seconds ? {} : { turn_seconds: seconds }) };
  }

  get preset(): Preset | undefined {
    return PRESETS.find((one) => sameRules(presetChanges(one, this.original), this.house) && Object.keys(this.house).length > 0);
  }

  gamesFor(players: number): number {
    return this.wantedGames ?? defaultGames(String(this.changes.match_by ?? this.original.match_by), players);
  }

  change(field: RuleField, value: RuleValue): void {
    const { [field]: _, ...others } = this.changes;
    this.changes = value === this.original[field] ? others : { ...others, [field]: value };
  }

  chooseBox(profile: ProfileName): void {
    this.profile = profile;
    this.changes = {};
    this.clock = "profile";
    this.wantedGames = null;
  }

  /** Take the rules of a preset, or those of the box. */
  start(from: Preset | null, players: number): void {
    this.take(from ? presetChanges(from, this.original) : {});
    this.wantedGames = from?.games?.(players) ?? null;
  }

  /** Take these house rules in place of any others. */
  private take({ turn_seconds: seconds, ...others }: RuleChanges): void {
    this.changes = others;
    this.clock = seconds === undefined ? "profile" : seconds === null ? "none" : String(seconds);
  }
}

function sameRules(a: RuleChanges, b: RuleChanges): boolean {
  return Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([field, value]) => b[field as RuleField] === value);
}
