import rules from "../server/rules.json";

/** How many games a match has if nothing else is wished: one, or one round where the rules play in whole rounds. */
export function gamesOf(matchBy: string, players: number): number {
  return rules.whole_rounds.includes(matchBy) ? players : 1;
}
