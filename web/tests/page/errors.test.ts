/** What can go wrong on the way to a table, and with its connection. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isMyTurn } from "../stage/player";
import { scene, someSets, visit } from "../stage/scenes";
import { Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

async function leadsHome(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("button", { name: "Play now" }).waitFor();
}

test("a wrong code", async () => {
  const page = await stage.person();
  await page.getByLabel("Table code or link").fill("nosuch");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("No table and no score sheet has the code NOSUCH. Check it again.").waitFor();
  await leadsHome(page);
});

test("an old link", async () => {
  const page = await stage.person();
  await page.goto(`${stage.url}#/table/0000000000000000`);
  await page.getByText("This table does not exist (any more). Ask for a new link.").waitFor();
  await leadsHome(page);
});

test.each(["#/what/is/this", "#/table", "what/is/this", "tabel.html"])("the unknown address %s has a page that leads home", async (address) => {
  const page = await stage.person();
  await page.goto(`${stage.url}${address}`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByText("There is no page at this address.").waitFor();
  await leadsHome(page);
  expect(page.url()).toBe(`${stage.url}${address.startsWith("#") ? "#/" : ""}`);
});

test.each([
  ["protocol", "The server is newer than this page."],
  ["too-large", "The server closed the connection."],
])("a connection that is ended for good (%s) says so, and can be reloaded", async (code, sentence) => {
  const page = await stage.person();
  await page.clock.install();
  let times = 0;
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    times += 1;
    socket.send(JSON.stringify({ type: "closing", code, message: "" }));
    void socket.close({ code: 1008 });
  });
  await page.evaluate(() => (location.hash = "#/table/1234"));
  await page.getByText(sentence).waitFor();
  // The page does not reconnect by itself, however long nobody does anything.
  await page.clock.runFor(60_000);
  expect(times).toBe(1);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText(sentence).waitFor();
  expect(times).toBe(2);
});

test("a refusal is shown as a sentence, and the tiles stay where they are", async () => {
  const page = await visit(stage, scene("refused", someSets(), "r8 k1 b2"));
  await page.locator('.rack [data-face="r8"]').focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("n");
  await page.getByText("Red 8: a set needs at least three tiles.").first().waitFor();
  expect(await page.locator(".main button").last().getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Control+Enter");
  expect(await page.locator('.set [data-face="r8"].mine').count()).toBe(1);
  expect(await isMyTurn(page)).toBe(true);
});
