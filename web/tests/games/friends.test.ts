/** Friends meet at a table, with the settings that everyone has who changes nothing. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { animationsEnded } from "../stage/pageChecks";
import { pressWhenShown } from "../stage/player";
import { PATIENCE, TilewiseServer } from "../stage/server";
import { DESKTOP, PHONE, SIZES, Stage, picture } from "../stage/stage";

const server = new TilewiseServer();

const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const visitor = (viewport = DESKTOP) => stage.person({ asTheyCome: true, viewport, ...(viewport === DESKTOP ? {} : { hasTouch: true, isMobile: true }) });
const question = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });
const countdown = (page: Page) => page.locator(".countdown [role=timer]");

/** Create a table for two in the form, as it is; returns the code. The question who I am stays open. */
async function createTable(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Create a table" }).click();
  await page.getByRole("button", { name: "Create table" }).click();
  await question(page).waitFor();
  return (await page.locator(".code").textContent())!;
}

async function pictureAtRest(page: Page, name: string): Promise<void> {
  await animationsEnded(page);
  await picture(page, `friends-${name}`);
}

interface Seen {
  /** The number of the countdown. */
  left: number;
  names: string[];
  /** How many faces are letters. */
  letters: number;
  mayDeal: boolean;
}

/** Watch the countdown from within the page: it lasts ten seconds, however slow the machine is. Returns what was seen. */
async function watchCountdown(page: Page): Promise<() => Promise<Seen[]>> {
  const seen = await page.evaluateHandle(() => {
    const found: Seen[] = [];
    const look = () => {
      const timer = document.querySelector(".countdown [role=timer]");
      if (!timer) return;
      found.push({
        left: Number(timer.textContent),
        names: [...document.querySelectorAll(".cloth li .name")].map((name) => name.textContent!.trim()),
        letters: document.querySelectorAll(".cloth li .face text").length,
        mayDeal: [...document.querySelectorAll("button")].some((button) => button.textContent === "Deal now"),
      });
    };
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
    return found;
  });
  return () => seen.jsonValue();
}

/** A game is being played, and no clock runs. */
async function playsWithoutClock(page: Page): Promise<void> {
  await page.locator(".rack [data-tile]").first().waitFor();
  await page.locator(".chip.turn").first().waitFor();
  expect(await page.getByRole("timer").count()).toBe(0);
}

test("a friend who opens the link says who that is with one tap, sees who is there, and the game begins by itself without a clock", async () => {
  const anna = await visitor();
  const code = await createTable(anna);
  await pictureAtRest(anna, "question-desktop");
  await question(anna).getByTitle("Owl").click();
  await question(anna).getByLabel("Your name").fill("Anna");
  await anna.keyboard.press("Enter");
  await question(anna).waitFor({ state: "detached" });
  await pictureAtRest(anna, "waiting-desktop");

  const friend = await visitor(PHONE);
  await friend.goto(`${stage.url}#/t/${code}`);
  await question(friend).waitFor();
  await pictureAtRest(friend, "question-phone");
  const suggested = await question(friend).getByLabel("Your name").inputValue();
  expect(suggested).not.toMatch(/guest|\d/i);
  // Nobody has been seated yet: the table waits for the answer.
  expect(await countdown(anna).count()).toBe(0);
  const watched = await Promise.all([anna, friend].map(watchCountdown));
  await question(friend).getByRole("button", { name: "That’s me" }).tap();
  await Promise.all([anna, friend].map(playsWithoutClock));
  await pictureAtRest(friend, "turn-phone");
  await pictureAtRest(anna, "turn-desktop");
  const [host, guest] = (await Promise.all(watched.map((seen) => seen()))).map((all) => all.filter((one) => one.names.length === 2));
  for (const [seen, names, mayDeal] of [[host!, ["You", suggested], true], [guest!, ["Anna", "You"], false]] as const) {
    expect(seen.at(-1)).toMatchObject({ names, letters: 0, mayDeal });
    // The number is alive, and only falls.
    const numbers = seen.map((one) => one.left).filter((left, n, all) => left !== all[n - 1]);
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(numbers[0]).toBeLessThanOrEqual(10);
  }
  expect(stage.problems).toEqual([]);
});

test("the host deals at once, and who I am is remembered on the next visit", async () => {
  const anna = await visitor();
  const code = await createTable(anna);
  // Closing the question keeps the suggestion.
  await anna.keyboard.press("Escape");
  await question(anna).waitFor({ state: "detached" });
  const friend = await visitor(SIZES.small);
  await friend.goto(`${stage.url}#/t/${code}`);
  await question(friend).getByTitle("Frog").tap();
  await pictureAtRest(friend, "question-small");
  const name = await question(friend).getByLabel("Your name").inputValue();
  expect(name).toContain("Frog");
  const seen = await watchCountdown(anna);
  await pressWhenShown(anna, "Deal now");
  await question(friend).getByRole("button", { name: "That’s me" }).tap();
  await Promise.all([anna, friend].map(playsWithoutClock));
  expect((await seen()).at(-1)!.left).toBeGreaterThan(1);
  await pictureAtRest(friend, "turn-small");

  // The next table: nobody is asked again, on neither side.
  await anna.goto(`${stage.url}#/make`);
  await anna.getByRole("button", { name: "Create table" }).click();
  const next = (await anna.locator(".code").textContent())!;
  await pressWhenShown(anna, "Deal now");
  await friend.goto(`${stage.url}#/t/${next}`);
  await Promise.all([anna, friend].map(playsWithoutClock));
  expect(await Promise.all([anna, friend].map((page) => question(page).count()))).toEqual([0, 0]);
  await anna.getByText(name, { exact: true }).first().waitFor();
  expect(stage.problems).toEqual([]);
});

test("somebody who leaves stops the countdown, and the host holds it", async () => {
  const anna = await visitor();
  const code = await createTable(anna);
  await question(anna).getByRole("button", { name: "That’s me" }).click();
  const friend = await visitor(PHONE);
  await friend.goto(`${stage.url}#/t/${code}`);
  const seen = await watchCountdown(anna);
  await pressWhenShown(friend, "Stand up");
  await question(friend).getByRole("button", { name: "That’s me" }).tap();
  await expect.poll(async () => (await seen()).length, { timeout: PATIENCE }).toBeGreaterThan(0);
  await anna.getByText("Waiting for one more player").waitFor();
  expect(await countdown(anna).count()).toBe(0);
  // Nobody has to be told what they did themselves.
  expect(await friend.getByText("You no longer sit at this table").count()).toBe(0);
  await pressWhenShown(anna, "Not yet");
  await friend.getByRole("button", { name: "Sit down" }).tap();
  await anna.getByText("The tiles are dealt when you say so.").waitFor();
  await friend.getByText("deals when everyone is ready.").waitFor();
  expect(await Promise.all([anna, friend].map((page) => countdown(page).count()))).toEqual([0, 0]);
  await pictureAtRest(friend, "held-phone");
  // It stays so over a restart of the server.
  await server.stop();
  await server.start();
  await friend.reload();
  await friend.getByText("deals when everyone is ready.").waitFor();
  await anna.getByRole("button", { name: "Deal now", exact: true }).click();
  await Promise.all([anna, friend].map(playsWithoutClock));
});

test("the host does not wait for everyone: computer players take the free seats", async () => {
  const anna = await visitor();
  await anna.goto(`${stage.url}#/make`);
  await anna.getByRole("button", { name: "Add a seat" }).click();
  await anna.getByRole("button", { name: "Create table" }).click();
  await question(anna).getByRole("button", { name: "That’s me" }).click();
  await anna.getByRole("button", { name: "Deal now, with 2 computer players in the free seats" }).click();
  await anna.locator(".rack [data-tile]").first().waitFor();
});
