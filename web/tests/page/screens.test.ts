import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { violations } from "../stage/pageChecks";
import { onEveryScreen } from "./screens";
import { Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test.each(["evening", "daylight", "contrast"])("in the theme %s, axe finds no violation on any screen", async (theme) => {
  const problems = await onEveryScreen(stage, { theme }, async (page, name) => {
    await picture(page, `${theme}-${name}`);
    return violations(page);
  });
  expect(problems).toEqual({});
  expect(stage.problems).toEqual([]);
});
