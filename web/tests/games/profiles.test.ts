/** Whole games with the rules of every box, by every way of operating. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import rules from "../../src/server/rules.json";
import { THOROUGH } from "../stage/effort";
import { playGame, playNow, withKeys, withMouse, withTaps } from "../stage/player";
import { DESKTOP, PHONE, Stage, TABLET, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const WAYS = {
  mouse: [withMouse, { viewport: DESKTOP }],
  touch: [withTaps, { viewport: TABLET, hasTouch: true }],
  "touch on a phone": [withTaps, { viewport: PHONE, hasTouch: true, isMobile: true }],
  keyboard: [withKeys, { viewport: DESKTOP }],
} as const;
const GAMES = Object.keys(rules.profiles).flatMap((profile) => Object.entries(WAYS).map(([way, [input, screen]]) => [profile, way, input, screen] as const));

test.runIf(THOROUGH).each(GAMES)("a whole game with the rules of %s, by %s", { timeout: 600_000 }, async (profile, way, input, screen) => {
  const page = await stage.person({ ...screen, tempo: "instant", reducedMotion: "reduce", deal: profile });
  await playNow(page, { profile, level: "solid" });
  await playGame(page, input);
  await picture(page, `over-${profile}-${way}`);
  expect(stage.problems).toEqual([]);
});
