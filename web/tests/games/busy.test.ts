/** A server with its default limits: many people at one address, and what the page does when it is refused. */

import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { TilewiseServer } from "../stage/server";
import { Stage } from "../stage/stage";

const stage = new Stage(new TilewiseServer({ tempo: 100, isLimited: true }));
beforeAll(() => stage.open());
beforeEach(() => (stage.problems.length = 0));
afterEach(() => stage.leave());
afterAll(() => stage.close());

/** Movement is not the subject of the other tests. */
const STILL = { reducedMotion: "reduce" } as const;
const NOTICE = "The server has a lot to do right now.";

const playButton = (page: Page) => page.getByRole("button", { name: "Play now" });
const tiles = (page: Page) => page.locator(".rack [data-tile]").first().waitFor();

/** How many requests the server has answered, and how many of them with a status of 4xx or 5xx. */
async function answered(): Promise<{ all: number; refused: number }> {
  const metrics = await (await fetch(`${stage.url}metrics`)).text();
  const count = (statuses: string) => [...metrics.matchAll(new RegExp(`^tilewise_requests_total\\{[^}]*"[${statuses}]xx"\\} ([\\d.]+)`, "gm"))].reduce((sum, found) => sum + Number(found[1]), 0);
  return { all: count("2345"), refused: count("45") };
}

/** Refuse the first requests to a path, as a busy server does; returns how many have been made and when. */
async function refuseFirst(page: Page, path: string, count: number, headers: Record<string, string> = { "retry-after": "1" }, status = 429): Promise<number[]> {
  const asked: number[] = [];
  await page.route(path, async (route: Route) => {
    asked.push(Date.now());
    if (asked.length > count) return route.continue();
    return route.fulfill({ status, headers, contentType: "application/json", body: JSON.stringify({ error: "too-many-requests", message: "Too many requests from your address; wait a moment." }) });
  });
  return asked;
}

/** People who open the page and play, at the same moment. As in a browser, the service worker stores the page with further requests. */
async function playAtOnce(count: number): Promise<void> {
  const people = await Promise.all(Array.from({ length: count }, () => stage.person({ asTheyCome: true, serviceWorkers: "allow", at: "about:blank" })));
  await Promise.all(people.map((page) => page.goto(stage.url)));
  await Promise.all(people.map((page) => playButton(page).click()));
  await Promise.all(people.map(tiles));
}

/** What the page of a person asks the server, as a program: a guest, a table, and as many other requests. */
async function playAsProgram(requests: number): Promise<void> {
  const post = (path: string, body: object, headers = {}) => fetch(`${stage.url}api/${path}`, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
  const { token } = (await (await post("guests", { name: "Ola" })).json()) as { token: string };
  await post("tables", { seats: ["person", "casual"] }, { authorization: `Bearer ${token}` });
  await Promise.all(Array.from({ length: requests - 2 }, async () => (await fetch(stage.url)).arrayBuffer()));
}

test("ten people at one address open the page at once, and all of them play", async () => {
  if (THOROUGH) await playAtOnce(10);
  else {
    await playAtOnce(1);
    const { all } = await answered();
    // The first minute is not over for the first of them.
    await Promise.all([playAtOnce(1), ...Array.from({ length: 8 }, () => playAsProgram(all))]);
  }
  expect((await answered()).refused).toBe(0);
  expect(stage.problems).toEqual([]);
});

test("a guest and a table that are refused are asked for again, and the page says so", async () => {
  const page = await stage.person(STILL);
  await playButton(page).waitFor();
  const guests = await refuseFirst(page, "**/api/guests", 2);
  const tables = await refuseFirst(page, "**/api/tables", 1);
  await playButton(page).click();
  await page.getByText(NOTICE).waitFor();
  await tiles(page);
  await page.getByText(NOTICE).waitFor({ state: "detached" });
  expect([guests.length, tables.length]).toEqual([3, 2]);
  expect(guests[1]! - guests[0]!, "not before the server said").toBeGreaterThanOrEqual(1000);
  expect(await page.getByRole("alert").count(), "no error was shown").toBe(0);
});

test("a list that is refused appears later, without an error", async () => {
  const host = await stage.person(STILL);
  await host.goto(`${stage.url}#/make`);
  await host.getByLabel(/public/i).check();
  await host.getByRole("button", { name: "Create table" }).click();
  await host.locator(".code").waitFor();

  const page = await stage.person({ ...STILL, at: "about:blank" });
  await refuseFirst(page, "**/api/lobby", 1);
  await page.goto(stage.url);
  await page.getByText(NOTICE).waitFor();
  await page.getByText("1 free seat").waitFor();
  await page.getByText(NOTICE).waitFor({ state: "detached" });
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a part of the page that cannot be loaded is loaded with the page again", async () => {
  const page = await stage.person(STILL);
  await playButton(page).waitFor();
  // A browser asks twice: it loads the file in advance, and once more when that has failed.
  const parts = await refuseFirst(page, "**/assets/RulesPage-*.js", 2, {}, 503);
  await page.evaluate(() => (location.hash = "#/rules/jumbo"));
  await page.getByText(NOTICE).waitFor();
  await page.getByRole("heading", { name: /rules/i }).first().waitFor();
  expect(parts.length).toBeGreaterThan(2);
  await page.getByText(NOTICE).waitFor({ state: "detached" });
});
