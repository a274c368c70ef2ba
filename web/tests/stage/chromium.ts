/** Which Chromium runs the tests, and how. */

import { type Browser, chromium } from "playwright-core";

export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const CHROMIUM_OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Vitest runs one file after another in the same process, so this is one Chromium for each of the processes that share the work. */
const shared = globalThis as { tilewiseBrowser?: Promise<Browser> };

/** The Chromium of this process, which ends with it. A test isolates itself with a context of its own. */
export function sharedBrowser(): Promise<Browser> {
  // Scrollbars take room, as on most desktops.
  return (shared.tilewiseBrowser ??= chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_OPTIONS, ignoreDefaultArgs: ["--hide-scrollbars"] }));
}
