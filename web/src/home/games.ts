/** How many games a match has if nothing else is wished: one, or one round where matches are played in whole rounds. */
export function gamesOf(matchBy: string, players: number): number {
  return matchBy === "games-won" ? players : 1;
}
