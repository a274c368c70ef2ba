import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { look, myTurn, playNow } from "../stage/player";
import { RECORD, broadcast, ended, scene, show, someSets, withHistory } from "../stage/scenes";
import { pause } from "../stage/server";
import { PHONE, SIZES, Stage } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce" } as const;
const JOKERS = { "k9 r9 J o9": ["k9", "r9", "b9", "o9"] };

/** The texts on the jokers of a list of tiles. */
const jokers = (page: Page, list: string) => page.locator(`${list} .tile[data-face="J"], ${list} [data-face="J"]`).evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));

test.each(Object.entries(SIZES))("the table page never scrolls where scrollbars are visible (%s)", async (_, viewport) => {
  const page = await stage.person({ ...STILL, viewport });
  await show(page, withHistory(scene("scroll", someSets(), "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1", 6)));
  // Too tall, too wide, and the width and height of the scrollbars.
  const overflow = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement;
      return [scrollHeight - innerHeight, scrollWidth - innerWidth, innerWidth - clientWidth, innerHeight - clientHeight];
    });
  expect(await overflow()).toEqual([0, 0, 0, 0]);
  // Also while a sentence is announced.
  await page.locator(".rack [data-tile]").first().focus();
  await page.keyboard.press("Space");
  expect(await overflow()).toEqual([0, 0, 0, 0]);
});

test("jokers keep showing what they stand for after the game, in the history and in the replay", async () => {
  const page = await stage.person(STILL);
  const view = withHistory(ended(scene("joker", someSets(), "")));
  const last_actions = view.last_actions.map((action) => (action.table ? { ...action, jokers: JOKERS } : action));
  await page.evaluate(() => localStorage.setItem("tilewise.looked", JSON.stringify("joker.1.1")));
  await show(page, { ...view, last_actions, game: { ...view.game!, jokers: JOKERS } });
  expect(await jokers(page, ".set")).toEqual([expect.stringContaining("stands for blue 9")]);
  await page.locator(".after").getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: "History" });
  await dialog.locator("summary").first().click();
  expect(await dialog.locator("details[open] .meaning").allTextContents()).toEqual(["9"]);
  // The history counts like the replay: the newest of 7 actions is number 7.
  expect(await dialog.locator("li").evaluateAll((all) => all.map((one) => (one as HTMLLIElement).value))).toEqual([7, 6, 5, 4]);
  await page.keyboard.press("Escape");

  await page.route("**/api/tables/*/games/1/1/record", (route) => route.fulfill({ json: { ...RECORD, jokers: JOKERS } }));
  await page.evaluate(() => (location.hash = "#/replay/joker/1/1"));
  await page.getByRole("slider").press("End");
  await page.locator('.set [data-face="J"]').waitFor();
  expect(await jokers(page, ".set")).toEqual([expect.stringContaining("stands for blue 9")]);
});

test("the marks of new tiles fade for a spectator too", async () => {
  const page = await stage.person(STILL);
  const view = scene("fade", ["r3 r4 r5"], "");
  const watched = { ...view, seat: null, game: { ...view.game!, seat: null, turn: 1 } };
  await show(page, watched);
  const act = (number: number, seat: number, table: string[], placed: string) => {
    const game = { ...watched.game, table, turn: (seat + 1) % 4, actions: number };
    broadcast(page, { type: "event", table: "fade", event: { kind: "acted", number, at: 1, phase: "playing", action: { seat, action: placed ? "play" : "draw", by: "person", table: placed ? table : null, placed, drawn: placed ? 0 : 1 }, game } });
  };
  const fresh = () => page.locator(".set .tile.fresh").evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["face"]).sort());
  act(10, 1, ["r3 r4 r5", "k7 b7 o7"], "k7 b7 o7");
  await expect.poll(fresh).toEqual(["b7", "k7", "o7"]);
  act(11, 2, ["r3 r4 r5 r6", "k7 b7 o7"], "r6");
  await expect.poll(fresh).toEqual(["b7", "k7", "o7", "r6"]);
  act(12, 1, ["r3 r4 r5 r6", "k7 b7 o7"], "");
  await expect.poll(fresh).toEqual(["r6"]);
  act(13, 2, ["r3 r4 r5 r6", "k7 b7 o7"], "");
  await expect.poll(fresh).toEqual([]);
});

test("a lost network is noticed within five seconds, and the pressed button waits visibly", async () => {
  const page = await stage.person(STILL);
  // A network that delivers nothing, and does not even say so.
  let isDead = false;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    sockets.push(socket);
    const server = socket.connectToServer();
    socket.onMessage((message) => isDead || server.send(message));
    server.onMessage((message) => isDead || socket.send(message));
  });
  await page.clock.install();
  await page.reload();
  await playNow(page);
  await myTurn(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  isDead = true;
  await page.getByRole("button", { name: "Draw a tile" }).click();
  const waiting = page.locator('.main button[aria-busy="true"]');
  await waiting.waitFor();
  expect(await waiting.evaluate((button) => getComputedStyle(button, "::after").animationName)).not.toBe("none");
  await page.clock.runFor(1500);
  expect(await page.getByText("Connection lost").count()).toBe(0);
  await page.clock.runFor(3400);
  await page.getByText("Connection lost").waitFor();
  // The network is back: everything goes on by itself.
  isDead = false;
  await page.clock.resume();
  await page.getByText("Connection lost").waitFor({ state: "hidden" });
  await page.locator('.main button[aria-busy="true"]').waitFor({ state: "detached" });
  await expect.poll(async () => (await look(page)).rack.length).toBeGreaterThan(14);
});

test("a running hint is not started twice", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE });
  await show(page, scene("hint", someSets(), "k2 k3 r7 r8"));
  let requests = 0;
  let answer: () => void = () => undefined;
  await page.route("**/api/tables/hint/hint*", async (route) => {
    requests += 1;
    await new Promise<void>((done) => (answer = done));
    await route.fulfill({ json: { number: 9, can_place: true, tile: "r8", placed: ["r8"], table: someSets().map((set) => (set.endsWith("r7") ? `${set} r8` : set)) } });
  });
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await page.locator('button[aria-busy="true"]', { hasText: /hint/i }).or(page.locator('button[aria-label="Hint"][aria-busy="true"]')).waitFor();
  expect(await hint.isDisabled()).toBe(true);
  await hint.click({ force: true }).catch(() => undefined);
  await pause(100);
  expect(requests).toBe(1);
  answer();
  await page.locator(".hint-card").getByText("Look at this set.").waitFor();
});

test("a hint without a play says whether that is certain", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE });
  await show(page, scene("hint", ["C b3 b4"], "k6 k7"));
  let isProven = false;
  await page.route("**/api/tables/hint/hint*", (route) => route.fulfill({ json: { number: 9, can_place: false, ...(isProven ? {} : { proven: false }) } }));
  const hint = page.getByRole("button", { name: "Hint" });
  await hint.click();
  await page.getByText("No play found, but with these jokers I cannot be sure.").first().waitFor();
  isProven = true;
  await hint.click();
  await page.getByText("Nothing can be placed: draw a tile.").first().waitFor();
});

test("an error about house rules names the chosen number of seats", async () => {
  const page = await stage.person(STILL);
  const refused = await page.evaluate(async () => {
    await fetch("/api/guests", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: "Anna" }) });
    const create = async (seats: number) => {
      const body = JSON.stringify({ profile: "international", rules: { rack_size: 30 }, seats: Array.from({ length: seats }, () => "person") });
      const response = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body });
      return [response.status, ((await response.json()) as { message?: string }).message ?? ""];
    };
    return [await create(2), await create(4)];
  });
  expect(refused[0]![0]).toBeLessThan(300);
  expect(refused[1]).toEqual([400, expect.stringContaining("4 players")]);
});

test.each(["", "absent"])("at 360 × 640 with six players questions are within the screen (%s)", async (kind) => {
  const page = await stage.person({ ...STILL, viewport: { width: 360, height: 640 } });
  const view = scene("small", someSets(), "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1", 6);
  if (!kind) await show(page, { ...view, phase: "offering", game: { ...view.game!, may_redeal: true, table: [] } });
  else {
    await show(page, { ...view, game: { ...view.game!, turn: 1, turn_ends: null } });
    broadcast(page, { type: "presence", table: "small", seats: [0], spectators: 0, absent: [{ seat: 1, replaceable_from: 0 }] });
  }
  const buttons = kind ? ["Wait", "Let the computer play"] : ["Keep", "New tiles for everyone"];
  for (const name of buttons) {
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor();
    const box = (await button.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(640);
    // Nothing lies over it.
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  }
});
