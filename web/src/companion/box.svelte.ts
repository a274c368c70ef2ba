/** The box on the table: its rules are those of the clock, the referee and the best play. Opening a score sheet chooses its box. */

import { playChoice } from "../home/playChoice.svelte";
import { PROFILES, type ProfileName } from "../rules/boxDifferences";
import type { RuleValue } from "../rules/houseRules";
import rules from "../server/rules.json";
import { type Face, type JokerKind, colourOf } from "../tiles/tiles";
import { keptItems } from "./keptItems.svelte";
import type { BoxChoice } from "./questions";

const STORED = "box";

export class Box implements BoxChoice {
  profile: ProfileName = $state(playChoice.now.profile);
  players = $state(4);
  /** The house rules: what differs from the box. */
  rules: Readonly<Record<string, RuleValue>> = $state.raw({});

  constructor() {
    const stored = keptItems.get<Partial<BoxChoice>>(STORED);
    if (stored) this.take(stored.profile ?? "", stored.players ?? 4, stored.rules ?? {});
  }

  /** Choose a box, with as many players as it is for, and house rules. */
  choose(profile: string, players = this.players, house: Readonly<Record<string, RuleValue>> = {}): void {
    this.take(profile, players, house);
    keptItems.set(STORED, { profile: this.profile, players: this.players, rules: this.rules } satisfies BoxChoice);
  }

  private take(profile: string, players: number, house: Readonly<Record<string, RuleValue>>): void {
    if (!PROFILES.includes(profile as ProfileName)) return;
    this.profile = profile as ProfileName;
    this.rules = house;
    const { min_players: least, max_players: most } = this.allRules;
    this.players = Math.min(Math.max(Math.round(players) || 4, Number(least)), Number(most));
  }

  /** All fields, with the house rules. */
  get allRules(): Readonly<Record<string, RuleValue>> {
    return { ...rules.profiles[this.profile].rules, ...this.rules };
  }

  /** The kinds of jokers in the box. */
  get jokers(): JokerKind[] {
    return (["J", "D", "C", "M"] as const).filter((kind) => this.count(kind) > 0);
  }

  /** How many tiles of a face the box has (E1, E2): enough to stop a slip of the finger; the rules check it again. */
  count(face: Face): number {
    const all = this.allRules;
    const isLarge = all["large_game_from"] !== null && this.players >= Number(all["large_game_from"]);
    if (colourOf(face) !== null) return Number(isLarge ? all["large_game_copies"] : all["copies"]);
    const special = { D: "double_jokers", C: "colour_change_jokers", M: "mirror_jokers" }[face];
    if (special) return Number(all[special]);
    const gifts = Number(all["gift_tiles_in_box"]);
    if (all["gift_tiles"] === "instead") return gifts;
    return Number(isLarge ? all["large_game_jokers"] : all["jokers"]) + (all["gift_tiles"] === "added" ? gifts : 0);
  }
}
