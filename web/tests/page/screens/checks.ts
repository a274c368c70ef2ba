/** What is checked on every screen: that nothing overflows at any size, and that everybody can use it. */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { THOROUGH } from "../../stage/effort";
import { enlarge, overflowing, resize, violations } from "../../stage/pageChecks";
import { SIZES, Stage, picture } from "../../stage/stage";
import { type Screens, visitScreens } from "./visits";

type Size = keyof typeof SIZES;

interface Layout {
  size: Size;
  /** How much larger text is than usual. */
  times: 1 | 2;
}

const EVERY_LAYOUT: readonly Layout[] = [
  ...(Object.keys(SIZES) as Size[]).map((size) => ({ size, times: 1 }) as const),
  // What fits the smallest phone fits larger ones.
  ...(["desktop", "tablet", "small", "landscape"] as const).map((size) => ({ size, times: 2 }) as const),
];

/** What fits in German, which has the longest words, fits in the other languages: there, two sizes show what else may be wrong. */
const LAYOUTS: Record<string, readonly Layout[]> = {
  de: EVERY_LAYOUT,
  en: THOROUGH ? EVERY_LAYOUT : EVERY_LAYOUT.filter(({ size, times }) => times === 1 && (size === "desktop" || size === "small")),
};
LAYOUTS["pl"] = LAYOUTS["en"]!;

async function wrongLayouts(page: Page, name: string, layouts: readonly Layout[]): Promise<string[]> {
  const found: string[] = [];
  let enlarged = 1;
  for (const { size, times } of layouts) {
    const where = times === 1 ? size : `${size}-${times}00`;
    await resize(page, SIZES[size]);
    if (times !== enlarged) await enlarge(page, (enlarged = times));
    found.push(...(await overflowing(page)).map((what) => `${where}: ${what}`));
    await picture(page, `${where}-${name}`);
  }
  if (enlarged !== 1) await enlarge(page, 1);
  return found;
}

/** Test these screens. Their contrast is computed from the themes (`tests/unit/look`), so axe sees only some of them in every theme. */
export function testScreens(screens: Screens, inEveryTheme: readonly string[]): void {
  const stage = new Stage();
  beforeAll(() => stage.open());
  afterEach(() => stage.leave());
  afterAll(async () => {
    await stage.close();
    expect(stage.problems).toEqual([]);
  });

  test("in German nothing overflows on any screen at any size, even with text of twice the size", async () => {
    expect(await visitScreens(stage, screens, { language: "de" }, (page, name) => wrongLayouts(page, name, LAYOUTS["de"]!))).toEqual({});
  });

  test("in Polish nothing overflows on any screen", async () => {
    expect(await visitScreens(stage, screens, { language: "pl" }, (page, name) => wrongLayouts(page, name, LAYOUTS["pl"]!))).toEqual({});
  });

  test("in English nothing overflows on any screen, and axe finds no violation", async () => {
    const check = async (page: Page, name: string) => [...(await violations(page)), ...(await wrongLayouts(page, name, LAYOUTS["en"]!))];
    expect(await visitScreens(stage, screens, { language: "en" }, check)).toEqual({});
  });

  test.each(["daylight", "contrast"])("in the theme %s axe finds no violation", async (theme) => {
    const some = Object.fromEntries(Object.entries(screens).filter(([name]) => THOROUGH || inEveryTheme.includes(name)));
    expect(await visitScreens(stage, some, { theme }, (page) => violations(page))).toEqual({});
  });
}
