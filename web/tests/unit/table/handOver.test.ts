import { expect, test } from "vitest";
import type { ActionView, HandOver, TableView } from "../../../src/server/protocol";
import { actionsSince, awaitedSeat, endsQuietly, followingSeat, isShared } from "../../../src/table/handOver";

const viewOf = (seat: number | null, more: object = {}) => ({ table: "d-1", seat, settings: { seats: ["person", "person", "solid"] }, last_actions: [], ...more }) as unknown as TableView;
const message = (seat: number | null, next: number | null): HandOver => ({ type: "hand-over", table: "d-1", seat, next });
const action = (seat: number, what = "draw", drawn?: number) => ({ seat, action: what, drawn, by: "person" }) as ActionView;

test("a device is shared by two people or more, never on a server", () => {
  expect(isShared(viewOf(0))).toBe(true);
  expect(isShared(viewOf(0, { settings: { seats: ["person", "solid"] } }))).toBe(false);
  expect(isShared(viewOf(0, { table: "x-1" }))).toBe(false);
});

test("the next player is awaited only while all racks are hidden", () => {
  expect(awaitedSeat(viewOf(null), message(null, 1))).toBe(1);
  expect(awaitedSeat(viewOf(0), message(0, 1))).toBeNull();
  // The view of a seat arrives before the message that says so.
  expect(awaitedSeat(viewOf(1), message(null, 1))).toBeNull();
  expect(awaitedSeat(viewOf(null), message(null, null))).toBeNull();
  expect(awaitedSeat(viewOf(null), null)).toBeNull();
});

test("the device is passed on only after my turn", () => {
  expect(followingSeat(viewOf(0), message(0, 1))).toBe(1);
  expect(followingSeat(viewOf(0), message(0, 0))).toBeNull();
  expect(followingSeat(viewOf(0), message(0, null))).toBeNull();
  expect(followingSeat(viewOf(null), message(null, 1))).toBeNull();
});

test("a play ends quietly, unless it costs tiles; a draw has to be looked at", () => {
  expect(endsQuietly(action(0, "play"))).toBe(true);
  expect(endsQuietly(action(0, "play", 3))).toBe(false);
  expect(endsQuietly(action(0, "pass"))).toBe(true);
  expect(endsQuietly(action(0, "draw", 1))).toBe(false);
  expect(endsQuietly(action(0, "out-of-time", 1))).toBe(false);
});

test("a player is told what happened since their own last action", () => {
  const actions = [action(0), action(1), action(2), action(0), action(1)];
  const view = viewOf(null, { last_actions: actions });
  expect(actionsSince(view, 2)).toEqual(actions.slice(3));
  expect(actionsSince(view, 1)).toEqual([]);
  expect(actionsSince(viewOf(null, { last_actions: actions.slice(0, 2) }), 2)).toEqual(actions.slice(0, 2));
});
