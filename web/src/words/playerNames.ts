/** Names of players in lists of tables and games. */

import rules from "../server/rules.json";
import { computerPlayer } from "./computerPlayers";

/** A player's name; the server names computer players after their level. */
export function playerName(name: string, seat: number): string {
  return rules.levels.includes(name) ? computerPlayer(name, seat).name : name;
}

/** The names of all players; free seats are left out. */
export function playerNames(names: readonly (string | null)[]): string[] {
  return names.flatMap((name, seat) => (name ? [playerName(name, seat)] : []));
}
