/** Names of players in lists of tables and games. */

import rules from "../server/rules.json";
import { t } from "./translation.svelte";

/** A player's name; computer players are named after their level and seat. */
export function playerName(name: string, seat: number): string {
  return rules.levels.includes(name) ? t("seat.computer", { level: t(`level.${name}` as "level.solid"), number: seat + 1 }) : name;
}

/** The names of all players; free seats are left out. */
export function playerNames(names: readonly (string | null)[]): string[] {
  return names.flatMap((name, seat) => (name ? [playerName(name, seat)] : []));
}
