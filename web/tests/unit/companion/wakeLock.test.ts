import { expect, test, vi } from "vitest";
import { type Screen, WakeLock } from "../../../src/companion/wakeLock";

function browser() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as DocumentVisibilityState });
  const release = vi.fn(() => Promise.resolve());
  const request = vi.fn(() => Promise.resolve({ release }));
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { page: page as unknown as Document, screen: { wakeLock: { request } } satisfies Screen, request, release, show };
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
