import { expect, test, vi } from "vitest";
import { type Screen, WakeLock } from "../../../src/companion/wakeLock";

function browser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as DocumentVisibilityState });
  /** The locks that hold the screen awake. */
  const held = new Set<object>();
  const release = vi.fn();
  const request = vi.fn(() => {
    const sentinel = {
      released: false,
      release: async () => {
        release();
        sentinel.released = true;
        held.delete(sentinel);
      },
    };
    held.add(sentinel);
    return Promise.resolve(sentinel);
  });
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    // A browser lets go of all locks of a hidden page.
    if (state === "hidden") for (const sentinel of [...held] as { released: boolean }[]) sentinel.released = held.delete(sentinel);
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { page: page as unknown as Document, screen: { wakeLock: { request } } satisfies Screen, request, release, held, show };
}

const settle = () => new Promise((done) => setTimeout(done));

test("the screen stays awake until it is released", async () => {
  const { page, screen, request, release } = browser();
  const lock = new WakeLock(screen, page);
  lock.hold();
  await settle();
  expect(request).toHaveBeenCalledWith("screen");
  lock.release();
  expect(release).toHaveBeenCalledTimes(1);
});

test("the browser is asked again when the page is visible again, and only while it is wanted", async () => {
  const { page, screen, request, show } = browser();
  const lock = new WakeLock(screen, page);
  lock.hold();
  await settle();
  show("hidden");
  show("visible");
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
  lock.release();
  show("visible");
  lock.close();
  await settle();
  expect(request).toHaveBeenCalledTimes(2);
});

test("however often it is asked for, nothing holds the screen awake after the release", async () => {
  const { page, screen, held } = browser();
  const lock = new WakeLock(screen, page);
  lock.hold();
  lock.hold();
  await settle();
  lock.hold();
  await settle();
  expect(held.size).toBe(1);
  lock.release();
  await settle();
  expect(held.size).toBe(0);
});

test("a lock that comes too late is let go", async () => {
  const { page, screen, release } = browser();
  const lock = new WakeLock(screen, page);
  lock.hold();
  lock.release();
  await settle();
  expect(release).toHaveBeenCalledTimes(1);
});

test("a browser without wake locks, or one that refuses, does no harm", async () => {
  const { page } = browser();
  new WakeLock({}, page).hold();
  new WakeLock({ wakeLock: { request: () => Promise.reject(new Error("low battery")) } }, page).hold();
  await settle();
});
