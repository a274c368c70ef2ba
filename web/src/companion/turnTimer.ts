/**
 * The clock of a real table, as an immutable value. It knows when things happened, not how much time passed, so it goes on through
 * a reload, a locked screen or a crash. Times are milliseconds since 1970 and come from the caller.
 */

/** The times that the rulebooks name, in seconds. */
export const LIMITS = [30, 40, 60, 90, 120] as const;

/** Milliseconds before the end at which the bell rings the first time. */
export const WARNING = 10_000;

export interface TimerRules {
  /** Seconds for a turn; null: no limit. */
  readonly seconds: number | null;
  /** Whether a player's turns are timed from the first or only after the opening (U9). */
  readonly from: "first-turn" | "after-opening";
  /** Seconds that each player has more, or less, than the limit. */
  readonly handicaps: readonly number[];
}

interface Turn {
  readonly seat: number;
  /** When it began or went on; null while it is paused. */
  readonly since: number | null;
  /** Milliseconds that had passed by then. */
  readonly used: number;
  /** Who had opened when the turn began. */
  readonly openedBefore: readonly boolean[];
}

export interface Timer extends Turn {
  /** Who has opened by now. */
  readonly opened: readonly boolean[];
  /** The turns before this one, as they were when they ended; the last one is the latest. */
  readonly past: readonly Turn[];
}

/** Taps that can be taken back. */
const MOST_PAST = 30;

/** Return a timer that waits for the first tap. */
export function newTimer(players: number, first = 0): Timer {
  const opened = Array.from({ length: players }, () => false);
  return { seat: first, since: null, used: 0, opened, openedBefore: opened, past: [] };
}

export function isRunning(timer: Timer): boolean {
  return timer.since !== null;
}

/** Whether nobody has tapped yet. */
export function isFresh(timer: Timer): boolean {
  return timer.since === null && timer.used === 0 && timer.past.length === 0;
}

/** The player after this one, clockwise (S2). */
export function nextSeat(timer: Timer): number {
  return (timer.seat + 1) % timer.opened.length;
}

/** Milliseconds that the turn has taken. */
export function elapsed(timer: Turn, now: number): number {
  // The clock of a device can be set back.
  return timer.used + (timer.since === null ? 0 : Math.max(0, now - timer.since));
}

/** Milliseconds that the player has for this turn; null if it has no limit. */
export function limitOf(timer: Timer, rules: TimerRules): number | null {
  if (rules.seconds === null) return null;
  if (rules.from === "after-opening" && !timer.openedBefore[timer.seat]) return null;
  return Math.max(5, rules.seconds + (rules.handicaps[timer.seat] ?? 0)) * 1000;
}

/** Milliseconds left, 0 when the time is up; null if the turn has no limit. */
export function remaining(timer: Timer, rules: TimerRules, now: number): number | null {
  const limit = limitOf(timer, rules);
  return limit === null ? null : Math.max(0, limit - elapsed(timer, now));
}

export function isTimeUp(timer: Timer, rules: TimerRules, now: number): boolean {
  return remaining(timer, rules, now) === 0;
}

/** Start, or go on after a pause. */
export function resume(timer: Timer, now: number): Timer {
  return timer.since === null ? { ...timer, since: now } : timer;
}

export function pause(timer: Timer, now: number): Timer {
  return { ...timer, since: null, used: elapsed(timer, now) };
}

/** End the turn; the next player's begins. */
export function pass(timer: Timer, now: number): Timer {
  const { past, opened, ...turn } = timer;
  const ended: Turn = { ...turn, since: null, used: elapsed(timer, now) };
  return { seat: nextSeat(timer), since: now, used: 0, opened, openedBefore: opened, past: [...past, ended].slice(-MOST_PAST) };
}

/** Take the last tap back: the turn before goes on as if it had never ended, with the time that has passed since. */
export function undo(timer: Timer, now: number): Timer {
  const last = timer.past.at(-1);
  if (!last) return timer;
  const used = last.used + elapsed(timer, now);
  return { ...last, used, since: timer.since === null ? null : now, opened: timer.opened, past: timer.past.slice(0, -1) };
}

/** Mark that a player has opened, or has not; their time is limited from the next turn on (U9). */
export function setOpened(timer: Timer, seat: number, opened: boolean): Timer {
  return { ...timer, opened: timer.opened.map((before, n) => (n === seat ? opened : before)) };
}

/** Give the turn to a player, as when the players agree who starts; nothing is taken back. */
export function startWith(timer: Timer, seat: number): Timer {
  return { ...newTimer(timer.opened.length, seat) };
}

export type Ring = "warning" | "end";

/** The bells that ring between two moments. A moment long ago rings nothing any more: only the end is worth hearing late. */
export function ringsBetween(timer: Timer, rules: TimerRules, before: number, now: number): Ring[] {
  if (!isRunning(timer)) return [];
  const limit = limitOf(timer, rules);
  if (limit === null) return [];
  const [from, to] = [elapsed(timer, before), elapsed(timer, now)];
  if (from < limit && limit <= to) return ["end"];
  const warning = limit - WARNING;
  // Someone with a very short turn hears only the end.
  return warning > 0 && from < warning && warning <= to ? ["warning"] : [];
}

/** Whole seconds to show: a turn begins with its full number, and 0 is shown only when the time is up. */
export function shownSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/** Return a stored timer, or null if it is none for so many players. */
export function validTimer(stored: unknown, players: number): Timer | null {
  const timer = stored as Timer | null;
  const isFlags = (value: unknown) => Array.isArray(value) && value.length === players && value.every((one) => typeof one === "boolean");
  const isTurn = (turn: Turn | null) =>
    typeof turn === "object" && turn !== null && Number.isInteger(turn.seat) && turn.seat >= 0 && turn.seat < players && Number.isFinite(turn.used) && (turn.since === null || Number.isFinite(turn.since)) && isFlags(turn.openedBefore);
  return timer && isTurn(timer) && isFlags(timer.opened) && Array.isArray(timer.past) && timer.past.every(isTurn) ? timer : null;
}
