import { beforeEach, expect, test, vi } from "vitest";
import { consent } from "../../../src/engine/consent.svelte";

const fake = vi.hoisted(() => ({ metered: true, stored: false }));
vi.mock("../../../src/engine/background", () => ({ mayStart: () => Promise.resolve(fake.stored) }));
vi.mock("../../../src/engine/metered", () => ({ isMetered: () => fake.metered }));

beforeEach(() => Object.assign(fake, { metered: true, stored: false }));

test("where megabytes may cost money, the engine waits for the person's word", async () => {
  const done = vi.fn();
  const all = Promise.all([consent.obtain().then(done), consent.obtain().then(done)]);
  await vi.waitFor(() => expect(consent.isWanted).toBe(true));
  expect(done).not.toHaveBeenCalled();
  consent.give();
  await all;
  expect([done.mock.calls.length, consent.isWanted]).toEqual([2, false]);
});

test.each([
  { metered: false, stored: false },
  { metered: true, stored: true },
])("nobody is asked if nothing costs money or all is there (%o)", async (given) => {
  Object.assign(fake, given);
  await consent.obtain();
  expect(consent.isWanted).toBe(false);
});
