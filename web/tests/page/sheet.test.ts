import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { type EnteredGame, SheetHand } from "../stage/sheets";
import { TilewiseServer } from "../stage/server";
import { PHONE, SIZES, Stage, picture } from "../stage/stage";

/** Score sheets on a phone, with the network cut after the first visit. All tests share one visit, and one engine. */
const server = new TilewiseServer();
const stage = new Stage(server);
let page: Page;
let hand: SheetHand;

const NAMES = ["Anna", "Ben", "Cleo", "Dan"];

/** The games that all rulebooks print, as racks: +24 −5 −16 −3, −6 −11 +22 −5, −32 −13 −2 +47 (C6). */
const PRINTED: readonly EnteredGame[] = [
  { end: 0, racks: ["", "k5", "r13 b3", "o3"] },
  { end: 2, racks: ["k6", "r11", "", "o5"] },
  { end: 3, racks: ["r13 b13 k6", "o13", "b2", ""] },
];
/** Racks of 1, 5, 10 and 15 when the pool ran out (C4). */
const POOL: EnteredGame = { end: "pool", racks: ["r1", "b5", "o10", "k10 k5"] };
const POOL_SCORES: Record<string, number[]> = {
  "vienna-de": [30, -5, -10, -15],
  twist: [30, -5, -10, -15],
  "vienna-en": [27, -4, -9, -14],
  international: [27, -4, -9, -14],
  "tm-toys": [27, -4, -9, -14],
  jumbo: [-1, -5, -10, -15],
};
const TOTALS = [-14, -29, 4, 39];

const signed = (points: number) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
const go = (hash: string) => page.evaluate((to) => (location.hash = to), hash);

beforeAll(async () => {
  await stage.open();
  page = await stage.person({ viewport: PHONE, hasTouch: true, serviceWorkers: "allow", acceptDownloads: true });
  hand = new SheetHand(page);
  await page.getByText("Everything is loaded. It works without a network.").waitFor({ timeout: 120_000 });
  await server.stop();
  await page.goto(stage.url);
  await page.getByRole("link", { name: "Score sheet" }).tap();
  await page.getByText("No score sheets yet").waitFor();
});
afterAll(() => stage.close());

async function enterMatch(games: readonly EnteredGame[]): Promise<void> {
  for (const [n, game] of games.entries()) {
    if (n) await hand.tap("Next game");
    const taps = await hand.enter(game, NAMES);
    const tiles = game.racks.join(" ").split(" ").filter(Boolean).length;
    // Counting a game of four takes at most one tap for each remaining tile, and four more.
    expect(taps).toBeLessThanOrEqual(tiles + 4);
    await hand.tap("Done");
  }
}

/** Export the sheet that is open, import the file, and expect the same sheet again. */
async function exportAndImport(kind: "CSV" | "JSON", title: string): Promise<void> {
  const seen = async () => [(await hand.rows()).filter((row) => row.every((value) => /\d/.test(value))), await hand.rows("tfoot")];
  const before = await seen();
  await hand.tap("More");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Export as ${kind}` }).tap()]);
  expect(download.suggestedFilename()).toBe(`${title}.${kind.toLowerCase()}`);
  const file = readFileSync(await download.path());
  await page.getByRole("button", { name: "Close" }).tap();
  await go("#/sheets");
  await page.getByLabel("Import a sheet").setInputFiles({ name: `sheet.${kind.toLowerCase()}`, mimeType: "text/plain", buffer: file });
  await page.locator("table").waitFor();
  await expect.poll(seen).toEqual(before);
}

/** The box with rounds, the one with big points and a plain one; Python's tests count the others. */
const PROFILES = THOROUGH ? Object.keys(POOL_SCORES) : ["vienna-en", "tm-toys", "jumbo"];

test.each(PROFILES)("a match with the rules of %s is tapped in without a network, corrected later, exported and imported", async (profile) => {
  await hand.create(profile, NAMES, profile);
  // Entries are accepted before the engine has started.
  const [first, ...others] = PRINTED;
  await enterMatch([{ ...first!, racks: ["", "k5", "r13 b4", "o3"] }, ...others, POOL]);
  await hand.stored();
  // In the first game Cleo had a 3 and not a 4.
  await hand.tap(/^Game 1, Cleo: /, false);
  await page.getByRole("button", { name: "Take tiles away" }).tap();
  await page.locator('.pad [data-face="b4"]').tap();
  await page.getByRole("button", { name: "Take tiles away" }).tap();
  await hand.tile("b3");
  await hand.expectTotals(TOTALS.map((total, seat) => signed(total + POOL_SCORES[profile]![seat]!)));
  const rows = (await hand.rows()).filter((row) => row.length === NAMES.length && row.every((value) => /^[+−0]\d*$/.test(value)));
  expect(rows.slice(0, 3)).toEqual([["+24", "−5", "−16", "−3"], ["−6", "−11", "+22", "−5"], ["−32", "−13", "−2", "+47"]]);
  expect(rows[3]).toEqual(POOL_SCORES[profile]!.map(signed));
  await hand.tap("Done");
  await hand.stored();
  await picture(page, `sheet-${profile}`);
  await exportAndImport("JSON", profile);
  await exportAndImport("CSV", profile);
  expect(stage.problems).toEqual([]);
});

test("the printed page has the table and the graph, and nothing to press", async () => {
  await page.emulateMedia({ media: "print" });
  await page.getByRole("rowheader", { name: "Total" }).waitFor();
  const shown = await page.locator("main :is(nav, .foot, .entry, header .button, header button)").evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).length);
  expect(shown).toBe(0);
  // Ink on white, also from a dark theme.
  expect(await page.evaluate(() => [getComputedStyle(document.querySelector("h1")!).color, getComputedStyle(document.body).backgroundColor])).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await picture(page, "sheet-printed", { fullPage: true });
  await page.emulateMedia({ media: null });
});

test("the whole pad of a rack is in sight as soon as the rack is asked for, also on the smallest phone", async () => {
  await page.setViewportSize(SIZES.small);
  await hand.create("jumbo", NAMES, "Pad");
  const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
  for (const [press, asked] of [["Anna", "Ben"], ["Next: Cleo", "Cleo"]] as const) {
    await hand.tap(press);
    await page.getByRole("heading", { name: `${asked}’s rack` }).waitFor();
    await expect.poll(async () => (await top('.pad [data-face="k1"]')) > 0 && (await top(".pad .below")) < (await top(".foot"))).toBe(true);
  }
  await page.setViewportSize(PHONE);
});

test("the rounds of vienna-en stand in its table, and big points in that of tm-toys", async () => {
  await go("#/sheets");
  await page.getByRole("link", { name: /^vienna-en/ }).first().tap();
  await page.getByRole("rowheader", { name: "Round 1" }).waitFor();
  await go("#/sheets");
  await page.getByRole("link", { name: /^tm-toys/ }).first().tap();
  const big = page.getByRole("row", { name: /^Big points/ });
  await expect.poll(() => big.locator("td").allTextContents()).toEqual(["2", "0", "1", "1"]);
});

test("in tm-toys a rack that never opened is judged by its tiles, and who started says who starts next", async () => {
  await hand.create("tm-toys", NAMES.slice(0, 2), "C3");
  await page.getByLabel("Who started?").selectOption("Anna");
  await hand.tap("Anna");
  for (const face of ["r9", "r10", "r11", "k1"]) await hand.tile(face);
  await page.getByLabel("Never opened").check();
  await page.getByText("These tiles could have opened.").waitFor();
  await hand.expectTotals(["+200", "−200"]);
  await page.getByLabel("Had announced an opening").check();
  await hand.expectTotals(["+31", "−31"]);
  await hand.tap("Undo");
  await hand.expectTotals(["+200", "−200"]);
  await picture(page, "sheet-unopened");
  await hand.tap("Done");
  await page.getByText("Never opened, but could have").waitFor();
  await hand.tap("Next game");
  await page.getByText("Ben starts game 2.").waitFor();
});

test("scores that were counted by hand and do not add up say what to look for", async () => {
  await hand.create("jumbo", NAMES, "C7");
  await hand.tap("Enter the scores instead");
  for (const [n, score] of ["+24", "5", "-16", "-3"].entries()) await page.getByLabel(`Score of ${NAMES[n]}`).fill(score);
  await page.getByText("With −5 in place of +5 they would: check the sign.").waitFor();
  await picture(page, "sheet-by-hand");
  await page.getByLabel("Score of Ben").fill("-5");
  await page.getByText("check the sign").waitFor({ state: "detached" });
  await hand.expectTotals(["+24", "−5", "−16", "−3"]);
});

test("a typed number counts as a rack, and tiles take its place", async () => {
  await hand.create("jumbo", NAMES.slice(0, 2), "Numbers");
  await hand.tap("Anna");
  await hand.tap("Type a number");
  await page.getByLabel("Value of the rack").fill("17");
  await hand.expectTotals(["+17", "−17"]);
  await hand.tap("Tap the tiles");
  await hand.tile("J");
  await hand.expectTotals(["+30", "−30"]);
});

test("the keyboard and the screen reader reach every tile", async () => {
  const pad = page.getByRole("group", { name: "Ben’s rack" });
  await pad.getByRole("button", { name: "joker, 1 of 2" }).focus();
  await page.keyboard.press("Delete");
  await pad.getByRole("button", { name: "joker, 0 of 2" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await pad.getByRole("button", { name: "orange 6, 1 of 2" }).waitFor();
  await hand.expectTotals(["+6", "−6"]);
});

test("a sheet survives a reload and a crash of the browser's page", async () => {
  await hand.create("international", NAMES, "Survivor");
  await hand.tap("Dan");
  await hand.tile("k7");
  await hand.tile("k7");
  await hand.stored();
  await page.reload();
  // The sheet goes on with the next rack.
  await page.getByRole("heading", { name: "Ben’s rack" }).waitFor();
  await hand.tap(/^Game 1, Anna: /, false);
  const chosen = () => page.locator('.pad [data-face="k7"] .badge').textContent();
  await expect.poll(chosen).toBe("2");
  await hand.tile("r1");
  await hand.stored();
  const address = page.url();
  const context = page.context();
  const client = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void client.send("Page.crash").catch(() => undefined);
  await crashed;
  // Only now: until then Chromium may let two pages share a process.
  page = await context.newPage();
  await page.goto(address);
  hand = new SheetHand(page);
  await hand.tap(/^Game 1, Anna: /, false);
  await expect.poll(chosen).toBe("2");
  await expect.poll(() => page.locator('.pad [data-face="r1"] .badge').textContent()).toBe("1");
});

test("names and rules can be corrected later, and everything follows", async () => {
  await go("#/sheets");
  await page.getByRole("link", { name: /^tm-toys/ }).first().tap();
  await hand.tap("More");
  await hand.tap("Names and rules");
  await page.getByLabel("Name, Player 1").fill("Antonia");
  await page.getByRole("dialog").getByRole("button", { name: "Another box" }).tap();
  await page.locator('dialog input[value="jumbo"]').check({ force: true });
  await hand.tap("Save");
  await page.getByRole("columnheader", { name: "Antonia" }).waitFor();
  await hand.expectTotals(TOTALS.map((total, seat) => signed(total + POOL_SCORES["jumbo"]![seat]!)));
});

test("a removed sheet comes back with one tap, and a removed game too", async () => {
  await hand.tap(/^Game 2$/, false);
  await hand.tap("Remove this game");
  await expect.poll(async () => (await hand.rows("tfoot")).length).toBeGreaterThan(0);
  await hand.tap("Undo");
  await hand.expectTotals(TOTALS.map((total, seat) => signed(total + POOL_SCORES["jumbo"]![seat]!)));
  await go("#/sheets");
  await page.getByRole("button", { name: "Remove Survivor" }).tap();
  await page.getByText("Survivor was removed.").first().waitFor();
  await hand.tap("Undo");
  await page.getByRole("link", { name: /^Survivor/ }).waitFor();
  await picture(page, "sheet-list");
});
