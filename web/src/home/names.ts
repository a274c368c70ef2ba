import rules from "../server/rules.json";
import { t } from "../words/words.svelte";

/** The name at a seat of a list as it is shown: computer players are named after their level and their seat. */
export function shownName(name: string, seat: number): string {
  return rules.levels.includes(name) ? t("seat.computer", { level: t(`level.${name}` as "level.solid"), number: seat + 1 }) : name;
}

/** Everybody at a table of a list; free seats have no name. */
export function shownNames(names: readonly (string | null)[]): string[] {
  return names.flatMap((name, seat) => (name ? [shownName(name, seat)] : []));
}
