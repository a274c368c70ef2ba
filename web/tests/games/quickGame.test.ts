import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { introduce } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { Stage } from "../stage/stage";

/** Nobody else may look for a quick game on this server. */
const server = new TilewiseServer();
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test("two people who want a quick game meet, and a rated one starts from the ratings", async () => {
  for (const rated of [false, true]) {
    const people: Page[] = [];
    for (const name of ["Anna", "Marek"]) {
      const page = await stage.person();
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
