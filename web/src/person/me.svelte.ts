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

let becoming: Promise<void> | null = null;
let becameAt = 0;

/** One guest, however many parts of the page need somebody at the same time; raises AskError. */
function makeMe(): Promise<void> {
  becoming ??= (async () => {
    const made = await makeGuest(me.name.trim() || t("guest.name", { number: 100 + Math.floor(Math.random() * 900) }));
    me.name = made.name;
    me.known = true;
    becameAt = Date.now();
    keep("me", { person: made.person, name: made.name });
  })().finally(() => (becoming = null));
  return becoming;
}

/** The server knows nobody by this browser's cookie (any more). */
async function becomeGuest(): Promise<boolean> {
  // A connection that was opened just before the guest was made only has to be opened again.
  if (becoming === null && Date.now() - becameAt < 3_000) return true;
  return makeMe().then(
    () => true,
    () => false,
  );
}

/** Be somebody before a table is made or joined; raises AskError. */
export async function beSomebody(): Promise<void> {
  if (!me.known) await makeMe();
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
