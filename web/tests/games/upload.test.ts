import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { overflowing, violations } from "../stage/pageChecks";
import { playGame, withTaps } from "../stage/player";
import { PHONE, Stage, picture } from "../stage/stage";

/** A finished game of the device becomes part of my games on the server. */
const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => expect(stage.problems).toEqual([]));
afterAll(() => stage.close());

test("a guest creates an account first, then the game is uploaded once, and stays so after a reload", async () => {
  const page = await stage.person({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce", serviceWorkers: "allow" });
  await page.getByRole("button", { name: "Play on this device" }).tap();
  await page.locator(".rack [data-tile]").first().waitFor({ timeout: 120_000 });
  await playGame(page, withTaps);

  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Add to my games" }).tap();
  await sheet.getByText("With an account you find this game on every device.").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await picture(page, "upload-guest");
  await sheet.getByRole("link", { name: "Create an account" }).tap();
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Create an account" }) });
  await form.locator("input").first().fill("Zofia");
  await form.locator("input").last().fill("seven tiles on a rack");
  await form.getByRole("button").tap();
  await expect.poll(async () => ((await (await page.request.get(`${stage.url}api/me`)).json()) as { account: boolean }).account).toBe(true);

  await page.evaluate(() => (location.hash = "#/games"));
  await page.getByRole("button", { name: "Add to my games" }).tap();
  await page.getByText("Added to your games").waitFor();
  await picture(page, "upload-games", { fullPage: true });
  await page.reload();
  await page.getByText("Added to your games").waitFor({ timeout: 60_000 });
  expect(await page.getByRole("button", { name: "Add to my games" }).count()).toBe(0);
  // Here it is listed once, with its original; elsewhere it is marked.
  expect(await page.getByRole("link", { name: "Replay" }).count()).toBe(1);
  const listed = (await (await page.request.get(`${stage.url}api/me/tables`)).json()) as { summary: { on_device: boolean }; games: unknown[] }[];
  expect(listed.map((one) => [one.summary.on_device, one.games.length])).toEqual([[true, 1]]);
});
