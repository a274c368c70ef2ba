/**
 * Other players' turns, shown one after another: each turn tile by tile, with what the player did.
 *
 * The table itself is always up to date, so nothing here delays a clock or a command: a show only lays an earlier table over
 * it for a moment. Any input ends it.
 */

import type { ActionView } from "../server/protocol";
import type { PieceSet } from "../tiles/tiles";

/** A turn to show: the table before and after it. */
export interface Turn {
  readonly action: ActionView;
  readonly before: readonly PieceSet[];
  readonly after: readonly PieceSet[];
}

/** A moment of a turn: the table, and the tiles of it that have not arrived yet. */
export interface Beat {
  readonly sets: readonly PieceSet[];
  readonly awaited: ReadonlySet<string>;
  /** Milliseconds until the next one. */
  readonly pause: number;
}

/** How many turns may wait to be shown, unless somebody is reading. */
const MOST_WAITING = 2;
/** A tile takes at most this share of a turn's time. */
const TILE_SHARE = 0.24;
/** How long the words about a turn stay after it, in times of a turn. */
const LINGER = 2.2;
/** How long they stay if turns are not shown at all, in milliseconds. */
const LINGER_INSTANT = 3000;

const NONE: ReadonlySet<string> = new Set();

/** Return the beats of a turn that takes so many milliseconds; with `fromStart`, the table before it is shown first. */
export function beatsOf({ before, after }: Turn, time: number, fromStart = false): Beat[] {
  const known = new Set(before.flatMap((set) => set.tiles.map((tile) => tile.id)));
  const arriving = after.flatMap((set) => set.tiles.filter((tile) => !known.has(tile.id)).map((tile) => tile.id));
  const isRearranged = textOf(before) !== textOf(after, new Set(arriving));
  const moments = arriving.length + Number(isRearranged) + Number(fromStart);
  const pause = Math.min(time * TILE_SHARE, time / Math.max(1, moments));
  const beats: Beat[] = fromStart ? [{ sets: before, awaited: NONE, pause }] : [];
  // Tiles of the table move first; each new tile then has its place.
  if (isRearranged || !arriving.length) beats.push({ sets: after, awaited: new Set(arriving), pause });
  arriving.forEach((_, n) => beats.push({ sets: after, awaited: new Set(arriving.slice(n + 1)), pause }));
  return beats;
}

function textOf(sets: readonly PieceSet[], without = NONE): string {
  return sets.map((set) => set.tiles.filter((tile) => !without.has(tile.id)).map((tile) => tile.id).join(" ")).filter(Boolean).sort().join("|");
}

export class TurnShow {
  /** The table to show instead of the real one; null: the real one. */
  sets: readonly PieceSet[] | null = $state.raw(null);
  /** The tiles of it that have not arrived yet. */
  awaited: ReadonlySet<string> = $state.raw(NONE);
  /** The turn that is being shown, or was a moment ago. */
  deed: ActionView | null = $state.raw(null);
  /** Whether turns are being shown. */
  running: boolean = $state(false);

  private waiting: { turn: Turn; fromStart: boolean }[] = [];
  private beats: Beat[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private paused = false;
  private idle: (() => void)[] = [];

  /** `time` returns the milliseconds that a turn takes; 0: it is not shown, only told. */
  constructor(private readonly time: () => number) {}

  /** Show a turn as soon as those before it have been shown. */
  add(turn: Turn): void {
    if (this.time() === 0) {
      this.tell(turn.action);
      return;
    }
    this.waiting.push({ turn, fromStart: false });
    // Somebody who follows may not fall behind; somebody who reads comes back to all of it.
    while (!this.paused && this.waiting.length > MOST_WAITING) this.waiting.shift();
    if (!this.running) this.next();
  }

  /** Show a turn again, from the table before it. */
  repeat(turn: Turn): void {
    this.finish();
    if (this.time() === 0) {
      this.tell(turn.action);
      return;
    }
    this.waiting.push({ turn, fromStart: true });
    this.next();
  }

  /** Say what somebody did, without showing it. */
  tell(action: ActionView): void {
    this.finish();
    this.deed = action;
    this.forgetLater(LINGER_INSTANT);
  }

  /** Show the table as it is now, and say what was done last. */
  skip(): void {
    if (!this.running) return;
    const last = this.waiting.at(-1)?.turn.action ?? this.deed;
    if (last) this.tell(last);
  }

  /** Show the table as it is now, and forget what was done. */
  finish(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.beats = [];
    this.end();
    this.deed = null;
  }

  /** Wait while somebody reads, or go on. */
  pause(paused: boolean): void {
    if (paused === this.paused) return;
    this.paused = paused;
    if (!this.running) return;
    clearTimeout(this.timer);
    if (!paused) this.step();
  }

  /** Resolves when nothing is left to show. */
  whenDone(): Promise<void> {
    return this.running ? new Promise((done) => this.idle.push(done)) : Promise.resolve();
  }

  close(): void {
    this.finish();
  }

  private next(): void {
    clearTimeout(this.timer);
    const first = this.waiting.shift();
    if (!first) {
      this.end();
      this.forgetLater(this.time() * LINGER);
      return;
    }
    this.running = true;
    this.deed = first.turn.action;
    this.beats = beatsOf(first.turn, this.time(), first.fromStart);
    this.sets = first.turn.before;
    this.step();
  }

  private step(): void {
    const beat = this.beats.shift();
    if (!beat) {
      this.next();
      return;
    }
    [this.sets, this.awaited] = [beat.sets, beat.awaited];
    const isLast = !this.beats.length;
    // Time to read what it was, and to look at the table.
    const pause = isLast ? Math.max(beat.pause, this.time() * 0.5) : beat.pause;
    if (!this.paused) this.timer = setTimeout(() => this.step(), pause);
  }

  private end(): void {
    this.running = false;
    this.sets = null;
    this.awaited = NONE;
    for (const done of this.idle.splice(0)) done();
  }

  private forgetLater(time: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.deed = null), time);
  }
}
