import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import rules from "../../src/server/rules.json";
import { type Input, look, myTurn, playGame, playNow, withKeys, withMouse, withTaps } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { Stage, TABLET, picture } from "../stage/stage";

/** Games on this device, with the network cut after the first visit. All of them share one visit, and one engine. */
const server = new TilewiseServer();
const stage = new Stage(server);
let page: Page;

beforeAll(async () => {
  await stage.open();
  page = await stage.person({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce", serviceWorkers: "allow" });
  await page.getByText("Everything is loaded. It works without a network.").waitFor({ timeout: 120_000 });
  await picture(page, "device-stored", { fullPage: true });
  await server.stop();
  await page.goto(stage.url);
  await page.getByText("No connection to the server.").waitFor();
});
afterAll(() => stage.close());

/** Go to the home page without loading it again: the engine stays. */
async function home(): Promise<void> {
  await page.evaluate(() => (location.hash = "#/"));
  await page.getByRole("button", { name: "Play now" }).waitFor();
}

const WAYS: Record<string, Input> = { mouse: withMouse, touch: withTaps, keyboard: withKeys };
const ALL_GAMES = Object.keys(rules.profiles).map((profile, n) => [profile, Object.keys(WAYS)[n % 3]!] as const);
/** A game by touch; `make test-device-games` plays one with the rules of every profile, by mouse, touch and keyboard. */
const GAMES = process.env["DEVICE_GAMES"] === "all" ? ALL_GAMES : ALL_GAMES.filter(([profile]) => profile === "international");

test.each(GAMES)("a whole game with the rules of %s, by %s, without a network", async (profile, way) => {
  await home();
  await playNow(page, { profile, level: "solid" });
  expect(page.url()).toContain("#/table/d-");
  await playGame(page, WAYS[way]!);
  await picture(page, `device-over-${profile}`);
  expect(stage.problems).toEqual([]);
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
  await expect.poll(faces, { timeout: 60_000 }).toEqual(laid);

  const table = page.url();
  const other = await page.context().newPage();
  const client = await page.context().newCDPSession(page);
  void client.send("Page.crash").catch(() => undefined);
  await page.waitForEvent("crash");
  await other.goto(table);
  page = other;
  await myTurn(page);
  await expect.poll(faces, { timeout: 60_000 }).toEqual(laid);
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
  await expect.poll(tiles, { timeout: 30_000 }).toBe(before + 1);
  await page.reload();
  await expect.poll(tiles, { timeout: 60_000 }).toBe(before + 1);
});

test("a game that the browser has deleted is saved again while it is open", async () => {
  await myTurn(page);
  const before = await tiles();
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin: stage.url.replace(/\/$/, ""), storageTypes: "indexeddb" });
  await drawOne();
  await expect.poll(tiles, { timeout: 30_000 }).toBe(before + 1);
  await page.reload();
  await expect.poll(tiles, { timeout: 60_000 }).toBe(before + 1);
});
