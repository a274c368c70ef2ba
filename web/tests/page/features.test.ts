import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { still } from "../stage/pageChecks";
import { listen, look, withMouse } from "../stage/player";
import { act, begin, manySets, scene, show, someSets, visit } from "../stage/scenes";
import { PHONE, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test("a whole set, a part of a run and single tiles are dragged", async () => {
  const page = await visit(stage, scene("drag", ["r3 r4 r5 r6 r7 r8", "k8 b8 o8"], "r9 o1 k1"));
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
    await still(page);
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
  const page = await visit(stage, scene("touch", ["r3 r4 r5", "k8 b8 o8"], "r9 o1 k1"), { viewport: PHONE, hasTouch: true, isMobile: true });
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
  const view = scene("twist", someSets(), "D C M r3");
  const page = await visit(stage, { ...view, phase: "offering", game: { ...view.game!, may_redeal: true, table: [] } }, { viewport: PHONE });
  await page.getByText("You have enough pairs").waitFor();
  await page.locator('.rack [data-face="D"]').click();
  await page.getByText("two tiles at once").waitFor();
  await picture(page, "offer-phone");
  await page.getByRole("button", { name: "New tiles for everyone" }).waitFor();
});

test("a new table offers the times for a turn that a rulebook names", async () => {
  const page = await stage.person();
  await page.goto(`${stage.url}#/make`);
  await page.getByLabel("Time per turn").waitFor();
  const offered = await page.getByLabel("Time per turn").locator("option").allTextContents();
  expect(offered).toEqual(expect.arrayContaining(["No limit", "30 seconds", "40 seconds", "60 seconds"]));
  expect(stage.problems).toEqual([]);
});

test("a redeal is demanded, and everyone learns for which pairs", async () => {
  const rack = "k3 k3 r7 r7 b1 o12 J J";
  const view = scene("pairs", [], rack, 2);
  const offer = { ...view, phase: "offering" as const, game: { ...view.game!, may_redeal: true } };
  // I am the one who presses the button, or another player is.
  for (const seat of [0, 1]) {
    const page = await visit(stage, seat === 0 ? offer : { ...offer, game: { ...offer.game, may_redeal: false } });
    const announced = await listen(page);
    if (seat === 0) await page.getByRole("button", { name: "New tiles for everyone" }).click();
    begin(page, "pairs", { ...view.game!, rack: "k1 r2 b3 o4" }, { seat, action: "redeal", shown: "k3 k3 r7 r7" });
    const sentence = `${seat === 0 ? "You" : "Marek"} demanded a redeal and showed black 3, 3, red 7, 7.`;
    await page.locator(".toast").getByText(sentence).waitFor();
    await expect.poll(async () => (await announced()).join(" ")).toContain(sentence);
    await expect.poll(async () => (await look(page)).rack.map(({ face }) => face)).toEqual(["k1", "r2", "b3", "o4"]);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "History" }).click();
    await page.getByRole("dialog").locator("li").first().getByText("showed black 3, 3, red 7, 7.").waitFor();
  }
  expect(stage.problems).toEqual([]);
});

test("a second tab shows the same game and the same draft", async () => {
  const view = scene("tabs", [], "k1 r9 b6 o12 k13", 2);
  const page = await visit(stage, view);
  const second = await page.context().newPage();
  await second.goto(stage.url);
  await show(second, view);
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
  for (const tab of [page, second]) {
    act(tab, "tabs", { seat: 0, action: "draw", drawn: 1 }, { rack: `${view.game!.rack} b9` });
    await tab.locator('.rack [data-face="b9"]').waitFor();
  }
  expect(await faces(second)).toEqual(await faces(page));
  expect(stage.problems).toEqual([]);
});

test("the table is zoomed with the wheel, buttons, keys and two fingers", async () => {
  const page = await visit(stage, scene("zoom", manySets(), "k1 r2 b3 J"), { viewport: PHONE, hasTouch: true });
  const tile = page.locator(".set [data-tile]").first();
  const felt = (await page.locator(".felt").boundingBox())!;
  const [x, y] = [felt.x + felt.width / 2, felt.y + felt.height / 2];
  const size = async () => {
    await still(page);
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
