/** A new table: on the server, or on this device. */

import { asPerson, me } from "../person/me.svelte";
import { startedOffline } from "../person/offline";
import { rememberTable } from "../person/recentTables";
import { type DevicePerson, RequestError, createDeviceTable, createTable } from "../server/http";
import type { TableSettings } from "../server/protocol";
import { isSite } from "../server/site";
import { t } from "../words/translation.svelte";

export type NewTable = TableSettings & { profile: string };

/** Create a table on this device for these people, or for me alone, and return its id. Throws RequestError. */
export async function createHere(settings: NewTable, people: readonly DevicePerson[] = [{ name: me.name || t("guest.placeholder"), avatar: me.avatar }]): Promise<string> {
  const { table } = await createDeviceTable(settings, people);
  // Asks the browser not to delete the games when it needs space; some ask the person.
  void navigator.storage?.persist?.().catch(() => false);
  rememberTable(table, { profile: settings.profile });
  return table;
}

/** Create a table on the server, or on a site without one on this device, and return its id. Throws RequestError. */
export async function createThere(settings: NewTable): Promise<string> {
  if (isSite) return createHere(settings);
  const { table, code } = await asPerson(() => createTable(settings));
  rememberTable(table, { code, profile: settings.profile });
  return table;
}

/** Create a table against computer players on the server, or without a network on this device, and return its id. Throws RequestError. */
export async function createAnywhere(settings: NewTable): Promise<string> {
  if (startedOffline) return createHere(settings);
  try {
    return await createThere(settings);
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== "no-server") throw error;
    return createHere(settings).catch(() => {
      throw error;
    });
  }
}
