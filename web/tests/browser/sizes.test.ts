import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enlarge, overflowing, settled } from "./looks";
import { manySets, scene, show } from "./scenes";
import { ARTEFACTS, SIZES, Stage } from "./stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

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
