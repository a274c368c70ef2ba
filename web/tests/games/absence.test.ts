import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, introduce, isMyTurn, look, myTurn, playNow } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { Stage, picture } from "../stage/stage";

// The others may decide at once about a person who is away.
const server = new TilewiseServer({ options: ["--grace", "0"] });
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce", tempo: "instant" } as const;

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
