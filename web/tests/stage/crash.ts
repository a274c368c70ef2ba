import type { Page } from "playwright-core";

/** Let the process of a page crash; returns an empty page of the same browser. */
export async function crashTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  const client = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // There is nobody left to answer.
  void client.send("Page.crash").catch(() => undefined);
  await crashed;
  return other;
}
