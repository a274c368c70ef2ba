import { beforeEach, expect, test, vi } from "vitest";
import { type Source, mayStart, startQuietly } from "../../../src/engine/background";
import type { CopyStatus } from "../../../src/engine/deviceCopy.svelte";
import type { EngineStatus } from "../../../src/engine/engine.svelte";

const fake = vi.hoisted(() => ({
  engine: { status: "absent" as EngineStatus, start: vi.fn(() => Promise.resolve()) },
  copy: { status: "none" as CopyStatus, look: () => Promise.resolve() },
  metered: false,
}));
vi.mock("../../../src/engine/engine.svelte", () => ({ engine: fake.engine }));
vi.mock("../../../src/engine/deviceCopy.svelte", () => ({ deviceCopy: fake.copy }));
vi.mock("../../../src/engine/metered", () => ({ isMetered: () => fake.metered }));

beforeEach(() => {
  fake.engine.status = "absent";
  fake.engine.start.mockClear();
});

const CASES: [Source, CopyStatus, boolean, boolean][] = [
  ["stored", "stored", true, true],
  ["stored", "none", false, false],
  ["free", "stored", true, true],
  ["free", "storing", true, true],
  ["free", "none", false, true],
  ["free", "none", true, false],
  ["free", "impossible", false, false],
  ["free", "failed", false, false],
];

test.each(CASES)("an engine from %s, with a copy that is %s, metered %s: starts %s", async (source, status, metered, starts) => {
  fake.copy.status = status;
  fake.metered = metered;
  expect(await mayStart(source)).toBe(starts);
  expect(startQuietly(source)).toBe(false);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(fake.engine.start).toHaveBeenCalledTimes(starts ? 1 : 0);
});

test("an engine that runs may be used on a metered connection, and one that failed is not started again by itself", async () => {
  Object.assign(fake.copy, { status: "none" });
  fake.metered = true;
  fake.engine.status = "ready";
  expect([await mayStart("stored"), startQuietly("stored")]).toEqual([true, true]);
  fake.engine.status = "loading";
  expect([await mayStart("stored"), startQuietly("stored")]).toEqual([true, false]);
  fake.copy.status = "stored";
  fake.engine.status = "failed";
  expect(startQuietly("free")).toBe(false);
  await Promise.resolve();
  expect(fake.engine.start).not.toHaveBeenCalled();
});
