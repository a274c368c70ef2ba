/** A game against whoever is waiting. */

import { ensurePerson } from "../person/me.svelte";
import { rememberTable } from "../person/recentTables";
import { go } from "../route.svelte";
import { joinQuickGame } from "../server/http";

/** Go to a table where someone waits for this game, or to a new one. Throws RequestError. */
export async function playQuickGame(profile: string, rated = false): Promise<void> {
  await ensurePerson();
  const { table, code } = await joinQuickGame({ profile, rated });
  rememberTable(table, { code, profile });
  go({ at: "table", table });
}
