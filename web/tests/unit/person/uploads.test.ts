import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removePersonalItems } from "../../../src/person/storage";
import { copiesOf, gameId, isUploaded, upload } from "../../../src/person/uploads";
import type { DeviceGame } from "../../../src/server/http";
import { FakeStorage } from "../fakeStorage";

const GAME: DeviceGame = { id: gameId("d-1", 1, 2), record: "…", seats: ["person", "solid", "person"], seat: 0, ended_at: 5 };
const sent: unknown[] = [];

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    sent.push(path, JSON.parse(body));
    return sent.length > 2 ? new Response('{"error": "no-account"}', { status: 403 }) : new Response('{"table": "abc"}', { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a game is uploaded as the player of a seat, and remembered with the table that it has on the server", async () => {
  expect(isUploaded("d-1-1-2")).toBe(false);
  await upload(GAME, 2);
  expect(sent).toEqual(["/api/me/device-games", { ...GAME, seat: 2 }]);
  expect([isUploaded("d-1-1-2"), isUploaded("d-1-1-1")]).toEqual([true, false]);
  expect([...copiesOf(["d-1"])]).toEqual(["abc"]);
  expect([...copiesOf(["d-2", "d-1-1"])]).toEqual([]);
});

test("a game that the server refuses is not remembered, and signing out forgets what was uploaded", async () => {
  await upload(GAME, 0);
  await expect(upload({ ...GAME, id: gameId("d-2", 1, 1) }, 0)).rejects.toMatchObject({ code: "no-account" });
  expect([isUploaded("d-1-1-2"), isUploaded("d-2-1-1")]).toEqual([true, false]);
  removePersonalItems();
  expect(isUploaded("d-1-1-2")).toBe(false);
});
