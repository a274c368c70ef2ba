import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import rules from "../../src/server/rules.json";
import { playGame, playNow, withTaps } from "../stage/player";
import { Stage, TABLET, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test.each(Object.keys(rules.profiles))("a whole game with the rules of %s, by touch on a tablet", async (profile) => {
  const page = await stage.person({ viewport: TABLET, hasTouch: true, reducedMotion: "reduce" });
  await playNow(page, { profile, level: "solid" });
  await playGame(page, withTaps);
  await picture(page, `over-${profile}`);
  expect(stage.problems).toEqual([]);
});
