/** The rules for a new table: a box, and what differs from it at this table. */

import { type ProfileName } from "../rules/boxDifferences";
import type { RuleValue } from "../rules/houseRules";
import { defaultGames } from "../rules/matchLength";
import { PRESETS, type Preset, type RuleField, presetChanges } from "../rules/ruleGroups";
import rules from "../server/rules.json";

/** "profile", "none", or a number of seconds. */
export type Clock = string;

export type RuleChanges = Partial<Record<RuleField, RuleValue>>;

export class RulesChoice {
  profile: ProfileName = $state("international");
  /** Null: the usual clock. */
  private chosenClock: Clock | null = $state(null);
  changes: RuleChanges = $state.raw({});
  /** Null: the default of the rules. */
  wantedGames: number | null = $state(null);

  constructor(
    profile: ProfileName,
    house: RuleChanges = {},
    /** The clock of a table at which nobody has chosen one. */
    private readonly usualClock: () => Clock = () => "profile",
  ) {
    this.profile = profile;
    this.changes = withoutClock(house);
    if (house.turn_seconds !== undefined) this.chosenClock = clockOf(house.turn_seconds);
  }

  /** The rules of the box. */
  get original(): Record<RuleField, RuleValue> {
    return rules.profiles[this.profile].rules as Record<RuleField, RuleValue>;
  }

  get mostPlayers(): number {
    return this.original.max_players as number;
  }

  get clock(): Clock {
    return this.chosenClock ?? this.usualClock();
  }

  set clock(clock: Clock) {
    this.chosenClock = clock;
  }

  private get seconds(): RuleValue {
    return this.clock === "profile" ? this.original.turn_seconds : this.clock === "none" ? null : Number(this.clock);
  }

  private get clockChange(): RuleChanges {
    return this.seconds === this.original.turn_seconds ? {} : { turn_seconds: this.seconds };
  }

  /** Everything that differs from the box. */
  get house(): RuleChanges {
    return { ...this.changes, ...this.clockChange };
  }

  /** What somebody has chosen of it: all but the usual clock. */
  get chosen(): RuleChanges {
    return this.chosenClock === null ? this.changes : this.house;
  }

  get preset(): Preset | undefined {
    if (!Object.keys(this.chosen).length) return undefined;
    const hasClock = (one: Preset) => ("turn_seconds" in one.rules ? one.rules.turn_seconds === this.seconds : this.clock === this.usualClock());
    return PRESETS.find((one) => sameRules(withoutClock(presetChanges(one, this.original)), this.changes) && hasClock(one));
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
    this.chosenClock = null;
    this.wantedGames = null;
  }

  /** Take the rules of a preset, or those of the box. */
  start(from: Preset | null, players: number): void {
    this.changes = from ? withoutClock(presetChanges(from, this.original)) : {};
    const seconds = from ? from.rules.turn_seconds : this.original.turn_seconds;
    this.chosenClock = seconds === undefined ? null : seconds === this.original.turn_seconds ? "profile" : clockOf(seconds);
    this.wantedGames = from?.games?.(players) ?? null;
  }
}

function clockOf(seconds: RuleValue): Clock {
  return seconds === null ? "none" : String(seconds);
}

function withoutClock({ turn_seconds: _, ...others }: RuleChanges): RuleChanges {
  return others;
}

function sameRules(a: RuleChanges, b: RuleChanges): boolean {
  return Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([field, value]) => b[field as RuleField] === value);
}
