/** Whole games of people who change nothing: default settings, and everything moves at its usual pace. */

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { crashTab } from "../stage/crash";
import { FrameWatch } from "../stage/frames";
import { Network } from "../stage/network";
import { SHORT_DEAL, dealNow, look, myTurn, playGame, playNow, takeTurn, withKeys, withMouse, withTaps } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { DESKTOP, PHONE, Stage, TABLET, picture } from "../stage/stage";

// They are played at the same time, as they wait for computer players and for what moves.
vi.setConfig({ testTimeout: 300_000, maxConcurrency: 6 });

/** Computer players think as long as they usually do. */
const server = new TilewiseServer({ tempo: 100 });
/** The person at the page for games without a network is not the only one who uses the server. */
const network = new Network(() => server.address);
const stage = new Stage(server);
beforeAll(async () => {
  await stage.open();
  await network.start();
});
afterAll(async () => {
  await network.close();
  await stage.close();
  expect(stage.problems).toEqual([]);
});

/** Deals in which somebody soon goes out: my opponent, after I had to draw, or one of two friends. */
const LOST = "deal-11624";
const FRIENDS = "friends-3892";

const FINGER = { hasTouch: true, isMobile: true };

test.concurrent.each([
  ["mouse", withMouse, { deal: LOST, viewport: DESKTOP }],
  ["touch", withTaps, { deal: SHORT_DEAL, viewport: PHONE, ...FINGER }],
  ["keyboard", withKeys, { deal: SHORT_DEAL, viewport: DESKTOP }],
])("a whole game by %s, and the next one begins", async (way, input, options) => {
  const page = await stage.person({ asTheyCome: true, ...options });
  await playNow(page);
  const watch = await FrameWatch.begin(page);
  // The deal is the one that was chosen.
  expect(await playGame(page, input)).toBe(4);
  await watch.expectCalm("the game");
  await picture(page, `over-${way}`);
  await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
  await page.context().close();
});

test.concurrent("a whole game on the device, without a network after the first visit", async () => {
  const page = await stage.person({ asTheyCome: true, deal: SHORT_DEAL, viewport: TABLET, hasTouch: true, serviceWorkers: "allow", at: network.url });
  await page.getByText("Everything is loaded. It works without a network.").waitFor();
  await network.stop();
  await page.reload();
  await page.getByText("No connection to the server.").waitFor();
  await playNow(page);
  expect(page.url()).toContain("#/table/d-");
  expect(await playGame(page, withTaps)).toBe(4);
  await picture(page, "over-device");
  await page.context().close();
});

test.concurrent("two friends play a whole game in two browsers, while somebody watches", async () => {
  const [anna, marek] = [await stage.person({ asTheyCome: true, deal: FRIENDS }), await stage.person({ asTheyCome: true, deal: FRIENDS, viewport: PHONE, ...FINGER })];
  const question = { name: "Who are you?" };
  await anna.getByRole("link", { name: "Create a table" }).click();
  await anna.getByRole("button", { name: "Create table" }).click();
  await anna.getByRole("dialog", question).getByRole("button", { name: "That’s me" }).click();
  const code = (await anna.locator(".code").textContent())!;
  await marek.getByLabel("Table code or link").fill(code.toLowerCase());
  await marek.getByRole("button", { name: "Join" }).click();
  const dealt = dealNow(anna);
  await marek.getByRole("dialog", question).getByRole("button", { name: "That’s me" }).click();
  await dealt;
  const watcher = await stage.person({ asTheyCome: true, at: `${server.url}#/t/${code}` });
  await watcher.getByText("You are watching.").waitFor();

  // The others see tiles move during a turn.
  await myTurn(anna);
  const { rack } = await look(anna);
  await withMouse.lay(anna, [rack[0]!.id, rack[1]!.id]);
  for (const page of [marek, watcher]) await page.locator(".set [data-tile]").nth(1).waitFor();
  await picture(marek, "others-draft");
  await anna.getByRole("button", { name: "Put everything back" }).click();

  expect(await Promise.all([playGame(anna, withMouse), playGame(marek, withTaps)])).toEqual([2, 3]);
  await watcher.locator("dialog .scores").waitFor();
  for (const page of [anna, marek, watcher]) await page.context().close();
});

test.concurrent("a whole game in which the server is killed in the middle of a turn, and then the tab crashes", async () => {
  const killed = new TilewiseServer({ tempo: 100 });
  await killed.start();
  try {
    let page = await stage.person({ asTheyCome: true, deal: SHORT_DEAL, at: killed.url });
    await playNow(page);
    const table = page.url();
    /** Lay a tile, and return what I see. */
    const begin = async () => {
      await myTurn(page);
      await withMouse.lay(page, [(await look(page)).rack[0]!.id]);
      return faces(page);
    };
    const finish = async () => {
      await page.getByRole("button", { name: "Put everything back" }).click();
      return takeTurn(page, withMouse);
    };

    const turns = [await takeTurn(page, withMouse)];
    const beforeKill = await begin();
    await killed.kill();
    await page.getByText("Connection lost").waitFor();
    expect(await faces(page)).toEqual(beforeKill);
    await killed.start();
    await page.getByText("Connection lost").waitFor({ state: "hidden" });
    expect(await faces(page)).toEqual(beforeKill);
    turns.push(await finish());

    const beforeCrash = await begin();
    page = await crashTab(page);
    await page.goto(table);
    await myTurn(page);
    expect(await faces(page)).toEqual(beforeCrash);
    turns.push(await finish());

    expect(turns).toEqual(["placed", "placed", "placed"]);
    expect(await playGame(page, withMouse)).toBe(1);
    await page.context().close();
  } finally {
    await killed.close();
  }
});

/** The tiles of my rack and the sets on the table. */
async function faces(page: Page): Promise<{ rack: string[]; sets: string[] }> {
  const { rack, sets } = await look(page);
  return { rack: rack.map(({ face }) => face).sort(), sets: sets.map((set) => set.map(({ face }) => face).join(" ")).sort() };
}
