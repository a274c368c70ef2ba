/** The tempo of computer players, and that they wait while somebody reads. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isMyTurn, playNow } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { PHONE, Stage, picture } from "../stage/stage";

/** Computer players who think for a quarter of an hour at normal tempo: they act only when a test makes them. */
const server = new TilewiseServer({ tempo: 90_000 });
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(async () => {
  await stage.close();
  expect(stage.problems).toEqual([]);
});

/** Start a game, and come to the turn of the computer player. */
async function awaitComputer(page: Page): Promise<void> {
  await playNow(page, { level: "beginner" });
  if (await isMyTurn(page)) await page.getByRole("button", { name: /^Draw/ }).first().click();
  await expect.poll(() => page.locator(".chip.turn:not(.me)").count()).toBe(1);
}

const menu = (page: Page) => page.getByRole("dialog");
const tempo = (page: Page, name: string) => menu(page).getByRole("radio", { name });

test("computer players act at the tempo of the table, and wait while the menu is open", async () => {
  const page = await stage.person({ reducedMotion: "reduce", viewport: PHONE, hasTouch: true });
  await awaitComputer(page);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await tempo(page, "Normal").isChecked()).toBe(true);
  await tempo(page, "Instant").check();
  // The server has the new tempo once it confirms the one after it.
  await tempo(page, "Quick").check();
  await tempo(page, "Instant").check();
  await expect.poll(() => tempo(page, "Instant").isChecked()).toBe(true);
  await picture(page, "tempo-menu");
  // The server has had the time to do other things.
  for (let n = 0; n < 10; n += 1) await page.request.get(`${stage.url}health`);
  expect(await isMyTurn(page)).toBe(false);
  await page.keyboard.press("Escape");
  await expect.poll(() => isMyTurn(page)).toBe(true);
});

test("the tempo is remembered for the next table, and a table keeps its own", async () => {
  const page = await stage.person({ reducedMotion: "reduce" });
  await awaitComputer(page);
  const table = page.url();
  await page.getByRole("button", { name: "Menu" }).click();
  await tempo(page, "Calm").check();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("tilewise.preferences"))).toContain('"slow"');
  await page.goto(stage.url);
  await playNow(page, { level: "beginner" });
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await tempo(page, "Calm").isChecked()).toBe(true);
  await tempo(page, "Quick").check();
  await page.goto(table);
  await page.locator(".rack [data-tile]").first().waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await tempo(page, "Calm").isChecked()).toBe(true);
});
