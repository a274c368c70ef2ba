import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enlarge, overflowing, setPreferences, settled } from "./pageChecks";
import { manySets, scene, show, someSets } from "./scenes";
import { ARTEFACTS, SIZES, Stage } from "./stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

test("160 tiles and six players fit at every size without scrolling sideways", async () => {
  const page = await stage.person();
  await show(page, scene("many", manySets(), "k1 r2 b3 J", 6));
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await settled(page);
    expect(await overflowing(page), size).toEqual([]);
    await page.screenshot({ path: `${ARTEFACTS}/${size}-many.png` });
  }
});

test("on the largest screen tiles are large, and can be enlarged", async () => {
  const page = await stage.person({ viewport: SIZES.huge, reducedMotion: "reduce" });
  await show(page, scene("huge", someSets(), RACK));
  const width = async (list: string) => (await page.locator(`${list} [data-tile]`).first().boundingBox())!.width;
  expect(await width(".set")).toBeGreaterThan(SIZES.huge.width / 28);
  expect(await width(".rack")).toBeGreaterThan(SIZES.huge.width / 30);
  const before = await width(".set");
  await page.locator(".rack [data-tile]").first().focus();
  await page.keyboard.press("+");
  await settled(page);
  expect(await width(".set")).toBeGreaterThan(before);
});

test("the zoom buttons cover no tile while all tiles fit", async () => {
  const page = await stage.person({ viewport: SIZES.small });
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

describe.each(["en", "de", "pl"])("with text of twice the size in %s", (language) => {
  test.each(["desktop", "tablet", "phone", "small", "landscape"] as const)("the %s shows table and rack without scrolling", async (size) => {
    const viewport = SIZES[size];
    const page = await stage.person({ viewport, reducedMotion: "reduce" });
    await setPreferences(page, { language });
    await enlarge(page, 2);
    await show(page, scene("large", someSets(), RACK));
    // An unfinished set, so that the longest sentence is between table and rack.
    await page.locator('.rack [data-face="b4"]').focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("n");
    await page.locator(".sentence.unfinished").waitFor();
    await page.evaluate(() => document.querySelector(".page")!.scrollTo(0, 0));
    await settled(page);
    await page.screenshot({ path: `${ARTEFACTS}/${size}-200-${language}-turn.png` });
    const rack = (await page.locator(".wood").boundingBox())!;
    expect(rack.y + rack.height).toBeLessThanOrEqual(viewport.height + 1);
    const felt = (await page.locator(".felt").boundingBox())!;
    expect(Math.min(felt.y + felt.height, rack.y) - felt.y).toBeGreaterThanOrEqual(100);
    const inSight = await page.evaluate(() => {
      const seen = (element: Element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      return { rack: [...document.querySelectorAll(".rack [data-tile]")].every(seen), set: seen(document.querySelector('.set [data-face="b4"]')!), end: seen(document.querySelector(".main button:last-child")!) };
    });
    expect(inSight).toEqual({ rack: true, set: true, end: size === "small" ? expect.any(Boolean) : true });
    // On the smallest phone the actions need a scroll, and the rack stays in place.
    await page.locator(".main button").last().scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector(".page")!.scrollTo(0, 10_000));
    await settled(page);
    const end = (await page.locator(".main button").last().boundingBox())!;
    const below = (await page.locator(".wood").boundingBox())!;
    expect(end.y + end.height).toBeLessThanOrEqual((size === "landscape" || size === "desktop" ? viewport.height : below.y) + 1);
  });
});
