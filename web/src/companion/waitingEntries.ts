/** Entries of shared sheets that are not open: they are sent as soon as there is a network, whichever tool is shown. */

import { type SheetServer, SheetSharing } from "./sheetSharing.svelte";
import { type SheetStore, sheetStore } from "./sheetStore";

/** Send the entries that wait, except those of the sheet that is shown; returns a function that stops it. */
export function sendWaitingEntries(shown: string | null, store: SheetStore = sheetStore, server?: SheetServer): () => void {
  const senders: SheetSharing[] = [];
  let isStopped = false;
  void (async () => {
    for (const row of await store.rows()) {
      if (row.sheet === shown || row.removed || !row.shared || row.shared.hasEnded) continue;
      if (!(await store.unsent(row.sheet, 1)).length || isStopped) continue;
      // Nobody sees its cells now: they go to the disk.
      const sender = new SheetSharing(row.sheet, store, () => undefined, server);
      senders.push(sender);
      sender.begin(row.shared);
    }
  })().catch(() => undefined);
  return () => {
    isStopped = true;
    for (const sender of senders) sender.end();
  };
}
