/** A game against whoever is waiting. */

import { joinQuickGame } from "../server/http";
import { asPerson } from "./me.svelte";
import { rememberTable } from "./recentTables";
import { loadItem, saveItem } from "./storage";

interface QuickGame {
  table: string;
  profile: string;
  rated: boolean;
}

/** Find a table where someone waits for this game, or create one; returns its id. Throws RequestError. */
export async function findQuickGame(profile: string, rated = false): Promise<string> {
  const { table, code } = await asPerson(() => joinQuickGame({ profile, rated }));
  rememberTable(table, { code, profile });
  saveItem("quick-game", { table, profile, rated } satisfies QuickGame);
  return table;
}

/**
 * Look again for someone to play with, if I wait at this table for a quick game; returns the table to go to, or null.
 * Two people who asked different processes of the server at the same moment wait at two tables.
 */
export async function findAgain(table: string): Promise<string | null> {
  const wanted = loadItem<QuickGame>("quick-game");
  if (wanted?.table !== table) return null;
  const found = await findQuickGame(wanted.profile, wanted.rated);
  return found === table ? null : found;
}
