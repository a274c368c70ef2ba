import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { KillableBrowser } from "../stage/killableBrowser";
import { Finger, expectEntered, freshClock, goTo, keep, kept, showPad } from "../stage/tools";

/** A browser that is killed while somebody counts a game or uses a tool: every tap that the page shows as stored is there afterwards. */
const browser = new KillableBrowser({ isMetered: true });
const url = inject("server");
let page: Page;

beforeAll(async () => {
  page = await browser.start();
  await page.goto(url);
  await page.evaluate(() => localStorage.setItem("tilewise.preferences", JSON.stringify({ language: "en" })));
});
afterAll(() => browser.close());

/** Kill the browser, start it again, and open an address. */
async function killAndOpen(address: string): Promise<void> {
  await browser.kill();
  page = await browser.start();
  await page.goto(address);
}

const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
const tile = (face: string) => page.locator(`.pad [data-face="${face}"]`);
const stored = () => page.getByText("Saved on this device").waitFor();
/** How many of some tiles are entered on the rack that is shown. */
const counts = (faces: readonly string[]) => Promise.all(faces.map(async (face) => (await tile(face).locator(".badge").allTextContents()).join()));

test("every entry of a score sheet that the page shows as saved survives a kill", async () => {
  await page.goto(`${url}#/sheet/new`);
  await page.getByRole("textbox", { name: "Name, Player 1" }).fill("Anna");
  await page.getByRole("textbox", { name: "Name, Player 2" }).fill("Ben");
  await press("Start");
  await press("Anna");
  await tile("k13").click();
  await stored();
  const address = page.url();

  await killAndOpen(address);
  await page.getByRole("button", { name: /^Game 1, Ben: / }).click();
  await expect.poll(() => counts(["k13"])).toEqual(["1"]);
  // Many taps, one directly after the other, and one that is taken back.
  const faces = ["r1", "r1", "b2", "o7", "o7", "J", "k13", "k4"];
  for (const face of faces) await tile(face).click();
  await press("Undo");
  await stored();
  const shown = [...new Set(faces)];
  const before = ["2", "1", "2", "1", "2", ""];
  await expect.poll(() => counts(shown)).toEqual(before);

  await killAndOpen(address);
  await page.getByRole("button", { name: /^Game 1, Ben: / }).click();
  await expect.poll(() => counts(shown)).toEqual(before);
  await page.getByRole("button", { name: /^Game 1, Ben: −/ }).waitFor();
});

test("the clock, the tiles of the referee and those of the best play survive a kill", async () => {
  await keep(page, { clock: freshClock(["Anna", "Ben", "Cleo"]), box: { profile: "vienna-de", players: 3, rules: { late_tiles: 4 } } });
  await page.goto(`${url}#/best`);
  await page.reload();
  await showPad(page);
  const hand = new Finger(page);
  await hand.drag("r3", "r6");
  await hand.tap("J");
  await expectEntered(page, 1, 5);
  await kept(page);
  await goTo(page, "#/referee");
  await page.getByText("Tap in the tiles, in their order.").waitFor();
  await showPad(page);
  await hand.taps("k1 k2 k3");
  await expectEntered(page, 1, 3);
  await goTo(page, "#/clock");
  await page.locator(".rim-of-time").click();
  await press("Has opened");
  await page.locator(".rim-of-time").click();
  await page.getByRole("button", { name: "Back to Anna" }).waitFor();
  await kept(page);

  await killAndOpen(`${url}#/clock`);
  await page.getByRole("button", { name: "Back to Anna" }).waitFor();
  expect(await page.locator(".rim-of-time b").innerText()).toBe("Ben");
  await press("Back to Anna");
  expect(await page.getByRole("button", { name: "Has opened" }).getAttribute("aria-pressed")).toBe("true");
  await press("Time’s up?");
  await page.getByText("Then draw 4 tiles as a penalty").waitFor();
  await page.keyboard.press("Escape");
  await goTo(page, "#/best");
  await expectEntered(page, 1, 5);
  await goTo(page, "#/referee");
  await page.getByRole("heading", { name: "Yes: a run" }).waitFor();
  await expectEntered(page, 1, 3);
});
