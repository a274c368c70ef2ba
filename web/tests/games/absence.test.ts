import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, introduce, isMyTurn, look, myTurn, playNow } from "../stage/player";
import { broadcast, scene, show, someSets, withHistory } from "../stage/scenes";
import { TilewiseServer } from "../stage/server";
import { PHONE, Stage, picture } from "../stage/stage";

// The others may decide at once about a person who is away.
const server = new TilewiseServer({ options: ["--grace", "0"] });
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce" } as const;

/** Anna and Tom at a table of friends, which has no clock; returns their pages, the one in turn first. */
async function twoPeople(): Promise<[Page, Page]> {
  const anna = await stage.person(STILL);
  await introduce(anna, "Anna");
  await anna.evaluate(() => (location.hash = "#/make"));
  await anna.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.locator(".code").textContent())!;
  const tom = await stage.person(STILL);
  await introduce(tom, "Tom");
  await tom.evaluate((wanted) => (location.hash = `#/t/${wanted}`), code);
  await dealNow(anna);
  for (const page of [anna, tom]) await page.locator(".rack [data-tile]").first().waitFor();
  await Promise.race([anna, tom].map((page) => page.locator(".chip.me.turn").waitFor()));
  return (await isMyTurn(anna)) ? [anna, tom] : [tom, anna];
}

test("nobody plays for me in a game against computer players, however long I am away", async () => {
  const page = await stage.person(STILL);
  await playNow(page, { opponents: "3" });
  await myTurn(page);
  const before = { url: page.url(), tiles: await look(page) };
  // Away: the page is closed. The server counts nobody as absent here, and with a grace of 0 it would act at once.
  await page.goto("about:blank");
  const listing = async () => (await (await page.request.get(`${stage.url}api/me/tables`)).json()) as { at: number }[];
  const [left] = await listing();
  for (let n = 0; n < 15; n += 1) expect((await listing())[0]).toEqual(left);
  await page.goto(before.url);
  await page.locator(".chip.me.turn").waitFor();
  expect((await look(page)).rack.map((tile) => tile.face)).toEqual(before.tiles.rack.map((tile) => tile.face));
  expect(stage.problems).toEqual([]);
});

test("the others decide whether the computer plays, and a returning player sees what was played", async () => {
  const [away, other] = await twoPeople();
  const url = away.url();
  const name = (await other.locator(".chip:not(.me) b").textContent())!.trim();
  await away.goto("about:blank");
  const question = other.getByRole("group", { name: `${name} is away.` });
  await question.waitFor();
  await picture(other, "absence");
  // Waiting changes nothing, and the question goes away for a while.
  await question.getByRole("button", { name: "Wait" }).click();
  await question.waitFor({ state: "detached" });
  expect(await isMyTurn(other)).toBe(false);
  await other.reload();
  await question.getByRole("button", { name: "Let the computer play" }).click();
  await other.locator(".chip.me.turn").waitFor();
  await other.getByText("computer is playing").waitFor();
  const tiles = await other.locator(".rack [data-tile]").count();
  await other.getByRole("button", { name: "Draw a tile" }).click();
  // With the tile the turn has passed on: only then does it come back from the computer.
  await expect.poll(() => other.locator(".rack [data-tile]").count()).toBe(tiles + 1);
  await other.locator(".chip.me.turn").waitFor();

  await away.goto(url);
  const list = away.locator("section", { has: away.getByRole("heading", { name: "While you were away" }) });
  await list.waitFor();
  await picture(away, "meanwhile");
  expect(await list.locator("li").count()).toBe(3);
  expect(await list.locator("li").first().textContent()).toContain("The computer played for you");
  await other.getByText("computer is playing").waitFor({ state: "detached" });
  await list.getByRole("button", { name: "Continue" }).click();
  await list.waitFor({ state: "detached" });
  // It is told once.
  await away.reload();
  await away.locator(".rack [data-tile]").first().waitFor();
  expect(await list.count()).toBe(0);
  expect(stage.problems).toEqual([]);
});

test("the rules open over the table, and every page opened from a game leads back to it", async () => {
  const page = await stage.person(STILL);
  await playNow(page);
  await myTurn(page);
  const game = page.url();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("dialog", { name: "Rules" }).locator("article h2").first().waitFor();
  expect(page.url()).toBe(game);
  await page.keyboard.press("Escape");
  await page.locator(".chip.me.turn").waitFor();
  for (const hash of ["#/rules/twist", "#/me", "#/games", "#/ratings", "#/make", "#/", "#/nowhere"]) {
    await page.evaluate((wanted) => (location.hash = wanted), hash);
    await page.getByText("It is your turn.").waitFor();
    await page.getByRole("link", { name: "Back to the game" }).click();
    await page.locator(".chip.me.turn").waitFor();
    expect(page.url()).toBe(game);
  }
  expect(stage.problems).toEqual([]);
});

test("an offer of a rematch is seen over a sheet, beside the board, and on every other page", async () => {
  const view = withHistory(scene("rematch", someSets(), ""));
  const ended = { ...view, phase: "over" as const, game: { ...view.game!, ending: "out", winners: [1], scores: [], final_racks: [], turn_ends: null } };
  const page = await stage.person({ ...STILL, viewport: PHONE });
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
  await page.evaluate(() => (location.hash = "#/ratings"));
  await page.locator("aside").getByRole("link", { name: "Back to the game" }).waitFor();
  broadcast(page, wish);
  await page.locator("aside").getByText("Ready for another game: Marek").waitFor();
  await page.locator("aside").getByRole("button", { name: "Play again" }).waitFor();
  expect(stage.problems).toEqual([]);
});
