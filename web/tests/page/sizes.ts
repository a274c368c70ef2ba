/** Every screen in one language at every size. Each language has its own test file, so that they run in parallel. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enlarge, overflowing, settled } from "../stage/pageChecks";
import { onEveryScreen } from "./screens";
import { SIZES, Stage, picture } from "../stage/stage";

/** Sizes at which text is also enlarged to twice its size. What fits the smallest phone fits larger ones. */
const ENLARGED = new Set(["desktop", "tablet", "small", "landscape"]);

export function testSizes(language: string): void {
  const stage = new Stage();
  beforeAll(() => stage.open());
  afterEach(() => stage.leave());
  afterAll(() => stage.close());

  test(`in ${language} nothing overflows on any screen at any size, even with text of twice the size`, async () => {
    const problems = await onEveryScreen(stage, { language }, async (page, name) => {
      const found: string[] = [];
      const check = async (where: string) => {
        await settled(page);
        found.push(...(await overflowing(page)).map((what) => `${where}: ${what}`));
        // Screenshots in one language are enough: the one with the longest words.
        if (language === "de") await picture(page, `${where}-${name}`);
      };
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await check(size);
        if (!ENLARGED.has(size)) continue;
        await enlarge(page, 2);
        await check(`${size}-200`);
        await enlarge(page, 1);
      }
      return found;
    });
    expect(problems).toEqual({});
    expect(stage.problems).toEqual([]);
  });
}
