import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { SHORT_DEAL, look, myTurn, playGame, playNow, takeTurn, withTaps } from "../stage/player";
import { installed } from "../stage/serviceWorker";
import { SiteHost } from "../stage/siteHost";
import { PHONE, Stage, picture } from "../stage/stage";

const host = new SiteHost();
const stage = new Stage(host);
beforeAll(() => stage.open());
afterEach(() => expect(stage.problems).toEqual([]));
afterAll(() => stage.close());

/** Close the pages of a test, and let the host answer again. */
async function leave(): Promise<void> {
  await stage.leave();
  await host.start();
}

const APP = { reducedMotion: "reduce", tempo: "instant", viewport: PHONE, serviceWorkers: "allow" } as const;

/** The paths of the stored files of a version, in the site's folder. */
function storedFiles(page: Page, version: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    if (!(await caches.has(name))) return [];
    return (await (await caches.open(name)).keys()).map((request) => request.url.slice(document.baseURI.split("#")[0]!.length));
  }, `site ${new URL(stage.url).pathname} ${version}`);
}

/** The first visit: wait until the page has stored everything by itself, the engine too. */
async function firstVisit(page: Page): Promise<void> {
  await installed(page);
  await page.getByText("Everything is loaded. It works without a network.").waitFor();
}

const versionOf = (page: Page) => page.locator("#app").getAttribute("data-site");

/** Open another version's site until the browser has stored it next to the one in use. */
async function publishAndStore(page: Page, version: string): Promise<void> {
  host.publish(version);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => storedFiles(page, version)).toContain("engine/files.json");
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting === null && (await navigator.serviceWorker.ready).installing === null)).toBe(true);
}

/** Draw a tile, and wait until it is on the rack. */
async function draw(page: Page): Promise<void> {
  const { length } = (await look(page)).rack;
  await page.getByRole("button", { name: "Draw a tile" }).click();
  await expect.poll(async () => (await look(page)).rack.length).toBe(length + 1);
}

describe("after the first visit, without a network", () => {
  let page: Page;
  const asked: string[] = [];
  const open = (hash: string) => page.evaluate((to) => (location.hash = to), hash);

  beforeAll(async () => {
    page = await stage.person({ ...APP, hasTouch: true, deal: SHORT_DEAL });
    page.context().on("request", (request) => asked.push(new URL(request.url()).pathname));
    await firstVisit(page);
  });
  afterAll(leave);

  test("a whole game is played, and continues after a reload", async () => {
    // Also a host that compresses nothing sends less than 5 MB of engine.
    const engine = host.sent.filter(({ path }) => path.includes("/engine/"));
    expect(engine.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5_000_000);
    // The host sends no policy. The document has its own, and the service worker adds that of the engine's worker.
    const [script] = (await storedFiles(page, host.published)).filter((file) => file.startsWith("worker/"));
    const policy = await page.evaluate(async (file) => (await fetch(file)).headers.get("content-security-policy"), script!);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    await host.stop();
    await page.reload();
    await playNow(page);
    expect(await takeTurn(page, withTaps)).toBe("placed");
    await myTurn(page);
    const faces = async () => (await look(page)).rack.map(({ face }) => face).sort();
    const before = await faces();
    await picture(page, "site-game");
    await page.reload();
    await myTurn(page);
    expect(await faces()).toEqual(before);
    expect(await playGame(page, withTaps)).toBe(3);
    expect(await page.getByRole("button", { name: "Add to my games" }).count()).toBe(0);
    expect(asked.filter((path) => path.includes("/api"))).toEqual([]);
  });

  test("two people play at one device", async () => {
    await open("#/");
    await page.getByRole("link", { name: "Play on one device" }).tap();
    await page.getByRole("textbox", { name: "Name, Player 1" }).fill("Anna");
    await page.getByRole("textbox", { name: "Name, Player 2" }).fill("Marek");
    await page.getByRole("button", { name: "Deal the tiles" }).tap();
    const names: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const cover = page.locator(".cover");
      const name = (await cover.getByRole("heading", { level: 2 }).innerText()).replace("Pass the device to ", "");
      names.push(name);
      await page.getByRole("button", { name: `I am ${name}`, exact: true }).tap();
      await page.getByRole("button", { name: "Show my tiles" }).tap();
      await page.locator(".rack [data-tile]").first().waitFor();
      await draw(page);
      await page.getByRole("button", { name: /^Pass to/ }).tap();
      await cover.waitFor();
    }
    expect(names.sort()).toEqual(["Anna", "Marek"]);
  });

  test("there are house rules, the rules in three languages, my games, and sentences about what needs a server", async () => {
    await open("#/");
    await page.getByText("Friends, the lobby, ratings and accounts need a Tilewise server").waitFor();
    for (const hash of ["#/ratings/jumbo", "#/t/ABCD", "#/s/ABCD", "#/table/0123", "#/replay/0123/1/1"]) {
      await open(hash);
      await page.getByText("This needs a Tilewise server, and this site has none.").waitFor();
      await open("#/");
      await page.getByRole("button", { name: "Play now" }).waitFor();
    }

    await open("#/me");
    await page.getByLabel("Your name").fill("Ola");
    await page.getByLabel("Your name").blur();
    await page.getByRole("radio", { name: "Cat" }).check({ force: true });
    await page.getByText("An account needs a Tilewise server").waitFor();
    expect(await page.getByText("Passphrase").count()).toBe(0);

    await open("#/make");
    await page.getByRole("button", { name: "Another box" }).waitFor();
    expect(await page.getByLabel("Rated").count()).toBe(0);
    await page.getByRole("button", { name: "Create table" }).click();
    await page.locator(".rack [data-tile]").first().waitFor();
    await open("#/games");
    await page.getByText("Ola").first().waitFor();

    await open("#/sheet/new");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Share this sheet" }).click();
    await page.getByText("Sharing needs a Tilewise server, and this site has none.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();

    await open("#/rules/twist");
    await page.getByRole("heading", { name: "Rules" }).first().waitFor();
    for (const [language, word] of [["de", "Joker"], ["pl", "joker"]] as const) {
      await page.evaluate((to) => localStorage.setItem("tilewise.preferences", JSON.stringify({ ...(JSON.parse(localStorage.getItem("tilewise.preferences")!) as object), language: to })), language);
      await page.reload();
      await page.locator(`html[lang="${language}"] article`).getByText(word).first().waitFor();
    }
  });
});

test("a new version is stored next to the one in use, and used only between games", async () => {
  onTestFinished(leave);
  const first = host.published;
  let page = await stage.person(APP);
  const context = page.context();
  await firstVisit(page);
  await playNow(page, { level: "beginner" });
  await myTurn(page);
  const game = page.url();
  await publishAndStore(page, "aaaaaaaaaaaa");

  // The version that began the game goes on, and says that there is another.
  await page.goto(stage.url);
  expect(await versionOf(page)).toBe(first);
  await page.getByText("It is used as soon as your games on this device are over.").waitFor();
  expect(await page.getByRole("button", { name: "Update now" }).count()).toBe(0);
  await picture(page, "site-update", { fullPage: true });

  // Also in a browser that was closed in between, where the newer service worker is alone, and a device without a network.
  await page.close();
  await host.stop();
  page = await context.newPage();
  await page.goto(game);
  await myTurn(page);
  expect(await versionOf(page)).toBe(first);
  expect(await storedFiles(page, first)).toContain("engine/files.json");

  // The game is over: the version changes when the person says so.
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave" }).first().click();
  await page.getByRole("button", { name: /^Yes|^Leave/ }).first().click();
  await page.evaluate(() => (location.hash = "#/"));
  await page.getByRole("button", { name: "Update now" }).waitFor();
  // Another window does not change it under this one, and changes with it.
  const other = await context.newPage();
  await other.goto(stage.url);
  await other.getByRole("button", { name: "Update now" }).waitFor();
  expect(await versionOf(other)).toBe(first);
  await page.getByRole("button", { name: "Update now" }).click();
  for (const window of [page, other]) await expect.poll(() => versionOf(window).catch(() => null)).toBe("aaaaaaaaaaaa");
  await other.close();
  await page.getByRole("button", { name: "Play now" }).waitFor();
  expect(await page.getByRole("button", { name: "Update now" }).count()).toBe(0);
  expect(await storedFiles(page, first)).toEqual([]);

  // The next version is used at the next start. It plays, still without a network.
  await host.start();
  await publishAndStore(page, "bbbbbbbbbbbb");
  await page.getByRole("button", { name: "Update now" }).waitFor();
  await host.stop();
  await page.reload();
  await expect.poll(() => versionOf(page).catch(() => null)).toBe("bbbbbbbbbbbb");
  await playNow(page, { level: "beginner" });
  await myTurn(page);
  expect(await storedFiles(page, "aaaaaaaaaaaa")).toEqual([]);
});

test("a version that the host has only in part is not used", async () => {
  onTestFinished(leave);
  const page = await stage.person(APP);
  await firstVisit(page);
  const before = host.published;
  // The service worker was copied before the document.
  host.publish("cccccccccccc", ["sw.js"]);
  const failed = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<string>((done) =>
      registration.addEventListener("updatefound", () => {
        const worker = registration.installing!;
        worker.addEventListener("statechange", () => done(worker.state));
      }),
    );
    await registration.update().catch(() => undefined);
    return found;
  });
  expect(await failed).toBe("redundant");
  await page.reload();
  expect(await versionOf(page)).toBe(before);
  await page.getByRole("button", { name: "Play now" }).waitFor();
  expect(await page.getByRole("button", { name: "Update now" }).count()).toBe(0);
});

test("on a metered connection the tools for real tiles ask before they load the rules", async () => {
  onTestFinished(leave);
  const first = host.sent.length;
  const page = await stage.person({ ...APP, hasTouch: true, serviceWorkers: "block", isMetered: true });
  const loaded = () => host.sent.slice(first).filter(({ path }) => path.includes("/engine/")).reduce((sum, { bytes }) => sum + bytes, 0);
  await page.evaluate(() => (location.hash = "#/referee"));
  for (const tile of ["red 3", "red 4", "red 5"]) await page.getByRole("button", { name: tile }).first().tap();
  await page.getByText(/^The rules are not loaded yet; your entries are kept. Everything it needs is loaded once: 4\.\d MB\.$/).waitFor();
  expect(loaded()).toBeLessThan(10_000);
  await picture(page, "site-metered");
  await page.getByRole("button", { name: "Load them now" }).tap();
  await page.getByRole("heading", { name: "Yes: a run" }).waitFor();
  expect(loaded()).toBeGreaterThan(1_000_000);
});
