/** The section for a game with real tiles: score sheets, also shared ones, the clock, the referee and the best play. */

import type { Page } from "playwright-core";
import { freshClock, goTo, keep } from "../../stage/tools";
import { type Screens, onNewPage, openAll } from "./visits";

/** A score sheet of two people. */
async function newSheet(page: Page): Promise<void> {
  await goTo(page, "#/sheet/new");
  await page.locator("form input[type=text]").first().fill("Katharina-Elisabeth");
  await page.locator("button[form=new-sheet]").click();
  await page.locator(".ends").waitFor();
}

const PLAYERS = ["Katharina-Elisabeth", "Ben", "Cleo", "Dan"];

/** A match of two rounds with long names: games that were won, that ran out of tiles, and that were counted by hand. */
function matchFile(): string {
  const cells: Record<string, string | number | boolean> = { title: "Katharina-Elisabeths Geburtstag", profile: "vienna-en", players: 4, planned: 8 };
  PLAYERS.forEach((name, seat) => Object.assign(cells, { [`name.${seat}`]: name, [`face.${seat}`]: ["fox", "bear", "owl", "frog"][seat]! }));
  for (const game of [1, 2, 3, 4]) Object.assign(cells, { [`${game}.end`]: game % 4, [`${game}.${(game + 1) % 4}.k5`]: 1, [`${game}.${(game + 2) % 4}.r13`]: 2, [`${game}.${(game + 3) % 4}.J`]: 1 });
  Object.assign(cells, { "5.end": "pool", "5.0.r1": 1, "5.1.b5": 1, "5.2.o10": 1, "5.3.k10": 1, "5.3.k5": 1 });
  return JSON.stringify({ format: "tilewise-sheet", version: 1, cells });
}

/** What the tools remember: tiles with special jokers, house rules, and a clock that nobody has started. */
async function keepTools(page: Page, clock: object): Promise<void> {
  const tiles = (area: string, ...sets: string[]) => sets.flatMap((set, n) => set.split(" ").map((face, index) => ({ face, area, set: n, index })));
  await keep(page, {
    clock,
    box: { profile: "twist", players: 4, rules: { opening_threshold: 33, turn_seconds: 40 } },
    referee: [...tiles("set", "r3 r4 C b6 D"), ...tiles("before", "r3 J r5"), ...tiles("after", "r3 r4 r5 J", "k7 b7 o7"), ...tiles("leftover", "b2 o13")],
  });
}

/** A clock whose time is up, or that has hours. */
function runningClock(isOver: boolean): object {
  const used = isOver ? 10 * 3_600_000 : 0;
  const all = PLAYERS.map(() => true);
  return { ...freshClock(PLAYERS), timer: { seat: 0, since: isOver ? null : Date.now(), used, opened: all, openedBefore: all, past: [{ seat: 3, since: null, used: 0, openedBefore: all }] } };
}

async function openClock(page: Page, clock: object): Promise<void> {
  await keepTools(page, clock);
  await goTo(page, "#/clock");
  // The section reads what it remembers when it is opened.
  await page.reload();
  await page.locator(".rim-of-time").waitFor();
}

/** The dialogue in which a score sheet is shared. */
async function openSharing(page: Page): Promise<void> {
  await page.locator("header .menu").click();
  await page.locator("dialog .list button").first().click();
  await page.locator("dialog .go").waitFor();
}

/** A score sheet that is shared, with its code and the QR code of its link. */
async function shareSheet(page: Page): Promise<void> {
  await page.route("**/api/network", (route) => route.fulfill({ json: { url: "http://192.168.178.20:8013", can_open: true } }));
  await newSheet(page);
  await openSharing(page);
  await page.locator("dialog .go").click();
  await page.locator("dialog .code").waitFor();
  await page.locator("dialog svg[role=img]").waitFor();
}

/** Shared sheets have a connection to the real server. */
export const COMPANION_SCREENS: Screens = {
  sheets: async ({ page }) => {
    await newSheet(page);
    await goTo(page, "#/sheets");
    await page.locator('a[href^="#/sheet/"] b').first().waitFor();
  },
  "sheet-new": async ({ page }) => {
    await goTo(page, "#/sheet/new");
    await page.locator("form").waitFor();
    await openAll(page);
  },
  "sheet-game": async ({ page }) => newSheet(page),
  "sheet-rack": async ({ page }) => {
    await newSheet(page);
    await page.locator(".ends button").first().click();
    for (const face of ["k13", "r1", "J"]) await page.locator(`.pad [data-face="${face}"]`).click();
    await page.locator("tfoot").waitFor();
  },
  "sheet-match": async ({ page }) => {
    await goTo(page, "#/sheets");
    await page.locator("input[type=file]").setInputFiles({ name: "match.json", mimeType: "application/json", buffer: Buffer.from(matchFile()) });
    await page.locator("svg[role=img]").waitFor();
    await page.locator("tbody th button").first().click();
    await page.locator("li.won").waitFor();
  },
  "clock-players": async ({ page }) => {
    await openClock(page, freshClock(PLAYERS));
    await page.locator("button.box").click();
    await page.getByRole("dialog").waitFor();
  },
  clock: ({ page }) => openClock(page, runningClock(false)),
  "clock-up": async ({ page }) => {
    await openClock(page, runningClock(true));
    await page.locator(".over").waitFor();
  },
  referee: async ({ page }) => {
    await goTo(page, "#/referee/set");
    await page.locator(".verdict h2").waitFor();
  },
  "referee-turn": async ({ page }) => {
    await goTo(page, "#/referee/turn");
    await page.locator(".verdict h2.no").waitFor();
  },
  "referee-leftover": async ({ page }) => {
    await goTo(page, "#/referee/leftover");
    await page.locator(".verdict .big").waitFor();
  },
  best: async ({ page }) => {
    await goTo(page, "#/best/twist.4.opened.r3-r4-C-b6-b7_k7-b7-D.r2-M-J-k7.opening_threshold%3D33");
    await page.locator("section.paper h3").waitFor();
  },
  "sheet-menu": async ({ page }) => {
    await newSheet(page);
    await page.locator("header .menu").click();
    await page.locator("dialog .list").waitFor();
  },
  "sheet-share": async ({ page }) => {
    await newSheet(page);
    await openSharing(page);
  },
  "sheet-shared": onNewPage(({ page }) => shareSheet(page)),
  "sheet-shared-rack": async ({ page }) => {
    await shareSheet(page);
    await page.keyboard.press("Escape");
    await page.locator(".ends button").first().click();
    for (const face of ["k13", "r1", "J"]) await page.locator(`.pad [data-face="${face}"]`).click();
    await page.locator("tfoot").waitFor();
    await page.locator("[data-sharing=shared]").waitFor();
  },
  "shared-unknown": async ({ page }) => {
    await goTo(page, "#/s/NOSUCH");
    await page.getByRole("alert").waitFor();
  },
};
