/** Friends meet at a table, with the settings that everyone has who changes nothing. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { animationsEnded } from "../stage/pageChecks";
import { introduce } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { DESKTOP, PHONE, SIZES, Stage, picture } from "../stage/stage";

/** Nobody else may look for a game on this server, and its countdown lasts until a test has done what it does meanwhile. */
const stage = new Stage(new TilewiseServer({ countdown: 600_000 }));
/** Here the countdown is the usual one. */
const shared = new Stage();
beforeAll(() => Promise.all([stage.open(), shared.open()]));
afterEach(async () => {
  await Promise.all([stage.leave(), shared.leave()]);
  expect([...stage.problems, ...shared.problems]).toEqual([]);
});
afterAll(() => Promise.all([stage.close(), shared.close()]));

const visitor = (viewport = DESKTOP, place = stage) => place.person({ asTheyCome: true, viewport, ...(viewport === DESKTOP ? {} : { hasTouch: true, isMobile: true }) });
const question = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });
const thatsMe = (page: Page) => question(page).getByRole("button", { name: "That’s me" }).click();
const countdown = (page: Page) => page.locator(".countdown [role=timer]");

/** Create a table for two in the form, as it is; returns the code. The question who I am stays open. */
async function createTable(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Create a table" }).click();
  await page.getByRole("button", { name: "Create table" }).click();
  await question(page).waitFor();
  return (await page.locator(".code").textContent())!;
}

async function open(page: Page, code: string): Promise<void> {
  await page.evaluate((wanted) => (location.hash = `#/t/${wanted}`), code);
}

async function pictureAtRest(page: Page, name: string): Promise<void> {
  await animationsEnded(page);
  await picture(page, `friends-${name}`);
}

/** A game is being played, and no clock runs. */
async function playsWithoutClock(page: Page): Promise<void> {
  await page.locator(".rack [data-tile]").first().waitFor();
  await page.locator(".chip.turn").first().waitFor();
  expect(await page.getByRole("timer").count()).toBe(0);
}

test("a friend who opens the link says who that is with one tap, both see who is there, and the host deals at once", async () => {
  const anna = await visitor();
  const code = await createTable(anna);
  await pictureAtRest(anna, "question-desktop");
  await question(anna).getByTitle("Owl").click();
  await question(anna).getByLabel("Your name").fill("Anna");
  await anna.keyboard.press("Enter");
  await question(anna).waitFor({ state: "detached" });
  await pictureAtRest(anna, "waiting-desktop");

  const friend = await visitor(PHONE);
  await open(friend, code);
  await question(friend).waitFor();
  await pictureAtRest(friend, "question-phone");
  const suggested = await question(friend).getByLabel("Your name").inputValue();
  expect(suggested).not.toMatch(/guest|\d/i);
  // Nobody has been seated yet: the table waits for the answer.
  expect(await countdown(anna).count()).toBe(0);
  await thatsMe(friend);
  const seen = (page: Page) =>
    page.evaluate(() => ({
      names: [...document.querySelectorAll(".cloth li .name")].map((name) => name.textContent!.trim()),
      letters: document.querySelectorAll(".cloth li .face text").length,
      mayDeal: [...document.querySelectorAll("button")].some((button) => button.textContent === "Deal now"),
    }));
  for (const [page, names, mayDeal] of [[anna, ["You", suggested], true], [friend, ["Anna", "You"], false]] as const) {
    await countdown(page).waitFor();
    expect(await seen(page)).toEqual({ names, letters: 0, mayDeal });
    // The time is alive.
    const left = async () => {
      const [minutes, seconds] = (await countdown(page).textContent())!.split(":").map(Number) as [number, number];
      return 60 * minutes + seconds;
    };
    const first = await left();
    await expect.poll(left).toBeLessThan(first);
  }
  await anna.getByRole("button", { name: "Deal now" }).click();
  await Promise.all([anna, friend].map(playsWithoutClock));
  await pictureAtRest(friend, "turn-phone");
  await pictureAtRest(anna, "turn-desktop");
});

test("a game among friends begins by itself, and who I am is remembered on the next visit", async () => {
  const anna = await visitor(DESKTOP, shared);
  const code = await createTable(anna);
  // Closing the question keeps the suggestion.
  await anna.keyboard.press("Escape");
  await question(anna).waitFor({ state: "detached" });
  const friend = await visitor(SIZES.small, shared);
  await open(friend, code);
  await question(friend).getByTitle("Frog").tap();
  await pictureAtRest(friend, "question-small");
  const name = await question(friend).getByLabel("Your name").inputValue();
  expect(name).toContain("Frog");
  await thatsMe(friend);
  await Promise.all([anna, friend].map(playsWithoutClock));
  await pictureAtRest(friend, "turn-small");

  // The next table: nobody is asked again, on neither side.
  await anna.evaluate(() => (location.hash = "#/make"));
  await anna.getByRole("button", { name: "Create table" }).click();
  await open(friend, (await anna.locator(".code").textContent())!);
  await Promise.all([anna, friend].map((page) => countdown(page).or(page.locator(".rack [data-tile]")).first().waitFor()));
  expect(await Promise.all([anna, friend].map((page) => question(page).count()))).toEqual([0, 0]);
  await anna.getByText(name, { exact: true }).first().waitFor();
});

test("somebody who leaves stops the countdown, and the host holds it", async () => {
  const anna = await visitor();
  const code = await createTable(anna);
  await thatsMe(anna);
  const friend = await visitor(PHONE);
  await open(friend, code);
  await thatsMe(friend);
  await countdown(anna).waitFor();
  await friend.getByRole("button", { name: "Stand up" }).tap();
  await anna.getByText("Waiting for one more player").waitFor();
  expect(await countdown(anna).count()).toBe(0);
  // Nobody has to be told what they did themselves.
  expect(await friend.getByText("You no longer sit at this table").count()).toBe(0);
  await friend.getByRole("button", { name: "Sit down" }).tap();
  await anna.getByRole("button", { name: "Not yet" }).click();
  await anna.getByText("The tiles are dealt when you say so.").waitFor();
  await friend.getByText("deals when everyone is ready.").waitFor();
  expect(await Promise.all([anna, friend].map((page) => countdown(page).count()))).toEqual([0, 0]);
  await pictureAtRest(friend, "held-phone");
  await anna.getByRole("button", { name: "Deal now", exact: true }).click();
  await Promise.all([anna, friend].map(playsWithoutClock));
});

test("the host does not wait for everyone: computer players take the free seats", async () => {
  const anna = await visitor();
  await anna.goto(`${stage.url}#/make`);
  await anna.getByRole("button", { name: "Add a seat" }).click();
  await anna.getByRole("button", { name: "Create table" }).click();
  await thatsMe(anna);
  await anna.getByRole("button", { name: "Deal now, with 2 computer players in the free seats" }).click();
  await anna.locator(".rack [data-tile]").first().waitFor();
});

test("two people who want a quick game meet, and a rated one starts from the ratings", async () => {
  const people = await Promise.all([stage.person({ reducedMotion: "reduce" }), stage.person({ reducedMotion: "reduce" })]);
  const [anna, marek] = people;
  await introduce(anna, "Anna");
  await introduce(marek, "Marek");
  for (const rated of [false, true]) {
    for (const page of people) {
      await page.goto(rated ? `${stage.url}#/ratings/jumbo` : stage.url);
      await page.getByRole("button", { name: rated ? "Play a rated game" : "Quick game" }).click();
      await page.locator(page === anna ? ".waiting" : ".rack [data-tile]").first().waitFor();
    }
    await anna.locator(".rack [data-tile]").first().waitFor();
    expect(anna.url()).toBe(marek.url());
    await anna.getByRole("button", { name: "Menu" }).first().click();
    expect(await anna.getByRole("dialog").getByText("Rated (people only, no hints)").count()).toBe(rated ? 1 : 0);
    await anna.keyboard.press("Escape");
  }
});
