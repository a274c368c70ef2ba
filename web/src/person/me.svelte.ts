/** Who I am here: a guest is made at the first thing that needs somebody, without asking anything. */

import { changeName, makeGuest } from "../server/http";
import { Connection } from "../server/connection.svelte";
import { t } from "../words/words.svelte";
import { keep, kept } from "./keeping";

interface Known {
  person: string;
  name: string;
}

export const connection = new Connection(becomeGuest);

export const me = $state<{ name: string; known: boolean }>({
  name: kept<Known>("me")?.name ?? kept<string>("name") ?? "",
  known: kept<Known>("me") !== null,
});

async function becomeGuest(): Promise<boolean> {
  try {
    const made = await makeGuest(me.name.trim() || t("guest.name", { number: 100 + Math.floor(Math.random() * 900) }));
    me.name = made.name;
    me.known = true;
    keep("me", { person: made.person, name: made.name });
    return true;
  } catch {
    return false;
  }
}

/** Be somebody before a table is made or joined; raises AskError. */
export async function beSomebody(): Promise<void> {
  if (!me.known) {
    const made = await makeGuest(me.name.trim() || t("guest.name", { number: 100 + Math.floor(Math.random() * 900) }));
    me.name = made.name;
    me.known = true;
    keep("me", { person: made.person, name: made.name });
  }
  connection.open();
}

/** Another name: at once for somebody the server knows, otherwise with the first thing that is done. Raises AskError. */
export async function rename(name: string): Promise<void> {
  const before = me.name;
  me.name = name.trim();
  keep("name", me.name);
  if (!me.known || !me.name) return;
  try {
    const changed = await changeName(me.name);
    me.name = changed.name;
    keep("me", { person: changed.person, name: changed.name });
  } catch (error) {
    me.name = before;
    throw error;
  }
}
