/** What people see of other players' turns, of the end of a game and of hints. The page's clock stands still and is moved on by the tests. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TableView } from "../../src/server/protocol";
import { settled } from "../stage/pageChecks";
import { act, broadcast, ended, scene, show, visit } from "../stage/scenes";
import { PHONE, SIZES, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(async () => {
  await stage.close();
  expect(stage.problems).toEqual([]);
});

const RACK = "k2 k3 r7 r8 b6 b9 o12";
const TABLE = ["r3 r4 r5", "b10 b11 b12 b13"];

/** Another player's turn begins, the page's clock stands still. */
async function watch(page: Page, view: TableView = scene("motion", TABLE, RACK)): Promise<TableView> {
  await page.clock.install();
  const shown = { ...view, game: { ...view.game!, turn: 1, turn_ends: null } };
  await show(page, shown);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  return shown;
}

/** Another player plays or draws; the next player is me, or the one who is given. */
function turn(page: Page, view: TableView, seat: number, table: string[], placed: string, next = 0): void {
  act(page, view.table, { seat, action: placed ? "play" : "draw", by: "computer", table: placed ? table : null, placed, drawn: placed ? 0 : 1 }, { table, turn: next });
}

/** The tiles of the table that can be seen. */
const seen = (page: Page) => page.locator(".set .tile:not(.awaited)").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["face"]!).sort());
const faces = (...texts: string[]) => texts.join(" ").split(" ").sort();

test("another player's turn is replayed tile by tile, with a bubble at the seat", async () => {
  const page = await stage.person({ at: null });
  const view = await watch(page);
  turn(page, view, 1, [...TABLE, "k7 b7 o7"], "k7 b7 o7");
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "k7"));
  expect(await page.locator('[data-seat="1"] .deed').textContent()).toContain("places 3 tiles");
  expect(await page.locator('[data-seat="1"] .deed .tiles > *').count()).toBe(3);
  await picture(page, "motion-turn");
  await page.clock.runFor(400);
  expect(await seen(page)).toEqual(faces(...TABLE, "k7 b7"));
  await page.clock.runFor(400);
  expect(await seen(page)).toEqual(faces(...TABLE, "k7 b7 o7"));
  // The clock of my own turn did not wait for the show.
  expect(await page.locator(".chip.me.turn").count()).toBe(1);
  // What was laid glows in the colour of the player.
  expect(await page.locator(".tile.fresh").first().evaluate((tile) => tile.style.getPropertyValue("--fresh"))).toBe("var(--seat-1)");
  await page.clock.runFor(10_000);
  expect(await page.locator(".deed").count()).toBe(0);
});

test("input ends the show at once, and counts", async () => {
  const page = await stage.person({ tempo: "slow", at: null });
  const view = await watch(page);
  turn(page, view, 1, [...TABLE, "k7 b7 o7"], "k7 b7 o7");
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "k7"));
  await page.locator('.rack [data-face="r7"]').click();
  expect(await seen(page)).toEqual(faces(...TABLE, "k7 b7 o7"));
  expect(await page.locator('.rack [data-face="r7"]').getAttribute("aria-selected")).toBe("true");
  expect(await page.locator(".rack [data-tile]").count()).toBe(RACK.split(" ").length);
});

test("turns are shown one after another, and wait while a sheet is open", async () => {
  const page = await stage.person({ at: null });
  const view = await watch(page);
  await page.getByRole("button", { name: "Menu" }).click();
  turn(page, view, 1, ["r3 r4 r5 r6", TABLE[1]!], "r6", 2);
  turn(page, view, 2, ["r3 r4 r5 r6 r7", TABLE[1]!], "r7", 3);
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "r6"));
  await page.clock.runFor(4000);
  expect(await seen(page)).toEqual(faces(...TABLE, "r6"));
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.clock.runFor(1);
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "r6 r7"));
  expect(await page.locator('[data-seat="2"] .deed').count()).toBe(1);
});

test("a button repeats the last turn, on a phone too", async () => {
  const page = await stage.person({ viewport: PHONE, at: null });
  const view = await watch(page);
  turn(page, view, 1, ["r3 r4 r5 r6", TABLE[1]!], "r6", 2);
  turn(page, view, 2, ["r3 r4 r5 r6 r7", TABLE[1]!], "r7");
  await expect.poll(() => page.clock.runFor(200).then(() => seen(page))).toEqual(faces(...TABLE, "r6 r7"));
  await page.getByRole("button", { name: "Show the last turn again" }).click();
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "r6"));
  await picture(page, "motion-repeat-phone");
  await page.clock.runFor(400);
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "r6 r7"));
});

test("without motion the table changes at once, and the bubble says what happened", async () => {
  const page = await stage.person({ reducedMotion: "reduce", at: null });
  const view = await watch(page);
  turn(page, view, 1, [...TABLE, "k7 b7 o7"], "k7 b7 o7", 2);
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "k7 b7 o7"));
  turn(page, view, 2, [...TABLE, "k7 b7 o7"], "", 3);
  await expect.poll(() => page.locator('[data-seat="2"] .deed').textContent()).toContain("draws a tile");
});

/** Another player goes out. */
function goOut(page: Page, view: TableView): void {
  const table = [...TABLE, "k7 b7 o7"];
  const { game } = ended({ ...view, game: { ...view.game!, table } });
  act(page, view.table, { seat: 1, action: "play", by: "computer", table, placed: "k7 b7 o7" }, { ...game!, winners: [1] });
}

test("going out is held and celebrated before the result, whose buttons lead to the replay", async () => {
  const page = await stage.person({ at: null });
  const view = await watch(page);
  goOut(page, view);
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "k7"));
  const result = page.locator("dialog .scores");
  await expect.poll(() => page.clock.runFor(200).then(() => page.locator(".celebration").count())).toBe(1);
  expect(await seen(page)).toEqual(faces(...TABLE, "k7 b7 o7"));
  expect(await page.locator(".celebration").textContent()).toContain("Marek won");
  expect(await page.locator(".celebration i").count()).toBeGreaterThan(20);
  expect(await result.count()).toBe(0);
  await picture(page, "motion-out");
  await expect.poll(() => page.clock.runFor(300).then(() => result.isVisible())).toBe(true);
  expect(await page.locator(".celebration").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Look back" }).getAttribute("href")).toBe("#/replay/motion/1/1");
});

test("a key goes to the result at once, and without motion nothing falls", async () => {
  const page = await stage.person({ reducedMotion: "reduce", at: null });
  const view = await watch(page);
  goOut(page, view);
  await expect.poll(() => page.clock.runFor(200).then(() => page.locator(".celebration").count())).toBe(1);
  expect(await page.locator(".celebration i").count()).toBe(0);
  await page.keyboard.press("Enter");
  await page.locator("dialog .scores").waitFor();
  expect(await page.locator(".celebration").count()).toBe(0);
});

test("one tap turns the sounds off", async () => {
  const page = await visit(stage, scene("sounds", TABLE, RACK));
  const sounds = page.getByRole("button", { name: "Sounds" });
  expect(await sounds.getAttribute("aria-pressed")).toBe("true");
  await sounds.click();
  expect(await sounds.getAttribute("aria-pressed")).toBe("false");
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("tilewise.preferences")!).sounds)).toBe(false);
});

test("a replay shows every rack, names drawn tiles, hides the result until the end, and its address is the moment", async () => {
  const page = await stage.person();
  const racks = [["k1 r13", "r10 r11 r12 b5"], ["k1 r13", "b5"], ["k1 r13", "b5 o5"], ["", "b5 o5"]];
  const actions = [
    { seat: 0, action: "draw" },
    { seat: 1, action: "play", table: ["r10 r11 r12"] },
    { seat: 1, action: "draw" },
    { seat: 0, action: "play", table: ["r10 r11 r12 r13", "k1 b1 o1"] },
  ];
  const record = { profile: "international", players: 2, names: ["Anna", "Bob"], result: { ending: "out", winners: [0], scores: ["+10", "-10"] }, actions, racks, rack_sizes: racks.map((all) => all.map((rack) => rack.split(" ").filter(Boolean).length)), drawn: ["k1", "", "o5", ""] };
  await page.route("**/api/tables/*/games/1/1/record", (route) => route.fulfill({ json: record }));
  await page.evaluate(() => (location.hash = "#/replay/moment/1/1/3"));
  await page.getByText("Bob drew orange 5.").waitFor();
  expect(await page.locator(".players .tiles").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual(["black 1, red 13", "blue 5, orange 5"]);
  expect(await page.locator(".players .new").count()).toBe(1);
  expect(await page.locator(".marks i").count()).toBe(2);
  expect(await page.getByText("★").count() + await page.getByText("Anna won").count() + await page.getByText("+10").count()).toBe(0);
  for (const size of ["desktop", "small", "landscape"] as const) {
    await page.setViewportSize(SIZES[size]);
    await settled(page);
    await picture(page, `motion-replay-${size}`);
    const box = await page.getByRole("button", { name: "Next turn" }).boundingBox();
    expect(box!.y + box!.height).toBeLessThanOrEqual(SIZES[size].height);
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByLabel("Skip draws").check();
  await page.getByRole("button", { name: "Previous turn" }).click();
  await expect.poll(() => page.locator("[role=status]").allTextContents()).toContain("Bob placed red 10, 11, 12.");
  expect(new URL(page.url()).hash).toBe("#/replay/moment/1/1/2");
  await page.getByLabel("Speed").selectOption("4");
  await page.getByRole("button", { name: "Next turn" }).click();
  await page.getByText("Anna won").waitFor();
  expect(await page.getByText("+10").count()).toBe(1);
  expect(await page.getByRole("link", { name: "Record" }).getAttribute("href")).toContain("/record.txt");
});

test("a hint says where to look, then which tiles, then shows the play; the server is asked once", async () => {
  const view = scene("steps", TABLE, "J r11 r12 k3 b9");
  const page = await visit(stage, { ...view, game: { ...view.game!, opened: [false, true, true, true] } });
  let requests = 0;
  await page.route("**/api/tables/steps/hint*", async (route) => {
    requests += 1;
    await route.fulfill({ json: { number: 9, can_place: true, tile: "r12", placed: ["r11", "r12", "J"], table: [...TABLE, "r11 r12 J"] } });
  });
  const hinted = () => page.locator(".tile.hinted").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["face"]!).sort());
  const card = page.locator(".hint-card");
  await page.getByRole("button", { name: "Hint" }).click();
  await card.getByText("Look at this colour.").waitFor();
  expect(await hinted()).toEqual(["r11", "r12"]);
  await card.getByRole("button", { name: "Which tiles?" }).click();
  await card.getByText("You can place these tiles.").waitFor();
  // The opening is a set, not a lone joker.
  expect(await hinted()).toEqual(["J", "r11", "r12"]);
  await picture(page, "motion-hint");
  expect(await page.locator(".rack [data-tile]").count()).toBe(5);
  await card.getByRole("button", { name: "Show the play" }).click();
  await expect.poll(() => seen(page)).toEqual(faces(...TABLE, "r11 r12 J"));
  expect([await hinted(), requests]).toEqual([[], 1]);
});

test("the draw for the start and the deal are shown, and a key skips them", async () => {
  const page = await stage.person();
  const view = scene("deal", [], RACK);
  await page.clock.install();
  await show(page, { ...view, phase: "open", game: null });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const game = { ...view.game!, turn: 1, turn_ends: null, actions: 0, start_draws: [{ 0: "r9", 1: "k12", 2: "b3", 3: "o5" }], starter: 1 };
  broadcast(page, { type: "event", table: "deal", event: { kind: "game-began", number: 10, at: 1, phase: "playing", phase_ends: null, game_number: 1, game } });
  await page.getByText("Marek begins").or(page.locator(".first", { hasText: "Marek" })).first().waitFor();
  const dealt = () => page.locator(".rack .tile:not(.awaited)").count();
  expect(await dealt()).toBe(0);
  await picture(page, "motion-start");
  await expect.poll(() => page.clock.runFor(100).then(dealt)).toBeGreaterThan(0);
  expect(await dealt()).toBeLessThan(7);
  await page.keyboard.press("Shift");
  await page.keyboard.press("ArrowRight");
  await expect.poll(dealt).toBe(7);
});
