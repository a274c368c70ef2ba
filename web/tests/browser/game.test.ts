import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { playGame, playNow, withKeys, withMouse, withTaps } from "./player";
import { ARTEFACTS, PHONE, Stage } from "./stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test("a whole game with the mouse", async () => {
  const page = await stage.person();
  await playNow(page, { level: "beginner" });
  await playGame(page, withMouse, 200, async (turn) => {
    if (turn === 15) await page.screenshot({ path: `${ARTEFACTS}/game-desktop.png` });
  });
  await page.screenshot({ path: `${ARTEFACTS}/over-desktop.png` });
  await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
  expect(stage.problems).toEqual([]);
});

test("a whole game with taps on a phone", async () => {
  const page = await stage.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  await playNow(page, { level: "beginner" });
  await playGame(page, withTaps, 200, async (turn) => {
    if (turn === 15) await page.screenshot({ path: `${ARTEFACTS}/game-phone.png` });
  });
  await page.screenshot({ path: `${ARTEFACTS}/over-phone.png` });
  expect(stage.problems).toEqual([]);
});

test("a whole game with keys only", async () => {
  const page = await stage.person();
  await playNow(page, { level: "beginner" });
  await playGame(page, withKeys);
  expect(stage.problems).toEqual([]);
});
