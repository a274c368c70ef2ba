import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { playGame, playNow, withKeys, withMouse, withTaps } from "../stage/player";
import { PHONE, Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test("a whole game with the mouse", async () => {
  const page = await stage.person();
  await playNow(page, { level: "beginner" });
  await playGame(page, withMouse, 200, async (turn) => {
    if (turn === 15) await picture(page, "game-desktop");
  });
  await picture(page, "over-desktop");
  await page.getByRole("dialog").getByRole("button", { name: "Play again" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
  expect(stage.problems).toEqual([]);
});

test("a whole game with taps on a phone", async () => {
  const page = await stage.person({ viewport: PHONE, hasTouch: true, isMobile: true });
  await playNow(page, { level: "beginner" });
  await playGame(page, withTaps, 200, async (turn) => {
    if (turn === 15) await picture(page, "game-phone");
  });
  await picture(page, "over-phone");
  expect(stage.problems).toEqual([]);
});

test("a whole game with keys only", async () => {
  const page = await stage.person();
  await playNow(page, { level: "beginner" });
  await playGame(page, withKeys);
  expect(stage.problems).toEqual([]);
});
