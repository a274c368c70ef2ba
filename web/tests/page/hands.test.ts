import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TableView } from "../../src/server/protocol";
import { settled, still } from "../stage/pageChecks";
import { look } from "../stage/player";
import { act, broadcast, manySets, scene, someSets, visit } from "../stage/scenes";
import { PHONE, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const tile = (face: string, list = "") => `${list} [data-tile][data-face="${face}"]`.trim();
/** The middle of an element, once nothing moves. */
const middleOf = async (page: Page, selector: string): Promise<[number, number]> => {
  await still(page);
  const box = (await page.locator(selector).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const faces = async (page: Page) => (await look(page)).sets.map((set) => set.map((one) => one.face).join(" ")).sort();

async function lift(page: Page, selector: string, to: [number, number]): Promise<void> {
  await page.mouse.move(...(await middleOf(page, selector)));
  await page.mouse.down();
  await page.mouse.move(to[0], to[1], { steps: 6 });
  await settled(page);
}

async function drag(page: Page, selector: string, to: [number, number]): Promise<void> {
  await lift(page, selector, to);
  await page.mouse.up();
  await still(page);
}

/** Every tile that can be seen, on the board and in the hand. */
function visibleTiles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>("[data-tile]")].filter((one) => getComputedStyle(one).opacity !== "0").map((one) => one.dataset["face"]!);
    const symbols: Record<string, string> = { "●": "k", "▲": "r", "■": "b", "◆": "o" };
    const held = [...document.querySelectorAll<HTMLElement>(".ghost.shown .face")].map((one) => {
      const colour = ["k", "r", "b", "o"].find((name) => one.classList.contains(name)) ?? symbols[one.querySelector(".symbol")?.textContent ?? ""] ?? "J";
      return colour === "J" ? "J" : `${colour}${one.querySelector(".number")!.textContent}`;
    });
    return [...shown, ...held].sort();
  });
}

const SETS = ["r3 r4 r5", "k8 b8 o8", "b10 b11 b12", "o2 o3 o4 o5"];

test("a drag goes on when the turn changes under it; no tile is shown twice or lost", async () => {
  const view = scene("turn", SETS, "k1 r6 b9", 2);
  const theirs = { ...view, game: { ...view.game!, turn: 1 } };
  const page = await visit(stage, theirs);
  const all = [...SETS.join(" ").split(" "), "k1", "r6", "b9"].sort();
  expect(await visibleTiles(page)).toEqual(all);
  await lift(page, tile("r6", ".rack"), [500, 200]);
  expect(await visibleTiles(page)).toEqual(all);
  // They play on another set, and it is my turn: the tile is still in my hand.
  act(page, view.table, { seat: 1, action: "play", table: [...SETS, "k13 r13 b13"], placed: "k13 r13 b13" }, { table: [...SETS, "k13 r13 b13"], turn: 0 });
  await page.locator(tile("k13", ".set")).waitFor();
  // New tiles fade in.
  await expect.poll(() => visibleTiles(page)).toEqual([...all, "b13", "k13", "r13"].sort());
  const [x, y] = await middleOf(page, tile("r5", ".set"));
  await page.mouse.move(x + 30, y, { steps: 4 });
  await page.mouse.up();
  await page.locator(tile("r6", ".set")).waitFor();
  expect(await faces(page)).toContain("r3 r4 r5 r6");
  await expect.poll(() => visibleTiles(page)).toEqual([...all, "b13", "k13", "r13"].sort());
  expect(stage.problems).toEqual([]);
});

test("a tile that is no longer there to be moved leaves the hand, and one that cannot be dropped returns", async () => {
  const view = scene("gone", SETS, "k1 r6 b9", 2);
  const theirs = { ...view, game: { ...view.game!, turn: 1 } };
  const page = await visit(stage, theirs);
  // I plan with a tile of the table, and they rearrange its set: the tile stays in my hand, and is in one place only.
  await lift(page, tile("o5", ".set"), [300, 200]);
  const table = [...SETS.slice(0, 3), "o2 o3 o4", "o5 o6 o7"];
  act(page, view.table, { seat: 1, action: "play", table, placed: "o6 o7" }, { table, turn: 0 });
  await page.locator(tile("o7", ".set")).waitFor();
  await expect.poll(async () => (await visibleTiles(page)).filter((face) => face === "o5")).toEqual(["o5"]);
  // Dropped outside the board, it glides back to its set.
  await page.mouse.move(4, 4, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => page.locator(".ghost.shown").count()).toBe(0);
  await expect.poll(() => visibleTiles(page)).toEqual([...table.join(" ").split(" "), "k1", "r6", "b9"].sort());
  expect(await faces(page)).toEqual([...table].sort());
  // A game that ends in the middle of a drag: the tile returns to the rack, and nothing can be moved.
  await lift(page, tile("k1", ".rack"), [500, 200]);
  broadcast(page, { type: "event", table: view.table, now: Date.now(), event: { kind: "table-changed", number: view.number + 2, at: Date.now(), phase: "over", what: "closed" } });
  await expect.poll(() => page.locator(".ghost.shown").count()).toBe(0);
  await expect.poll(async () => (await visibleTiles(page)).filter((face) => face === "k1")).toEqual(["k1"]);
  await page.mouse.up();
  expect(await faces(page)).toEqual([...table].sort());
});

/** Where each tile of the table is, by its face. */
const places = async (page: Page): Promise<Record<string, string>> => {
  await still(page);
  return Object.fromEntries(await page.locator(".set [data-tile]").evaluateAll((tiles) => tiles.map((one) => [(one as HTMLElement).dataset["face"]!, `${Math.round(one.getBoundingClientRect().x)} ${Math.round(one.getBoundingClientRect().y)}`])));
};

test("sets stay where they are: when others play, after a reload, and until somebody tidies up", async () => {
  const view = scene("places", SETS, "k1 r6 b9 k9 k10 k11", 4);
  const page = await visit(stage, view);
  const first = await places(page);
  // I move a whole set by its edge, where nothing lies.
  const felt = (await page.locator(".felt").boundingBox())!;
  await page.locator(tile("b8", ".set")).dblclick();
  await drag(page, tile("b8", ".set"), [felt.x + felt.width * 0.3, felt.y + felt.height - 40]);
  const moved = await places(page);
  expect(moved["b8"]).not.toBe(first["b8"]);
  for (const face of ["r3", "r4", "b11", "o2", "o5"]) expect(moved[face]).toBe(first[face]);
  expect(await page.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("true");
  // The player at the left lays a set: it lies at the left, and nothing else moves.
  const table = [...SETS, "k13 r13 b13"];
  act(page, view.table, { seat: 1, action: "play", table, placed: "k13 r13 b13" }, { table, turn: 0 });
  await page.locator(tile("k13", ".set")).waitFor();
  const played = await places(page);
  for (const face of Object.keys(moved)) expect(played[face]).toBe(moved[face]);
  expect(Number(played["r13"]!.split(" ")[0])).toBeLessThan(felt.x + felt.width / 2);
  // A set that grows keeps its tiles where they are.
  await drag(page, tile("r6", ".rack"), [(await middleOf(page, tile("r5", ".set")))[0] + 30, (await middleOf(page, tile("r5", ".set")))[1]]);
  await page.locator(tile("r6", ".set")).waitFor();
  const grown = await places(page);
  for (const face of Object.keys(played).filter((one) => !one.startsWith("r") || one === "r13")) expect(grown[face]).toBe(played[face]);
  await page.keyboard.press("Control+z");
  expect(await places(page)).toEqual(played);
  await picture(page, "places");

  await page.reload();
  await page.locator(tile("k13", ".set")).waitFor();
  expect(await places(page)).toEqual(played);
  await page.getByRole("button", { name: "Tidy up the table" }).click();
  expect(await places(page)).not.toEqual(played);
  expect(stage.problems).toEqual([]);
});

test("the table zooms out step by step when space runs out, and tidying up loses nothing", async () => {
  const view = scene("zoom-out", SETS, "k1 r6", 2);
  const page = await visit(stage, view, { viewport: PHONE, tempo: "instant" });
  const width = async () => (await page.locator(".set [data-tile]").first().boundingBox())!.width;
  const first = await width();
  let last = first;
  let sets = [...SETS];
  for (const set of someSets().concat(manySets().slice(0, 8))) {
    sets = [...sets, set];
    act(page, view.table, { seat: 1, action: "play", table: sets, placed: set }, { table: sets, turn: 0 });
    await page.locator(".set").nth(sets.length - 1).waitFor({ state: "attached" });
    await still(page);
    const now = await width();
    expect(now).toBeLessThanOrEqual(last + 0.1);
    last = now;
  }
  expect(last).toBeLessThan(first * 0.9);
  await page.getByRole("button", { name: "Zoom" }).click();
  await page.getByRole("button", { name: "Tidy up the table" }).click();
  await still(page);
  expect(await width()).toBeGreaterThanOrEqual(last - 0.1);
  expect(await page.locator(".felt.scrolls").count()).toBe(0);
});

test("the rack keeps its slots: a tile leaves an empty one, returns to it, and only sorting closes gaps", async () => {
  const page = await visit(stage, scene("rack", SETS, "k2 k3 r7 r9 b1 b6 o12 o13", 2));
  const spots = async () => {
    await still(page);
    return Object.fromEntries(await page.locator(".rack [data-tile]").evaluateAll((tiles) => tiles.map((one) => [(one as HTMLElement).dataset["face"]!, `${Math.round(one.getBoundingClientRect().x)} ${Math.round(one.getBoundingClientRect().y)}`])));
  };
  const before = await spots();
  expect(new Set(Object.values(before).map((spot) => spot.split(" ")[1])).size).toBe(2);
  await page.locator(tile("r7", ".rack")).focus();
  await page.keyboard.press("n");
  await page.locator(tile("r7", ".set")).waitFor();
  const { r7, ...others } = before;
  expect(await spots()).toEqual(others);
  expect(await page.locator(".recess").count()).toBe(1);
  await page.keyboard.press("r");
  await page.locator(tile("r7", ".rack")).waitFor();
  expect(await spots()).toEqual({ r7, ...others });
  // Ordering by hand: the highlighted order is the one in effect.
  const pressed = await page.locator(".tools .sort[aria-pressed=true]").textContent();
  expect(pressed).toBe("789");
  await drag(page, tile("k2", ".rack"), await middleOf(page, tile("o13", ".rack")));
  expect(await page.locator(".tools .sort[aria-pressed=true]").count()).toBe(0);
  await page.locator(".tools .sort").first().click();
  expect(await spots()).toEqual(before);
  expect(await page.locator(".tools .sort[aria-pressed=true]").textContent()).toBe("789");
});

test("a drawn tile takes the first free slot, the others stay, and the focus stays where it was", async () => {
  const faces = "k2 k3 r7 r9 b1 b6 o12 o13".split(" ");
  const page = await visit(stage, scene("drawn", SETS, faces.join(" "), 2), { pool: ["k5", "b9"] });
  const spots = async () => Object.fromEntries(await page.locator(".rack [data-tile]").evaluateAll((tiles) => tiles.map((one) => [(one as HTMLElement).dataset["face"]!, `${(one as HTMLElement).style.left} ${(one as HTMLElement).style.top}`])));
  const before = await spots();
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset["face"] ?? document.activeElement!.textContent?.trim());
  await page.locator(tile("r9", ".rack")).focus();
  // Undone moves take the tile back to the rack, with the focus.
  await page.keyboard.press("n");
  await page.locator(`${tile("r9", ".set")}:focus`).waitFor();
  await page.keyboard.press("Control+z");
  await page.locator(tile("r9", ".rack")).waitFor();
  await expect.poll(focused).toBe("r9");
  await page.keyboard.press("Control+d");
  await page.locator(tile("k5", ".rack")).waitFor();
  expect(await focused()).toBe("r9");
  const after = await spots();
  for (const face of faces) expect(after[face]).toBe(before[face]);
  // The same with the buttons.
  await page.getByRole("button", { name: "Draw a tile" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(tile("b9", ".rack")).waitFor();
  expect(await focused()).toMatch(/Draw a tile/);
  expect(stage.problems).toEqual([]);
});

test("drawing with tiles on the table asks once", async () => {
  const page = await visit(stage, scene("asked", SETS, "k2 k3 r7", 2), { pool: ["b9"] });
  await page.locator(tile("k2", ".rack")).focus();
  await page.keyboard.press("n");
  await page.locator(".tile.mine").waitFor();
  await page.getByRole("button", { name: "Draw a tile" }).click();
  await page.locator(".sentence").getByText("1 tile goes back to your rack. Draw?").waitFor();
  expect(await page.locator(".tile.mine").count()).toBe(1);
  await page.getByRole("button", { name: "Put back and draw" }).click();
  await page.locator(tile("b9", ".rack")).waitFor();
  expect(await page.locator(".tile.mine").count()).toBe(0);
  expect(stage.problems).toEqual([]);
});

test("an unfinished set is calm, with a slot for the next tile, until I try to end my turn", async () => {
  const page = await visit(stage, scene("calm", SETS, "b4 b5 r9", 2));
  await page.locator(tile("b4", ".rack")).focus();
  await page.keyboard.press("Space");
  await page.locator(tile("b5", ".rack")).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("n");
  await page.locator(tile("b5", ".set")).waitFor();
  expect(await page.locator(".set .slot.shown").count()).toBe(1);
  expect(await page.locator(".ground.wrong").count()).toBe(0);
  await page.locator(".sentence.unfinished").waitFor();
  const before = await places(page);
  await page.keyboard.press("Control+Enter");
  await page.locator(".ground.wrong").waitFor();
  expect(await page.locator(".ground.wrong").count()).toBe(1);
  expect(await places(page)).toEqual(before);
});

const JOKERS = ["r3 J r5", "k8 b8 o8", "b10 b11 b12"];
const jokerScene = (name: string, rule: string): TableView => {
  const view = scene(name, JOKERS, "r4 k1 k2", 2);
  return { ...view, settings: { ...view.settings, rules: { freed_joker: rule } } };
};
const welcome = (page: Page) => page.locator(".set.welcome").evaluateAll((sets) => sets.map((set) => [...set.querySelectorAll<HTMLElement>("[data-tile]")].map((one) => one.dataset["face"]).join(" ")).sort());

test("a tile dropped on the joker that it stands for swaps the two, and the joker is in my hand", async () => {
  const page = await visit(stage, jokerScene("swap", "another-set"));
  await expect.poll(() => page.locator(tile("J", ".set")).getAttribute("aria-label")).toContain("red 4");
  const at = await middleOf(page, tile("J", ".set"));
  await lift(page, tile("r4", ".rack"), [at[0] + 6, at[1] - 5]);
  await page.locator(".tile.swapped").waitFor();
  await page.mouse.up();
  await page.locator(`${tile("J", ".set")}.selected`).waitFor();
  expect(await faces(page)).toEqual(["J", "b10 b11 b12", "k8 b8 o8", "r3 r4 r5"]);
  // It may go to every set but the one that it came from.
  expect(await welcome(page)).toEqual(["b10 b11 b12", "k8 b8 o8"]);
  await picture(page, "joker");
  const to = await middleOf(page, tile("o8", ".set"));
  await page.mouse.click(to[0] + 14, to[1]);
  await expect.poll(() => faces(page)).toEqual(["b10 b11 b12", "k8 b8 o8 J", "r3 r4 r5"]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(() => faces(page)).toEqual([...JOKERS].sort());
  // A tile that it does not stand for joins the set.
  await drag(page, tile("k1", ".rack"), await middleOf(page, tile("J", ".set")));
  expect((await faces(page)).some((set) => set.split(" ").length === 4)).toBe(true);
  expect(stage.problems).toEqual([]);
});

test("a joker is swapped with the keyboard", async () => {
  const page = await visit(stage, jokerScene("swap-keys", "new-set"));
  await expect.poll(() => page.locator(tile("J", ".set")).getAttribute("aria-label")).toContain("red 4");
  await page.locator(tile("k1", ".rack")).focus();
  await page.keyboard.press("n");
  await page.locator(`${tile("k1", ".set")}:focus`).waitFor();
  await page.locator(tile("r4", ".rack")).focus();
  await page.keyboard.press("Space");
  await page.locator(tile("J", ".set")).focus();
  await page.keyboard.press("Enter");
  await page.locator(`${tile("J", ".set")}.selected:focus`).waitFor();
  expect(await faces(page)).toContain("r3 r4 r5");
  // Only to a set that is new in this turn.
  expect(await welcome(page)).toEqual(["k1"]);
  await page.locator(tile("k1", ".set")).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => faces(page)).toContain("k1 J");
});

test("after a key has moved a tile, the focus stays where a fast player has gone meanwhile", async () => {
  const page = await visit(stage, jokerScene("fast", "anywhere"));
  const focused = await page.evaluate(async ([moved, next]) => {
    const element = (selector: string) => document.querySelector<HTMLElement>(selector)!;
    element(moved!).focus();
    element(moved!).dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    // All that the page does before it could receive the next key.
    for (let n = 0; n < 100; n += 1) await null;
    const followed = document.activeElement;
    element(next!).focus();
    // If the page moved the focus later, it would do so before the second frame.
    for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame);
    return [followed, document.activeElement].map((one) => (one as HTMLElement).dataset["face"]);
  }, [tile("k1", ".rack"), tile("r4", ".rack")]);
  expect(focused).toEqual(["k1", "r4"]);
});

test("a joker is swapped with taps on a phone, and by dragging with a finger", async () => {
  const page = await visit(stage, jokerScene("swap-touch", "anywhere"), { viewport: PHONE, hasTouch: true, isMobile: true });
  await expect.poll(() => page.locator(tile("J", ".set")).getAttribute("aria-label")).toContain("red 4");
  await page.touchscreen.tap(...(await middleOf(page, tile("r4", ".rack"))));
  await page.touchscreen.tap(...(await middleOf(page, tile("J", ".set"))));
  await page.locator(`${tile("J", ".set")}.selected`).waitFor();
  expect(await welcome(page)).toEqual(["b10 b11 b12", "k8 b8 o8", "r3 r4 r5"]);
  await page.getByRole("button", { name: "Undo" }).tap();
  await page.locator(tile("r4", ".rack")).waitFor();
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const [x, y] = await middleOf(page, tile("r4", ".rack"));
  await touch("touchStart", x, y);
  await touch("touchMove", x, y - 40);
  await touch("touchMove", x, 300);
  await page.locator(".ghost.shown").waitFor();
  await settled(page);
  const held = await middleOf(page, ".ghost .fan");
  const at = await middleOf(page, tile("J", ".set"));
  await touch("touchMove", x + at[0] - held[0], 300 + at[1] - held[1]);
  await settled(page);
  await touch("touchEnd");
  await page.locator(`${tile("J", ".set")}.selected`).waitFor();
  expect(await faces(page)).toContain("r3 r4 r5");
  expect(stage.problems).toEqual([]);
});
