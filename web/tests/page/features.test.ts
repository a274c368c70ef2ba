import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { settled } from "../stage/pageChecks";
import { dealNow, listen, look, myTurn, playNow, withMouse } from "../stage/player";
import { manySets, scene, show, someSets } from "../stage/scenes";
import { pause } from "../stage/server";
import { PHONE, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce" } as const;

test("a plan made while another player plays becomes my turn", async () => {
  const anna = await stage.person(STILL);
  await anna.evaluate(() => (location.hash = "#/make"));
  await anna.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.locator(".code").textContent())!;
  const marek = await stage.person(STILL);
  await marek.goto(`${stage.url}#/t/${code}`);
  await dealNow(anna);
  await marek.locator(".rack [data-tile]").first().waitFor();
  await anna.locator(".chip.turn").waitFor();
  const [now, next] = (await anna.locator(".chip.me.turn").isVisible()) ? [anna, marek] : [marek, anna];
  const { rack } = await look(next);
  await withMouse.lay(next, [rack[0]!.id, rack[1]!.id]);
  await next.locator(".sentence.unfinished").waitFor();
  expect((await look(now)).sets).toEqual([]);
  await now.getByRole("button", { name: "Draw a tile" }).click();
  await next.locator(".chip.me.turn").waitFor();
  expect((await look(next)).sets.length).toBe(1);
  await next.getByRole("button", { name: "Draw a tile" }).click();
  await next.getByRole("button", { name: "Put back and draw" }).waitFor();
  expect(stage.problems).toEqual([]);
});

test("a turn is played with typed instructions", async () => {
  const page = await stage.person(STILL);
  await page.evaluate(() => localStorage.setItem("tilewise.preferences", JSON.stringify({ commandLine: true })));
  await page.reload();
  await playNow(page);
  await myTurn(page);
  const { rack } = await look(page);
  const line = page.getByLabel("Type your turn");
  await line.fill(`lay ${rack[0]!.face} ${rack[5]!.face}`);
  await line.press("Enter");
  await page.locator(".tile.mine").nth(1).waitFor();
  await line.fill("undo");
  await line.press("Enter");
  await page.locator(".tile.mine").first().waitFor({ state: "detached" });
  await line.fill("lay x9");
  await line.press("Enter");
  await page.locator("form .warning").waitFor();
  await line.fill("draw");
  await line.press("Enter");
  await page.locator(".rack [data-tile]").nth(rack.length).waitFor();
  expect((await look(page)).rack.length).toBe(rack.length + 1);
  expect(stage.problems).toEqual([]);
});

test("a whole set, a part of a run and single tiles are dragged", async () => {
  const page = await stage.person(STILL);
  await show(page, scene("drag", ["r3 r4 r5 r6 r7 r8", "k8 b8 o8"], "r9 o1 k1"));
  const tile = (face: string, list = ".set") => page.locator(`${list} [data-face="${face}"]`);
  const center = async (selector: ReturnType<typeof tile>, share = 0.5) => {
    const box = (await selector.boundingBox())!;
    return [box.x + box.width * share, box.y + box.height / 2] as const;
  };
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + 20, from[1] + 20, { steps: 2 });
    await page.mouse.move(...to, { steps: 4 });
    await page.mouse.up();
    await pause(60);
  };
  const sets = async () => (await look(page)).sets.map((set) => set.map((one) => one.face).join(" "));
  // Part of a run, with Shift, to the empty table.
  await tile("r6").click({ modifiers: ["Shift"] });
  await drag(await center(tile("r7")), [700, 500]);
  expect(await sets()).toEqual(["r3 r4 r5", "k8 b8 o8", "r6 r7 r8"]);
  // A whole set, by a double click, onto another one.
  await tile("r7").dblclick();
  await drag(await center(tile("r7")), await center(tile("r5"), 0.95));
  expect(await sets()).toEqual(["r3 r4 r5 r6 r7 r8", "k8 b8 o8"]);
  // Between two tiles.
  await drag(await center(tile("k1", ".rack")), await center(tile("b8"), 0.1));
  expect(await sets()).toEqual(["r3 r4 r5 r6 r7 r8", "k8 k1 b8 o8"]);
  // Back to the rack, where a tile of the table does not go.
  await drag(await center(tile("k1")), await center(tile("o1", ".rack")));
  await drag(await center(tile("k8")), await center(tile("o1", ".rack")));
  expect(await sets()).toEqual(["r3 r4 r5 r6 r7 r8", "k8 b8 o8"]);
  await page.getByRole("button", { name: "Undo" }).click();
  expect((await sets())[1]).toBe("k8 k1 b8 o8");
  expect(stage.problems).toEqual([]);
});

test("a finger drags a tile to the table, and a long press selects a whole set", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE, hasTouch: true, isMobile: true });
  await show(page, scene("touch", ["r3 r4 r5", "k8 b8 o8"], "r9 o1 k1"));
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const center = async (selector: string) => {
    const box = (await page.locator(selector).boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const [x, y] = await center('.rack [data-face="r9"]');
  await touch("touchStart", x, y);
  for (let n = 1; n <= 8; n += 1) await touch("touchMove", x + 10 * n, y - (y - 400) * (n / 8));
  await touch("touchEnd");
  await page.locator('.set [data-face="r9"].mine').waitFor();
  const [left, top] = await center('.set [data-face="b8"]');
  await touch("touchStart", left, top);
  await page.locator(".tile.selected").nth(2).waitFor();
  await touch("touchEnd");
  expect(await page.locator(".tile.selected").count()).toBe(3);
  expect(stage.problems).toEqual([]);
});

test("a special joker is explained when it is touched, and a redeal is offered", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE });
  const view = scene("twist", someSets(), "D C M r3");
  await show(page, { ...view, phase: "offering", game: { ...view.game!, may_redeal: true, table: [] } });
  await page.getByText("You have enough pairs").waitFor();
  await page.locator('.rack [data-face="D"]').click();
  await page.getByText("two tiles at once").waitFor();
  await picture(page, "offer-phone");
  await page.getByRole("button", { name: "New tiles for everyone" }).waitFor();
});

/** Parse the tiles of a sentence: "black 3, 3, red 7, 7" are two pairs. */
function parseTileNames(words: string): string[] {
  let colour = "";
  return words.split(", ").map((part) => {
    const [first, second] = part.split(" ") as [string, string?];
    if (second) colour = { black: "k", red: "r", blue: "b", orange: "o" }[first]!;
    return `${colour}${second ?? first}`;
  });
}

test("a new table offers the times for a turn that a rulebook names", async () => {
  const page = await stage.person(STILL);
  await page.goto(`${stage.url}#/make`);
  await page.getByLabel("Time per turn").waitFor();
  const offered = await page.getByLabel("Time per turn").locator("option").allTextContents();
  expect(offered).toEqual(expect.arrayContaining(["No limit", "30 seconds", "40 seconds", "60 seconds"]));
  expect(stage.problems).toEqual([]);
});

test("a redeal is demanded, and everyone learns for which pairs", async () => {
  const anna = await stage.person(STILL);
  const marek = await stage.person(STILL);
  let demanding: Page | undefined;
  // One pair is enough at this table, and most deals have one; otherwise the next table has another deal.
  for (let n = 0; n < 20 && !demanding; n += 1) {
    await anna.goto(`${stage.url}#/make`);
    await anna.getByRole("button", { name: "Another box" }).click();
    await anna.getByRole("radio", { name: /TM Toys/ }).check();
    await anna.getByText("Start and opening").click();
    await anna.getByLabel("Pairs that allow a redeal").fill("1");
    await anna.getByRole("button", { name: "Create table" }).click();
    const code = (await anna.locator(".code").textContent())!;
    await marek.goto(`${stage.url}#/t/${code}`);
    await dealNow(anna);
    for (const page of [anna, marek]) await page.locator(".rack [data-tile]").first().waitFor();
    for (const page of [anna, marek]) if (await page.getByText("You have enough pairs").isVisible()) demanding = page;
  }
  const other = demanding === anna ? marek : anna;
  const faces = (await look(demanding!)).rack.map((tile) => tile.face);
  const pairs = [...new Set(faces.filter((face, n) => face !== "J" && faces.indexOf(face) !== n))].flatMap((face) => [face, face]);
  const announcements = { mine: await listen(demanding!), theirs: await listen(other) };
  await demanding!.getByRole("button", { name: "New tiles for everyone" }).click();
  // It is also shown on the page.
  await other.locator(".toast").getByText("demanded a redeal").waitFor();
  await demanding!.locator(".toast").getByText("You demanded a redeal").waitFor();
  for (const announced of [announcements.mine, announcements.theirs]) {
    const shown = (await announced()).map((sentence) => /demanded a redeal and showed (.*?)\. The tiles are dealt/.exec(sentence)?.[1]).find((words) => words !== undefined);
    expect(parseTileNames(shown!).sort()).toEqual(pairs.sort());
  }
  expect((await look(demanding!)).rack.map((tile) => tile.face)).not.toEqual(faces);
  await other.getByRole("button", { name: "Menu" }).click();
  await other.getByRole("button", { name: "History" }).click();
  const entry = (await other.getByRole("dialog").locator("li").first().textContent())!;
  expect(parseTileNames(/ showed (.*)\./.exec(entry)![1]!).sort()).toEqual(pairs);
  expect(stage.problems).toEqual([]);
});

test("a second tab shows the same game and the same draft", async () => {
  const page = await stage.person(STILL);
  await playNow(page);
  await myTurn(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.locator(".rack [data-tile]").first().waitFor();
  const announced = await listen(second);
  const faces = async (tab: Page) => {
    const { rack, sets } = await look(tab);
    return { rack: rack.map((tile) => tile.face), sets: sets.map((set) => set.map((tile) => tile.face)) };
  };
  const before = await faces(page);
  const { rack } = await look(page);
  await page.bringToFront();
  await withMouse.lay(page, [rack[0]!.id, rack[4]!.id]);
  await second.bringToFront();
  await second.locator(".tile.mine").nth(1).waitFor();
  expect(await faces(second)).toEqual(await faces(page));
  await second.locator(".sentence.unfinished").waitFor();
  expect(await announced()).toContain("Your tiles were moved in another tab.");
  // Moves in the second tab come back to the first.
  await second.getByRole("button", { name: "Put everything back" }).click();
  await page.locator(".tile.mine").first().waitFor({ state: "detached" });
  expect(await faces(page)).toEqual(before);
  await page.bringToFront();
  await page.getByRole("button", { name: "Draw a tile" }).click();
  for (const tab of [page, second]) await tab.locator(".rack [data-tile]").nth(14).waitFor();
  expect((await look(second)).rack.length).toBe((await look(page)).rack.length);
  expect(stage.problems).toEqual([]);
});

test("the table is zoomed with the wheel, buttons, keys and two fingers", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE, hasTouch: true });
  await show(page, scene("zoom", manySets(), "k1 r2 b3 J"));
  const tile = page.locator(".set [data-tile]").first();
  const felt = (await page.locator(".felt").boundingBox())!;
  const [x, y] = [felt.x + felt.width / 2, felt.y + felt.height / 2];
  const size = async () => {
    await settled(page);
    return (await tile.boundingBox())!.width;
  };
  const press = (name: string) => page.getByRole("button", { name }).click();
  const fits = () => page.locator(".felt").evaluate((one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1);

  const first = await size();
  await page.mouse.move(x, y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  const wheeled = await size();
  expect(wheeled).toBeGreaterThan(first * 1.5);
  await page.mouse.wheel(0, 100);
  const back = await size();
  expect(back).toBeLessThan(wheeled);
  await page.keyboard.up("Control");
  // The wheel without Ctrl scrolls.
  await page.mouse.wheel(0, 100);
  expect(await size()).toBe(back);

  await press("Zoom");
  await press("Show the whole table");
  const whole = await size();
  expect(await fits()).toBe(true);
  await press("Smaller tiles");
  expect(await size()).toBe(whole);
  await press("Larger tiles");
  const larger = await size();
  expect(larger).toBeGreaterThan(whole * 1.2);
  await press("Smaller tiles");
  expect(await size()).toBeCloseTo(whole, 0);

  await page.locator(".rack [data-tile]").first().focus();
  await page.keyboard.press("+");
  expect(await size()).toBeCloseTo(larger, 0);
  await page.keyboard.press("0");
  expect(await size()).toBe(whole);

  const client = await page.context().newCDPSession(page);
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", apart = 0) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: y - apart, id: 1 }, { x, y: y + apart, id: 2 }] });
  await fingers("touchStart", 40);
  for (let apart = 50; apart <= 80; apart += 10) await fingers("touchMove", apart);
  await fingers("touchEnd");
  expect(await size()).toBeCloseTo(whole * 2, 0);
  // A pinch selects no tile.
  expect(await page.locator(".tile.selected").count()).toBe(0);
  expect(stage.problems).toEqual([]);
});
