import { expect, test } from "vitest";
import { needsServer, parseRoute } from "../../src/route.svelte";

test("a link's fragment names its screen", () => {
  expect(parseRoute("#/t/abc234")).toEqual({ at: "code", code: "ABC234" });
  expect(parseRoute("#/table/77")).toEqual({ at: "table", table: "77" });
  expect(parseRoute("")).toEqual({ at: "home" });
  expect(parseRoute("#/")).toEqual({ at: "home" });
  expect(parseRoute("#/me")).toEqual({ at: "me" });
  expect(parseRoute("#/replay/77/1/2")).toEqual({ at: "replay", table: "77", match: 1, game: 2 });
  expect(parseRoute("#/replay/77/1/2/15")).toEqual({ at: "replay", table: "77", match: 1, game: 2, turn: 15 });
  expect(parseRoute("#/sheets")).toEqual({ at: "sheets" });
  expect(parseRoute("#/sheet/x7")).toEqual({ at: "sheet", sheet: "x7" });
  expect(parseRoute("#/s/abc234")).toEqual({ at: "shared", code: "ABC234" });
  expect(parseRoute("#/best")).toEqual({ at: "best", position: "" });
  expect(parseRoute("#/best/r3%20r4")).toEqual({ at: "best", position: "r3 r4" });
  expect(parseRoute("#/replay/77/1/2/x")).toEqual({ at: "replay", table: "77", match: 1, game: 2 });
});

test("an address that names nothing is unknown", () => {
  for (const hash of ["#/nowhere", "#/table", "#/table/", "#/t", "#/sheet", "#/replay", "#nowhere", "#/tabel/77"]) expect(parseRoute(hash)).toEqual({ at: "unknown" });
  expect(parseRoute("#/t/%zz")).toEqual({ at: "code", code: "%ZZ" });
});

test("other people and the server's games need a server, everything on this device does not", () => {
  for (const hash of ["#/t/ABC", "#/s/ABC", "#/table/77", "#/replay/77/1/1", "#/ratings/jumbo"]) expect(needsServer(parseRoute(hash)), hash).toBe(true);
  for (const hash of ["#/", "#/table/d-77", "#/replay/d-77/1/1", "#/make", "#/games", "#/me", "#/rules/twist", "#/sheets", "#/sheet/x7", "#/clock", "#/referee", "#/best"]) expect(needsServer(parseRoute(hash)), hash).toBe(false);
});
