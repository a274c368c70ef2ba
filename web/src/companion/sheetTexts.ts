/** A score sheet in words: names, reasons, and who starts. */

import { t } from "../words/companion/texts";
import { formatFacts, translateCode } from "../words/translation.svelte";
import type { CountedSheet, Explained, Sheet } from "./sheetCells";

export function playerName(sheet: Sheet, seat: number): string {
  return sheet.players[seat]?.name || t("pass.player", { number: seat + 1 });
}

export function reasonSentence({ reason, facts, message }: Explained): string {
  return translateCode("score", reason, formatFacts(facts)) ?? message;
}

/** Who starts the next game (S6). */
export function starterSentence(sheet: Sheet, counted: CountedSheet): string {
  const game = counted.games.filter(({ scores }) => scores).length + 1;
  const current = counted.games[game - 1];
  const starter = current ? current.starter : counted.next_starter;
  if (starter !== null && starter !== undefined) return t("sheet.starts", { name: playerName(sheet, starter), game });
  return counted.draw_for_start ? t("sheet.draw", { game }) : t("sheet.who-started");
}
