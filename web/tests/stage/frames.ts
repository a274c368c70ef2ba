/** Watches every frame of a table: how large tiles are and where, whether anything scrolls, and what the console says. */

import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What was seen since the last look. */
export interface Seen {
  /** The width of the widest tile, in widths of its place. */
  widest: number;
  /** Tiles outside the window, each once. */
  outside: string[];
  /** What could be scrolled, or showed a scrollbar. */
  scrolls: string[];
}

declare global {
  interface Window {
    framesSeen: Seen;
  }
}

/** Runs in the page: looks at the table in every frame, once it is there. */
function sample(): void {
  const seen: Seen = (window.framesSeen = { widest: 0, outside: [], scrolls: [] });
  const note = (list: string[], what: string) => list.length < 8 && !list.includes(what) && list.push(what);
  const frame = () => {
    requestAnimationFrame(frame);
    // Until a frame is painted, the page may still react to the size of the window, which the next one may change again.
    setTimeout(look, 0, innerWidth);
  };
  const look = (width: number) => {
    const table = document.querySelector(".page.playing");
    if (!table || width !== innerWidth) return;
    // Also the backs of tiles that others draw.
    for (const tile of table.parentElement!.querySelectorAll<HTMLElement>("[data-tile]:not(.awaited), .back")) {
      const { left, top, right, bottom, width } = tile.getBoundingClientRect();
      if (!tile.offsetWidth) continue;
      seen.widest = Math.max(seen.widest, width / tile.offsetWidth);
      // A rack that does not fit scrolls sideways.
      const isBeside = (left < -1 || right > innerWidth + 1) && !tile.closest(".view.scrolls");
      const isInside = !isBeside && top >= -1 && bottom <= innerHeight + 1;
      // A table that is zoomed in scrolls within its felt.
      if (!isInside && !tile.closest(".felt.scrolls")) note(seen.outside, `${tile.dataset["face"] ?? "a back"}, ${Math.round(width)} wide at ${Math.round(left)}, ${Math.round(top)}, of ${tile.parentElement?.className}`);
    }
    const { documentElement: root } = document;
    const isCut = root.clientWidth < innerWidth || root.clientHeight < innerHeight;
    if (isCut || root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) note(seen.scrolls, `the window: ${root.scrollWidth} x ${root.scrollHeight}`);
    for (const element of [table, ...table.querySelectorAll("main, .board")]) {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
      const canScroll = !/visible|clip/.test(getComputedStyle(element).overflowY);
      if (canScroll && (scrollWidth > clientWidth || scrollHeight > clientHeight)) note(seen.scrolls, `${element.tagName}.${element.className}: ${scrollWidth} x ${scrollHeight}`);
    }
  };
  requestAnimationFrame(frame);
}

/** How much wider than its place a tile may be in flight. */
const WIDEST = 1.3;

/** Playwright's own message about the service worker, and Chromium's about files that a busy machine uses late. */
const NOT_OF_THE_PAGE = /blocked by Playwright$|was preloaded using link preload but not used within a few seconds/;

export class FrameWatch {
  /** Everything that the console said, and every error. */
  private readonly messages: string[] = [];

  private constructor(private readonly page: Page) {
    page.on("console", (message) => NOT_OF_THE_PAGE.test(message.text()) || this.messages.push(message.text()));
    page.on("pageerror", (error) => this.messages.push(String(error)));
  }

  /** Watch a page until it is left. */
  static async begin(page: Page): Promise<FrameWatch> {
    const watch = new FrameWatch(page);
    await page.evaluate(sample);
    return watch;
  }

  /** Expect that since the last look nothing was too large, outside, or could be scrolled, and that the console was silent. */
  async expectCalm(when: string): Promise<void> {
    const seen = await this.page.evaluate(() => {
      const { widest, outside, scrolls } = window.framesSeen;
      Object.assign(window.framesSeen, { widest: 0, outside: [], scrolls: [] });
      return { widest, outside, scrolls };
    });
    expect({ ...seen, messages: this.messages.splice(0) }, when).toEqual({ widest: expect.toSatisfy((share: number) => share < WIDEST), outside: [], scrolls: [], messages: [] });
  }
}
