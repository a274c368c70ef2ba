import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ActionView, TableView } from "../../../src/server/protocol";
import { LastSeen } from "../../../src/table/lastSeen";

const action = (seat: number, by: ActionView["by"] = "person") => ({ seat, action: "draw", by }) as ActionView;

function viewOf(actions: ActionView[], ending: string | null = null, table = "t"): TableView {
  return { table, settings: { seats: ["person", "person"] }, match: 1, game_number: 1, seat: 0, last_actions: actions.slice(-12), game: { actions: actions.length, ending } } as unknown as TableView;
}

let items: Map<string, string>;
beforeEach(() => {
  items = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const seen = new LastSeen("t", () => undefined);

test("after a longer absence I am told what the others played", () => {
  const before = [action(0), action(1)];
  seen.save(viewOf(before), 1000);
  const now = [...before, action(2), action(0), action(1)];
  expect(seen.missed(viewOf(now), 21_000)).toEqual([action(2), action(1)]);
});

test("after a short absence only if somebody played for me", () => {
  seen.save(viewOf([action(0)]), 1000);
  expect(seen.missed(viewOf([action(0), action(1)]), 2000)).toEqual([]);
  const played = [action(1), action(0, "computer")];
  expect(seen.missed(viewOf([action(0), ...played]), 2000)).toEqual(played);
});

test("nothing is missed on the first visit, in another game, as a spectator, or if nothing happened", () => {
  const view = viewOf([action(0), action(1, "computer")]);
  expect(seen.missed(view, 60_000)).toEqual([]);
  seen.save(view, 0);
  expect(seen.missed(view, 60_000)).toEqual([]);
  expect(seen.missed({ ...viewOf([action(0), action(1), action(1)]), game_number: 2 }, 60_000)).toEqual([]);
  expect(seen.missed({ ...viewOf([action(0), action(1), action(1)]), seat: null }, 60_000)).toEqual([]);
});

test("a game that has ended leaves nothing in the browser", () => {
  seen.save(viewOf([action(0)]), 0);
  expect(items.size).toBe(1);
  seen.save(viewOf([action(0), action(1)], "out"), 1);
  expect(items.size).toBe(0);
});

test("people who share a device are told by the hand-over", () => {
  const before = [action(0), action(1)];
  seen.save(viewOf(before, null, "d-1"), 1000);
  expect(items.size).toBe(0);
});
