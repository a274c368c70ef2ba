/** One server and one Chromium for all test files of a run; vitest starts them before the first file. */

import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { CHROMIUM, CHROMIUM_OPTIONS } from "./chromium";
import { TilewiseServer } from "./server";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the server, with a slash at its end. */
    server: string;
    /** Where Playwright connects to Chromium. */
    chromium: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = new TilewiseServer();
  let browser: BrowserServer | undefined;
  const close = async () => {
    await browser?.close();
    await server.close();
  };
  try {
    [browser] = await Promise.all([
      // Scrollbars take room, as on most desktops.
      chromium.launchServer({ executablePath: CHROMIUM, args: CHROMIUM_OPTIONS, ignoreDefaultArgs: ["--hide-scrollbars"] }),
      server.start(),
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  project.provide("server", server.url);
  project.provide("chromium", browser.wsEndpoint());
  return close;
}
