import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { KillableBrowser } from "../stage/killableBrowser";
import { Network } from "../stage/network";
import { look, myTurn, playNow, withMouse } from "../stage/player";

/** A browser that is killed in the middle of a turn of a game on this device, without a network. */
const network = new Network();
const browser = new KillableBrowser();
beforeAll(() => network.start());
afterAll(async () => {
  await browser.close();
  await network.close();
});

/** The tiles of my turn: on the rack, or already laid by me. The sets on the table are those of the others. */
async function faces(page: Page): Promise<string[]> {
  const { rack, sets } = await look(page);
  return [...rack, ...sets.flat()].map(({ face }) => face).sort();
}

async function draw(page: Page): Promise<void> {
  const { length } = (await look(page)).rack;
  await page.getByRole("button", { name: "Draw a tile" }).click();
  await expect.poll(async () => (await look(page)).rack.length).toBe(length + 1);
}

test("every acknowledged action is there after a kill in the middle of a turn, and the game goes on", async () => {
  let page = await browser.start();
  await page.goto(network.url);
  await page.evaluate(() => localStorage.setItem("tilewise.preferences", JSON.stringify({ tempo: "instant", language: "en" })));
  await page.reload();
  await page.getByText("Everything is loaded. It works without a network.").waitFor();
  await network.stop();
  await page.goto(network.url);
  await page.getByText("No connection to the server.").waitFor();
  await playNow(page, { level: "beginner" });
  const table = page.url();

  let count = 0;
  for (const kill of THOROUGH ? [1, 2] : [1]) {
    await myTurn(page);
    await draw(page);
    await myTurn(page);
    const { rack } = await look(page);
    const [tile] = rack;
    count = rack.length;
    await withMouse.lay(page, [tile!.id]);
    await expect.poll(async () => (await look(page)).rack.map(({ id }) => id)).not.toContain(tile!.id);
    const before = await faces(page);
    await browser.kill();

    page = await browser.start();
    await page.goto(table);
    await myTurn(page);
    await expect.poll(() => faces(page), { message: `after kill ${kill}` }).toEqual(before);
  }
  // The turn that was interrupted ends as usual; a tile that lies on the table goes back first.
  await page.locator(".main .draw").click();
  await expect.poll(async () => (await look(page)).rack.length).toBe(count + 1);
});
