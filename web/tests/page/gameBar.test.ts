/** On every page but the table: the way back to the game, my turn, and what the others want. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { broadcast, scene, show, someSets, withHistory } from "../stage/scenes";
import { PHONE, SIZES, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(async () => {
  await stage.leave();
  expect(stage.problems).toEqual([]);
});
afterAll(() => stage.close());

const back = (page: Page) => page.getByRole("link", { name: "Back to the game" });

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => (location.hash = wanted), hash);
}

/** A person whose turn it is. */
async function inGame(viewport = SIZES.desktop): Promise<Page> {
  const page = await stage.person({ reducedMotion: "reduce", viewport });
  await show(page, scene("bar", someSets(), "r1 r2 r3 b7"));
  await page.locator(".chip.me.turn").waitFor();
  return page;
}

test("the rules open over the table, and every page opened from a game leads back to it", async () => {
  const page = await inGame();
  const game = page.url();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("dialog", { name: "Rules" }).locator("article h2").first().waitFor();
  expect(page.url()).toBe(game);
  await page.keyboard.press("Escape");
  await page.locator(".chip.me.turn").waitFor();
  for (const hash of ["#/rules/twist", "#/me", "#/games", "#/ratings", "#/make", "#/", "#/nowhere"]) {
    await goTo(page, hash);
    await page.locator("aside").getByText("It is your turn.").waitFor();
    await back(page).click();
    await page.locator(".chip.me.turn").waitFor();
    expect(page.url()).toBe(game);
  }
});

test.each(["desktop", "phone"] as const)("the way back stays in its place while the page above it is loaded, on a %s", async (size) => {
  const page = await inGame(SIZES[size]);
  let arrive = () => undefined as void;
  const isLoaded = new Promise<void>((done) => (arrive = done));
  await page.route(/RulesPage/, async (route) => {
    await isLoaded;
    await route.continue();
  });
  await goTo(page, "#/rules/twist");
  await back(page).waitFor();
  const box = (await back(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  arrive();
  // Whoever is pressing it has pressed it, although the page grows meanwhile.
  await page.locator("article h2").first().waitFor();
  await page.mouse.up();
  await page.locator(".chip.me.turn").waitFor();
});

test("a problem with something that was sent before does not take the way back away", async () => {
  const page = await inGame();
  await goTo(page, "#/ratings");
  await back(page).waitFor();
  broadcast(page, { type: "problem", code: "too-fast", message: "", table: "bar" });
  broadcast(page, { type: "presence", table: "bar", seats: [0, 1], spectators: 0 });
  await goTo(page, "#/me");
  await page.getByLabel("Your name").waitFor();
  await back(page).click();
  await page.locator(".chip.me.turn").waitFor();
});

test("an offer of a rematch is seen over a sheet, beside the board, and on every other page", async () => {
  const view = withHistory(scene("rematch", someSets(), ""));
  const ended = { ...view, phase: "over" as const, game: { ...view.game!, ending: "out", winners: [1], scores: [], final_racks: [], turn_ends: null } };
  const page = await stage.person({ reducedMotion: "reduce", viewport: PHONE });
  await page.evaluate(() => localStorage.setItem("tilewise.looked", JSON.stringify("rematch.1.1")));
  await show(page, ended);
  await page.locator(".after").getByRole("button", { name: "Play again" }).waitFor();
  await page.locator(".after").getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog", { name: "History" }).waitFor();
  const wish = { type: "event", table: "rematch", event: { kind: "table-changed", number: 10, at: 1, what: "rematch-wanted", phase: "over", seat: 1, wants_rematch: [1], match: 1, game_number: 1 } };
  broadcast(page, wish);
  const toast = page.locator(".toast").getByText("Marek would like to play again.");
  await toast.waitFor();
  // Nothing covers it, not even the open sheet.
  const box = (await toast.boundingBox())!;
  expect(await page.evaluate(({ x, y, width, height }) => [...document.querySelectorAll(".toast:popover-open")].some((one) => { const at = one.getBoundingClientRect(); return at.left <= x && at.right >= x + width && at.top <= y && at.bottom >= y + height; }), box)).toBe(true);
  await picture(page, "rematch-over-sheet");
  await page.keyboard.press("Escape");
  await page.getByText("Ready for another game: Marek").waitFor();
  await goTo(page, "#/ratings");
  await page.locator("aside").getByRole("link", { name: "Back to the game" }).waitFor();
  broadcast(page, wish);
  await page.locator("aside").getByText("Ready for another game: Marek").waitFor();
  await page.locator("aside").getByRole("button", { name: "Play again" }).waitFor();
});
