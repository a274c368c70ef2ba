import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { violations } from "./looks";
import { onEveryScreen } from "./screens";
import { ARTEFACTS, Stage } from "./stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test.each(["felt", "paper", "contrast"])("in the theme %s, axe finds nothing on any screen", async (theme) => {
  const wrong = await onEveryScreen(stage, { theme }, async (page, name) => {
    await page.screenshot({ path: `${ARTEFACTS}/${theme}-${name}.png` });
    return violations(page);
  });
  expect(wrong).toEqual({});
  expect(stage.problems).toEqual([]);
});
