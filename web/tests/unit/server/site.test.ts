import { expect, test } from "vitest";
import { fileFor } from "../../../src/server/site";

test("the rules are files on a site without a server", () => {
  expect(fileFor("GET", "/api/profiles/vienna-de/rules?language=pl")).toBe("rules/vienna-de.pl.json");
});

test.each([
  ["POST", "/api/guests"],
  ["GET", "/api/lobby"],
  ["GET", "/api/me/tables"],
  ["POST", "/api/profiles/jumbo/rules?language=de"],
  ["GET", "/api/profiles/../rules?language=de"],
])("%s %s needs a server", (method, path) => {
  expect(fileFor(method, path)).toBeNull();
});
