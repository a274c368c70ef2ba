/** Every screen of one language at every size. A test file for each language, so that browsers can share the work. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enlarge, overflowing, settled } from "./looks";
import { onEveryScreen } from "./screens";
import { ARTEFACTS, SIZES, Stage } from "./stage";

/** Where people enlarge the text: nothing may be lost at twice its size. What the smallest phone has room for, others have. */
const ENLARGED = new Set(["desktop", "tablet", "small", "landscape"]);

export function testSizes(language: string): void {
  const stage = new Stage();
  beforeAll(() => stage.open());
  afterEach(() => stage.leave());
  afterAll(() => stage.close());

  test(`in ${language} nothing overflows, on no screen, at no size, and not with text of twice the size`, async () => {
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
}
