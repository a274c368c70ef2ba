/**
 * Pages that are laid out but not painted: no test looks at pixels, and without a graphics card painting is most of what a page
 * has to do. Everything else is the same: sizes, animations, what lies under a finger.
 */

import type { BrowserContext, Page } from "playwright-core";

declare global {
  interface Window {
    unpainted?: CSSStyleSheet;
  }
}

/** Paint no page of a context, from the beginning. */
export async function paintNothing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.unpainted = new CSSStyleSheet();
    // Dialogues and notices lie above the document.
    window.unpainted.replaceSync("html, dialog, dialog::backdrop, [popover] { opacity: 0 !important }");
    document.adoptedStyleSheets.push(window.unpainted);
  });
}

/** Paint a page for a while, if it is one of those that are not painted, or stop it again. */
export async function paint(page: Page, isPainted: boolean): Promise<void> {
  await page.evaluate((wanted) => {
    if (window.unpainted) window.unpainted.disabled = wanted;
  }, isPainted);
}
