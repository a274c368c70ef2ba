import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SheetStore } from "../../../src/companion/sheetStore";
import { sendWaitingEntries } from "../../../src/companion/waitingEntries";
import { RequestError } from "../../../src/server/http";
import { Device, ID, SHEET, SheetOnServer, later } from "./sharedDevices";

vi.mock("../../../src/server/http", async (original) => ({ ...(await original<typeof import("../../../src/server/http")>()), ask: async () => ({}) }));

let server: SheetOnServer;
let devices: Device[] = [];

beforeEach(() => {
  // The database in memory schedules with setImmediate, which stays real.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // It would connect all devices, as if they were tabs of one browser.
  vi.stubGlobal("BroadcastChannel", undefined);
  server = new SheetOnServer();
});
afterEach(() => {
  for (const device of devices.splice(0)) device.page.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function device(cells?: Record<string, string | number | null>): Promise<Device> {
  const made = new Device(server);
  devices.push(made);
  await (cells ? made.share(cells) : made.join());
  return made;
}

/** Let everything happen that is under way, except what waits for a timer. */
async function rest(): Promise<void> {
  for (let n = 0; n < 60; n += 1) await later();
}

/** Let everything happen, also what waits for a timer. */
async function settle(): Promise<void> {
  const isSending = () => devices.some(({ page }) => page.sharing.status === "sending");
  // The database takes a moment for every cell.
  for (let n = 0; n < 12 || (n < 500 && isSending()); n += 1) {
    await rest();
    vi.advanceTimersByTime(20_000);
  }
  await rest();
}

async function expectSame(cells: Record<string, unknown>): Promise<void> {
  expect(server.values).toEqual(cells);
  for (const { page, store } of devices) {
    expect(page.cells).toEqual(cells);
    expect((await store.load(ID))!.cells).toEqual(cells);
    expect(await store.unsent(ID, 1)).toEqual([]);
    expect(page.sharing.status).toBe("shared");
  }
}

test("a shared sheet reaches those who open it, and all of them may enter", async () => {
  const anna = await device({ title: "Sunday", players: 2 });
  await settle();
  const ben = await device();
  await settle();
  anna.page.set({ "1.0.r5": 2 });
  ben.page.set({ "1.1.k7": 1 });
  // A tap is there at once.
  expect([anna.page.cells["1.0.r5"], ben.page.cells["1.1.k7"]]).toEqual([2, 1]);
  expect(anna.page.sharing.status).toBe("sending");
  await settle();
  await expectSame({ title: "Sunday", players: 2, "1.0.r5": 2, "1.1.k7": 1 });
});

test("of two entries for one cell the last that arrives counts for everybody", async () => {
  const [anna, ben] = [await device({ title: "Sunday" }), await device()];
  await settle();
  anna.page.set({ title: "Monday" });
  ben.page.set({ title: "Tuesday" });
  await settle();
  expect(["Monday", "Tuesday"]).toContain(server.values["title"]);
  await expectSame({ title: server.values["title"] });
});

test("quick taps share a request", async () => {
  const anna = await device({ title: "Sunday" });
  await settle();
  const before = server.requests;
  for (let count = 1; count <= 9; count += 1) {
    anna.page.set({ "1.0.r5": count });
    await rest();
  }
  await settle();
  expect(server.values["1.0.r5"]).toBe(9);
  expect(server.requests - before).toBeLessThanOrEqual(3);
});

test("entries without a network wait, also through a reload, and are sent when it is back", async () => {
  const [anna, ben] = [await device({ title: "Sunday" }), await device()];
  await settle();
  anna.network.cut();
  anna.page.set({ "1.0.r5": 1 });
  ben.page.set({ "1.1.k7": 2 });
  await settle();
  expect(anna.page.sharing.status).toBe("waiting");
  await anna.reload();
  await settle();
  expect(anna.page.cells).toEqual({ title: "Sunday", "1.0.r5": 1 });
  expect(anna.page.sharing.status).toBe("waiting");
  anna.network.mend();
  await settle();
  await expectSame({ title: "Sunday", "1.0.r5": 1, "1.1.k7": 2 });
});

test("when the network is back, entries are sent at once", async () => {
  const anna = await device({ title: "Sunday" });
  await settle();
  anna.network.cut();
  anna.page.set({ title: "Monday" });
  await settle();
  anna.network.mend();
  await rest();
  expect(server.values).toEqual({ title: "Monday" });
  await settle();
  await expectSame({ title: "Monday" });
});

test("an entry whose answer was lost does not undo a correction that came after it", async () => {
  const [anna, ben] = [await device({ title: "Sunday" }), await device()];
  await settle();
  anna.network.losesAnswers = true;
  anna.page.set({ title: "Mnday" });
  await rest();
  expect(server.values).toEqual({ title: "Mnday" });
  ben.page.set({ title: "Monday" });
  await rest();
  expect(server.values).toEqual({ title: "Monday" });
  anna.network.losesAnswers = false;
  await settle();
  await expectSame({ title: "Monday" });
});

test("an answer that is overtaken by news does not bring back what is old", async () => {
  const [anna, ben] = [await device({ title: "Sunday", planned: 3 }), await device()];
  await settle();
  // Ben's page hears of Anna's entry only after the answer to his own, or before it.
  ben.network.isSlow = true;
  anna.page.set({ planned: 4 });
  await rest();
  ben.page.set({ title: "Monday" });
  await rest();
  anna.page.set({ planned: 5 });
  ben.network.deliver();
  await settle();
  await expectSame({ title: "Monday", planned: 5 });
});

test("an answer that arrives after newer messages brings nothing old back, and what it tells about its own entries is read again", async () => {
  const [anna, ben] = [await device({ title: "Sunday", planned: 3 }), await device()];
  await settle();
  ben.page.set({ planned: 4 });
  await settle();
  anna.network.answersLate = true;
  anna.page.set({ title: "Mnday" });
  await rest();
  // While the answer is on its way, Ben corrects Anna's entry and another cell.
  ben.page.set({ title: "Monday", planned: 5 });
  await rest();
  expect(server.values).toEqual({ title: "Monday", planned: 5 });
  expect(anna.page.cells).toEqual({ title: "Mnday", planned: 5 });
  anna.network.answerAll();
  for (let n = 0; n < 60; n += 1) {
    expect(anna.page.cells["planned"]).toBe(5);
    await later();
  }
  await settle();
  await expectSame({ title: "Monday", planned: 5 });
});

test("a tap in the moment in which news arrive stays", async () => {
  const [anna, ben] = [await device({ title: "Sunday" }), await device()];
  await settle();
  for (let n = 0; n < 30; n += 1) {
    ben.page.set({ title: `Ben ${n}` });
    // Another moment in every round.
    for (let m = 0; m < n; m += 1) await later();
    anna.page.set({ title: `Anna ${n}` });
    // Nothing that Ben entered before takes its place, not for a moment.
    for (let m = 0; m < 200 && !server.entries.some(({ value }) => value === `Anna ${n}`); m += 1) {
      expect(anna.page.cells["title"]).toBe(`Anna ${n}`);
      await later();
    }
    await settle();
    await expectSame({ title: server.values["title"] });
  }
});

test("undo takes back my own step, but not what somebody else has corrected since", async () => {
  const [anna, ben] = [await device({ title: "Sunday" }), await device()];
  await settle();
  anna.page.set({ "1.0.r5": 1, "1.0.r6": 1 });
  await settle();
  ben.page.set({ "1.0.r5": 2 });
  await settle();
  anna.page.undo();
  await settle();
  await expectSame({ title: "Sunday", "1.0.r5": 2, "1.0.r6": null });
});

test("a large sheet is sent in parts, and those who join meanwhile get all of it", async () => {
  const cells = Object.fromEntries(Array.from({ length: 950 }, (_, n) => [`${1 + (n % 200)}.${Math.floor(n / 200)}.r1`, 1]));
  const anna = await device(cells);
  while (!server.requests) await rest();
  expect(Object.keys(server.values)).toHaveLength(200);
  await device();
  await settle();
  await expectSame(cells);
  expect(anna.page.sharing.status).toBe("shared");
});

test("a page whose sharing was interrupted goes on with it", async () => {
  const cells = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${1 + n}.end`, 0]));
  const anna = await device(cells);
  while (!server.requests) await rest();
  expect(Object.keys(server.values)).toHaveLength(200);
  await anna.reload();
  await settle();
  await expectSame(cells);
});

test("a sheet that was deleted from the server stays on every device and says so", async () => {
  const [anna, ben] = [await device({ title: "Sunday" }), await device()];
  await settle();
  ben.network.cut();
  server.delete();
  await settle();
  expect(anna.page.sharing.status).toBe("ended");
  anna.page.set({ title: "Monday" });
  await settle();
  expect(anna.page.cells).toEqual({ title: "Monday" });
  // Ben was away, and entered something.
  ben.page.set({ title: "Tuesday" });
  ben.network.mend();
  await settle();
  expect(ben.page.sharing.status).toBe("ended");
  await ben.reload();
  expect(ben.page.sharing.status).toBe("ended");
  expect(ben.page.cells).toEqual({ title: "Tuesday" });
});

test("a request to a deleted sheet says so too, if no message arrives", async () => {
  const anna = await device({ title: "Sunday" });
  await settle();
  anna.network.isSlow = true;
  server.delete();
  anna.page.set({ title: "Monday" });
  await settle();
  expect(anna.page.sharing.status).toBe("ended");
});

test("entries that the server refuses stay on the device, with the reason", async () => {
  const anna = await device({ title: "Sunday" });
  await settle();
  server.refusal = new RequestError(409, "sheet-full", "This sheet is full.");
  anna.page.set({ title: "Monday" });
  await settle();
  expect(anna.page.sharing.status).toBe("refused");
  expect(anna.page.sharing.refusal?.code).toBe("sheet-full");
  expect(anna.page.cells).toEqual({ title: "Monday" });
  server.refusal = null;
  await settle();
  await expectSame({ title: "Monday" });
});

test("entries of a sheet that is not open are sent from anywhere in the section, but not those of the open one", async () => {
  const anna = await device({ title: "Sunday" });
  await settle();
  anna.network.cut();
  anna.page.set({ title: "Monday" });
  await settle();
  anna.page.close();
  anna.network.mend();
  const stops = [sendWaitingEntries(ID, anna.store, anna.network)];
  await rest();
  expect(server.values).toEqual({ title: "Sunday" });
  stops.push(sendWaitingEntries(null, anna.store, anna.network));
  await rest();
  expect(server.values).toEqual({ title: "Monday" });
  for (const stop of stops) stop();
  // Nothing waits any more: nobody follows the sheet.
  const { requests } = server;
  sendWaitingEntries(null, anna.store, anna.network)();
  await settle();
  expect(server.requests).toBe(requests);
  await anna.open();
  await settle();
  await expectSame({ title: "Monday" });
});

test("two tabs of one device show and send the same", async () => {
  const anna = await device({ title: "Sunday" });
  await settle();
  const tab = new Device(server);
  Object.assign(tab, { store: anna.store, network: anna.network });
  devices.push(tab);
  await tab.open();
  const ben = await device();
  await settle();
  anna.page.set({ "1.0.r5": 1 });
  tab.page.set({ "1.0.r6": 2 });
  ben.page.set({ "1.0.r7": 3 });
  await settle();
  await expectSame({ title: "Sunday", "1.0.r5": 1, "1.0.r6": 2, "1.0.r7": 3 });
  // One of them is closed before its entry is sent.
  anna.network.cut();
  anna.page.set({ "1.0.r5": 4 });
  await rest();
  anna.page.close();
  devices = devices.filter((one) => one !== anna);
  tab.network.mend();
  tab.page.sharing.stored();
  await settle();
  expect(server.values["1.0.r5"]).toBe(4);
});

describe.each(Array.from({ length: 30 }, (_, n) => n + 1))("with seed %i", (seed) => {
  test("devices that come, go, reload and lose answers end up with the same sheet, and no entry to a cell of their own is lost", async () => {
    let state = seed;
    const chance = (most: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const all = [await device({ title: "Sunday" }), await device(), await device()];
    const own: Record<string, number> = {};
    for (let n = 1; n <= 120; n += 1) {
      const which = chance(3);
      const one = all[which]!;
      switch (chance(11)) {
        case 10:
          if (one.network.answersLate) one.network.answerAll();
          else one.network.answersLate = true;
          break;
        case 0:
          one.network.cut();
          break;
        case 1:
          one.network.losesAnswers = !one.network.losesAnswers;
          break;
        case 2:
          if (one.network.isLost) one.network.mend();
          break;
        case 3:
          // A page that is closed keeps what is on the disk.
          for (let m = 0; m < 20; m += 1) await later();
          await one.reload();
          break;
        case 4:
          if (one.network.isSlow) one.network.deliver();
          else one.network.isSlow = true;
          break;
        case 5:
          one.page.set({ title: `${which} ${n}` });
          break;
        case 6:
          vi.advanceTimersByTime(1_000);
          break;
        default: {
          const key = `${1 + chance(4)}.${which}.r1`;
          one.page.set({ [key]: n });
          own[key] = n;
        }
      }
      for (let m = chance(6); m > 0; m -= 1) await later();
    }
    for (const { network } of all) {
      network.losesAnswers = false;
      network.deliver();
      network.answerAll();
      if (network.isLost) network.mend();
    }
    await settle();
    expect(server.values).toMatchObject(own);
    await expectSame({ ...server.values });
  });
});

test("sheets that were stored before sharing existed are still there", async () => {
  const disk = new IDBFactory();
  await new Promise<void>((done) => {
    const request = disk.open("tilewise-sheets", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("sheets", { keyPath: "sheet" }).put({ sheet: "old", changed: 1 });
      request.result.createObjectStore("cells", { keyPath: ["sheet", "key"] }).put({ sheet: "old", key: "title", value: "Sunday" });
    };
    request.onsuccess = () => {
      request.result.close();
      done();
    };
  });
  const store = new SheetStore(() => disk);
  expect(await store.list()).toEqual([{ row: { sheet: "old", changed: 1 }, cells: { title: "Sunday" } }]);
  await store.enter("old", 2, { title: "Monday" });
  expect(await store.unsent("old", 9)).toEqual([]);
  await store.share("old", { sheet: SHEET, code: "ABCDEF", version: 0 });
  expect((await store.unsent("old", 9)).map(({ key, value }) => [key, value])).toEqual([["title", "Monday"]]);
});
