/** Tiles in flight, with everything as a new visitor finds it: every frame of the deal, of draws and of turns at each tempo. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ControlPage, FrameWatch } from "./frames";
import { animationsEnded } from "../stage/pageChecks";
import { isMyTurn, isOver, myTurn, playTurn, withMouse, withTaps } from "../stage/player";
import { broadcast, scene, show, someSets } from "../stage/scenes";
import { TilewiseServer, pause } from "../stage/server";
import { PHONE, Stage, TABLET } from "../stage/stage";

/** Computer players think for a tenth of their time, so that these tests are short; what is shown takes its full time. */
const server = new TilewiseServer({ tempo: 10 });
const stage = new Stage(server);
const control = new ControlPage();
beforeAll(async () => {
  await stage.open();
  await control.open();
});
afterEach(() => stage.leave());
afterAll(async () => {
  await control.close();
  await stage.close();
});

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: TABLET, hasTouch: true, isMobile: true },
  phone: { viewport: PHONE, hasTouch: true, isMobile: true },
};

/** The tempos of the menu, and how long a turn is shown. */
const TEMPOS = { Normal: 1500, Calm: 2800, Quick: 700, Instant: 0 };

/** Nothing is too large, outside, scrolls or stalls, and the console is silent. */
async function expectCalm(watch: FrameWatch, when: string): Promise<void> {
  const seen = await watch.look();
  expect(seen, when).toEqual({ widest: expect.toSatisfy((share: number) => share < 1.3), outside: [], scrolls: [], stall: expect.toSatisfy((time: number) => time < 500), messages: [] });
}

const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

/** A game begins at a table of this test. */
async function deal(page: Page): Promise<void> {
  const view = scene("deal", [], RACK);
  await show(page, { ...view, phase: "open", game: null });
  const game = { ...view.game!, turn: 1, turn_ends: null, actions: 0, starter: 1 };
  broadcast(page, { type: "event", table: "deal", event: { kind: "game-began", number: 10, at: 1, phase: "playing", phase_ends: null, game_number: 1, game } });
}

/** Wait until all tiles have been dealt and lie still. */
async function dealt(page: Page): Promise<void> {
  await page.locator(".rack [data-tile]").first().waitFor({ state: "attached" });
  await expect.poll(() => page.locator(".awaited").count()).toBe(0);
  await animationsEnded(page);
}

const playNow = (page: Page) => page.getByRole("button", { name: "Play now" }).click();
const draw = (page: Page) => page.locator(".main .draw").click();
const tilesOnRack = (page: Page) => page.locator(".rack [data-tile]").count();

async function setTempo(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("radio", { name }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test.each(Object.entries(DEVICES))("tiles fly calmly in the deal, a draw, and three rounds at each tempo (%s)", async (name, device) => {
  const page = await stage.person({ asTheyCome: true, ...device });
  const watch = await FrameWatch.begin(page, control);
  await playNow(page);
  await dealt(page);
  await expectCalm(watch, "the deal");

  await myTurn(page);
  await pause(TEMPOS.Normal);
  const count = await tilesOnRack(page);
  await draw(page);
  await expect.poll(() => tilesOnRack(page)).toBe(count + 1);
  await animationsEnded(page);
  await expectCalm(watch, "a draw");

  for (const [tempo, time] of Object.entries(TEMPOS)) {
    if (tempo !== "Normal") await setTempo(page, tempo);
    for (let round = 0; round < 3 && (await myTurn(page)) === "play"; round += 1) {
      // Any input ends what is shown: it is watched first.
      await pause(time);
      const count = await tilesOnRack(page);
      await playTurn(page, name === "desktop" ? withMouse : withTaps);
      await expect.poll(async () => (await isMyTurn(page)) && (await tilesOnRack(page)) === count).toBe(false);
    }
    await expectCalm(watch, `three rounds at the tempo ${tempo}`);
  }
});

test.each(Object.entries(DEVICES))("tiles fly calmly when somebody plays again (%s)", async (_, device) => {
  const page = await stage.person({ asTheyCome: true, ...device });
  const watch = await FrameWatch.begin(page, control);
  // Few tiles, of which nobody can play any: the game is over after a few turns.
  await page.route("**/api/tables", async (route) => {
    const settings = route.request().postDataJSON();
    const rules = { ...settings.rules, copies: 1, jokers: 0, rack_size: 16, opening_threshold: 100, empty_pool: "passes" };
    await route.continue({ postData: JSON.stringify({ ...settings, rules }) });
  });
  await playNow(page);
  await dealt(page);
  while ((await myTurn(page)) === "play") {
    await draw(page);
    await expect.poll(async () => !(await isMyTurn(page)) || (await isOver(page))).toBe(true);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await dealt(page);
  await expectCalm(watch, "the second deal");
});

test("in the deal each tile sets out once: the tiles that follow do not disturb it", async () => {
  const page = await stage.person({ asTheyCome: true });
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (this: HTMLElement, ...how) {
      if (this.dataset["tile"]) this.dataset["flights"] = String(Number(this.dataset["flights"] ?? 0) + 1);
      return animate.apply(this, how);
    };
  });
  await deal(page);
  await dealt(page);
  const flights = await page.locator(".rack [data-tile]").evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset["flights"] ?? "0"));
  // The first tile may be there before the board is first painted.
  expect(flights.slice(1)).toEqual(RACK.split(" ").slice(1).map(() => "1"));
});

test("a window that is resized during the deal, or a tab that is hidden, leaves no tile outside", async () => {
  const page = await stage.person({ asTheyCome: true, viewport: DEVICES.desktop.viewport });
  const watch = await FrameWatch.begin(page, control);
  await deal(page);
  for (const [count, viewport] of [TABLET, PHONE, DEVICES.desktop.viewport, PHONE].entries()) {
    await expect.poll(() => page.locator(".rack [data-tile]:not(.awaited)").count()).toBeGreaterThan(3 * count);
    await page.setViewportSize(viewport);
  }
  await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
  await dealt(page);
  const { outside, scrolls, widest } = await watch.look();
  expect([outside, scrolls]).toEqual([[], []]);
  expect(widest).toBeLessThan(1.3);
});

test("a tile that is sent elsewhere in mid-flight turns there from where it is seen", async () => {
  const page = await stage.person({ asTheyCome: true });
  const watch = await FrameWatch.begin(page, control);
  await show(page, scene("sorted", someSets(), RACK));
  const jumps = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const tiles = () => new Map([...document.querySelectorAll<HTMLElement>(".rack [data-tile]")].map((tile) => [tile.dataset["tile"]!, tile.getBoundingClientRect()]));
    let farthest = 0;
    let moved = 0;
    for (let n = 0; n < 40; n += 1) {
      const before = tiles();
      document.querySelectorAll<HTMLElement>(".sort")[n % 2]!.click();
      // The page changes the board before the next frame.
      await new Promise((done) => setTimeout(done));
      for (const [id, { left, top }] of tiles()) farthest = Math.max(farthest, Math.hypot(left - before.get(id)!.left, top - before.get(id)!.top));
      for (let frames = 0; frames < 3; frames += 1) await frame();
      for (const [id, { left }] of tiles()) moved += Number(Math.abs(left - before.get(id)!.left) > 5);
    }
    return { farthest, moved };
  });
  expect(jumps.farthest).toBeLessThan(4);
  expect(jumps.moved).toBeGreaterThan(40);
  await expectCalm(watch, "sorting");
});

test("a table that is zoomed in has no more to scroll while tiles fly", async () => {
  const page = await stage.person({ asTheyCome: true, viewport: PHONE });
  await show(page, scene("zoomed", someSets(), RACK));
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
  const watch = await FrameWatch.begin(page, control);
  // From the rack, which lies below everything.
  await page.locator('.rack [data-face="b4"]').click();
  await page.locator('.set [data-face="o4"]').last().click();
  await page.locator(".tile.mine").waitFor();
  await animationsEnded(page);
  expect(await sizes.evaluate((seen) => [...seen])).toHaveLength(1);
  await expectCalm(watch, "zoomed in");
});
