/** Seats that cannot be taken, and tables that are closed to somebody. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, listen } from "../stage/player";
import { Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce", tempo: "instant" } as const;

/** Create a table for two people; returns its owner's page, its code, and its address, where nobody is seated directly. */
async function createTable(choose?: (page: Page) => Promise<void>): Promise<{ owner: Page; code: string; address: string }> {
  const owner = await stage.person(STILL);
  await owner.goto(`${stage.url}#/make`);
  await owner.locator("form").waitFor();
  await choose?.(owner);
  await owner.getByRole("button", { name: "Create table" }).click();
  return { owner, code: (await owner.locator(".code").textContent())!, address: owner.url() };
}

/** Wait until I have a seat, in the waiting room or in a game. */
async function isSeated(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stand up" }).or(page.locator(".chip.me")).first().waitFor();
}

async function sitDown(code: string): Promise<Page> {
  const page = await stage.person(STILL);
  await page.goto(`${stage.url}#/t/${code}`);
  await isSeated(page);
  return page;
}

async function leadsHome(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("button", { name: "Play now" }).waitFor();
}

test("a full table can be watched, and links to a new one", async () => {
  const { owner, code } = await createTable();
  await sitDown(code);
  await dealNow(owner);
  const late = await stage.person(STILL);
  await late.goto(`${stage.url}#/t/${code}`);
  await late.getByText("You are watching.").waitFor();
  expect(await late.getByRole("button", { name: "Sit down" }).count()).toBe(0);
  await late.getByText("All seats are taken. You can watch, or create a table of your own.").waitFor();
  await late.getByRole("link", { name: "Create a table" }).click();
  await late.getByRole("button", { name: "Create table" }).waitFor();
});

/** A person at a table whose page hears of what happens there only after `hear`, as on a slow network. */
async function slowPerson(address: string): Promise<{ slow: Page; hear: () => void }> {
  const slow = await stage.person(STILL);
  let held: (() => void)[] | null = null;
  await slow.routeWebSocket(/\/api\/socket/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (held && String(message).includes('"type":"event"')) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await slow.goto(address);
  await slow.getByRole("button", { name: "Sit down" }).first().waitFor();
  held = [];
  const hear = () => {
    const late = held ?? [];
    held = null;
    for (const send of late) send();
  };
  return { slow, hear };
}

test("a seat that another person has just taken", async () => {
  const { owner, code, address } = await createTable((page) => page.getByRole("button", { name: "Add a seat" }).click());
  const { slow, hear } = await slowPerson(address);
  const quick = await sitDown(code);
  await slow.getByRole("button", { name: "Sit down" }).first().click();
  await slow.getByText("This seat is taken. Choose another one.").first().waitFor();
  await slow.getByRole("button", { name: "Sit down" }).last().click();
  hear();
  await dealNow(owner);
  await quick.locator(".rack [data-tile]").first().waitFor();
});

test("the last seat, which another person has just taken", async () => {
  const { owner, code, address } = await createTable();
  const { slow, hear } = await slowPerson(address);
  const quick = await sitDown(code);
  await dealNow(owner);
  await quick.locator(".rack [data-tile]").first().waitFor();
  const announced = await listen(slow);
  await slow.getByRole("button", { name: "Sit down" }).click();
  const sentence = "All seats are taken. You can watch, or create a table of your own.";
  await slow.locator(".waiting").getByText(sentence).waitFor();
  await slow.locator(".waiting").getByRole("link", { name: "Create a table" }).waitFor();
  expect(await announced()).toContain(sentence);
  // The missed events arrive: the game can be watched, and the sentence and the link stay.
  hear();
  await slow.getByText("You are watching.").waitFor();
  await slow.getByText(sentence).first().waitFor();
  await slow.getByRole("link", { name: "Create a table" }).click();
  await slow.getByRole("button", { name: "Create table" }).waitFor();
});

test("a table that is for its players only", async () => {
  const { code } = await createTable((owner) => owner.getByLabel("Others may watch").uncheck());
  await sitDown(code);
  const late = await stage.person(STILL);
  await late.goto(`${stage.url}#/t/${code}`);
  await late.getByText("This table is for its players only.").waitFor();
  await leadsHome(late);
});

test("a table that its owner closes while others are waiting", async () => {
  const { owner, code } = await createTable((page) => page.getByRole("button", { name: "Add a seat" }).click());
  const guest = await sitDown(code);
  await owner.getByRole("button", { name: "Close the table" }).click();
  await guest.getByText("This table is closed.").waitFor();
  await leadsHome(guest);
});

test("a person whom the owner has blocked", async () => {
  const { owner, code } = await createTable();
  const guest = await stage.person(STILL);
  await guest.goto(`${stage.url}#/me`);
  await guest.getByTitle("First letter").click();
  await guest.getByText("Download my data").waitFor();
  const person = await guest.evaluate(() => (JSON.parse(localStorage.getItem("tilewise.me")!) as { person: string }).person);
  await owner.evaluate((unwanted) => fetch(`/api/me/blocks/${unwanted}`, { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" }), person);
  await guest.goto(`${stage.url}#/t/${code}`);
  await guest.getByText("You cannot sit down at this table. Create one of your own.").first().waitFor();
  await guest.goto(stage.url);
  await guest.getByRole("link", { name: "Create a table" }).waitFor();
});
