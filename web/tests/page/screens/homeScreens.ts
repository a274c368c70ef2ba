/** The pages around a table: home, a new table, the rules, the profile, games and ratings, and what can go wrong on the way. */

import type { Key } from "../../../src/words/texts";
import { LEADERS, MY_TABLES, MY_TURN, SUMMARY } from "../../stage/scenes";
import { goTo } from "../../stage/tools";
import { type Screens, type Visit, onNewPage, openAll, press } from "./visits";

/** Home for a returning visitor whose turn it is, with tables in the lobby. */
async function home({ page }: Visit): Promise<void> {
  await page.route("**/api/me/tables*", (route) => route.fulfill({ json: [MY_TURN, ...MY_TABLES] }));
  await page.evaluate(() => localStorage.setItem("tilewise.me", JSON.stringify({ person: "me", name: "Katharina-Elisabeth", avatar: "fox" })));
  await page.route("**/api/lobby*", (route) => route.fulfill({ json: [{ table: "lobby", code: "ABCDEF", at: 1, summary: SUMMARY }, { table: "watched", code: "ABCDEG", at: 1, summary: { ...SUMMARY, phase: "playing", names: ["Jo", "Anna"] } }] }));
  await page.evaluate(() => localStorage.setItem("tilewise.recent", JSON.stringify([{ table: "before", code: "ABCDEH", profile: "international", names: ["Anna", "Katharina-Elisabeth"], over: true, at: 1 }])));
  await goTo(page, "#/");
  await page.reload();
  await page.locator('a[href="#/table/lobby"]').waitFor();
  await page.locator('a[href="#/table/turn"]').waitFor();
}

const PASSPHRASE = "seven red tiles in a row";
let accounts = 0;

async function fill({ page, text }: Visit, button: Key, values: Partial<Record<Key, string>>): Promise<void> {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: text(button), exact: true }) });
  for (const [label, value] of Object.entries(values)) await form.getByLabel(text(label as Key)).fill(value);
  await form.getByRole("button").click();
}

export const HOME_SCREENS: Screens = {
  home,
  "home-settings": async (visit) => {
    await home(visit);
    await press(visit, "settings");
  },
  "home-opponents": async (visit) => {
    await home(visit);
    await visit.page.locator(".choice button").first().click();
    await visit.page.getByRole("dialog").waitFor();
  },
  "home-box": async (visit) => {
    await home(visit);
    await visit.page.locator(".choice button").nth(2).click();
    await visit.page.getByRole("dialog").waitFor();
  },
  make: async ({ page }) => {
    await goTo(page, "#/make");
    await page.locator("form").waitFor();
    await openAll(page);
  },
  pass: async ({ page }) => {
    await goTo(page, "#/pass");
    await page.locator("form").waitFor();
    await openAll(page);
  },
  rules: async ({ page }) => {
    await goTo(page, "#/rules/twist");
    await page.locator("article h2").first().waitFor();
  },
  // Choosing a picture creates the guest; a passphrase turns the guest into an account.
  me: async (visit) => {
    const { page, text } = visit;
    await goTo(page, "#/me");
    // The suggested picture may be the fox already.
    for (const avatar of ["initial", "fox"] as const) await page.getByTitle(text(`avatar.${avatar}`), { exact: true }).click();
    await page.getByText(text("me.delete"), { exact: true }).waitFor();
    await fill(visit, "me.sign-in", { "me.account-name": "Nobody", "me.passphrase": PASSPHRASE });
    await page.getByText(text("error.wrong-passphrase")).waitFor();
    await openAll(page);
  },
  account: async (visit) => {
    const { page, text } = visit;
    await goTo(page, "#/me");
    await fill(visit, "me.make", { "me.account-name": `Katharina-Elisabeth ${(accounts += 1)}`, "me.passphrase": PASSPHRASE });
    await page.getByRole("button", { name: text("me.sign-out"), exact: true }).waitFor();
    await openAll(page);
  },
  games: async ({ page }) => {
    await page.route("**/api/me/tables*", (route) => route.fulfill({ json: MY_TABLES }));
    await goTo(page, "#/games");
    await page.locator('a[href^="#/replay/"]').first().waitFor();
  },
  ratings: async ({ page }) => {
    await page.route("**/api/me/ratings", (route) => route.fulfill({ json: { ratings: [{ profile: "tm-toys", shown: 1234, games: 56 }] } }));
    await page.route("**/api/leaderboard/*", (route) => route.fulfill({ json: { ranked: LEADERS } }));
    await goTo(page, "#/ratings/tm-toys");
    await page.locator("tbody tr").nth(LEADERS.length - 1).waitFor();
    await page.locator(".own").waitFor();
  },
  "wrong-code": onNewPage(async ({ page }) => {
    await goTo(page, "#/t/NOSUCH");
    await page.getByRole("alert").waitFor();
  }),
  "old-link": onNewPage(async ({ page }) => {
    await goTo(page, "#/table/0000000000000000");
    await page.getByRole("alert").waitFor();
  }),
  "server-busy": onNewPage(async ({ page }) => {
    await page.route("**/api/lobby*", (route) => route.fulfill({ status: 429, headers: { "retry-after": "30" }, json: { error: "too-many-requests", message: "" } }));
    await goTo(page, "#/rules/jumbo");
    await goTo(page, "#/");
    await page.locator(".notice").waitFor();
  }),
};
