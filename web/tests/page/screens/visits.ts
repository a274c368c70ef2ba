/** How tests get to a screen of the page, and what they need there. */

import type { Page } from "playwright-core";
import { de } from "../../../src/words/de";
import { en } from "../../../src/words/en";
import { pl } from "../../../src/words/pl";
import type { Key, Texts } from "../../../src/words/texts";
import { resize, still } from "../../stage/pageChecks";
import { DESKTOP, type Stage } from "../../stage/stage";

const TEXTS: Record<string, Texts> = { en, de, pl };

export interface Visit {
  page: Page;
  /** A text in the language of the page. */
  text: (key: Key) => string;
}

/** The way to a screen. */
export interface Screen {
  (visit: Visit): Promise<void>;
  /** Whether it needs a page that has not been connected to a table. */
  isOnNewPage?: boolean;
}

export type Screens = Readonly<Record<string, Screen>>;

export const onNewPage = (go: Screen): Screen => Object.assign(go, { isOnNewPage: true });

export const press = ({ page, text }: Visit, key: Key) => page.getByRole("button", { name: text(key), exact: true }).first().click();

export async function openAll(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary");
  while (await closed.count()) await closed.first().click();
}

/** Visit screens, one after another, with these preferences. `check` returns the problems of one; the result has those of all. */
export async function visitScreens(stage: Stage, screens: Screens, preferences: { language?: string; theme?: string }, check: (page: Page, name: string) => Promise<string[]>): Promise<Record<string, string[]>> {
  const text = (key: Key) => String(TEXTS[preferences.language ?? "en"]![key]);
  const problems: Record<string, string[]> = {};
  let page: Page | null = null;
  for (const [name, go] of Object.entries(screens)) {
    if (page === null || go.isOnNewPage) {
      await stage.leave();
      page = await stage.person({ isMetered: true, at: `${stage.url}#/nowhere`, preferences: { commandLine: true, ...preferences } });
    }
    await resize(page, DESKTOP);
    await go({ page, text });
    await still(page);
    const found = await check(page, name);
    if (found.length) problems[name] = found;
    await page.keyboard.press("Escape");
  }
  return problems;
}
