/** How long a match is. */

import rules from "../server/rules.json";

/** The default number of games in a match: one, or one for each player where a match consists of whole rounds. */
export function defaultGames(matchBy: string, players: number): number {
  return rules.whole_rounds.includes(matchBy) ? players : 1;
}
