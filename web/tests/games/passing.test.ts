import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { overflowing, setPreferences, violations } from "../stage/pageChecks";
import { isOver, look, playTurn, withTaps } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { DESKTOP, PHONE, Stage, picture } from "../stage/stage";

/** Several people at one device, by touch and at the size of a phone. */
const server = new TilewiseServer();
const stage = new Stage(server);
const NAMES = ["Anna", "Marek", "Ola"];
let page: Page;

beforeAll(async () => {
  await stage.open();
  page = await stage.person({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce", serviceWorkers: "allow" });
  // The test hears everything that the engine sends to the page.
  await page.context().addInitScript(() => {
    const heard: string[] = [];
    const Original = Worker;
    Object.assign(window, {
      heard,
      Worker: class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          this.addEventListener("message", ({ data }: MessageEvent<{ kind: string; text: string }>) => data.kind === "message" && heard.push(data.text));
        }
      },
    });
  });
  await page.reload();
});
afterAll(() => stage.close());
afterEach(() => expect(stage.problems).toEqual([]));

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const cover = () => page.locator(".cover");

/** The messages since the last call. */
const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));

/** The name of the player for whom the racks are covered. */
async function awaited(): Promise<string> {
  return (await cover().getByRole("heading", { level: 2 }).innerText()).replace("Pass the device to ", "");
}

/** Seat people at this device, from an empty or a remembered list, with few tiles, and deal. */
async function seat(names: readonly string[]): Promise<void> {
  await page.evaluate(() => (location.hash = "#/pass"));
  for (const [n, name] of names.entries()) {
    const field = page.getByRole("textbox", { name: `Name, Player ${n + 1}` });
    await page.getByRole("textbox").first().waitFor();
    if (!(await field.count())) await button("Add a person").tap();
    await field.fill(name);
  }
  await button("First games with children").tap();
  // One tile of each kind and few in the pool, so that the games are short.
  await page.locator("summary", { hasText: "Tiles" }).tap();
  for (const [field, value] of [["copies", "1"], ["rack_size", "13"]] as const) {
    await page.locator(`#rule-${field}`).fill(value);
    await page.locator(`#rule-${field}`).blur();
  }
  await button("Deal the tiles").tap();
  // The engine may have to load first.
  await cover().waitFor({ timeout: 120_000 });
}

async function claim(name: string): Promise<void> {
  await button(`I am ${name}`).tap();
  await button(`I am not ${name}`).waitFor();
}

async function takeDevice(name: string): Promise<void> {
  await claim(name);
  await button("Show my tiles").tap();
  await page.locator(".rack [data-tile]").first().waitFor();
}

/** The tiles that a message of the engine would tell: racks, and what was drawn. */
function tilesIn(text: string): unknown[] {
  const found: unknown[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (["rack", "drawn_tiles"].includes(key) && value) found.push(value);
    return value;
  });
  return found;
}

/** Expect that neither the page nor a message shows a tile of a rack. */
async function expectHidden(messages: readonly string[]): Promise<void> {
  const shown = await page.evaluate(() => {
    const isPublic = (tile: Element) => tile.closest(".set, .news") !== null;
    return [...document.querySelectorAll("[data-tile], [data-face], .tile")].filter((tile) => !isPublic(tile)).map((tile) => tile.outerHTML.slice(0, 100));
  });
  expect(shown).toEqual([]);
  expect(await page.locator(".rack").count()).toBe(0);
  expect(messages.flatMap(tilesIn)).toEqual([]);
}

/** The messages from the one on that hid the racks. */
function sinceHidden(messages: readonly string[]): readonly string[] {
  const isHidden = (text: string) => {
    const message = JSON.parse(text) as { type: string; view?: { seat: number | null } };
    return message.type === "view" && message.view?.seat === null;
  };
  return messages.slice(messages.map(isHidden).indexOf(true));
}

test("three people play a whole game by touch, without a network once the engine has loaded", async () => {
  await seat(NAMES);
  await server.stop();
  onTestFinished(() => server.start());
  expect(page.url()).toContain("#/table/d-");
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await picture(page, "pass-cover-phone");

  const seen = new Set<string>();
  let turns = 0;
  for (; turns < 400 && !(await isOver(page)); turns += 1) {
    await expect.poll(async () => (await cover().isVisible()) || (await isOver(page)), { timeout: 60_000 }).toBe(true);
    if (await isOver(page)) break;
    await expectHidden(sinceHidden(await heard()));
    const name = await awaited();
    seen.add(name);
    await claim(name);
    await expectHidden(await heard());
    if (turns === 7) {
      expect(await violations(page)).toEqual([]);
      expect(await overflowing(page)).toEqual([]);
      await picture(page, "pass-hello-phone");
    }
    await button("Show my tiles").tap();
    await page.locator(".rack [data-tile]").first().waitFor();
    await heard();
    await playTurn(page, withTaps);
    // A drawn tile is looked at; after a play the racks are covered at once, maybe before the button can be tapped.
    await expect
      .poll(async () => {
        if ((await cover().isVisible()) || (await isOver(page)) || (await page.locator(".celebration").count()) > 0) return true;
        await button(/^Pass to/).tap({ timeout: 5_000 }).catch(() => undefined);
        return false;
      })
      .toBe(true);
  }
  expect([...seen].sort()).toEqual(NAMES);
  await page.locator("dialog .scores").waitFor();
  await picture(page, "pass-over-phone");
  expect((await page.locator("dialog .scores b").allInnerTexts()).sort()).toEqual(NAMES);
  // All racks but the winner's are shown.
  expect(await page.locator("dialog .scores .rest").count()).toBeGreaterThan(0);

  await page.getByRole("dialog").getByRole("button", { name: "Play again" }).tap();
  await cover().waitFor();
  expect(NAMES).toContain(await awaited());
  await expectHidden(sinceHidden(await heard()));
});

test("whoever says a wrong name goes back without having seen a tile, and a player who passed too soon takes the device back", async () => {
  await seat(NAMES);
  const first = await awaited();
  await heard();
  // The second tap of a double tap does not turn the tiles over either.
  await button(`I am ${first}`).dblclick();
  await button(`I am not ${first}`).tap();
  await button(`I am ${first}`).waitFor();
  await expectHidden(await heard());

  await takeDevice(first);
  const before = (await look(page)).rack.map((tile) => tile.face);
  await button("Hide my tiles").tap();
  await cover().waitFor();
  expect(await awaited()).toBe(first);
  await expectHidden(sinceHidden((await heard()).slice(1)));
  await takeDevice(first);
  expect((await look(page)).rack.map((tile) => tile.face)).toEqual(before);

  await button("Draw a tile").tap();
  await button(/^Pass to/).tap();
  const second = await awaited();
  expect(second).not.toBe(first);
  await heard();
  await button(`Back to ${first}`).tap();
  await button(`I am not ${first}`).tap();
  await button(`Back to ${first}`).tap();
  await expectHidden(await heard());
  await button("Show my tiles").tap();
  await page.locator(".rack [data-tile]").first().waitFor();
  const drawn = (await look(page)).rack.map((tile) => tile.face);
  expect(drawn).toHaveLength(before.length + 1);
  for (const face of before) expect(drawn).toContain(face);
  await button(`Pass to ${second}`).tap();
  await takeDevice(second);
  expect((await look(page)).rack).toHaveLength(before.length);
});

test("racks stay covered after a reload, a crash and a visit to the home page, and a turn in progress continues", async () => {
  await seat(NAMES);
  const first = await awaited();
  await page.reload();
  await cover().waitFor({ timeout: 120_000 });
  expect(await awaited()).toBe(first);
  await expectHidden(await heard());

  await takeDevice(first);
  const tile = (await look(page)).rack[0]!;
  await withTaps.lay(page, [tile.id]);
  const laid = async () => (await look(page)).sets.flat().map((one) => one.face);
  await expect.poll(laid).toEqual([tile.face]);

  await page.reload();
  await cover().waitFor({ timeout: 120_000 });
  expect(await laid()).toEqual([]);
  await expectHidden(await heard());
  await takeDevice(first);
  await expect.poll(laid).toEqual([tile.face]);

  await heard();
  await page.getByRole("link", { name: "Home" }).first().tap();
  await page.getByRole("heading", { name: "On one device" }).waitFor();
  for (const name of NAMES) await page.getByText(name).first().waitFor();
  await page.goBack();
  await cover().waitFor();
  await expectHidden(sinceHidden(await heard()));
  await takeDevice(first);
  await expect.poll(laid).toEqual([tile.face]);

  const table = page.url();
  const other = await page.context().newPage();
  const client = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void client.send("Page.crash").catch(() => undefined);
  await crashed;
  page = other;
  await page.setViewportSize(PHONE);
  await page.goto(table);
  await cover().waitFor({ timeout: 120_000 });
  await expectHidden(await heard());
  await takeDevice(first);
  await expect.poll(laid).toEqual([tile.face]);
});

test("the clock stands still until the player has taken the device, and computer players fill seats", async () => {
  await page.evaluate(() => localStorage.removeItem("tilewise.party"));
  await page.evaluate(() => (location.hash = "#/"));
  await page.getByRole("link", { name: "Play on one device" }).tap();
  await button("Add a computer player").tap();
  await page.getByRole("textbox", { name: "Name, Player 1" }).fill("Zosia");
  await page.getByRole("textbox", { name: "Name, Player 2" }).fill("zosia");
  await button("Short game").tap();
  await button("Deal the tiles").tap();
  await page.getByRole("alert").getByText("Two players are called zosia").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Name, Player 2" }).fill("Jan");
  await button("Deal the tiles").tap();
  await cover().waitFor();
  const name = await awaited();
  expect(["Zosia", "Jan"]).toContain(name);
  const clocks = () => page.locator('[role="timer"]').count();
  expect(await clocks()).toBe(0);
  await claim(name);
  expect(await clocks()).toBe(0);
  await button("Show my tiles").tap();
  await expect.poll(clocks).toBeGreaterThan(0);
});

/** Words decide what fits, and colours what can be read: every language at every size, and every theme on a phone. */
const SCREENS = { phone: PHONE, small: { width: 320, height: 568 }, landscape: { width: 844, height: 390 }, desktop: DESKTOP };
const COVERS = [
  ["evening", "en", SCREENS],
  ["evening", "de", SCREENS],
  ["evening", "pl", SCREENS],
  ["daylight", "de", { phone: PHONE }],
  ["contrast", "de", { phone: PHONE }],
] as const;

test.each(COVERS)("the cover in the theme %s, in %s, is accessible and fits the screen", async (theme, language, sizes) => {
  await setPreferences(page, { tempo: "instant", theme, language });
  await cover().waitFor({ timeout: 120_000 });
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    for (const part of ["cover", "hello"]) {
      if (part === "hello") {
        await cover().locator("button.go").click();
        // It waits for a moment, so that a double tap turns nothing over.
        await cover().locator("button.go:enabled").waitFor();
      }
      // The table follows the new size.
      await expect.poll(() => overflowing(page), { message: `${name} ${part}` }).toEqual([]);
      if (language === "de") await picture(page, `pass-${part}-${theme}-${name}`);
      if (name === "phone") expect(await violations(page)).toEqual([]);
    }
    await cover().locator("button.other").last().click();
  }
});
