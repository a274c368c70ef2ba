/** A file of the page that could not be loaded: the page starts again as soon as the server gives it. */

import { patience } from "./patience.svelte";

/** Milliseconds before the first attempt; doubled with every further one. */
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 30_000;
/** How often a page starts again without having loaded all that it needed. */
const MOST_RESTARTS = 3;
const ITEM = "tilewise.restarts";

let isRecovering = false;

/** Start the page again once its server answers: a browser does not load a file again that it has failed to load. */
async function recover(): Promise<void> {
  const restarts = Number(sessionStorage.getItem(ITEM) ?? 0);
  if (isRecovering || restarts >= MOST_RESTARTS) return;
  isRecovering = true;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    await patience.wait(pause * (1 + Math.random() / 2));
    const response = await fetch("./", { cache: "no-store" }).catch(() => null);
    if (response?.ok) break;
  }
  sessionStorage.setItem(ITEM, String(restarts + 1));
  location.reload();
}

/** Restart the page when one of its files could not be loaded. Vite reports this for every `import()`. */
export function watchLostFiles(): void {
  window.addEventListener("vite:preloadError", () => void recover());
  // A page that has stayed this long is complete.
  setTimeout(() => isRecovering || sessionStorage.removeItem(ITEM), 2 * LONGEST_PAUSE);
}
