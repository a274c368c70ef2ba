import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MY_TURN, scene, someSets, visit } from "../stage/scenes";
import { PHONE, Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const sentence = async (page: Page) => (await page.locator(".choice").innerText()).replace(/\s+/g, " ");
const top = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!.y;

test("the remembered choices are a sentence, and each part can be changed", async () => {
  const page = await stage.person();
  expect(await sentence(page)).toBe("against Ada and Bruno · Casual · International edition · no clock");
  await page.getByRole("button", { name: "International edition" }).click();
  await page.getByRole("radio", { name: /TM Toys/ }).check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Ada and Bruno" }).click();
  await page.getByRole("radio", { name: "5 opponents" }).check();
  await page.getByRole("radio", { name: "Solid" }).check();
  await page.getByText("never waits, never plans.").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "no clock" }).click();
  const chosen = "against Hugo, Irma, Jonas, Klara, and Ludo · Solid · TM Toys edition, also for six · with a clock";
  expect(await sentence(page)).toBe(chosen);
  await page.reload();
  expect(await sentence(page)).toBe(chosen);
  // A box for fewer players has fewer opponents.
  await page.getByRole("button", { name: "TM Toys edition, also for six" }).click();
  await page.getByRole("radio", { name: "Jumbo edition" }).check();
  await page.getByRole("button", { name: "Done" }).click();
  expect(await sentence(page)).toBe("against Hugo, Irma, and Jonas · Solid · Jumbo edition · with a clock");
  expect(stage.problems).toEqual([]);
});

test("a game that waits for me is the first card, on a phone above everything else", async () => {
  const page = await stage.person({ viewport: PHONE });
  expect(await page.locator(".now").count()).toBe(0);
  await page.route("**/api/me/tables*", (route) => route.fulfill({ json: [MY_TURN] }));
  await page.evaluate(() => localStorage.setItem("tilewise.me", JSON.stringify({ person: "me", name: "Anna", avatar: "fox" })));
  await page.reload();
  await page.locator(".now").getByText("Your tiles: 9 · Katharina-Elisabeth: 5").waitFor();
  expect(await top(page, ".now")).toBeLessThan(await top(page, ".hero"));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await top(page, ".now")).toBeGreaterThan(await top(page, ".hero"));
  expect(await page.locator(".now").getByRole("link", { name: "Go on" }).getAttribute("href")).toBe("#/table/turn");
  expect(stage.problems).toEqual([]);
});

test("the six places of the code take a pasted link", async () => {
  const page = await stage.person();
  await page.getByLabel("Table code or link").fill(`${stage.url}#/t/nosuch`);
  expect(await page.locator(".places i").allTextContents()).toEqual([..."NOSUCH"]);
  await page.keyboard.press("Enter");
  await page.getByText("No table and no score sheet has the code NOSUCH.").waitFor();
  expect(stage.problems).toEqual([]);
});

test("presets fill in the house rules, and every difference from the box is marked", async () => {
  const page = await stage.person();
  await page.goto(`${stage.url}#/make`);
  const marks = async () => (await page.locator(".mark").allTextContents()).sort();
  await page.getByRole("button", { name: "First games with children" }).click();
  expect(await marks()).toEqual(["box: 14", "box: 30", "box: 60 seconds"]);
  await page.getByRole("button", { name: "First games with children", pressed: true }).waitFor();
  await page.getByText("Start and opening").click();
  await page.getByLabel("Points needed to open").fill("30");
  await page.getByLabel("Points needed to open").blur();
  expect(await marks()).toEqual(["box: 14", "box: 60 seconds"]);
  await page.getByRole("button", { name: "As in the box" }).click();
  expect(await marks()).toEqual([]);
  expect(stage.problems).toEqual([]);
});

test("an error in the house rules is about the chosen number of seats", async () => {
  const page = await stage.person();
  await page.goto(`${stage.url}#/make`);
  await page.getByText("Tiles", { exact: true }).click();
  await page.getByLabel("Tiles dealt to each player").fill("30");
  for (let seats = 3; seats <= 4; seats += 1) await page.getByRole("button", { name: "Add a seat" }).click();
  await page.getByRole("button", { name: "Create table" }).click();
  await page.getByRole("alert").getByText("to each of 4 players").waitFor();
  await page.getByRole("button", { name: "Remove a seat" }).click();
  await page.getByRole("button", { name: "Create table" }).click();
  await page.locator(".waiting").waitFor();
  expect(stage.problems).toEqual([]);
});

test("chat is beside the table on a wide screen, and a sheet on a phone", async () => {
  const page = await visit(stage, scene("talk", someSets(), "k2 k3 r7 r8"), { viewport: { width: 1440, height: 900 } });
  await page.getByRole("button", { name: /^Chat/ }).click();
  const panel = page.getByRole("complementary", { name: "Chat" });
  await panel.getByText("I say nothing.").waitFor();
  const [beside, table] = [(await panel.boundingBox())!, (await page.locator(".page").boundingBox())!];
  expect(table.x + table.width).toBeLessThanOrEqual(beside.x + 1);
  // The table can still be played.
  await page.locator(".rack [data-tile]").first().click();
  await page.locator(".rack [data-tile].selected, .rack [data-tile][aria-selected='true'], .rack [aria-pressed='true']").first().waitFor();
  await page.setViewportSize(PHONE);
  await page.getByRole("dialog", { name: "Chat" }).getByText("I say nothing.").waitFor();
  expect(stage.problems).toEqual([]);
});
