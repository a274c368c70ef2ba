/** What the server makes of a plan during another player's turn, and of a typed turn. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, look, myTurn, playNow, withMouse } from "../stage/player";
import { Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce", tempo: "instant" } as const;

test("a plan made while another player plays becomes my turn", async () => {
  const anna = await stage.person(STILL);
  await anna.evaluate(() => (location.hash = "#/make"));
  await anna.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.locator(".code").textContent())!;
  const marek = await stage.person(STILL);
  await marek.goto(`${stage.url}#/t/${code}`);
  await dealNow(anna);
  await marek.locator(".rack [data-tile]").first().waitFor();
  await anna.locator(".chip.turn").waitFor();
  const [now, next] = (await anna.locator(".chip.me.turn").isVisible()) ? [anna, marek] : [marek, anna];
  const { rack } = await look(next);
  await withMouse.lay(next, [rack[0]!.id, rack[1]!.id]);
  await next.locator(".sentence.unfinished").waitFor();
  expect((await look(now)).sets).toEqual([]);
  await now.getByRole("button", { name: "Draw a tile" }).click();
  await next.locator(".chip.me.turn").waitFor();
  expect((await look(next)).sets.length).toBe(1);
  await next.getByRole("button", { name: "Draw a tile" }).click();
  await next.getByRole("button", { name: "Put back and draw" }).waitFor();
  expect(stage.problems).toEqual([]);
});

test("a turn is played with typed instructions", async () => {
  const page = await stage.person({ ...STILL, preferences: { tempo: "instant", commandLine: true } });
  await playNow(page);
  await myTurn(page);
  const { rack } = await look(page);
  const line = page.getByLabel("Type your turn");
  await line.fill(`lay ${rack[0]!.face} ${rack[5]!.face}`);
  await line.press("Enter");
  await page.locator(".tile.mine").nth(1).waitFor();
  await line.fill("undo");
  await line.press("Enter");
  await page.locator(".tile.mine").first().waitFor({ state: "detached" });
  await line.fill("lay x9");
  await line.press("Enter");
  await page.locator("form .warning").waitFor();
  await line.fill("draw");
  await line.press("Enter");
  await page.locator(".rack [data-tile]").nth(rack.length).waitFor();
  expect((await look(page)).rack.length).toBe(rack.length + 1);
  expect(stage.problems).toEqual([]);
});
