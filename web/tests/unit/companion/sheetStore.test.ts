import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { SheetStore } from "../../../src/companion/sheetStore";

const SHEET = "0123456789abcdef";

/** A store with a shared sheet in this version. */
async function shared(version: number, cells: Record<string, string | number>): Promise<SheetStore> {
  const disk = new IDBFactory();
  const store = new SheetStore(() => disk);
  await store.save({ sheet: "s", changed: 1, shared: { sheet: SHEET, code: "ABCDEF", version } }, cells);
  return store;
}
const cellsOf = async (store: SheetStore) => (await store.load("s"))!.cells;
const versionOf = async (store: SheetStore) => (await store.load("s"))!.row.shared?.version;

test("cells that arrive are taken over with their version", async () => {
  const store = await shared(5, { title: "Sunday" });
  expect(await store.absorb("s", SHEET, { version: 6, cells: { title: "Monday", planned: null } }, [])).toEqual({ title: "Monday", planned: null });
  expect(await cellsOf(store)).toEqual({ title: "Monday", planned: null });
  expect(await versionOf(store)).toBe(6);
});

test("what another tab has stored in a newer version stays", async () => {
  const store = await shared(6, { title: "Monday" });
  // The tab that hears of it late shows what it hears.
  expect(await store.absorb("s", SHEET, { version: 5, cells: { title: "Sunday" } }, [])).toEqual({ title: "Sunday" });
  expect(await cellsOf(store)).toEqual({ title: "Monday" });
  expect(await versionOf(store)).toBe(6);
});

test("an answer that is older than what another tab has stored is a reason to read on from there", async () => {
  const store = await shared(5, { planned: 3 });
  await store.enter("s", 2, { title: "Mnday" });
  const sent = await store.unsent("s", 9);
  // The other tab hears of a correction, which the unsent entry hides.
  await store.absorb("s", SHEET, { version: 7, cells: { title: "Monday", planned: 4 } }, []);
  await store.absorb("s", SHEET, { version: 6, cells: { title: "Mnday" } }, sent);
  expect(await cellsOf(store)).toEqual({ title: "Mnday", planned: 4 });
  expect(await versionOf(store)).toBe(6);
  expect(await store.unsent("s", 9)).toEqual([]);
});

test("an entry stays unsent until its own answer arrives", async () => {
  const store = await shared(5, {});
  await store.enter("s", 2, { title: "Monday" });
  const first = await store.unsent("s", 9);
  await store.enter("s", 3, { title: "Tuesday" });
  expect(await store.absorb("s", SHEET, { version: 6, cells: { title: "Monday" } }, first)).toEqual({});
  expect(await cellsOf(store)).toEqual({ title: "Tuesday" });
  expect((await store.unsent("s", 9)).map(({ value }) => value)).toEqual(["Tuesday"]);
});

test("a sheet that is shared anew takes nothing over from before, and its end is not that of the new one", async () => {
  const store = await shared(5, { title: "Sunday" });
  await store.share("s", { sheet: "another", code: "GHJKLM", version: 0 });
  expect(await store.absorb("s", SHEET, { version: 6, cells: { title: "Monday" } }, [])).toBeNull();
  await store.endSharing("s", SHEET);
  expect((await store.load("s"))!.row.shared).toEqual({ sheet: "another", code: "GHJKLM", version: 0 });
  expect((await store.unsent("s", 9)).map(({ key, value }) => [key, value])).toEqual([["title", "Sunday"]]);
  await store.endSharing("s", "another");
  expect((await store.load("s"))!.row.shared?.hasEnded).toBe(true);
  await store.enter("s", 2, { planned: 3 });
  expect((await store.unsent("s", 9)).map(({ key }) => key)).toEqual(["title"]);
  await store.endSharing("s", "another", true);
  expect((await store.load("s"))!.row).toEqual({ sheet: "s", changed: 2 });
});

test("the entries of one sheet are not those of another", async () => {
  const store = await shared(5, {});
  await store.save({ sheet: "t", changed: 1, shared: { sheet: "other", code: "GHJKLM", version: 0 } }, {});
  await store.enter("t", 2, { title: "Monday" });
  expect(await store.unsent("s", 9)).toEqual([]);
  expect((await store.unsent("t", 9)).map(({ key }) => key)).toEqual(["title"]);
  expect((await store.rows()).map(({ sheet }) => sheet)).toEqual(["s", "t"]);
});
