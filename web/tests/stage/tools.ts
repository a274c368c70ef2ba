/** The clock, the referee and the best play as a person with a phone uses them: by touch, counting every gesture. */

import type { CDPSession, Locator, Page } from "playwright-core";
import { expect } from "vitest";

export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => (location.hash = wanted), hash);
}

/** Store what the tools remember, as if they had been used before. They read it when the section is opened. */
export function keep(page: Page, items: Record<string, unknown>): Promise<void> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("tilewise-tools", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("items");
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("items", "readwrite");
          for (const [name, value] of Object.entries(wanted)) transaction.objectStore("items").put(value, name);
          transaction.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    items,
  );
}

/** Wait until the page says that everything is on the disk. */
export function kept(page: Page): Promise<void> {
  return page.locator('main[aria-busy="false"]').waitFor();
}

/** A clock that nobody has tapped yet, with these players; the second one has ten seconds more. */
export function freshClock(names: readonly string[]): object {
  return { setup: { seconds: "box", speaks: false, players: names.map((name, n) => ({ name, avatar: ["fox", "bear", "owl", "frog"][n], handicap: n === 1 ? 10 : 0 })) }, timer: null };
}

interface Point {
  x: number;
  y: number;
}

async function middle(cell: Locator): Promise<Point> {
  const box = (await cell.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger on the pad, as quick as people are: nothing is waited for between down and up, and between two gestures. */
export class Finger {
  gestures = 0;
  private client: CDPSession | null = null;

  constructor(private readonly page: Page) {}

  private cell(face: string): Locator {
    return this.page.locator(`.pad [data-face="${face}"]`);
  }

  async tap(face: string): Promise<void> {
    await this.touch([await middle(this.cell(face))]);
  }

  /** Tap several tiles, one after the other. */
  async taps(faces: string): Promise<void> {
    for (const face of faces.split(" ")) await this.tap(face);
  }

  async group(number: number): Promise<void> {
    await this.touch([await middle(this.page.getByRole("button", { name: `Group of ${number}s`, exact: true }))]);
  }

  /** Drag from one tile to another: down, a few points on the way, up. */
  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [await middle(this.cell(from)), await middle(this.cell(to))];
    await this.touch([start, ...[0.3, 0.6, 1].map((part) => ({ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }))]);
  }

  /** Put the finger down, move it over these points, and lift it. */
  async touch([first, ...others]: readonly Point[]): Promise<void> {
    this.gestures += 1;
    const client = (this.client ??= await this.page.context().newCDPSession(this.page));
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    await send("touchStart", [first!]);
    for (const point of others) await send("touchMove", [point]);
    await send("touchEnd", []);
  }
}

/** Bring the pad into sight as a whole: a finger does not scroll. */
export async function showPad(page: Page): Promise<void> {
  const grid = page.locator(".pad .grid");
  await grid.waitFor();
  await grid.evaluate((element) => element.scrollIntoView({ block: "center" }));
}

/** Expect so many sets with so many tiles. */
export async function expectEntered(page: Page, sets: number, tiles: number): Promise<void> {
  await expect.poll(() => Promise.all([page.locator(".sets > li:not(.none)").count(), page.locator(".sets .face").count()])).toEqual([sets, tiles]);
}
