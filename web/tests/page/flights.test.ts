/** Tiles in flight, with everything as a new visitor finds it: every frame of deals, draws and turns. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { FrameWatch } from "../stage/frames";
import { animationsEnded } from "../stage/pageChecks";
import { type Input, look, withMouse, withTaps } from "../stage/player";
import { act, begin, ended, scene, someSets, visit } from "../stage/scenes";
import { PHONE, type PersonOptions, Stage, TABLET } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const DESKTOP = { width: 1440, height: 900 };
const RACK = "k2 k3 k4 r7 r8 r9 b6 b7 b8 o11 o12 o13 J o1";
/** What I lay at each tempo. */
const PLAYS = ["k2 k3 k4", "r7 r8 r9", "b6 b7 b8", "o11 o12 o13"];

/** A new visitor at a table at which no game has begun. */
const newcomer = (options: PersonOptions = {}): Promise<Page> => visit(stage, { ...scene("deal", [], RACK), phase: "open", game: null }, { asTheyCome: true, pool: ["k9"], ...options });

/** A game begins there, in which Marek has the first turn. */
function deal(page: Page): void {
  begin(page, "deal", { ...scene("deal", [], RACK).game!, turn: 1, turn_ends: null, actions: 0, starter: 1 });
}

/** Wait until all tiles have been dealt and lie still. */
async function dealt(page: Page): Promise<void> {
  await page.locator(".rack [data-tile]").first().waitFor({ state: "attached" });
  await shown(page);
}

/** Wait until everything has been shown and lies still. */
async function shown(page: Page): Promise<void> {
  await expect.poll(() => page.locator(".awaited").count()).toBe(0);
  await animationsEnded(page);
}

async function setTempo(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("radio", { name }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Marek and Jo play, and everything is shown; then I lay three tiles and end my turn. */
async function playRound(page: Page, hand: Input, table: string[], theirs: readonly string[], mine: string): Promise<string[]> {
  const tiles = () => page.locator(".set .tile:not(.awaited)").count();
  const count = (sets: readonly string[]) => sets.join(" ").split(" ").length;
  for (const [n, set] of theirs.entries()) act(page, "deal", { seat: 1 + 2 * n, action: "play", by: "computer", table: (table = [...table, set]), placed: set }, { table, turn: n ? 0 : 3 });
  await expect.poll(tiles).toBe(count(table));
  await shown(page);
  const { rack } = await look(page);
  await hand.lay(page, mine.split(" ").map((face) => rack.find((tile) => tile.face === face)!.id));
  await hand.press(page, /^Play \d+ tiles?/);
  await page.locator(".tile.mine").first().waitFor({ state: "detached" });
  await shown(page);
  return (await look(page)).sets.map((set) => set.map(({ face }) => face).join(" "));
}

/** Devices with what their hands do and the tempos at which turns are shown there, as the menu calls them. */
const DEVICES = [
  { name: "a desktop", device: { viewport: DESKTOP }, hand: withMouse, tempos: ["Normal", "Instant"] },
  { name: "a tablet", device: { viewport: TABLET, hasTouch: true, isMobile: true }, hand: withTaps, tempos: ["Calm"] },
  { name: "a phone", device: { viewport: PHONE, hasTouch: true, isMobile: true }, hand: withTaps, tempos: ["Normal", "Quick"] },
];
const TEMPOS = ["Normal", "Calm", "Quick", "Instant"];

test.each(DEVICES)("on $name tiles fly calmly in deals, in a draw, and when turns are shown", async ({ device, hand, tempos }) => {
  const page = await newcomer(device);
  const watch = await FrameWatch.begin(page);
  deal(page);
  await dealt(page);
  await watch.expectCalm("the deal");

  let table: string[] = [];
  for (const [n, tempo] of (THOROUGH ? TEMPOS : tempos).entries()) {
    if (tempo !== "Normal") await setTempo(page, tempo);
    table = await playRound(page, hand, table, someSets().slice(2 * n, 2 * n + 2), PLAYS[n]!);
    await watch.expectCalm(`a round at the tempo ${tempo}`);
  }

  await page.locator(".main .draw").click();
  await page.locator('.rack [data-face="k9"]').waitFor();
  await shown(page);
  await watch.expectCalm("a draw");

  const { game } = ended(scene("deal", table, ""));
  act(page, "deal", { seat: 1, action: "play", by: "computer", table, placed: "" }, game!);
  await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
  deal(page);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await dealt(page);
  await watch.expectCalm("the second deal");
});

test("in the deal each tile sets out once: the tiles that follow do not disturb it", async () => {
  const page = await newcomer();
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: HTMLElement, ...how) {
      if (this.dataset["tile"]) this.dataset["flights"] = String(Number(this.dataset["flights"] ?? 0) + 1);
      return animate.apply(this, how);
    };
  });
  deal(page);
  await dealt(page);
  const flights = await page.locator(".rack [data-tile]").evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset["flights"] ?? "0"));
  // The first tile may be there before the board is first painted.
  expect(flights.slice(1)).toEqual(RACK.split(" ").slice(1).map(() => "1"));
});

test("a window that is resized during the deal, or a tab that is hidden, leaves no tile outside", async () => {
  const page = await newcomer({ viewport: DESKTOP });
  const watch = await FrameWatch.begin(page);
  deal(page);
  for (const [count, viewport] of [TABLET, PHONE, DESKTOP, PHONE].entries()) {
    await expect.poll(() => page.locator(".rack [data-tile]:not(.awaited)").count()).toBeGreaterThan(3 * count);
    await page.setViewportSize(viewport);
  }
  await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
  await dealt(page);
  await watch.expectCalm("the deal");
});

test("a tile that is sent elsewhere in mid-flight turns there from where it is seen", async () => {
  const page = await visit(stage, scene("sorted", someSets(), RACK), { asTheyCome: true });
  const watch = await FrameWatch.begin(page);
  const jumps = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const tiles = () => new Map([...document.querySelectorAll<HTMLElement>(".rack [data-tile]")].map((tile) => [tile.dataset["tile"]!, tile.getBoundingClientRect()]));
    let farthest = 0;
    let moved = 0;
    for (let n = 0; n < 40; n += 1) {
      const before = tiles();
      document.querySelectorAll<HTMLElement>(".sort")[n % 2]!.click();
      // The page changes the board before the next frame, for which nothing moves on.
      for (let n = 0; n < 100; n += 1) await null;
      for (const [id, { left, top }] of tiles()) farthest = Math.max(farthest, Math.hypot(left - before.get(id)!.left, top - before.get(id)!.top));
      for (let frames = 0; frames < 3; frames += 1) await frame();
      for (const [id, { left }] of tiles()) moved += Number(Math.abs(left - before.get(id)!.left) > 5);
    }
    return { farthest, moved };
  });
  expect(jumps.farthest).toBeLessThan(4);
  expect(jumps.moved).toBeGreaterThan(40);
  await watch.expectCalm("sorting");
});

test("a table that is zoomed in has no more to scroll while tiles fly", async () => {
  const page = await visit(stage, scene("zoomed", someSets(), "k2 k3 r7 b4 J o1"), { asTheyCome: true, viewport: PHONE });
  await page.locator(".rack [data-tile]").first().focus();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press("+");
  await page.locator('.set [data-face="o4"]').last().scrollIntoViewIfNeeded();
  await animationsEnded(page);
  const sizes = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const felt = document.querySelector(".felt")!;
    const look = () => {
      seen.add(`${felt.scrollWidth} x ${felt.scrollHeight}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  });
  const watch = await FrameWatch.begin(page);
  // From the rack, which lies below everything.
  await page.locator('.rack [data-face="b4"]').click();
  await page.locator('.set [data-face="o4"]').last().click();
  await page.locator(".tile.mine").waitFor();
  await animationsEnded(page);
  expect(await sizes.evaluate((seen) => [...seen])).toHaveLength(1);
  await watch.expectCalm("zoomed in");
});
