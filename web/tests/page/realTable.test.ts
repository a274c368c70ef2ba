/** The clock, the referee and the best play beside real tiles, by touch and at the size of a phone. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { overflowing, settled, violations } from "../stage/pageChecks";
import { PHONE, Stage, picture } from "../stage/stage";
import { Finger, expectEntered, freshClock, goTo, keep, kept, showPad } from "../stage/tools";

const stage = new Stage();
const SMALL = { width: 360, height: 640 };
const AT = new Date("2027-01-01T12:00:00Z");

beforeAll(() => stage.open());
afterAll(() => stage.close());
afterEach(async () => {
  expect(stage.problems).toEqual([]);
  await stage.leave();
});

const phone = (options: object = {}) => stage.person({ viewport: PHONE, hasTouch: true, isMetered: true, at: `${stage.url}#/nowhere`, ...options });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** Set the time of a page, in seconds after the start; its timers run on. */
const setTime = (page: Page, seconds: number) => page.clock.setFixedTime(AT.getTime() + seconds * 1000);

/** Expect whose turn it is and the seconds that are shown. */
const expectTurn = (page: Page, name: string, seconds: number) => expect.poll(async () => [await player(page), await shown(page)]).toEqual([name, String(seconds)]);

/** Four players, and the clock of a box; the page's time is in the hands of the test. */
async function clockOf(page: Page, profile: string, names = ["Anna", "Ben", "Cleo", "Dan"]): Promise<void> {
  await setTime(page, 0);
  await keep(page, { clock: freshClock(names), box: { profile, players: names.length, rules: {} } });
  await goTo(page, "#/clock");
  await page.locator(".rim-of-time").waitFor();
}

const shown = (page: Page) => page.locator(".rim-of-time .number").innerText();
const player = (page: Page) => page.locator(".rim-of-time b").innerText();
const tapClock = (page: Page) => page.locator(".rim-of-time").tap();

test("one tap passes the turn, a pause stops the time, and a mistaken tap is taken back", async () => {
  const page = await phone();
  await clockOf(page, "jumbo");
  await button(page, "Dan starts").tap();
  await expectTurn(page, "Dan", 60);
  await tapClock(page);
  await setTime(page, 23);
  await expectTurn(page, "Dan", 37);
  await picture(page, "clock-phone");
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await tapClock(page);
  await expectTurn(page, "Anna", 60);
  await setTime(page, 25);
  await expectTurn(page, "Anna", 58);
  await button(page, "Back to Dan").tap();
  await expectTurn(page, "Dan", 35);
  await button(page, "Pause").tap();
  await button(page, "Go on").waitFor();
  await setTime(page, 600);
  await button(page, "Go on").tap();
  await expectTurn(page, "Dan", 35);
  await tapClock(page);
  await expectTurn(page, "Anna", 60);
  await tapClock(page);
  // A handicap of ten seconds.
  await expectTurn(page, "Ben", 70);
});

test("a reload and a killed page lose no time, and at the end the clock says what the box says (U10, U12)", async () => {
  const page = await phone();
  await clockOf(page, "vienna-en");
  await tapClock(page);
  await button(page, "Pause").waitFor();
  await kept(page);
  await setTime(page, 20);
  await page.reload();
  await expectTurn(page, "Anna", 40);
  await page.close();
  const again = await page.context().newPage();
  await setTime(again, 75);
  await again.goto(`${stage.url}#/clock`);
  await again.getByText("Time’s up", { exact: true }).waitFor();
  await again.getByText("Then draw 3 tiles as a penalty, or only 1 if you had not moved anything.").waitFor();
  await again.setViewportSize(SMALL);
  await settled(again);
  await picture(again, "clock-up-small");
  expect(await violations(again)).toEqual([]);
  expect(await overflowing(again)).toEqual([]);
  await tapClock(again);
  await expectTurn(again, "Ben", 70);
  await button(again, "Time’s up?").tap();
  await again.getByRole("link", { name: "We can’t put the table back" }).tap();
  await again.getByText("Together, make valid sets of as much as you can.").waitFor();
});

test("only turns after the opening are timed where the box says so (U9)", async () => {
  const page = await phone();
  await clockOf(page, "vienna-de", ["Anna", "Ben"]);
  await tapClock(page);
  await button(page, "Has opened").waitFor();
  await setTime(page, 65);
  await expectTurn(page, "Anna", 65);
  await page.getByText("no limit before the opening").waitFor();
  await button(page, "Has opened").tap();
  await tapClock(page);
  await expectTurn(page, "Ben", 0);
  await tapClock(page);
  await expectTurn(page, "Anna", 60);
});

test("the bell rings at ten seconds and at the end, names are spoken, and the screen stays awake", async () => {
  const page = await phone();
  await page.context().addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const createOscillator = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      heard.push("bell");
      return createOscillator.call(this);
    };
    speechSynthesis.speak = (utterance) => void heard.push(utterance.text);
    Object.defineProperty(navigator, "wakeLock", { value: { request: () => (heard.push("awake"), Promise.resolve({ released: false, release: () => Promise.resolve() })) } });
  });
  await page.reload();
  await clockOf(page, "jumbo", ["Anna", "Ben"]);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await page.locator("button.box").tap();
  await page.getByLabel("Say the names aloud").check();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await tapClock(page);
  const started = ["Anna", "awake"];
  await expect.poll(heard).toEqual(started);
  await setTime(page, 49);
  await expectTurn(page, "Anna", 11);
  expect(await heard()).toEqual(started);
  await setTime(page, 51);
  await expectTurn(page, "Anna", 9);
  expect(await heard()).toEqual([...started, "bell"]);
  await setTime(page, 61);
  await page.getByText("Time’s up", { exact: true }).waitFor();
  expect(await heard()).toEqual([...started, "bell", "bell", "bell", "bell"]);
});

/** A page with an empty pad, for the rules of a box. */
async function padOf(hash: string, profile: string, options: object = {}): Promise<[Page, Finger]> {
  const page = await phone(options);
  await keep(page, { box: { profile, players: 4, rules: {} } });
  await goTo(page, hash);
  await showPad(page);
  return [page, new Finger(page)];
}

async function chooseBox(page: Page, profile: string): Promise<void> {
  await page.locator("button.box").tap();
  await button(page, "Another box").tap();
  await page.locator(`dialog input[value="${profile}"]`).check({ force: true });
  await button(page, "Done").tap();
}

test("a table of sixty tiles is entered in about as many gestures as it has sets", async () => {
  const [page, hand] = await padOf("#/best", "international", { viewport: SMALL });
  for (const [from, to] of [["k1", "k4"], ["k6", "k9"], ["r2", "r5"], ["r7", "r9"], ["b1", "b3"], ["b5", "b8"], ["o1", "o3"], ["o5", "o7"], ["o9", "o12"], ["b9", "b11"], ["r10", "r12"], ["k13", "b13"], ["r1", "o1"], ["k10", "b10"]] as const) await hand.drag(from, to);
  await hand.group(4);
  await hand.group(12);
  // A group without red: the tile is taken out of the set that was just laid.
  await hand.group(8);
  hand.gestures += 1;
  await button(page, "Take out: red 8").tap();
  await showPad(page);
  await hand.drag("k2", "k3");
  await hand.tap("J");
  await hand.drag("b12", "b13");
  await hand.tap("J");
  await expectEntered(page, 19, 64);
  await button(page, "Table · 64").waitFor();
  // Two seconds for each gesture are plenty.
  expect(hand.gestures).toBeLessThanOrEqual(25);
  await page.locator(".sets .wrong").waitFor({ state: "detached" });
  await picture(page, "best-sixty-small", { fullPage: true });
  // Everything is stored while it is entered.
  await kept(page);
  await page.reload();
  await button(page, "Table · 64").waitFor();
});

test("the best play appears step by step for each goal, and entries can be corrected and taken back", async () => {
  const [page, hand] = await padOf("#/best", "jumbo");
  await hand.drag("r3", "r6");
  await hand.drag("k9", "r9");
  await page.getByRole("heading", { name: "Something on the table is not a set" }).waitFor();
  await page.getByText("A set needs at least three tiles.").waitFor();
  await hand.tap("J");
  await button(page, "Rack · 0").tap();
  await showPad(page);
  await hand.taps("k6 b6 o13");
  await page.getByRole("heading", { name: "Place 2 tiles" }).waitFor();
  const steps = page.locator("section.paper ol > li");
  expect(await steps.allInnerTexts()).toEqual([expect.stringContaining("Take out:"), expect.stringContaining("Lay as a new set:")]);
  await page.getByRole("heading", { name: "Single tiles that could be placed" }).waitFor();
  await button(page, "Go out").tap();
  await page.getByRole("heading", { name: "This rack cannot go out in one turn." }).waitFor();
  await button(page, "Open").tap();
  await page.getByRole("heading", { name: "This rack cannot open." }).waitFor();
  await button(page, "Most points").tap();
  await page.getByRole("heading", { name: "Place 2 tiles" }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await picture(page, "best-phone", { fullPage: true });
  await button(page, "Undo").tap();
  await button(page, "Rack · 2").waitFor();
  await button(page, "I have played this").tap();
  await button(page, "Rack · 0").waitFor();
  await button(page, "Table · 9").waitFor();
});

test("a tap directly after a quick drag is not lost, nor one of two thumbs", async () => {
  const [page, hand] = await padOf("#/best", "international");
  for (let n = 0; n < 3; n += 1) {
    await hand.drag("k1", "k5");
    await hand.tap("J");
    await expectEntered(page, 1, 6);
    await hand.drag("r2", "r4");
    await hand.group(7);
    await expectEntered(page, 3, 13);
    await hand.drag("o9", "o6");
    await button(page, "Undo").tap();
    await expectEntered(page, 3, 13);
    for (let left = 3; left > 0; left -= 1) await button(page, "Undo").tap();
    await button(page, "Undo").tap();
    await expectEntered(page, 0, 0);
  }
  const client = await page.context().newCDPSession(page);
  const [left, right] = await Promise.all(["k3", "o10"].map(async (face) => (await page.locator(`.pad [data-face="${face}"]`).boundingBox())!));
  const [one, two] = [left!, right!].map(({ x, y }, id) => ({ x: x + 9, y: y + 9, id }));
  for (const [type, touchPoints] of [["touchStart", [one!]], ["touchStart", [one!, two!]], ["touchEnd", [two!]], ["touchEnd", []]] as const) await client.send("Input.dispatchTouchEvent", { type, touchPoints: [...touchPoints] });
  await expectEntered(page, 1, 2);
});

test("house rules change the answers of all tools, and are remembered", async () => {
  const [page, hand] = await padOf("#/best/jumbo.4.not-opened.-.r9-r10-r11-k1.", "jumbo");
  await page.getByRole("heading", { name: "Place 3 tiles · worth 30" }).waitFor();
  await page.locator("button.box").tap();
  const form = page.getByRole("dialog");
  await form.locator("summary", { hasText: "Opening" }).tap();
  await form.getByLabel("Points needed to open").fill("31");
  await form.getByLabel("Points needed to open").blur();
  await form.locator("summary", { hasText: "Clock" }).tap();
  expect(await violations(page)).toEqual([]);
  await picture(page, "house-rules-phone");
  await button(page, "Done").tap();
  await page.getByRole("heading", { name: "This rack cannot open." }).waitFor();
  await page.getByText("House rules: Points needed to open: 31.").waitFor();
  await kept(page);
  await page.reload();
  await page.getByRole("heading", { name: "This rack cannot open." }).waitFor();
  await goTo(page, "#/referee/turn");
  await button(page, "After the turn").tap();
  await showPad(page);
  await hand.drag("r9", "r11");
  await page.getByLabel("The player had opened in an earlier turn").uncheck();
  await page.getByText("The new sets are worth 30; an opening needs 31.").waitFor();
  await picture(page, "referee-house-rules-phone");
  await page.locator("button.box").tap();
  await button(page, "As in the box").tap();
  await button(page, "Done").tap();
  await page.getByRole("heading", { name: "Yes, this turn is legal" }).waitFor();
});

test("a link opens a position with its house rules, and a broken one says so", async () => {
  const page = await phone();
  await goTo(page, "#/best/jumbo.2.not-opened.k7-b7-o7.r10-J-r12-k1.opening_threshold%3D33");
  await page.getByRole("heading", { name: "Place 3 tiles · worth 33" }).waitFor();
  await page.getByText("House rules: Points needed to open: 33.").waitFor();
  expect(new URL(page.url()).hash).toBe("#/best");
  await goTo(page, "#/best/nonsense");
  await page.getByText("This address contains no position").first().waitFor();
});

test("a position of a record opens in the solver, with the rack of the player to move", async () => {
  const page = await phone();
  const racks = [["k1 r13", "r10 r11 r12 b5"], ["k1 r13", "b5"]];
  const actions = [
    { seat: 0, action: "draw" },
    { seat: 1, action: "play", table: ["r10 r11 r12"] },
  ];
  const record = { profile: "international", players: 2, names: ["Anna", "Bob"], result: null, actions, racks, rack_sizes: [[2, 4], [2, 1]], drawn: ["k1", ""] };
  await page.route("**/api/tables/*/games/1/1/record", (route) => route.fulfill({ json: record }));
  await goTo(page, "#/replay/moment/1/1/1");
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("link", { name: "Open in the solver" }).tap();
  await page.getByRole("heading", { name: "Place 3 tiles · worth 33" }).waitFor();
});

test("the referee says whether tiles are a set, what jokers stand for, and the rule", async () => {
  const [page, hand] = await padOf("#/referee", "international");
  await hand.drag("r3", "r4");
  await page.getByRole("heading", { name: "No, this is not a set" }).waitFor();
  await page.getByText(/^T1 A set is a group or a run/).waitFor();
  await hand.tap("J");
  await page.getByRole("heading", { name: "Yes: a run" }).waitFor();
  await page.getByText("stands for red 5.").waitFor();
  await page.getByText("Worth 12 in an opening.").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
  await picture(page, "referee-phone", { fullPage: true });
});

test("the referee judges a turn by the table before and after it (U3, U7)", async () => {
  const [page, hand] = await padOf("#/referee", "international");
  await button(page, "Was this turn legal?").tap();
  await showPad(page);
  await hand.taps("r3 J r5");
  await button(page, "After the turn").tap();
  await button(page, "Change this set: red 3, joker, red 5").tap();
  await button(page, "Take out: joker").tap();
  await showPad(page);
  await hand.taps("r4 J");
  await page.getByRole("heading", { name: "No, this turn is not legal" }).waitFor();
  await page.getByText(/^U7 A freed joker/).waitFor();
  await chooseBox(page, "jumbo");
  await page.getByRole("heading", { name: "Yes, this turn is legal" }).waitFor();
  await page.getByLabel("The player had opened in an earlier turn").uncheck();
  await page.getByRole("heading", { name: "No, this turn is not legal" }).waitFor();
  await kept(page);
  await page.reload();
  await page.getByRole("heading", { name: "No, this turn is not legal" }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await overflowing(page)).toEqual([]);
});

test("the referee names every set that was wrong before the turn, also equal ones", async () => {
  const page = await phone();
  const wrong = [0, 1].flatMap((set) => ["r3", "r4"].map((face, index) => ({ face, area: "before", set, index })));
  await keep(page, { box: { profile: "jumbo", players: 4, rules: {} }, referee: wrong });
  await goTo(page, "#/referee/turn");
  await page.getByRole("heading", { name: "Before the turn, these were no sets" }).waitFor();
  expect(await page.locator(".verdict p").count()).toBe(2);
  expect(stage.problems).toEqual([]);
});

test.each([
  ["jumbo", "2 tiles go into the pool. The player draws 5 tiles in all."],
  ["tm-toys", "2 tiles go onto the player’s rack. The player draws 1 tile."],
])("tiles that nobody can put back in %s (U12)", async (profile, sentence) => {
  const [page, hand] = await padOf("#/referee/leftover", profile);
  await hand.taps("r5 k3");
  await page.locator(".big", { hasText: sentence }).waitFor();
});

test("the score sheet opens and takes entries while nobody can count them, and the points follow", async () => {
  const page = await phone();
  // Neither the server nor the engine answers.
  await page.route(/api\/tools|\/engine\//, (route) => route.abort());
  await goTo(page, "#/sheet/new");
  await button(page, "Start").tap();
  await button(page, "Player 1").tap();
  for (const face of ["k13", "r5", "J"]) await page.locator(`.pad [data-face="${face}"]`).tap();
  await page.getByText("Saved on this device").waitFor();
  await page.getByText("The points follow as soon as the rules have loaded.").waitFor();
  expect(await page.locator(".badge").count()).toBe(3);
  await page.unrouteAll();
  await page.locator('.pad [data-face="k1"]').tap();
  await page.getByRole("button", { name: "Game 1, Player 2: −49" }).waitFor();
});
