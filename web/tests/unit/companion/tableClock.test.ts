import { beforeEach, expect, test, vi } from "vitest";
import { TableClock } from "../../../src/companion/tableClock.svelte";

const AT = 1_800_000_000_000;
const SHEET = { profile: "tm-toys" as const, players: ["Anna", "Ben", "Cleo"].map((name) => ({ name, face: "fox" })) };

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => items.set(key, value) });
});

test("every tap is stored, so that another page goes on with it", () => {
  const clock = new TableClock();
  clock.seat(SHEET);
  clock.tap(AT);
  clock.tap(AT + 5000);
  const other = new TableClock();
  expect([other.player.name, other.next.name, other.previous?.name, other.timer.since]).toEqual(["Ben", "Cleo", "Anna", AT + 5000]);
});

test("a sheet seats its players with its box, but not while a game is timed", () => {
  const clock = new TableClock();
  clock.seat(SHEET);
  clock.change({ players: clock.setup.players.map((player) => ({ ...player, handicap: player.name === "Ben" ? 20 : 0 })) });
  clock.seat(SHEET);
  expect([clock.setup.profile, clock.rules.handicaps, clock.timer.opened.length]).toEqual(["tm-toys", [0, 20, 0], 3]);
  clock.tap(AT);
  clock.seat({ profile: "jumbo", players: SHEET.players.slice(1) });
  expect([clock.setup.profile, clock.player.name]).toEqual(["tm-toys", "Anna"]);
});

test("the limit follows the box, unless the players choose another one (U9)", () => {
  const clock = new TableClock();
  clock.change({ profile: "vienna-de" });
  expect([clock.rules.seconds, clock.rules.from]).toEqual([60, "after-opening"]);
  for (const seconds of [30, 40, null]) {
    clock.change({ seconds });
    expect(new TableClock().rules.seconds).toBe(seconds);
  }
});
