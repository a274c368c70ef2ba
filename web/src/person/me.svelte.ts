/** Who I am here: a guest is made at the first thing that needs somebody, without asking anything. */

import { makeGuest } from "../server/http";
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

/** Another name: for a guest that is a new guest, since nobody's games are tied to a name. */
export async function rename(name: string): Promise<void> {
  me.name = name;
  keep("name", name);
}
