/** The clock of a real table: who plays, and whose turn it is. Every tap is stored. */

import { CHOICES } from "../person/avatars";
import { Box } from "./box.svelte";
import { keptItems } from "./keptItems.svelte";
import { type Timer, type TimerRules, isFresh, newTimer, nextSeat, pass, pause, resume, setOpened, startWith, undo, validTimer } from "./turnTimer";

export interface ClockPlayer {
  name: string;
  avatar: string;
  /** Seconds more, or less, than the limit. */
  handicap: number;
}

export interface ClockSetup {
  /** Seconds for a turn; null: no limit; "box": as the box says. */
  seconds: number | null | "box";
  players: ClockPlayer[];
  /** Whether the names are spoken. */
  speaks: boolean;
}

const STORED = "clock";
export const MOST_CLOCK_PLAYERS = 6;
export const LONGEST_NAME = 24;

export class TableClock {
  readonly box = new Box();
  setup: ClockSetup = $state.raw(firstSetup(null));
  timer: Timer = $state.raw(newTimer(2));

  constructor() {
    const stored = keptItems.get<{ setup: ClockSetup; timer: unknown }>(STORED);
    this.setup = firstSetup(stored?.setup ?? null);
    this.timer = validTimer(stored?.timer, this.setup.players.length) ?? newTimer(this.setup.players.length);
  }

  get rules(): TimerRules {
    const box = this.box.allRules;
    return {
      seconds: this.setup.seconds === "box" ? (box["turn_seconds"] as number | null) : this.setup.seconds,
      from: box["clock_from"] as TimerRules["from"],
      handicaps: this.setup.players.map((player) => player.handicap),
    };
  }

  get player(): ClockPlayer {
    return this.setup.players[this.timer.seat]!;
  }

  get next(): ClockPlayer {
    return this.setup.players[nextSeat(this.timer)]!;
  }

  /** The player to whom the last tap can be taken back; null if there is none. */
  get previous(): ClockPlayer | null {
    const last = this.timer.past.at(-1);
    return last ? this.setup.players[last.seat]! : null;
  }

  /** Start, go on after a pause, or pass the turn. */
  tap(now: number): void {
    this.update(this.timer.since === null ? resume(this.timer, now) : pass(this.timer, now));
  }

  pause(now: number): void {
    this.update(pause(this.timer, now));
  }

  undo(now: number): void {
    this.update(undo(this.timer, now));
  }

  setOpened(seat: number, opened: boolean): void {
    this.update(setOpened(this.timer, seat, opened));
  }

  /** Choose who starts a game that has not begun. */
  startWith(seat: number): void {
    if (isFresh(this.timer)) this.update(startWith(this.timer, seat));
  }

  /** Take over the players of a sheet, unless a game is being timed. Handicaps stay with their names. */
  seat(players: readonly { name: string; face: string }[]): void {
    if (!isFresh(this.timer) || players.length < 2) return;
    const known = new Map(this.setup.players.map((player) => [player.name, player.handicap]));
    this.change({ players: players.map(({ name, face }) => ({ name, avatar: face, handicap: known.get(name) ?? 0 })) });
  }

  /** Begin a new game: nobody has opened. */
  reset(): void {
    this.update(newTimer(this.setup.players.length));
  }

  change(changes: Partial<ClockSetup>): void {
    const players = changes.players?.length ?? this.setup.players.length;
    this.setup = { ...this.setup, ...changes };
    if (players !== this.timer.opened.length) this.timer = newTimer(players);
    this.save();
  }

  private update(timer: Timer): void {
    this.timer = timer;
    this.save();
  }

  private save(): void {
    keptItems.set(STORED, { setup: this.setup, timer: this.timer });
  }
}

/** Return the stored setup with everything that no longer exists replaced. */
function firstSetup(stored: ClockSetup | null): ClockSetup {
  const players = (Array.isArray(stored?.players) ? stored.players : []).slice(0, MOST_CLOCK_PLAYERS).map((player) => ({
    name: String(player?.name ?? "").slice(0, LONGEST_NAME),
    avatar: CHOICES.includes(player?.avatar) ? player.avatar : "initial",
    handicap: Number.isFinite(player?.handicap) ? player.handicap : 0,
  }));
  const faces = CHOICES.filter((face) => face !== "initial");
  while (players.length < 2) players.push({ name: "", avatar: faces[players.length]!, handicap: 0 });
  const seconds = stored?.seconds;
  return {
    seconds: seconds === null || (typeof seconds === "number" && seconds > 0) ? seconds : "box",
    players,
    speaks: stored?.speaks === true,
  };
}
