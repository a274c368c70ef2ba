import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import rules from "../../src/server/rules.json";
import { crashTab } from "../stage/crash";
import { THOROUGH } from "../stage/effort";
import { Network } from "../stage/network";
import { type Input, look, myTurn, playGame, playNow, withKeys, withMouse, withTaps } from "../stage/player";
import { PHONE, Stage, picture } from "../stage/stage";
import { Finger, goTo, showPad } from "../stage/tools";

/** Games on this device, with the network cut after the first visit. All of them share one visit, and one engine. */
const network = new Network();
const stage = new Stage(network);
let page: Page;

beforeAll(async () => {
  await stage.open();
  page = await stage.person({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce", tempo: "instant", serviceWorkers: "allow", deal: "device" });
  await page.getByText("Everything is loaded. It works without a network.").waitFor();
  await picture(page, "device-stored", { fullPage: true });
  await network.stop();
  await page.goto(stage.url);
  await page.getByText("No connection to the server.").waitFor();
});
afterAll(async () => {
  await stage.close();
  expect(stage.problems).toEqual([]);
});

/** Go to the home page without loading it again: the engine stays. */
async function home(): Promise<void> {
  await goTo(page, "#/");
  await page.getByRole("button", { name: "Play now" }).waitFor();
}

test("the tools for real tiles are answered by the engine", async () => {
  await goTo(page, "#/best/jumbo.4.opened.r3-r4-r5.r6-o1.");
  await page.getByRole("heading", { name: "Place 1 tile" }).waitFor();
  await showPad(page);
  await new Finger(page).tap("r7");
  await page.getByRole("heading", { name: "Place 2 tiles" }).waitFor();
  await goTo(page, "#/referee");
  await page.getByText("Tap in the tiles, in their order.").waitFor();
  await showPad(page);
  await new Finger(page).drag("k1", "k3");
  await page.getByRole("heading", { name: "Yes: a run" }).waitFor();
  await goTo(page, "#/clock");
  await page.getByText("tap anywhere to start").waitFor();
});

const WAYS: readonly Input[] = [withMouse, withTaps, withKeys];
test.runIf(THOROUGH).each(Object.keys(rules.profiles).map((profile, n) => [profile, WAYS[n % 3]!] as const))("a whole game with the rules of %s, without a network", async (profile, way) => {
  await home();
  await playNow(page, { profile, level: "solid" });
  expect(page.url()).toContain("#/table/d-");
  await playGame(page, way);
});

test("a turn in progress survives a reload and a crash of the page", async () => {
  await home();
  await playNow(page);
  await myTurn(page);
  const before = await look(page);
  const moved = before.rack[0]!;
  await withTaps.lay(page, [moved.id]);
  const faces = async () => (await look(page)).sets.flat().map((tile) => tile.face).sort();
  // A computer player may have begun, and the new set lies in any free place.
  const laid = [...before.sets.flat().map((tile) => tile.face), moved.face].sort();
  await expect.poll(faces).toEqual(laid);
  await page.reload();
  await expect.poll(faces).toEqual(laid);

  const table = page.url();
  page = await crashTab(page);
  await page.setViewportSize(PHONE);
  await page.goto(table);
  await myTurn(page);
  await expect.poll(faces).toEqual(laid);
  expect((await look(page)).rack.map((tile) => tile.face).sort()).toEqual(before.rack.map((tile) => tile.face).filter((_, n) => n > 0).sort());
});

const tiles = () => page.locator(".rack [data-tile]").count();
const drawOne = () => page.locator(".main .draw").tap();

/** Let the database of the engine fail as a browser does, or work again. */
async function failStorage(name: string | null): Promise<void> {
  await page.workers()[0]!.evaluate((error) => {
    const scope = self as unknown as { works?: IDBDatabase["transaction"] };
    scope.works ??= IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = error
      ? () => {
          throw new DOMException("Storage fails in this test.", error);
        }
      : scope.works;
  }, name);
}

test.each([
  ["full", "QuotaExceededError", "There is no space left on this device"],
  ["blocked", "SecurityError", "This browser does not let the page save anything"],
])("a device whose storage is %s says so, and nothing that was acknowledged is lost", async (_, error, sentence) => {
  await home();
  await playNow(page);
  await myTurn(page);
  const before = await tiles();
  await failStorage(error);
  await drawOne();
  await page.getByText(sentence).first().waitFor();
  await picture(page, `device-${error}`);
  expect(await tiles()).toBe(before);
  await failStorage(null);
  await drawOne();
  await expect.poll(tiles).toBe(before + 1);
  await page.reload();
  await expect.poll(tiles).toBe(before + 1);
});

test("a game that the browser has deleted is saved again while it is open", async () => {
  await myTurn(page);
  const before = await tiles();
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin: stage.url.replace(/\/$/, ""), storageTypes: "indexeddb" });
  await drawOne();
  await expect.poll(tiles).toBe(before + 1);
  await page.reload();
  await expect.poll(tiles).toBe(before + 1);
});
