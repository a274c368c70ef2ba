import { describe, expect, test } from "vitest";
import { type Timer, type TimerRules, elapsed, isFresh, isRunning, isTimeUp, limitOf, newTimer, pass, pause, remaining, resume, ringsBetween, setOpened, shownSeconds, startWith, undo, validTimer } from "../../../src/companion/turnTimer";

const MINUTE: TimerRules = { seconds: 60, from: "first-turn", handicaps: [0, 0, 0] };
const AFTER_OPENING: TimerRules = { ...MINUTE, from: "after-opening" };
const AT = 1_800_000_000_000;
const started = () => resume(newTimer(3), AT);

describe("a turn", () => {
  test("waits for the first tap, and then has the whole time", () => {
    expect(isFresh(newTimer(3))).toBe(true);
    expect(remaining(newTimer(3), MINUTE, AT + 99_000)).toBe(60_000);
    expect(remaining(started(), MINUTE, AT + 23_000)).toBe(37_000);
    expect(isFresh(started())).toBe(false);
  });

  test("passes clockwise, around the table", () => {
    let timer = started();
    const seats = [1, 2, 3, 4].map((n) => (timer = pass(timer, AT + n * 1000)).seat);
    expect(seats).toEqual([1, 2, 0, 1]);
    expect(elapsed(timer, AT + 4500)).toBe(500);
  });

  test("stays at 0 when its time is up (U10)", () => {
    expect(isTimeUp(started(), MINUTE, AT + 59_999)).toBe(false);
    expect(remaining(started(), MINUTE, AT + 61_000)).toBe(0);
    expect(isTimeUp(started(), MINUTE, AT + 60_000)).toBe(true);
  });

  test("has no limit where the rules have none (U9)", () => {
    expect(remaining(started(), { ...MINUTE, seconds: null }, AT + 999_000)).toBeNull();
  });

  test("can be longer or shorter for a player, but never shorter than five seconds", () => {
    const rules = { ...MINUTE, handicaps: [30, -20, -90] };
    const limits = [0, 1, 2].map((seat) => limitOf(newTimer(3, seat), rules));
    expect(limits).toEqual([90_000, 40_000, 5000]);
  });
});

test("a clock that was set back does not give time", () => {
  expect(elapsed(started(), AT - 5000)).toBe(0);
});

describe("a pause", () => {
  test("stops the time, and the turn goes on where it was", () => {
    const paused = pause(started(), AT + 20_000);
    expect(isRunning(paused)).toBe(false);
    expect(remaining(paused, MINUTE, AT + 500_000)).toBe(40_000);
    expect(remaining(resume(paused, AT + 500_000), MINUTE, AT + 510_000)).toBe(30_000);
  });

  test("is not lengthened by going on twice", () => {
    expect(resume(started(), AT + 30_000)).toEqual(started());
  });
});

describe("taking a tap back", () => {
  test("goes on as if the turn had never ended", () => {
    const timer = undo(pass(started(), AT + 10_000), AT + 14_000);
    expect(timer.seat).toBe(0);
    expect(remaining(timer, MINUTE, AT + 14_000)).toBe(46_000);
    expect(remaining(timer, MINUTE, AT + 20_000)).toBe(40_000);
  });

  test("works several times, and does nothing before the first turn", () => {
    const timer = pass(pass(started(), AT + 1000), AT + 2000);
    const back = undo(undo(undo(timer, AT + 3000), AT + 3000), AT + 3000);
    expect([back.seat, elapsed(back, AT + 3000), back.past]).toEqual([0, 3000, []]);
  });

  test("keeps a pause", () => {
    const timer = undo(pause(pass(started(), AT + 1000), AT + 2000), AT + 9000);
    expect([timer.since, elapsed(timer, AT + 99_000)]).toEqual([null, 2000]);
  });

  test("is remembered for the latest turns only", () => {
    let timer = started();
    for (let n = 0; n < 100; n += 1) timer = pass(timer, AT + n);
    expect(timer.past).toHaveLength(30);
  });
});

describe("where only turns after the opening are timed (U9)", () => {
  test("the time of the opening itself is free", () => {
    const timer = setOpened(started(), 0, true);
    expect(limitOf(timer, AFTER_OPENING)).toBeNull();
    let later: Timer = timer;
    for (let n = 1; n <= 3; n += 1) later = pass(later, AT + n * 1000);
    expect([later.seat, limitOf(later, AFTER_OPENING)]).toEqual([0, 60_000]);
    expect(limitOf(pass(later, AT + 4000), AFTER_OPENING)).toBeNull();
  });

  test("a tap that is taken back does not take the opening back", () => {
    const timer = undo(pass(setOpened(started(), 0, true), AT + 1000), AT + 2000);
    expect(timer.opened).toEqual([true, false, false]);
    expect(limitOf(timer, AFTER_OPENING)).toBeNull();
  });

  test("an opening that was marked by mistake can be unmarked", () => {
    expect(setOpened(setOpened(started(), 2, true), 2, false).opened).toEqual([false, false, false]);
  });
});

describe("the bell", () => {
  const rings = (before: number, now: number, timer = started(), rules = MINUTE) => ringsBetween(timer, rules, AT + before, AT + now);

  test("rings once at ten seconds and once at the end", () => {
    expect(rings(49_800, 50_000)).toEqual(["warning"]);
    expect(rings(50_000, 50_200)).toEqual([]);
    expect(rings(59_900, 60_100)).toEqual(["end"]);
    expect(rings(60_100, 60_300)).toEqual([]);
  });

  test("rings only the end after a long sleep", () => {
    expect(rings(1000, 300_000)).toEqual(["end"]);
  });

  test("is silent in a pause, without a limit, and at ten seconds of a turn that is no longer", () => {
    expect(rings(0, 99_000, pause(started(), AT))).toEqual([]);
    expect(rings(0, 99_000, started(), { ...MINUTE, seconds: null })).toEqual([]);
    expect(rings(0, 1000, started(), { ...MINUTE, seconds: 10 })).toEqual([]);
  });
});

test("the seconds shown begin with the limit and end with 0 when the time is up", () => {
  expect([60_000, 59_999, 59_001, 1, 0].map(shownSeconds)).toEqual([60, 60, 60, 1, 0]);
});

test("a player can be chosen to start, as long as nothing is lost", () => {
  expect(startWith(newTimer(3), 2)).toEqual(newTimer(3, 2));
});

describe("a stored timer", () => {
  test("goes on after a reload, with the time that has passed", () => {
    const stored: unknown = JSON.parse(JSON.stringify(pass(started(), AT + 5000)));
    expect(remaining(validTimer(stored, 3)!, MINUTE, AT + 25_000)).toBe(40_000);
  });

  test.each([null, {}, "x", { ...newTimer(3), seat: 7 }, { ...newTimer(3), used: "1" }, { ...newTimer(3), past: [null] }, { ...newTimer(3), opened: [true] }])("is left alone if it cannot be read: %j", (stored) => {
    expect(validTimer(stored, 3)).toBeNull();
  });

  test("of other players is left alone", () => {
    expect(validTimer(newTimer(3), 4)).toBeNull();
  });
});
