import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, introduce, playNow } from "../stage/player";
import { scene, show, someSets } from "../stage/scenes";
import { PHONE, Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce" } as const;

const sentence = async (page: Page) => (await page.locator(".choice").innerText()).replace(/\s+/g, " ");
const top = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!.y;

test("the remembered choices are a sentence, and each part can be changed", async () => {
  const page = await stage.person(STILL);
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
  const page = await stage.person({ ...STILL, viewport: PHONE });
  expect(await page.locator(".now").count()).toBe(0);
  await playNow(page);
  await page.goto(stage.url);
  // Ada may have started, and then has drawn or laid something.
  await page.locator(".now").getByText(/^Your tiles: 14 · Ada: \d+$/).waitFor();
  expect(await top(page, ".now")).toBeLessThan(await top(page, ".hero"));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await top(page, ".now")).toBeGreaterThan(await top(page, ".hero"));
  await page.locator(".now").getByRole("link", { name: "Go on" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
  expect(stage.problems).toEqual([]);
});

test("two people who want a quick game meet, and a rated one starts from the ratings", async () => {
  for (const rated of [false, true]) {
    const people: Page[] = [];
    for (const name of ["Anna", "Marek"]) {
      const page = await stage.person(STILL);
      await introduce(page, name);
      if (rated) await page.goto(`${stage.url}#/ratings/jumbo`);
      await page.getByRole("button", { name: rated ? "Play a rated game" : "Quick game" }).click();
      await page.locator(name === "Anna" ? ".waiting" : ".rack [data-tile]").first().waitFor();
      people.push(page);
    }
    const [anna, marek] = people as [Page, Page];
    await anna.locator(".rack [data-tile]").first().waitFor();
    expect(anna.url()).toBe(marek.url());
    await anna.getByRole("button", { name: "Menu" }).first().click();
    expect(await anna.getByRole("dialog").getByText("Rated (people only, no hints)").count()).toBe(rated ? 1 : 0);
  }
  expect(stage.problems).toEqual([]);
});

test("the six places of the code take a pasted link", async () => {
  const anna = await stage.person(STILL);
  await anna.goto(`${stage.url}#/make`);
  await anna.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.locator(".code").textContent())!.trim();
  const marek = await stage.person(STILL);
  await marek.getByLabel("Table code or link").fill(`${stage.url}#/t/${code.toLowerCase()}`);
  expect(await marek.locator(".places i").allTextContents()).toEqual([...code]);
  await marek.keyboard.press("Enter");
  await dealNow(anna);
  await marek.locator(".rack [data-tile]").first().waitFor();
  expect(stage.problems).toEqual([]);
});

test("presets fill in the house rules, and every difference from the box is marked", async () => {
  const page = await stage.person(STILL);
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
  const page = await stage.person(STILL);
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
  const page = await stage.person({ ...STILL, viewport: { width: 1440, height: 900 } });
  await show(page, scene("talk", someSets(), "k2 k3 r7 r8"));
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
