import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEVICE, isOnDevice } from "../../../src/server/channels";

/** The engine, played by the test. */
const fake = vi.hoisted(() => ({
  ready: null as { resolve: () => void; reject: (error: Error) => void } | null,
  sent: [] as string[],
  listener: null as ((text: string) => void) | null,
  onFailure: null as (() => void) | null,
}));
vi.mock("../../../src/engine/engine.svelte", () => ({
  engine: {
    start: () => new Promise<void>((resolve, reject) => (fake.ready = { resolve, reject })),
    send: (text: string) => fake.sent.push(text),
    listen: (listener: typeof fake.listener, onFailure: typeof fake.onFailure) => Object.assign(fake, { listener, onFailure }),
  },
}));

const heard: string[] = [];
const events = { opened: () => heard.push("opened"), received: (text: string) => heard.push(text), closed: (code: number) => heard.push(`closed ${code}`) };
const started = () => vi.waitFor(() => expect(fake.ready).not.toBeNull());

beforeEach(() => {
  Object.assign(fake, { ready: null, listener: null, onFailure: null });
  fake.sent.length = heard.length = 0;
});
afterEach(() => vi.restoreAllMocks());

test("a channel to the engine opens when the engine is ready, and carries texts both ways", async () => {
  const channel = DEVICE.open(events);
  await started();
  channel.send("too early");
  expect([channel.isOpen, heard, fake.sent]).toEqual([false, [], []]);
  fake.ready!.resolve();
  await vi.waitFor(() => expect(channel.isOpen).toBe(true));
  channel.send("hello");
  fake.listener!("welcome");
  expect([heard, fake.sent]).toEqual([["opened", "welcome"], ["hello"]]);
});

test("an engine that fails, at its start or later, closes the channel once", async () => {
  DEVICE.open(events);
  await started();
  fake.ready!.reject(new Error("no network"));
  await vi.waitFor(() => expect(heard).toEqual(["closed 0"]));
  heard.length = 0;
  fake.ready = null;
  const channel = DEVICE.open(events);
  await started();
  fake.ready!.resolve();
  await vi.waitFor(() => expect(channel.isOpen).toBe(true));
  fake.onFailure!();
  fake.onFailure!();
  expect([channel.isOpen, heard]).toEqual([false, ["opened", "closed 0"]]);
});

test("a channel that was closed while the engine was loading stays closed", async () => {
  const channel = DEVICE.open(events);
  await started();
  channel.close();
  fake.ready!.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect([channel.isOpen, heard]).toEqual([false, []]);
});

test("the id of a table says where it is played", () => {
  expect([isOnDevice("d-0123"), isOnDevice("0123d-")]).toEqual([true, false]);
});
