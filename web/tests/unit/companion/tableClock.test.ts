import { beforeEach, expect, test } from "vitest";
import { Box } from "../../../src/companion/box.svelte";
import { keptItems } from "../../../src/companion/keptItems.svelte";
import { TableClock } from "../../../src/companion/tableClock.svelte";

const AT = 1_800_000_000_000;
const PLAYERS = ["Anna", "Ben", "Cleo"].map((name) => ({ name, face: "fox" }));

beforeEach(() => {
  for (const name of ["box", "clock"]) keptItems.set(name, null);
});

test("every tap is stored, so that another page goes on with it", () => {
  const clock = new TableClock();
  clock.seat(PLAYERS);
  clock.tap(AT);
  clock.tap(AT + 5000);
  const other = new TableClock();
  expect([other.player.name, other.next.name, other.previous?.name, other.timer.since]).toEqual(["Ben", "Cleo", "Anna", AT + 5000]);
});

test("a sheet seats its players, but not while a game is timed", () => {
  const clock = new TableClock();
  clock.seat(PLAYERS);
  clock.change({ players: clock.setup.players.map((player) => ({ ...player, handicap: player.name === "Ben" ? 20 : 0 })) });
  clock.seat(PLAYERS);
  expect([clock.rules.handicaps, clock.timer.opened.length]).toEqual([[0, 20, 0], 3]);
  clock.tap(AT);
  clock.seat(PLAYERS.slice(1));
  expect(clock.player.name).toBe("Anna");
});

test("the limit follows the box and its house rules, unless the players choose another one (U9)", () => {
  new Box().choose("vienna-de");
  const clock = new TableClock();
  expect([clock.rules.seconds, clock.rules.from]).toEqual([60, "after-opening"]);
  clock.box.choose("vienna-de", 4, { turn_seconds: null, clock_from: "first-turn" });
  expect([clock.rules.seconds, clock.rules.from]).toEqual([null, "first-turn"]);
  for (const seconds of [30, 40, null]) {
    clock.change({ seconds });
    expect(new TableClock().rules.seconds).toBe(seconds);
  }
});
