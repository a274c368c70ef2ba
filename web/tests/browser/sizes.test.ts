import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enlarge, overflowing, settled } from "./looks";
import { manySets, scene, show } from "./scenes";
import { onEveryScreen } from "./screens";
import { ARTEFACTS, SIZES, Stage } from "./stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

/** Where people enlarge the text: nothing may be lost at twice its size. */
const ENLARGED = new Set(["desktop", "tablet", "phone"]);

test.each(["en", "de", "pl"])("in %s nothing overflows, on no screen, at no size, and not with text of twice the size", async (language) => {
  const wrong = await onEveryScreen(stage, { language }, async (page, name) => {
    const found: string[] = [];
    const look = async (where: string) => {
      await settled(page);
      found.push(...(await overflowing(page)).map((what) => `${where}: ${what}`));
      // One language in pictures is enough: the one with the longest words.
      if (language === "de") await page.screenshot({ path: `${ARTEFACTS}/${where}-${name}.png` });
    };
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await look(size);
      if (!ENLARGED.has(size)) continue;
      await enlarge(page, 2);
      await look(`${size}-200`);
      await enlarge(page, 1);
    }
    return found;
  });
  expect(wrong).toEqual({});
  expect(stage.problems).toEqual([]);
});

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

test("with text of twice the size, the rack and the actions can still be reached", async () => {
  const page = await stage.person({ viewport: SIZES.desktop });
  await show(page, scene("large", manySets(), "k1 r2 b3 J"));
  await enlarge(page, 2);
  await settled(page);
  const rack = await page.locator(".wood").boundingBox();
  expect(rack!.y + rack!.height).toBeLessThanOrEqual(SIZES.desktop.height + 1);
});
