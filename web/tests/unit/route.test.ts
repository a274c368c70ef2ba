import { expect, test } from "vitest";
import { parseRoute } from "../../src/route.svelte";

test("a link's fragment names its screen", () => {
  expect(parseRoute("#/t/abc234")).toEqual({ at: "code", code: "ABC234" });
  expect(parseRoute("#/table/77")).toEqual({ at: "table", table: "77" });
  expect(parseRoute("")).toEqual({ at: "home" });
  expect(parseRoute("#/")).toEqual({ at: "home" });
  expect(parseRoute("#/me")).toEqual({ at: "me" });
  expect(parseRoute("#/replay/77/1/2")).toEqual({ at: "replay", table: "77", match: 1, game: 2 });
  expect(parseRoute("#/replay/77/1/2/15")).toEqual({ at: "replay", table: "77", match: 1, game: 2, turn: 15 });
  expect(parseRoute("#/replay/77/1/2/x")).toEqual({ at: "replay", table: "77", match: 1, game: 2 });
});

test("an address that names nothing is unknown", () => {
  for (const hash of ["#/nowhere", "#/table", "#/table/", "#/t", "#/replay", "#nowhere", "#/tabel/77"]) expect(parseRoute(hash)).toEqual({ at: "unknown" });
  expect(parseRoute("#/t/%zz")).toEqual({ at: "code", code: "%ZZ" });
});
