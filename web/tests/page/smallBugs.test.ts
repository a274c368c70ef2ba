import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { settled } from "../stage/pageChecks";
import { RECORD, act, broadcast, ended, scene, show, silence, someSets, visit, withHistory } from "../stage/scenes";
import { PHONE, SIZES, Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const JOKERS = { "k9 r9 J o9": ["k9", "r9", "b9", "o9"] };

/** The texts on the jokers of a list of tiles. */
const jokers = (page: Page, list: string) => page.locator(`${list} .tile[data-face="J"], ${list} [data-face="J"]`).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));

test("the table page never scrolls where scrollbars are visible", async () => {
  const page = await visit(stage, withHistory(scene("scroll", someSets(), "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1", 6)));
  // Too tall, too wide, and the width and height of the scrollbars.
  const overflow = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
      return [scrollHeight - innerHeight, scrollWidth - innerWidth, innerWidth - clientWidth, innerHeight - clientHeight];
    });
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await settled(page);
    expect([size, ...(await overflow())]).toEqual([size, 0, 0, 0, 0]);
    // Also while a sentence is announced.
    await page.locator(".rack [data-tile]").first().focus();
    await page.keyboard.press("Space");
    await settled(page);
    expect([size, ...(await overflow())]).toEqual([size, 0, 0, 0, 0]);
    await page.keyboard.press("Space");
  }
});

test("jokers keep showing what they stand for after the game, in the history and in the replay", async () => {
  const page = await stage.person();
  const view = withHistory(ended(scene("joker", someSets(), "")));
  const last_actions = view.last_actions.map((action) => (action.table ? { ...action, jokers: JOKERS } : action));
  await page.evaluate(() => localStorage.setItem("tilewise.looked", JSON.stringify("joker.1.1")));
  await show(page, { ...view, last_actions, game: { ...view.game!, jokers: JOKERS } });
  expect(await jokers(page, ".set")).toEqual([expect.stringContaining("stands for blue 9")]);
  await page.locator(".after").getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: "History" });
  await dialog.locator("summary").first().click();
  expect(await dialog.locator("details[open] .meaning").allTextContents()).toEqual(["9"]);
  // The history counts like the replay: the newest of 7 actions is number 7.
  expect(await dialog.locator("li").evaluateAll((all) => all.map((one) => (one as HTMLLIElement).value))).toEqual([7, 6, 5, 4]);
  await page.keyboard.press("Escape");

  await page.route("**/api/tables/*/games/1/1/record", (route) => route.fulfill({ json: { ...RECORD, jokers: JOKERS } }));
  await page.evaluate(() => (location.hash = "#/replay/joker/1/1"));
  await page.getByRole("slider").press("End");
  await page.locator('.set [data-face="J"]').waitFor();
  expect(await jokers(page, ".set")).toEqual([expect.stringContaining("stands for blue 9")]);
});

test("the marks of new tiles fade for a spectator too", async () => {
  const view = scene("fade", ["r3 r4 r5"], "");
  const watched = { ...view, seat: null, game: { ...view.game!, seat: null, turn: 1 } };
  const page = await visit(stage, watched);
  const turn = (seat: number, table: string[], placed: string) => act(page, "fade", { seat, action: placed ? "play" : "draw", table: placed ? table : null, placed, drawn: placed ? 0 : 1 }, { table, turn: (seat + 1) % 4 });
  const fresh = () => page.locator(".set .tile.fresh").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["face"]).sort());
  turn(1, ["r3 r4 r5", "k7 b7 o7"], "k7 b7 o7");
  await expect.poll(fresh).toEqual(["b7", "k7", "o7"]);
  turn(2, ["r3 r4 r5 r6", "k7 b7 o7"], "r6");
  await expect.poll(fresh).toEqual(["b7", "k7", "o7", "r6"]);
  turn(1, ["r3 r4 r5 r6", "k7 b7 o7"], "");
  await expect.poll(fresh).toEqual(["r6"]);
  turn(2, ["r3 r4 r5 r6", "k7 b7 o7"], "");
  await expect.poll(fresh).toEqual([]);
});

test("a lost network is noticed within five seconds, and the pressed button waits visibly", async () => {
  const page = await stage.person();
  await page.clock.install();
  await show(page, scene("dead", someSets(), "k2 k3 r7 r8"), ["b9"]);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  silence(page, true);
  await page.getByRole("button", { name: "Draw a tile" }).click();
  const waiting = page.locator('.main button[aria-busy="true"]');
  await waiting.waitFor();
  expect(await waiting.evaluate((button) => getComputedStyle(button, "::after").animationName)).not.toBe("none");
  await page.clock.runFor(1500);
  expect(await page.getByText("Connection lost").count()).toBe(0);
  await page.clock.runFor(3400);
  await page.getByText("Connection lost").waitFor();
  // The network is back: everything goes on by itself.
  silence(page, false);
  await page.clock.resume();
  await page.getByText("Connection lost").waitFor({ state: "hidden" });
  await page.locator('.main button[aria-busy="true"]').waitFor({ state: "detached" });
  await page.locator('.rack [data-face="b9"]').waitFor();
});

test("a running hint is not started twice", async () => {
  const page = await visit(stage, scene("hint", someSets(), "k2 k3 r7 r8"), { viewport: PHONE });
  let requests = 0;
  let answer: () => void = () => undefined;
  await page.route("**/api/tables/hint/hint*", async (route) => {
    requests += 1;
    await new Promise<void>((done) => (answer = done));
    await route.fulfill({ json: { number: 9, can_place: true, tile: "r8", placed: ["r8"], table: someSets().map((set) => (set.endsWith("r7") ? `${set} r8` : set)) } });
  });
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await page.locator('button[aria-busy="true"]', { hasText: /hint/i }).or(page.locator('button[aria-label="Hint"][aria-busy="true"]')).waitFor();
  expect(await hint.isDisabled()).toBe(true);
  await hint.dispatchEvent("click");
  answer();
  await page.locator(".hint-card").getByText("Look at this set.").waitFor();
  expect(requests).toBe(1);
});

test("a hint without a play says whether that is certain", async () => {
  const page = await visit(stage, scene("hint", ["C b3 b4"], "k6 k7"), { viewport: PHONE });
  let isProven = false;
  await page.route("**/api/tables/hint/hint*", (route) => route.fulfill({ json: { number: 9, can_place: false, ...(isProven ? {} : { proven: false }) } }));
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await page.getByText("No play found, but with these jokers I cannot be sure.").first().waitFor();
  isProven = true;
  await hint.click();
  await page.getByText("Nothing can be placed: draw a tile.").first().waitFor();
});

test.each(["", "absent"])("at 360 × 640 with six players questions are within the screen (%s)", async (kind) => {
  const page = await stage.person({ viewport: { width: 360, height: 640 } });
  const view = scene("small", someSets(), "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1", 6);
  if (!kind) await show(page, { ...view, phase: "offering", game: { ...view.game!, may_redeal: true, table: [] } });
  else {
    await show(page, { ...view, game: { ...view.game!, turn: 1, turn_ends: null } });
    broadcast(page, { type: "presence", table: "small", seats: [0], spectators: 0, absent: [{ seat: 1, replaceable_from: 0 }] });
  }
  const buttons = kind ? ["Wait", "Let the computer play"] : ["Keep", "New tiles for everyone"];
  for (const name of buttons) {
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor();
    const box = (await button.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(640);
    // Nothing lies over it.
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  }
});
