import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetTable, recentTables, rememberTable, tableCode } from "../../../src/person/recentTables";
import { loadItem, removePersonalItems, saveItem } from "../../../src/person/storage";
import { FakeStorage } from "../fakeStorage";

beforeEach(() => vi.stubGlobal("localStorage", new FakeStorage()));
afterEach(() => vi.unstubAllGlobals());

test("the last table comes first, and keeps what was known about it", () => {
  rememberTable("a", { code: "ABCDEF" });
  rememberTable("b", {});
  rememberTable("a", { over: true });
  expect(recentTables().map((one) => one.table)).toEqual(["a", "b"]);
  expect(recentTables()[0]).toMatchObject({ code: "ABCDEF", over: true });
  expect(tableCode("a")).toBe("ABCDEF");
  forgetTable("a");
  expect(tableCode("a")).toBe(null);
});

test("signing out removes what belongs to the person, and nothing else", () => {
  rememberTable("a", {});
  saveItem("preferences", { theme: "daylight" });
  removePersonalItems();
  expect(recentTables()).toEqual([]);
  expect(loadItem("preferences")).toEqual({ theme: "daylight" });
});

test("without storage nothing is remembered, and nothing fails", () => {
  vi.unstubAllGlobals();
  rememberTable("a", {});
  expect(recentTables()).toEqual([]);
});
