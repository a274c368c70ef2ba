import { expect, test } from "vitest";
import type { Player } from "../../../src/table/seats";
import type { TableView } from "../../../src/server/protocol";
import { directionOf, playersOf, seatAround } from "../../../src/table/seats";

const players = (count: number) => Array.from({ length: count }, (_, seat) => ({ seat }) as Player);
const sides = (count: number, mySeat: number | null) => seatAround(players(count), mySeat).map(({ player, side }) => `${player.seat} ${side}`);

test("the next player sits at my left, the others clockwise around the table", () => {
  expect(sides(4, 0)).toEqual(["1 left", "2 top", "3 right"]);
  expect(sides(4, 2)).toEqual(["3 left", "0 top", "1 right"]);
  expect(sides(6, 5)).toEqual(["0 left", "1 top", "2 top", "3 top", "4 right"]);
});

test("a single opponent sits opposite, two sit at the sides", () => {
  expect(sides(2, 0)).toEqual(["1 top"]);
  expect(sides(3, 1)).toEqual(["2 left", "0 right"]);
});

test("a spectator sees everyone", () => {
  expect(sides(3, null)).toEqual(["0 left", "1 top", "2 right"]);
});

test("a player's direction is where the player sits, seen from the middle; I have none", () => {
  const direction = (count: number, seat: number) => directionOf(players(count), 0, seat);
  expect([1, 2, 3].map((seat) => direction(4, seat))).toEqual([{ x: -1, y: 0 }, { x: 0, y: -1 }, { x: 1, y: 0 }]);
  expect([2, 3].map((seat) => direction(5, seat))).toEqual([{ x: -0.5, y: -1 }, { x: 0.5, y: -1 }]);
  expect(direction(4, 0)).toBe(null);
});

test("others are absent when they are not connected; I am only if the computer plays for me", () => {
  const seat = (person: string | null, away = false) => ({ person, away, name: "Ada", level: person ? null : "solid" });
  const view = (away = false) => ({ seat: 0, phase: "open", game: null, seats: [seat("me", away), seat("other"), seat(null)] }) as unknown as TableView;
  const absent = (present: number[], away = false) => playersOf(view(away), present).map(({ isAbsent }) => isAbsent);
  expect(absent([])).toEqual([false, true, false]);
  expect(absent([1])).toEqual([false, false, false]);
  expect(absent([0, 1], true)).toEqual([true, false, false]);
});
