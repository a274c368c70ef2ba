import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { look, myTurn } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { installed } from "../stage/serviceWorker";
import { PHONE, Stage } from "../stage/stage";

/** A server whose Python is updated while a game is being played on a device. Its page stays the same. */
const server = new TilewiseServer();
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(async () => {
  await stage.leave();
  expect(stage.problems).toEqual([]);
});
afterAll(() => stage.close());

/** The version of the server's engine. */
async function served(): Promise<string> {
  return ((await (await fetch(`${stage.url}engine/files.json`)).json()) as { version: string }).version;
}

/** Open the page, which notes the version of each engine that starts in it. */
async function open({ metered = false } = {}): Promise<Page> {
  const page = await stage.person({ viewport: PHONE, reducedMotion: "reduce", tempo: "instant", serviceWorkers: "allow" });
  await page.context().addInitScript((isMetered) => {
    if (isMetered) Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    const Original = Worker;
    window.Worker = class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }: MessageEvent<{ kind: string; version: string }>) => {
          if (data.kind === "ready") document.documentElement.dataset["engine"] = data.version;
        });
      }
    };
  }, metered);
  await page.reload();
  await installed(page);
  return page;
}

/** The version of the engine that runs in the page. */
async function running(page: Page): Promise<string | null> {
  await page.locator("html[data-engine]").waitFor();
  return page.locator("html").getAttribute("data-engine");
}

/** The versions of the stored engines: the one in use, and a newer one. */
function stored(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    Promise.all(
      ["engine/files.json", "engine/files.json?newer"].map(async (file) => {
        const list = await caches.match(new URL(file, document.baseURI).href);
        return list ? ((await list.json()) as { version: string }).version : null;
      }),
    ),
  );
}

async function playHere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play on this device" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave" }).first().click();
  await page.getByRole("button", { name: /^Yes|^Leave/ }).first().click();
  await page.evaluate(() => (location.hash = "#/"));
}

test("a game is finished by the engine that began it, and the newer one is used afterwards, also without a network", async () => {
  const first = await served();
  const page = await open();
  await page.getByText("Everything is loaded. It works without a network.").waitFor();
  await playHere(page);
  expect(await running(page)).toBe(first);

  await server.update("0.1.1");
  // On a page that needs no engine, the newer one is stored next to the one in use, which goes on with the game.
  const game = page.url();
  await page.evaluate(() => (location.hash = "#/me"));
  await page.reload();
  await expect.poll(() => stored(page)).toEqual([first, "0.1.1"]);
  await page.goto(game);
  await myTurn(page);
  expect(await running(page)).toBe(first);
  const { length } = (await look(page)).rack;
  await page.getByRole("button", { name: "Draw a tile" }).click();
  await expect.poll(async () => (await look(page)).rack.length).toBe(length + 1);
  await leave(page);

  // The engine in memory is the old one until the page starts again; then there is no network.
  expect(await stored(page)).toEqual([first, "0.1.1"]);
  await server.network.stop();
  await page.goto(stage.url);
  await page.reload();
  await playHere(page);
  expect(await running(page)).toBe("0.1.1");
  expect(await stored(page)).toEqual(["0.1.1", null]);
  const packages = await page.evaluate(async () => (await (await caches.open("tilewise-engine")).keys()).filter((request) => /tilewise-\w+\.zip/.test(request.url)).length);
  expect(packages).toBe(1);
  await server.network.start();
});

test.runIf(THOROUGH)("an engine that only a game has loaded is stored too, and finishes that game after an update", async () => {
  const page = await open({ metered: true });
  const before = await served();
  expect(await stored(page)).toEqual([null, null]);
  await playHere(page);
  await expect.poll(() => stored(page)).toEqual([before, null]);
  await server.update("0.1.2");
  expect(await served()).toBe("0.1.2");
  await page.reload();
  await myTurn(page);
  expect(await running(page)).toBe(before);
});
