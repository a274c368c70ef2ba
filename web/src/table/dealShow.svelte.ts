/** The beginning of a game: the tiles drawn for the start, then the deal, tile by tile. Any input ends it. */

import type { GameView } from "../server/protocol";

/** The share of the time that the draw for the start takes, if there was one. */
const DRAW_SHARE = 0.6;

const NONE: ReadonlySet<string> = new Set();

export class DealShow {
  /** The tile that each seat drew for the start, in the round that is being shown; null: it is not being shown. */
  draw: Readonly<Record<string, string>> | null = $state.raw(null);
  /** The seat that starts, once that is known. */
  starter: number | null = $state(null);
  /** The pieces of my rack that have not been dealt yet. */
  awaited: ReadonlySet<string> = $state.raw(NONE);
  running: boolean = $state(false);
  /** Whether tiles are being dealt. */
  dealing: boolean = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show the beginning of a game with these pieces on my rack, in so many milliseconds. */
  begin({ start_draws, starter }: GameView, rack: readonly string[], time: number): void {
    this.finish();
    if (time === 0) return;
    this.running = true;
    this.awaited = new Set(rack);
    const rounds = [...start_draws];
    const drawTime = rounds.length ? time * DRAW_SHARE : 0;
    const nextRound = (): void => {
      const round = rounds.shift();
      if (!round) return this.deal(rack, time - drawTime);
      this.draw = round;
      this.starter = rounds.length ? null : starter;
      this.timer = setTimeout(nextRound, drawTime / start_draws.length);
    };
    nextRound();
  }

  finish(): void {
    clearTimeout(this.timer);
    this.draw = this.starter = null;
    this.awaited = NONE;
    this.running = this.dealing = false;
  }

  private deal(rack: readonly string[], time: number): void {
    this.draw = null;
    this.dealing = true;
    let dealt = 0;
    const next = (): void => {
      dealt += 1;
      if (dealt > rack.length) return this.finish();
      this.awaited = new Set(rack.slice(dealt));
      this.timer = setTimeout(next, time / rack.length);
    };
    if (rack.length) next();
    else this.timer = setTimeout(() => this.finish(), time);
  }
}
