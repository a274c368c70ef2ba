/** The box that the referee and the solver ask about, remembered on the device. */

import { loadItem, saveItem } from "../person/storage";
import { PROFILES, type ProfileName } from "../rules/boxDifferences";
import type { RuleValue } from "../rules/houseRules";
import rules from "../server/rules.json";
import { type Face, type JokerKind, colourOf } from "../tiles/tiles";
import type { BoxChoice } from "./questions";

const STORED = "companion-box";

export class Box implements BoxChoice {
  profile: ProfileName = $state("international");
  players = $state(4);
  rules: Readonly<Record<string, RuleValue>> = $state.raw({});

  constructor() {
    const stored = loadItem<Partial<BoxChoice>>(STORED);
    if (stored?.profile) this.choose(stored.profile, stored.players ?? 4, stored.rules ?? {});
  }

  /** Choose a box, with as many players as it is for, and house rules. */
  choose(profile: string, players = this.players, house: Readonly<Record<string, RuleValue>> = {}): void {
    if (!PROFILES.includes(profile as ProfileName)) return;
    this.profile = profile as ProfileName;
    this.rules = house;
    this.setPlayers(players);
  }

  setPlayers(players: number): void {
    const { min_players: least, max_players: most } = this.printed;
    this.players = Math.min(Math.max(Math.round(players) || 4, Number(least)), Number(most));
    saveItem(STORED, { profile: this.profile, players: this.players, rules: this.rules });
  }

  /** All fields, with the house rules. */
  get printed(): Readonly<Record<string, RuleValue>> {
    return { ...rules.profiles[this.profile].rules, ...this.rules };
  }

  /** The kinds of jokers in the box. */
  get jokers(): JokerKind[] {
    return (["J", "D", "C", "M"] as const).filter((kind) => this.count(kind) > 0);
  }

  /** How many tiles of a face the box has (E1, E2): enough to stop a slip of the finger; the rules check it again. */
  count(face: Face): number {
    const all = this.printed;
    const isLarge = all["large_game_from"] !== null && this.players >= Number(all["large_game_from"]);
    if (colourOf(face) !== null) return Number(isLarge ? all["large_game_copies"] : all["copies"]);
    const special = { D: "double_jokers", C: "colour_change_jokers", M: "mirror_jokers" }[face];
    if (special) return Number(all[special]);
    const gifts = Number(all["gift_tiles_in_box"]);
    if (all["gift_tiles"] === "instead") return gifts;
    return Number(isLarge ? all["large_game_jokers"] : all["jokers"]) + (all["gift_tiles"] === "added" ? gifts : 0);
  }
}
