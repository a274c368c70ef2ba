/** The game that "Play now" starts: the last choice, remembered by the browser. */

import { chosenTempo } from "../person/preferences.svelte";
import { loadItem, saveItem } from "../person/storage";
import { PROFILES, type ProfileName } from "../rules/boxDifferences";
import { defaultGames } from "../rules/matchLength";
import rules from "../server/rules.json";
import { type ComputerPlayer, computerPlayer } from "../words/computerPlayers";
import type { NewTable } from "./newTable";

export interface PlayChoice {
  profile: ProfileName;
  level: string;
  opponents: number;
  clock: boolean;
}

const DEFAULTS: PlayChoice = { profile: "international", level: "casual", opponents: 2, clock: false };

export function mostOpponents(profile: ProfileName): number {
  return rules.profiles[profile].rules.max_players - 1;
}

/** Return a stored choice with everything that no longer exists replaced. */
export function validChoice(stored: Partial<PlayChoice>): PlayChoice {
  const choice = { ...DEFAULTS, ...stored };
  const profile = PROFILES.includes(choice.profile) ? choice.profile : DEFAULTS.profile;
  const level = rules.levels.includes(choice.level) ? choice.level : (rules.levels.find((one) => one === DEFAULTS.level) ?? rules.levels[0]!);
  return { profile, level, opponents: Math.max(1, Math.min(choice.opponents, mostOpponents(profile))), clock: choice.clock };
}

/** The computer players at the table; I have the first seat. */
export function opponentsOf({ level, opponents }: Pick<PlayChoice, "level" | "opponents">): ComputerPlayer[] {
  return Array.from({ length: opponents }, (_, n) => computerPlayer(level, n + 1));
}

export const playChoice = $state({ now: validChoice(loadItem<Partial<PlayChoice>>("play-now") ?? {}) });

export function choose(change: Partial<PlayChoice>): void {
  playChoice.now = validChoice({ ...playChoice.now, ...change });
  saveItem("play-now", playChoice.now);
}

/** The settings of a table for a choice. */
export function settingsOf({ profile, level, opponents, clock }: PlayChoice): NewTable {
  return {
    profile,
    rules: clock ? {} : { turn_seconds: null },
    seats: ["person", ...Array.from({ length: opponents }, () => level)],
    games: defaultGames(rules.profiles[profile].rules.match_by, opponents + 1),
    hints: true,
    tempo: chosenTempo(),
  };
}
