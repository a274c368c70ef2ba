/** The engine in the background, for pages that could also ask a server. */

import { deviceCopy } from "./deviceCopy.svelte";
import { engine } from "./engine.svelte";
import { isMetered } from "./metered";

/** "stored": only from this device. "free": also from the network, unless every megabyte may cost money. */
export type Source = "stored" | "free";

/** Whether the engine runs, or may be loaded from there without asking the person. */
export async function mayStart(source: Source): Promise<boolean> {
  if (engine.status === "ready" || engine.status === "loading") return true;
  await deviceCopy.look();
  // Storing it begins only where it may.
  if (deviceCopy.status === "stored" || deviceCopy.status === "storing") return true;
  return source === "free" && deviceCopy.status === "none" && !isMetered();
}

/** Start the engine if it may be; returns whether it is ready now. One that has failed is left alone. */
export function startQuietly(source: Source): boolean {
  if (engine.status === "absent") void startIf(source).catch(() => undefined);
  return engine.status === "ready";
}

async function startIf(source: Source): Promise<void> {
  if (await mayStart(source)) await engine.start();
}
