/** Every screen that a person can see, and how to get there; for pictures, contrasts and widths. */

import type { Page } from "playwright-core";
import { de } from "../../src/words/de";
import { en } from "../../src/words/en";
import { pl } from "../../src/words/pl";
import type { Key, Texts } from "../../src/words/texts";
import { prefer, settled } from "./looks";
import { LEADERS, MY_TABLES, RECORD, SUMMARY, manySets, over, scene, show, someSets, withPast } from "./scenes";
import { DESKTOP, type Stage } from "./stage";

const TEXTS: Record<string, Texts> = { en, de, pl };

interface Scenery {
  page: Page;
  /** A text of the page in its language. */
  words: (key: Key) => string;
}

type Screen = (scenery: Scenery) => Promise<void>;

const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((wanted) => (location.hash = wanted), hash);
}

const press = ({ page, words }: Scenery, key: Key) => page.getByRole("button", { name: words(key), exact: true }).first().click();

/** A table at which I play, with the sheet that a button of its menu opens. */
const sheet = (key: Key): Screen => async (scenery) => {
  await show(scenery.page, withPast(scene("sheets", someSets(), RACK)));
  await press(scenery, "menu");
  await press(scenery, key);
  await scenery.page.getByRole("dialog", { name: scenery.words(key), exact: true }).waitFor();
};

/** Ends the connection as a server does that wants nobody back. */
const ended = (code: string): Screen => async ({ page }) => {
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    socket.send(JSON.stringify({ type: "closing", code, message: "" }));
    void socket.close({ code: 1008 });
  });
  await goTo(page, `#/table/${code}`);
  await page.locator(".notice").waitFor();
};

/** Home, of somebody who was here before, while others play. */
async function home({ page }: Scenery): Promise<void> {
  await page.route("**/api/lobby*", (route) => route.fulfill({ json: [{ table: "lobby", code: "ABCDEF", at: 1, summary: SUMMARY }, { table: "watched", code: "ABCDEG", at: 1, summary: { ...SUMMARY, phase: "playing", names: ["Jo", "Anna"] } }] }));
  await page.evaluate(() => localStorage.setItem("tilewise.recent", JSON.stringify([{ table: "before", code: "ABCDEH", profile: "international", names: ["Anna", "Katharina-Elisabeth"], over: true, at: 1 }])));
  await goTo(page, "#/make");
  await goTo(page, "#/");
  await page.locator('a[href="#/table/lobby"]').waitFor();
}

const PASSPHRASE = "seven red tiles in a row";
let accounts = 0;

async function fill({ page, words }: Scenery, button: Key, values: Partial<Record<Key, string>>): Promise<void> {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: words(button), exact: true }) });
  for (const [label, value] of Object.entries(values)) await form.getByLabel(words(label as Key)).fill(value);
  await form.getByRole("button").click();
}

async function openAll(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary");
  while (await closed.count()) await closed.first().click();
}

const SCREENS: Record<string, Screen> = {
  home,
  "home-settings": async (scenery) => {
    await home(scenery);
    await press(scenery, "settings");
  },
  make: async ({ page }) => {
    await goTo(page, "#/make");
    await page.locator("form.panel").waitFor();
    await openAll(page);
  },
  rules: async ({ page }) => {
    await goTo(page, "#/rules/twist");
    await page.locator("article h2").first().waitFor();
  },
  // A picture makes a guest of somebody whom the server did not know, and a passphrase makes an account of the guest.
  me: async (scenery) => {
    const { page, words } = scenery;
    await goTo(page, "#/me");
    await page.getByTitle(words("avatar.fox"), { exact: true }).click();
    await page.getByText(words("me.delete"), { exact: true }).waitFor();
    await fill(scenery, "me.sign-in", { "me.account-name": "Nobody", "me.passphrase": PASSPHRASE });
    await page.getByText(words("error.wrong-passphrase")).waitFor();
    await openAll(page);
  },
  account: async (scenery) => {
    const { page, words } = scenery;
    await goTo(page, "#/me");
    await fill(scenery, "me.make", { "me.account-name": `Katharina-Elisabeth ${(accounts += 1)}`, "me.passphrase": PASSPHRASE });
    await page.getByRole("button", { name: words("me.sign-out"), exact: true }).waitFor();
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
  waiting: async ({ page }) => {
    const view = scene("waiting", [], "");
    const seats = view.seats.map((seat, n) => (n === 1 ? { name: "", person: null, level: null, away: false } : seat));
    await page.evaluate(() => localStorage.setItem("tilewise.recent", JSON.stringify([{ table: "waiting", code: "ABCDEF", profile: "tm-toys", names: [], over: false, at: 1 }])));
    await show(page, { ...view, phase: "open", seats, game: null });
  },
  closed: ({ page }) => show(page, { ...scene("closed", [], ""), phase: "closed", game: null }),
  table: async ({ page, words }) => {
    await show(page, withPast(scene("play", someSets(), RACK)));
    // A set in the making: unfinished, with the reason beside the button.
    await page.locator('.rack [data-face="b4"]').focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("n");
    await page.locator(".say.problem").waitFor();
    await page.getByText(words("refusal.too-few-tiles")).first().waitFor();
  },
  zoomed: async (scenery) => {
    await show(scenery.page, scene("zoomed", manySets(), RACK, 6));
    // Where everything has room there are no buttons yet; the keys are always there.
    await scenery.page.locator(".rack [data-tile]").first().focus();
    await scenery.page.keyboard.press("+");
    await press(scenery, "zoom.larger");
    await scenery.page.locator(".felt.scrolls").waitFor();
  },
  picked: async ({ page }) => {
    await show(page, scene("picked", someSets(), "D C M J r13"));
    await page.locator('.rack [data-face="M"]').click();
    await page.locator("button.joker").waitFor();
  },
  offer: async ({ page }) => {
    const view = scene("offer", [], RACK);
    await show(page, { ...view, phase: "offering", game: { ...view.game!, may_redeal: true } });
    await page.locator(".offer button").first().waitFor();
  },
  watching: async ({ page }) => {
    const view = scene("watching", someSets(), "");
    await show(page, { ...view, seat: null, game: { ...view.game!, seat: null, turn: 1, rack_sizes: [7, 8, 11, 14] } });
  },
  over: async ({ page }) => {
    await show(page, over(scene("over", someSets(), "")));
    await page.locator("dialog .scores").waitFor();
    await openAll(page);
  },
  menu: async (scenery) => {
    await show(scenery.page, scene("menu", someSets(), RACK));
    await press(scenery, "menu");
    await press(scenery, "leave");
  },
  history: sheet("history"),
  settings: sheet("settings"),
  keys: sheet("keys"),
  talk: async (scenery) => {
    await show(scenery.page, scene("talk", someSets(), RACK));
    await press(scenery, "chat");
    await scenery.page.getByText("I say nothing.").waitFor();
  },
  replay: async (scenery) => {
    await scenery.page.route("**/api/tables/*/games/*/*/record", (route) => route.fulfill({ json: RECORD }));
    await goTo(scenery.page, "#/replay/ended/1/1");
    await scenery.page.getByText(scenery.words("replay.redeal").replace("{name}", RECORD.names[0]!)).waitFor();
    await press(scenery, "replay.on");
    await press(scenery, "replay.on");
    await scenery.page.locator(".set [data-tile]").first().waitFor();
  },
  "wrong-code": async ({ page }) => {
    await goTo(page, "#/t/NOSUCH");
    await page.getByRole("alert").waitFor();
  },
  "old-link": async ({ page }) => {
    await goTo(page, "#/table/0000000000000000");
    await page.getByRole("alert").waitFor();
  },
  "signed-out": ended("signed-out"),
  newer: ended("protocol"),
  "server-gone": async (scenery) => {
    const { page } = scenery;
    let there = true;
    await page.routeWebSocket(/\/api\/socket/, (socket) => {
      if (!there) return void socket.close();
      socket.send(JSON.stringify({ type: "welcome", protocol: 1, person: "me", name: "Anna", now: Date.now(), version: "0" }));
      there = false;
      setTimeout(() => void socket.close(), 50);
    });
    await goTo(page, "#/table/gone");
    await page.locator(".notice").waitFor();
  },
};

/** Screens with a connection of their own: each needs a page that has none yet. */
const APART = new Set(["wrong-code", "old-link", "signed-out", "newer", "server-gone"]);

/** Go to every screen with these preferences; `look` says what is wrong with one. Returns all that is wrong. */
export async function onEveryScreen(stage: Stage, preferences: { language?: string; theme?: string }, look: (page: Page, name: string) => Promise<string[]>): Promise<Record<string, string[]>> {
  const words = (key: Key) => String(TEXTS[preferences.language ?? "en"]![key]);
  const wrong: Record<string, string[]> = {};
  let page: Page | null = null;
  for (const [name, go] of Object.entries(SCREENS)) {
    if (page === null || APART.has(name)) {
      await stage.leave();
      page = await stage.person({ reducedMotion: "reduce" });
      await prefer(page, { commandLine: true, ...preferences });
    }
    await page.setViewportSize(DESKTOP);
    await go({ page, words });
    await settled(page);
    const found = await look(page, name);
    if (found.length) wrong[name] = found;
    await page.keyboard.press("Escape");
  }
  return wrong;
}
