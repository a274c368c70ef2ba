/** Watches every frame of a table: how large tiles are and where, whether anything scrolls, and when frames are painted. */

import { type Browser, type Page, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_OPTIONS } from "../stage/chromium";
import { PATIENCE, pause } from "../stage/server";

/** What was seen since the last look. */
export interface Seen {
  /** The width of the widest tile, in widths of its place. */
  widest: number;
  /** Tiles outside the window, each once. */
  outside: string[];
  /** What could be scrolled, or showed a scrollbar. */
  scrolls: string[];
  /** When frames were painted, in milliseconds since 1970. */
  frames: number[];
}

declare global {
  interface Window {
    framesSeen: Seen;
  }
}

/** Runs in the page: looks at the table in every frame, once it is there. */
function sample(): void {
  const seen: Seen = (window.framesSeen = { widest: 0, outside: [], scrolls: [], frames: [] });
  const note = (list: string[], what: string) => list.length < 8 && !list.includes(what) && list.push(what);
  const frame = () => {
    seen.frames.push(performance.timeOrigin + performance.now());
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

/** Milliseconds between the frames of an idle machine. */
const STEADY = 17;

/**
 * The longest time without a frame, on a clock that is slow while the machine is busy: the frames of a control page. A frozen
 * page misses many of them; on a starved machine they are rare themselves.
 */
export function longestStall(frames: readonly number[], control: readonly number[]): number {
  const timeOf = (from: number, to: number): number => {
    let time = 0;
    for (let n = 1; n < control.length; n += 1) {
      const [begin, end] = [control[n - 1]!, control[n]!];
      const overlap = Math.min(to, end) - Math.max(from, begin);
      if (overlap > 0) time += overlap * Math.min(1, STEADY / (end - begin));
    }
    return time;
  };
  return Math.max(0, ...frames.slice(1).map((frame, n) => (frame - frames[n]! > STEADY ? timeOf(frames[n]!, frame) : 0)));
}

/** A page in a browser of its own, which has about as much to do in each frame as a table on which tiles fly. */
export class ControlPage {
  private browser!: Browser;
  private page!: Page;

  async open(): Promise<void> {
    this.browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_OPTIONS });
    this.page = await this.browser.newPage();
    await this.page.setContent("<b style='position: absolute'>7</b>".repeat(120));
    await this.page.evaluate(() => {
      const frames: number[] = [];
      window.framesSeen = { widest: 0, outside: [], scrolls: [], frames };
      const tiles = [...document.querySelectorAll("b")];
      const frame = (now: number) => {
        frames.push(performance.timeOrigin + performance.now());
        for (const [n, tile] of tiles.entries()) tile.style.translate = `${(now / 4 + 31 * n) % 900}px ${5 * n}px`;
        for (const tile of tiles) tile.getBoundingClientRect();
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
  }

  frames(): Promise<number[]> {
    return this.page.evaluate(() => window.framesSeen.frames);
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

export class FrameWatch {
  /** Everything that the console said, and every error. */
  readonly messages: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly control: ControlPage,
  ) {
    // The message about the service worker is Playwright's own.
    page.on("console", (message) => message.text().endsWith("blocked by Playwright") || this.messages.push(message.text()));
    page.on("pageerror", (error) => this.messages.push(String(error)));
  }

  /** Watch a page until it is left. */
  static async begin(page: Page, control: ControlPage): Promise<FrameWatch> {
    const watch = new FrameWatch(page, control);
    await page.evaluate(sample);
    return watch;
  }

  /** What was seen since the last look. */
  async look(): Promise<Omit<Seen, "frames"> & { stall: number; messages: string[] }> {
    const frozen = pause(PATIENCE).then(() => null);
    const seen = await Promise.race([
      frozen,
      this.page.evaluate(() => {
        const now = performance.timeOrigin + performance.now();
        const { widest, outside, scrolls, frames } = window.framesSeen;
        Object.assign(window.framesSeen, { widest: 0, outside: [], scrolls: [], frames: [now] });
        return { widest, outside, scrolls, frames: [...frames, now] };
      }),
    ]);
    if (seen === null) throw new Error("The page does not answer.");
    const { frames, ...rest } = seen;
    return { ...rest, stall: longestStall(frames, await this.control.frames()), messages: this.messages.splice(0) };
  }
}
