/** Checks of a screen: axe's accessibility rules, and whether everything is visible and within the page. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "playwright-core";
import { paint } from "./painting";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Set preferences, and reload. */
export async function setPreferences(page: Page, wanted: object): Promise<void> {
  await page.evaluate((value) => localStorage.setItem("tilewise.preferences", JSON.stringify(value)), wanted);
  await page.reload();
  await page.locator("#app > *").first().waitFor();
}

/** The rules that axe finds violated, with examples. */
export async function violations(page: Page): Promise<string[]> {
  // What is not painted has no contrast.
  await paint(page, true);
  // Injected by DevTools: the page's content security policy forbids it, as it should.
  const client = await page.context().newCDPSession(page);
  const { result: there } = await client.send("Runtime.evaluate", { expression: "typeof axe" });
  if (there.value === "undefined") await client.send("Runtime.evaluate", { expression: AXE });
  const { result } = await client.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ["violations"], selectors: false }).then((found) => JSON.stringify(found.violations.map((one) => one.id + ": " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).join(" / "))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await client.detach();
  await paint(page, false);
  return JSON.parse(String(result.value)) as string[];
}

/** Everything that is cut off, covered, or outside the page, once the page has followed what has changed. */
export async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    const found: string[] = [];
    const name = (element: Element) => `${element.tagName} "${element.textContent?.trim().slice(0, 30)}"`;
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    // What a modal dialogue covers is checked without it.
    const root = document.querySelector("dialog[open]") ?? document;
    if (root instanceof Element && root.scrollWidth > root.clientWidth + 1) found.push(`the dialogue is ${root.scrollWidth} px wide`);
    for (const element of root.querySelectorAll<HTMLElement>("button, a, label, p, li, dd, dt, td, th, h1, h2, h3, legend, summary, select, input, .panel, [data-tile]")) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest(".unseen")) continue;
      // A table that is zoomed in scrolls within its felt, and a full rack within its wood.
      if ((box.right > innerWidth + 1 || box.left < -1) && !element.closest(".felt.scrolls, .view.scrolls")) found.push(`${name(element)} is outside`);
      const style = getComputedStyle(element);
      const words = element.textContent?.trim() ?? "";
      if (words.length > 12 && box.width < 3 * parseFloat(style.fontSize) && box.height > 4 * parseFloat(style.fontSize)) found.push(`${name(element)} is squeezed into ${Math.round(box.width)} px`);
      const cut = element.scrollWidth > element.clientWidth + 2 && element.clientWidth > 1 && style.display !== "inline" && !/auto|scroll/.test(style.overflowX);
      if (cut && !["SELECT", "INPUT"].includes(element.tagName)) found.push(`${name(element)} overflows`);
    }
    // No control may be covered, except tiles by buttons, and the page by a notice or an offer.
    for (const element of root.querySelectorAll<HTMLElement>("button:not([data-tile], [data-new]), a, select, input")) {
      const box = element.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (!element.checkVisibility() || element.closest(".unseen, [inert]") || !isInView(element, x, y)) continue;
      const top = document.elementFromPoint(x, y);
      if (top && isScrolledOver(top)) continue;
      if (top && !top.closest(".notice, .offer") && !element.contains(top) && !top.contains(element)) found.push(`${name(element)} is covered by ${name(top)}`);
    }
    return [...new Set(found)];

    /** Whether this is the sticky rack, or the bar of a game, over a page that scrolls. */
    function isScrolledOver(top: Element): boolean {
      const sticky = top.closest(".wood, .game-bar");
      const page = top.closest(".page") ?? document.documentElement;
      return sticky !== null && getComputedStyle(sticky).position === "sticky" && page.scrollHeight > page.clientHeight + 1;
    }

    /** Whether a point of an element is scrolled into view. */
    function isInView(element: Element, x: number, y: number): boolean {
      for (let around: Element | null = element; around; around = around.parentElement) {
        const { top, bottom, left, right } = around.getBoundingClientRect();
        const clips = around !== document.documentElement && getComputedStyle(around).overflowY !== "visible";
        if (clips && (x < left || x > right || y < top || y > bottom)) return false;
      }
      return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
    }
  });
}

/** The names, among those that are shown anywhere on the page, of which a part is cut off or lies outside the window. */
export async function cutNames(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const name of wanted) {
        const from = text.textContent!.indexOf(name);
        const around = text.parentElement!;
        if (from < 0 || !around.checkVisibility() || around.closest(".unseen, option")) continue;
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + name.length);
        for (const box of range.getClientRects()) {
          if (box.left < -1 || box.right > innerWidth + 1) found.add(`${name} is outside`);
          const place = around.closest("button, .chip, .sentence");
          const frame = place?.getBoundingClientRect();
          if (frame && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1) && !/auto|scroll/.test(getComputedStyle(place!).overflowY)) found.add(`${name} does not fit ${place!.className}`);
          const seen = place && [0.05, 0.5, 0.95].map((part) => document.elementFromPoint(box.left + part * box.width, box.top + box.height / 2));
          if (seen?.some((top) => top && !place!.contains(top) && !top.contains(place) && !top.closest(".zoom"))) found.add(`${name} is covered`);
          for (let over: Element | null = around; over && over !== document.body; over = over.parentElement) {
            const style = getComputedStyle(over);
            // What is hidden from the eye is for the screen reader, and what scrolls can be reached.
            if (style.clipPath !== "none" || /auto|scroll/.test(style.overflowY)) break;
            const { left, right, top, bottom } = over.getBoundingClientRect();
            const isCut = (style.overflowX === "hidden" && (box.left < left - 1 || box.right > right + 1)) || (style.overflowY === "hidden" && (box.top < top - 1 || box.bottom > bottom + 1));
            if (isCut) found.add(`${name} is cut off by ${over.className || over.tagName}`);
          }
        }
      }
    }
    return [...found];
  }, names);
}

/** Enlarge text as in the browser's settings; lengths and media queries in em grow with it. */
export async function enlarge(page: Page, times: number): Promise<void> {
  const client = await clientOf(page);
  await client.send("Page.setFontSizes", { fontSizes: { standard: 16 * times, fixed: 13 * times } });
}

/** Give the page another size until Playwright sets one again, which also resizes the browser's window and takes much longer. */
export async function resize(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const client = await clientOf(page);
  await client.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
}

const clients = new WeakMap<Page, CDPSession>();

async function clientOf(page: Page): Promise<CDPSession> {
  const client = clients.get(page) ?? (await page.context().newCDPSession(page));
  clients.set(page, client);
  return client;
}

/** Wait until nothing moves any more. A busy browser paints rarely, so time alone could not tell. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () => document.getAnimations().filter((one) => one.playState === "running" && one.effect?.getTiming().iterations !== Infinity);
    for (let animations = running(); animations.length; animations = running()) await Promise.all(animations.map((one) => one.finished.catch(() => undefined)));
  });
}

/**
 * Wait until the page has followed what has changed: in the next frame it learns of new sizes, and in the one after it of
 * those that came of them.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

/** Let everything that moves arrive at once, and wait until the page has followed. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const moving = () => document.getAnimations().filter((one) => one.playState !== "finished" && one.effect?.getComputedTiming().endTime !== Infinity);
    do {
      for (const animation of moving()) animation.finish();
      await frame();
      await frame();
    } while (moving().length);
  });
}
