import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, isMyTurn, listen, playNow } from "../stage/player";
import { scene, show, someSets } from "../stage/scenes";
import { TilewiseServer } from "../stage/server";
import { Stage } from "../stage/stage";

const server = new TilewiseServer();

const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce" } as const;

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

test("a wrong code", async () => {
  const page = await stage.person(STILL);
  await page.getByLabel("Table code or link").fill("nosuch");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("No table and no score sheet has the code NOSUCH. Check it again.").waitFor();
  await leadsHome(page);
});

test("an old link", async () => {
  const page = await stage.person(STILL);
  await page.goto(`${stage.url}#/table/0000000000000000`);
  await page.getByText("This table does not exist (any more). Ask for a new link.").waitFor();
  await leadsHome(page);
});

test.each(["#/what/is/this", "#/table", "what/is/this", "tabel.html"])("the unknown address %s has a page that leads home", async (address) => {
  const page = await stage.person(STILL);
  await page.goto(`${stage.url}${address}`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByText("There is no page at this address.").waitFor();
  await leadsHome(page);
  expect(page.url()).toBe(`${stage.url}${address.startsWith("#") ? "#/" : ""}`);
});

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

test("a seat that another person has just taken", async () => {
  const { owner, code, address } = await createTable((page) => page.getByRole("button", { name: "Add a seat" }).click());
  const slow = await stage.person(STILL);
  let isSlow = false;
  await slow.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!isSlow || !String(message).includes('"type":"event"')) socket.send(message);
    });
  });
  await slow.goto(address);
  await slow.getByRole("button", { name: "Sit down" }).first().waitFor();
  isSlow = true;
  const quick = await sitDown(code);
  await slow.getByRole("button", { name: "Sit down" }).first().click();
  await slow.getByText("This seat is taken. Choose another one.").first().waitFor();
  await slow.getByRole("button", { name: "Sit down" }).last().click();
  await dealNow(owner);
  await quick.locator(".rack [data-tile]").first().waitFor();
});

test("the last seat, which another person has just taken", async () => {
  const { owner, code, address } = await createTable();
  const slow = await stage.person(STILL);
  let hold = false;
  const held: (() => void)[] = [];
  await slow.routeWebSocket(/\/api\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (hold && String(message).includes('"type":"event"')) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await slow.goto(address);
  await slow.getByRole("button", { name: "Sit down" }).waitFor();
  hold = true;
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
  hold = false;
  for (const send of held.splice(0)) send();
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

test("a server that is gone, before and during a game", async () => {
  const page = await stage.person(STILL);
  await page.getByRole("button", { name: "Play now" }).waitFor();
  await server.stop();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByText("The server does not respond. Check your connection and try again.").first().waitFor();
  await server.start();
  await playNow(page);
  await server.stop();
  await page.getByText("Connection lost. Your tiles stay where they are, and the page keeps trying to reconnect.").waitFor();
  await page.getByRole("button", { name: "Retry now" }).click();
  await server.start();
  await page.getByText("Connection lost.").waitFor({ state: "hidden" });
});

test.each([
  ["protocol", "The server is newer than this page."],
  ["too-large", "The server closed the connection."],
])("a connection that is ended for good (%s) says so, and can be reloaded", async (code, sentence) => {
  const page = await stage.person(STILL);
  let times = 0;
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    times += 1;
    socket.send(JSON.stringify({ type: "closing", code, message: "" }));
    void socket.close({ code: 1008 });
  });
  await page.evaluate(() => (location.hash = "#/table/1234"));
  await page.getByText(sentence).waitFor();
  // The page does not reconnect by itself.
  await page.waitForTimeout(1500);
  expect(times).toBe(1);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText(sentence).waitFor();
  expect(times).toBe(2);
});

test("a refusal is shown as a sentence, and the tiles stay where they are", async () => {
  const page = await stage.person(STILL);
  await show(page, scene("refused", someSets(), "r8 k1 b2"));
  await page.locator('.rack [data-face="r8"]').focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("n");
  await page.getByText("Red 8: a set needs at least three tiles.").first().waitFor();
  expect(await page.locator(".main button").last().getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Control+Enter");
  expect(await page.locator('.set [data-face="r8"].mine').count()).toBe(1);
  expect(await isMyTurn(page)).toBe(true);
});
