import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { cutNames, enlarge, overflowing, settled, still } from "../stage/pageChecks";
import { RECORD, ended, manySets, scene, show, someSets, visit, withHistory } from "../stage/scenes";
import { SIZES, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

/** What fits in German fits in the other languages: there, two sizes show what else may be wrong. */
const sizesIn = (language: string) => (Object.keys(SIZES) as (keyof typeof SIZES)[]).filter((size) => THOROUGH || language === "de" || size === "small" || size === "desktop");

const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

test("160 tiles and six players fit at every size without scrolling sideways", async () => {
  const page = await visit(stage, scene("many", manySets(), "k1 r2 b3 J", 6));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await settled(page);
    expect(await overflowing(page), size).toEqual([]);
    await picture(page, `${size}-many`);
  }
});

test("on the largest screen tiles are large, and can be enlarged", async () => {
  const page = await visit(stage, scene("huge", someSets(), RACK), { viewport: SIZES.huge });
  const width = async (list: string) => (await page.locator(`${list} [data-tile]`).first().boundingBox())!.width;
  expect(await width(".set")).toBeGreaterThan(SIZES.huge.width / 28);
  expect(await width(".rack")).toBeGreaterThan(SIZES.huge.width / 30);
  const before = await width(".set");
  await page.locator(".rack [data-tile]").first().focus();
  await page.keyboard.press("+");
  await settled(page);
  expect(await width(".set")).toBeGreaterThan(before);
});

describe("the longest names", () => {
  /** 24 letters, as many as a name may have: with spaces, with a hyphen, and without any place to break. */
  const NAMES = ["Großtante Hanne Lore Ida", "Katharina-Elisabeth-Anna", "Wolfeschlegelsteinhausen", "Bartholomäus-Münchhausen", "Małgorzata Brzęczyszczyk", "Zofia-Wilhelmina Konopka"];

  test.each(["de", "en", "pl"])("in %s are whole at the table, after the game and in the replay, at every size", async (language) => {
    const page = await stage.person({ preferences: { language }, at: null });
    await page.route("**/record", (route) => route.fulfill({ json: { ...RECORD, names: NAMES.slice(0, 4), rack_sizes: RECORD.actions.map(() => [14, 14, 14, 14]) } }));
    const named = (table: string, players: number) => {
      const view = scene(table, someSets(), RACK, players);
      return { ...view, seats: view.seats.map((seat, n) => ({ ...seat, name: NAMES[n]!, person: n === 0 ? "me" : `p${n}`, level: null })) };
    };
    const places: Record<string, () => Promise<unknown>> = {
      table: () => show(page, named("named", 6)),
      theirs: () => show(page, { ...named("theirs", 6), game: { ...named("theirs", 6).game!, turn: 3, turn_ends: null } }),
      waiting: () => show(page, { ...named("ready", 6), phase: "ready", phase_ends: Date.now() + 99_000, game: null }),
      over: () => show(page, ended(withHistory(named("ended", 4)))),
      replay: async () => {
        await page.evaluate(() => (location.hash = "#/replay/ended/1/1"));
        await page.locator(".players li").first().waitFor();
      },
    };
    const cut: string[] = [];
    for (const [place, open] of Object.entries(places)) {
      await open();
      for (const size of sizesIn(language)) {
        await page.setViewportSize(SIZES[size]);
        await still(page);
        if (language === "de") await picture(page, `names-${place}-${size}`);
        cut.push(...(await cutNames(page, NAMES)).map((what) => `${place}, ${size}: ${what}`));
      }
    }
    expect(cut).toEqual([]);
  });
});

test("the zoom buttons cover no tile while all tiles fit", async () => {
  const page = await stage.person({ viewport: SIZES.small, at: null });
  for (let count = 1; count <= someSets().length; count += 1) {
    await show(page, scene(`covered${count}`, someSets().slice(0, count), RACK));
    await settled(page);
    const covered = await page.evaluate(() => {
      const zoom = document.querySelector(".zoom")?.getBoundingClientRect();
      if (!zoom || document.querySelector(".felt.scrolls")) return [];
      const isCovered = (box: DOMRect) => box.right > zoom.left + 1 && box.bottom > zoom.top + 1;
      return [...document.querySelectorAll<HTMLElement>(".set [data-tile]")].filter((tile) => isCovered(tile.getBoundingClientRect())).map((tile) => tile.dataset["face"]);
    });
    expect(covered, `${count} sets`).toEqual([]);
  }
});

test.each(["de", "en", "pl"])("with text of twice the size in %s, table and rack are shown without scrolling", async (language) => {
  const page = await stage.person({ preferences: { language } });
  await enlarge(page, 2);
  for (const size of sizesIn(language).filter((one) => one !== "huge")) {
    const viewport = SIZES[size];
    await page.setViewportSize(viewport);
    await show(page, scene(`large-${size}`, someSets(), RACK));
    // An unfinished set, so that the longest sentence is between table and rack.
    await page.locator('.rack [data-face="b4"]').focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("n");
    await page.locator(".sentence.unfinished").waitFor();
    await page.evaluate(() => document.querySelector(".page")!.scrollTo(0, 0));
    await still(page);
    await picture(page, `${size}-200-${language}-turn`);
    const rack = (await page.locator(".wood").boundingBox())!;
    expect(rack.y + rack.height, size).toBeLessThanOrEqual(viewport.height + 1);
    const felt = (await page.locator(".felt").boundingBox())!;
    expect(Math.min(felt.y + felt.height, rack.y) - felt.y, size).toBeGreaterThanOrEqual(100);
    const inSight = await page.evaluate(() => {
      const seen = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      return { rack: [...document.querySelectorAll(".rack [data-tile]")].every(seen), set: seen(document.querySelector('.set [data-face="b4"]')!), end: seen(document.querySelector(".main button:last-child")!) };
    });
    expect(inSight, size).toEqual({ rack: true, set: true, end: size === "small" ? expect.any(Boolean) : true });
    // On the smallest phone the actions need a scroll, and the rack stays in place.
    await page.locator(".main button").last().scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector(".page")!.scrollTo(0, 10_000));
    await settled(page);
    const end = (await page.locator(".main button").last().boundingBox())!;
    const below = (await page.locator(".wood").boundingBox())!;
    expect(end.y + end.height, size).toBeLessThanOrEqual((size === "landscape" || size === "desktop" ? viewport.height : below.y) + 1);
  }
});
