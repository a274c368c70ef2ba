import { afterEach, expect, test, vi } from "vitest";
import { isMetered } from "../../../src/engine/metered";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ saveData: true }, true],
  [{ saveData: false, type: "cellular" }, true],
  [{ saveData: false, type: "wifi" }, false],
  [undefined, false],
])("a connection that is %j is metered: %s", (connection, metered) => {
  vi.stubGlobal("navigator", { connection });
  expect(isMetered()).toBe(metered);
});
