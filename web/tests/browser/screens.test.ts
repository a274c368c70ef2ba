import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { withMouse } from "./player";
import { manySets, scene, show, someSets } from "./scenes";
import { ARTEFACTS, SIZES, Stage } from "./stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const THEMES = ["felt", "paper", "contrast"];
const LANGUAGES = ["en", "de", "pl"];
const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

async function prefer(page: Page, wanted: object): Promise<void> {
  await page.evaluate((value) => localStorage.setItem("tilewise.preferences", JSON.stringify(value)), wanted);
  await page.reload();
  await page.locator("#app > *").first().waitFor();
}

async function violations(page: Page): Promise<string[]> {
  // Through the protocol of the browser: the page's own policy would not let it in, as it should not.
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: AXE });
  const { result } = await client.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }).then((found) => JSON.stringify(found.violations.map((one) => one.id + ": " + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).join(" / "))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(String(result.value)) as string[];
}

async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    for (const element of document.querySelectorAll<HTMLElement>("button, a, label, p, h1, h2, h3, select")) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest(".unseen")) continue;
      if (box.right > innerWidth + 1 || box.left < -1) found.push(`${element.tagName} ${element.textContent?.slice(0, 30)} is outside`);
      if (element.tagName !== "SELECT" && element.scrollWidth > element.clientWidth + 2 && element.clientWidth > 0 && getComputedStyle(element).display !== "inline") found.push(`${element.tagName} "${element.textContent?.trim().slice(0, 30)}" overflows`);
    }
    return found;
  });
}

describe.each(THEMES)("in the theme %s, axe finds nothing", (theme) => {
  test.each(["home", "make", "rules"])("on %s", async (screen) => {
    const page = await stage.person();
    await prefer(page, { theme });
    if (screen !== "home") await page.evaluate((hash) => (location.hash = hash), `#/${screen}`);
    await page.waitForTimeout(500);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${ARTEFACTS}/${screen}-${theme}.png` });
  });

  test("on the table, with a draft and its sheets", async () => {
    const page = await stage.person();
    await prefer(page, { theme, commandLine: true });
    await show(page, scene("one", someSets(), RACK));
    const tile = (face: string) => page.locator(`.rack [data-face="${face}"]`).getAttribute("data-tile");
    await withMouse.lay(page, [(await tile("b4"))!, (await tile("b5"))!]);
    await page.getByText("a set needs at least three tiles").first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${ARTEFACTS}/table-${theme}.png` });
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByText("Left hand").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${ARTEFACTS}/settings-${theme}.png` });
  });
});

describe.each(LANGUAGES)("in %s nothing overflows", (language) => {
  test.each(Object.entries(SIZES))("on a %s", async (name, viewport) => {
    const page = await stage.person({ viewport });
    await prefer(page, { language });
    for (const screen of ["", "make"]) {
      await page.evaluate((hash) => (location.hash = hash), `#/${screen}`);
      await page.waitForTimeout(400);
      expect(await overflowing(page), screen).toEqual([]);
      if (language === "de") await page.screenshot({ path: `${ARTEFACTS}/${screen || "home"}-${name}.png` });
    }
    await show(page, scene("two", someSets(), RACK));
    expect(await overflowing(page)).toEqual([]);
    await page.screenshot({ path: `${ARTEFACTS}/table-${name}-${language}.png` });
  });
});

test.each([...Object.entries(SIZES), ["large", { width: 3840, height: 2160 }] as const])("160 tiles fit on a %s without scrolling sideways", async (name, viewport) => {
  const page = await stage.person({ viewport });
  await show(page, scene("three", manySets(), "k1 r2 b3 J", 6));
  expect(await overflowing(page)).toEqual([]);
  const outside = await page.evaluate(() => [...document.querySelectorAll(".set [data-tile]")].filter((tile) => tile.getBoundingClientRect().right > innerWidth || tile.getBoundingClientRect().left < 0).length);
  expect(outside).toBe(0);
  await page.screenshot({ path: `${ARTEFACTS}/many-${name}.png` });
});

test("with 200% text everything can still be reached", async () => {
  const page = await stage.person();
  await show(page, scene("four", someSets(), RACK));
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${ARTEFACTS}/table-200.png` });
  expect(await overflowing(page)).toEqual([]);
  const rack = await page.locator(".wood").boundingBox();
  expect(rack!.y + rack!.height).toBeLessThanOrEqual(901);
});
