/** A new table on this device. */

import { me } from "../person/me.svelte";
import { rememberTable } from "../person/recentTables";
import { type DevicePerson, createDeviceTable } from "../server/http";
import type { TableSettings } from "../server/protocol";
import { t } from "../words/translation.svelte";

/** Create a table for these people, or for me alone, and return its id. Throws RequestError. */
export async function createTableHere(settings: TableSettings & { profile: string }, people: readonly DevicePerson[] = [{ name: me.name || t("guest.placeholder"), avatar: me.avatar }]): Promise<string> {
  const { table } = await createDeviceTable(settings, people);
  // Asks the browser not to delete the games when it needs space; some ask the person.
  void navigator.storage?.persist?.().catch(() => false);
  rememberTable(table, { profile: settings.profile });
  return table;
}
