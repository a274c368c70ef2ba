/** On a phone, with the settings that everyone has: the table keeps its room, whatever lies on the rack and whatever is said. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { animationsEnded, overflowing, settled, still } from "../stage/pageChecks";
import { RECORD, act, rackOf, scene, show, someSets } from "../stage/scenes";
import { Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(async () => {
  await stage.close();
  expect(stage.problems).toEqual([]);
});

const SMALL = { width: 360, height: 640 };
const PHONES = { small: SMALL, tall: { width: 390, height: 844 }, smallest: { width: 320, height: 568 }, lying: { width: 640, height: 360 }, wide: { width: 844, height: 390 } };

/** The table's least share of the window, and the least width of a tile of the rack in pixels. */
const SHARE = 0.4;
const TAPPABLE = 28;

/** A person with a phone. */
const phone = (viewport: { width: number; height: number }, preferences: object = {}): Promise<Page> => stage.person({ viewport, preferences, hasTouch: true, isMobile: true, at: null });

/** What is wrong with the sizes of the page; nothing, if the list is empty. */
function wrongSizes(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ share, tappable }) => {
      const found: string[] = [];
      const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const felt = boxes(".felt")[0]!;
      if (felt.height < share * innerHeight) found.push(`the felt has ${Math.round((100 * felt.height) / innerHeight)} % of the height`);
      const page = document.querySelector(".page")!;
      if (page.scrollHeight > page.clientHeight + 1) found.push(`the page scrolls by ${page.scrollHeight - page.clientHeight} px`);
      const [wood] = boxes(".wood");
      if (wood && (wood.bottom > innerHeight + 1 || wood.left < -1 || wood.right > innerWidth + 1)) found.push("the rack is outside");
      // What scrolls sideways reaches every tile.
      const view = document.querySelector(".view") ?? document.querySelector(".rack");
      const start = view ? view.getBoundingClientRect().left - view.scrollLeft : 0;
      for (const tile of boxes(".rack [data-tile]")) {
        if (tile.width < tappable) found.push(`a tile of the rack is ${Math.round(tile.width)} px wide`);
        if (tile.left < start - 1 || tile.right > start + view!.scrollWidth + 1) found.push("a tile of the rack cannot be reached");
        if (tile.top < wood!.top || tile.bottom > wood!.bottom) found.push("a tile hangs out of the rack");
      }
      const zoom = boxes(".zoom")[0];
      const tiles = boxes(".set [data-tile]");
      if (zoom && tiles.some((tile) => tile.right > zoom.left + 1 && tile.left < zoom.right - 1 && tile.bottom > zoom.top + 1 && tile.top < zoom.bottom - 1)) found.push("the zoom buttons lie on a set");
      return [...new Set(found)];
    },
    { share: SHARE, tappable: TAPPABLE },
  );
}

/** How many tiles of the table an element covers. */
function covered(page: Page, selector: string): Promise<number> {
  return page.evaluate((one) => {
    const over = document.querySelector(one)!.getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".set [data-tile]")].map((tile) => tile.getBoundingClientRect());
    return boxes.filter((tile) => tile.right > over.left + 1 && tile.left < over.right - 1 && tile.bottom > over.top + 1 && tile.top < over.bottom - 1).length;
  }, selector);
}

/** Where everything is that a finger must find again. */
const places = (page: Page) =>
  page.locator(".felt, .wood, .tools button, .main button, .line").evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.className, x, y, width, height].join(" ");
    }),
  );

const tile = (face: string, list = "") => `${list} [data-tile][data-face="${face}"]`.trim();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).tap();

/** What fits in German fits in English: there, two phones show what else may be wrong. */
const phonesIn = (language: string) => Object.entries(PHONES).filter(([name]) => THOROUGH || language === "de" || name === "smallest" || name === "lying");

/** Players and tiles on my rack: few and many of both. */
const CROWDS = [2, 4, 6].flatMap((players) => [14, 28, 40].map((count) => ({ players, count }))).filter(({ players, count }) => THOROUGH || players !== 4 || count === 28);

test.each(["de", "en"])("in %s the table keeps two fifths of the height whatever lies on the rack", async (language) => {
  const page = await phone(SMALL, { language });
  const wrong: Record<string, string[]> = {};
  for (const [name, viewport] of phonesIn(language)) {
    await page.setViewportSize(viewport);
    for (const { players, count } of CROWDS) {
      await show(page, scene(`${name}-${players}-${count}`, someSets(), rackOf(count), players));
      for (const order of ["789", "777"]) {
        await page.locator(".sort", { hasText: order }).tap();
        await still(page);
        const found = [...(await wrongSizes(page)), ...(await overflowing(page))];
        if (found.length) wrong[`${name}, ${count} tiles, ${players} players, ${order}`] = found;
      }
      if (players === 4) await picture(page, `phone-${name}-${count}-${language}`);
    }
  }
  expect(wrong).toEqual({});
});

test.each(Object.entries(PHONES))("nothing that is said takes room from the table or moves a button (%s)", async (name, viewport) => {
  const page = await phone(viewport, { commandLine: true });
  await page.route("**/api/tables/*/hint*", (route) => route.fulfill({ json: { number: 9, can_place: true, tile: "r8", placed: ["r8"], table: someSets().map((set) => (set === "k8 b8 o8" ? "k8 b8 o8 r8" : set)) } }));
  await show(page, scene("said", someSets(), `J r8 ${rackOf(26)}`));
  await page.locator(".line input").waitFor();
  const before = await places(page);
  const check = async (what: string) => {
    await still(page);
    await picture(page, `phone-${name}-${what}`);
    expect({ what, wrong: await wrongSizes(page), places: await places(page) }).toEqual({ what, wrong: [], places: before });
  };
  await check("line");
  await page.locator(".line input").fill("777");
  await page.keyboard.press("Enter");
  await page.locator(".line .warning").waitFor();
  await check("typed");
  await press(page, "Hint");
  await page.locator(".hint-card").waitFor();
  await check("hint");
  // It speaks of a set: that must be seen.
  expect(await covered(page, ".hint-card")).toBe(0);
  await page.locator(".hint-card button").first().tap();
  await page.locator(".hint-card .sets").waitFor();
  await check("hint-tiles");
  await page.locator(".hint-card button").last().tap();
  await page.locator(tile("J", ".rack")).tap();
  await page.locator("button.joker").waitFor();
  await check("joker");
});

test.each(["en", "de", "pl"])("in %s the first turn says whole what it needs", async (language) => {
  const page = await phone(SMALL, { language });
  const view = scene("first", [], rackOf(14));
  await show(page, { ...view, game: { ...view.game!, opened: view.seats.map(() => false), turn_ends: null } });
  // Until the fonts of the page are there, its words may be wider.
  await page.evaluate(() => document.fonts.ready);
  for (const [name, viewport] of Object.entries(PHONES)) {
    await page.setViewportSize(viewport);
    await settled(page);
    await picture(page, `phone-${name}-first-${language}`);
    const cut = await page.locator(".sentence").evaluate((one) => one.scrollHeight - one.clientHeight);
    expect([name, cut]).toEqual([name, 0]);
  }
});

test("a bubble at a seat covers no set", async () => {
  const page = await phone(SMALL);
  // A bubble disappears after a while, so the page's clock stands still.
  await page.clock.install();
  let hours = 0;
  for (const [name, viewport] of Object.entries(PHONES)) {
    await page.setViewportSize(viewport);
    for (const seat of THOROUGH || name === "smallest" || name === "lying" ? [1, 2, 3, 4, 5] : [1, 3, 5]) {
      const view = scene(`${name}-${seat}`, someSets(), rackOf(28), 6);
      await page.clock.resume();
      await show(page, { ...view, game: { ...view.game!, turn: seat, turn_ends: null } });
      await page.clock.pauseAt(Date.now() + (hours += 1) * 3_600_000);
      act(page, view.table, { seat, action: "play", by: "computer", placed: "k7 b7 o7 r7 k6 b6 o6" }, { table: [...someSets(), "k7 b7 o7 r7", "k6 b6 o6"] });
      await page.locator(`[data-seat="${seat}"] .deed`).waitFor();
      await expect.poll(() => page.clock.runFor(300).then(() => page.locator(".set .awaited").count())).toBe(0);
      await animationsEnded(page);
      const { x, y, width } = (await page.locator(".deed").boundingBox())!;
      await picture(page, `phone-${name}-bubble-${seat}`);
      expect({ name, seat, covered: await covered(page, ".deed"), isInside: [x >= 0, x + width <= viewport.width, y >= 0] }).toEqual({ name, seat, covered: 0, isInside: [true, true, true] });
    }
  }
});

describe.each(["de", "en"])("in %s the replay gives the table two fifths of the height", (language) => {
  // Also with the bar that leads back to a game in which it is my turn, and without the racks.
  test.each([false, true])("(back to a game: %s)", async (isBack) => {
    const racks = RECORD.actions.map((_, n) => [rackOf(14), rackOf(14 - n), rackOf(14 + 3 * n), rackOf(7)]);
    const page = await phone(SMALL, { language });
    await page.route("**/record", (route) => route.fulfill({ json: { ...RECORD, racks: isBack ? undefined : racks, rack_sizes: racks.map((all) => all.map((rack) => rack.split(" ").length)) } }));
    if (isBack) await show(page, scene("back", someSets(), rackOf(14)));
    await page.goto("./#/replay/ended/1/1");
    await page.locator(".players li").first().waitFor();
    if (isBack) await page.locator(".game-bar").waitFor();
    for (const [name, viewport] of phonesIn(language)) {
      await page.setViewportSize(viewport);
      const jumps = new Set<string>();
      for (let turn = 0; turn < RECORD.actions.length; turn += 1) {
        await page.getByRole("slider").fill(String(turn));
        await still(page);
        expect({ name, turn, wrong: [...(await wrongSizes(page)), ...(await overflowing(page))] }).toEqual({ name, turn, wrong: [] });
        jumps.add(JSON.stringify(await page.locator(".felt, .bar .row > button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))));
      }
      await picture(page, `phone-${name}-replay-${isBack ? "back" : "racks"}-${language}`);
      expect([name, jumps.size]).toEqual([name, 1]);
      const lines = await page.locator(".set").evaluateAll((sets) => new Set(sets.map((one) => one.querySelector("[data-tile]")!.getBoundingClientRect().top)).size);
      expect(lines).toBeGreaterThan(2);
    }
  });
});

describe("a rack that scrolls", () => {
  const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1 k5 k6 k9 r1 r2 r3 b1 b2 b3 b8 o2 o3 o4 o5 k1 k4 k7 k8 k10 k11 k12 r4 r5 r6 r9 r10";

  /** Touch the screen with one finger at these points, one after another. */
  async function touch(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
    const client = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: readonly [number, number]) => client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1], id: 1 }] : [] });
    await send("touchStart", points[0]);
    for (const point of points.slice(1)) {
      await send("touchMove", point);
      await settled(page);
    }
    await send("touchEnd");
    await client.detach();
    await settled(page);
  }

  /** The points on the way from one to another. */
  const way = (from: readonly [number, number], to: readonly [number, number], steps = 12): [number, number][] => Array.from({ length: steps + 1 }, (_, n) => [from[0] + ((to[0] - from[0]) * n) / steps, from[1] + ((to[1] - from[1]) * n) / steps]);
  const middleOf = async (page: Page, selector: string): Promise<[number, number]> => {
    const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!;
    return [x + width / 2, y + height / 2];
  };
  /** The face of the tile furthest to the right. */
  const lastFace = (page: Page) => page.locator(".rack [data-tile]").evaluateAll((tiles) => (tiles as HTMLElement[]).reduce((last, one) => (one.offsetLeft > last.offsetLeft ? one : last)).dataset["face"]!);
  const scrolled = (page: Page) => page.locator(".view").evaluate((view) => view.scrollLeft);
  /** Whether a tile can be seen and touched: nothing lies on its middle, and it is in the window. */
  const inSight = (page: Page, selector: string) =>
    page.locator(selector).first().evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return x >= 0 && x + width <= innerWidth && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });

  test("is swiped sideways, and a tile far to the right is drawn up to the table", async () => {
    const page = await phone(SMALL);
    await show(page, scene("swipe", ["r3 r4 r5"], RACK));
    const last = await lastFace(page);
    expect(await inSight(page, tile(last, ".rack"))).toBe(false);
    const tiles = await page.locator(".rack [data-tile]").count();
    // There is more to the right, which can be seen.
    await page.locator(".more.right").waitFor();
    expect(await page.locator(".more.left").count()).toBe(0);
    const [, y] = await middleOf(page, ".rack [data-tile]");
    await touch(page, way([320, y], [30, y]));
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    await page.locator(".more.left").waitFor();
    await touch(page, way([320, y], [30, y]));
    await expect.poll(() => inSight(page, tile(last, ".rack"))).toBe(true);
    expect(await page.locator(".more.right").count()).toBe(0);
    // A swipe neither takes nor selects a tile.
    expect([await page.locator(".rack [data-tile]").count(), await page.locator(".tile.selected, .tile.lifted").count()]).toEqual([tiles, 0]);
    await picture(page, "phone-swiped");

    const felt = (await page.locator(".felt").boundingBox())!;
    const from = await middleOf(page, tile(last, ".rack"));
    await touch(page, way(from, [felt.x + felt.width / 2, felt.y + felt.height * 0.85]));
    await page.locator(tile(last, ".set")).waitFor();
    expect(await page.locator(".rack [data-tile]").count()).toBe(tiles - 1);
    // The other tiles stay where they were.
    expect(await scrolled(page)).toBeGreaterThan(100);
    // A tap selects; the way back to the rack is a drag too, and lands where the finger is.
    await animationsEnded(page);
    const to = await middleOf(page, ".rack .recess");
    await touch(page, way(await middleOf(page, tile(last, ".set")), to));
    await page.locator(tile(last, ".rack")).waitFor();
    await animationsEnded(page);
    expect(await inSight(page, tile(last, ".rack"))).toBe(true);
    await page.locator(tile(last, ".rack")).tap();
    expect(await page.locator(".tile.selected").count()).toBe(1);
  });

  test("follows the finger that carries a tile to its edge", async () => {
    const page = await phone(SMALL);
    await show(page, scene("edge", ["r3 r4 r5"], RACK));
    const first = (await page.locator(".rack [data-tile]").first().getAttribute("data-face"))!;
    const [x, y] = await middleOf(page, tile(first, ".rack"));
    const client = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: [number, number]) => client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1], id: 1 }] : [] });
    await send("touchStart", [x, y]);
    for (const point of [...way([x, y], [x, y - 60], 6), ...way([x, y - 60], [345, y], 8)]) await send("touchMove", point);
    // The finger rests, and the rack goes on.
    await expect.poll(() => page.locator(".view").evaluate((view) => view.scrollLeft >= view.scrollWidth - view.clientWidth - 1)).toBe(true);
    await send("touchEnd");
    await animationsEnded(page);
    expect(await lastFace(page)).toBe(first);
  });

  test("is reached by the keyboard, and shows what I drew and what a hint points at", async () => {
    const page = await phone(SMALL);
    const view = scene("keys", ["r3 r4 r5"], RACK);
    await page.route("**/api/tables/*/hint*", (route) => route.fulfill({ json: { number: view.number + 1, can_place: true, tile: "k2", placed: ["k2"], table: ["r3 r4 r5 k2"] } }));
    await show(page, view);
    await page.locator(".rack [data-tile]").first().focus();
    for (let n = 1; n < RACK.split(" ").length; n += 1) {
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => inSight(page, ":focus")).toBe(true);
    }
    await page.keyboard.press("Home");
    await expect.poll(() => scrolled(page)).toBe(0);
    act(page, view.table, { seat: 0, action: "draw", drawn: 1 }, { rack: `${RACK} o11`, turn: 0 });
    await expect.poll(() => page.locator(tile("o11", ".rack")).count()).toBe(1);
    await expect.poll(() => inSight(page, tile("o11", ".rack"))).toBe(true);
    await picture(page, "phone-drawn");
    await press(page, "Hint");
    await page.locator(".hint-card button").first().tap();
    await page.locator(".rack .hinted").first().waitFor();
    await expect.poll(() => inSight(page, ".rack .hinted")).toBe(true);
  });

  test("lets no tile glide that was only scrolled", async () => {
    const page = await phone(SMALL);
    await show(page, scene("still", ["r3 r4 r5 r6"], RACK));
    await page.locator(".view").evaluate((view) => view.scrollTo({ left: 200, behavior: "instant" }));
    await settled(page);
    await page.locator(tile("r6", ".set")).tap();
    await page.locator("[data-new]").tap();
    const gliding = await page.locator("[data-tile]").evaluateAll((tiles) => tiles.filter((one) => one.getAnimations().some((animation) => "finished" in animation && animation.effect?.getTiming().iterations === 1)).map((one) => (one as HTMLElement).dataset["face"]));
    expect(gliding.filter((face) => face !== undefined && !face.startsWith("r"))).toEqual([]);
  });
});
