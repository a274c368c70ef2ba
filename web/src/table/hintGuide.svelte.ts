/** The hint for my turn, one step further each time I ask. It is computed once per turn. */

import * as drafts from "../board/draft";
import type { Hint } from "../server/http";
import { type HintSteps, hintSteps } from "./hintSteps";
import type { LiveTable } from "./liveTable.svelte";

/** A play is shown, nothing can be placed, or no play was found, but there may be one. */
type Outcome = "play" | "nothing" | "unproven";

export class HintGuide {
  /** 0: no hint; then where to look, which tiles, and the whole play. */
  step: 0 | 1 | 2 | 3 = $state(0);
  steps: HintSteps | null = $state.raw(null);
  /** Whether a hint is being computed or shown. */
  busy: boolean = $state(false);
  /** The event number for which the hint is valid. */
  private number = -1;

  constructor(
    private readonly live: LiveTable,
    /** Returns the best play in my turn. */
    private readonly ask: () => Promise<Hint>,
    /** Returns the milliseconds between two steps of the play. */
    private readonly pause: () => number,
  ) {}

  /** The pieces that glow now. */
  get glowing(): ReadonlySet<string> {
    if (!this.isCurrent || this.steps === null) return NONE;
    if (this.step === 1) return this.steps.look;
    return this.step === 2 ? new Set(this.steps.tiles.flat().map((tile) => tile.id)) : NONE;
  }

  /** Whether the hint is about the turn that I am in. */
  get isCurrent(): boolean {
    return this.step > 0 && this.live.isMyTurn && this.number === this.live.number;
  }

  /** Go one step further; resolves to whether there is a play. Asking again while a hint is on its way does nothing. */
  async advance(): Promise<Outcome> {
    if (this.busy) return "play";
    this.busy = true;
    try {
      if (!this.isCurrent) {
        const number = this.live.number ?? -1;
        const hint = await this.ask();
        // It may be somebody else's turn by now.
        if (number !== this.live.number) return "play";
        this.number = number;
        this.steps = hint.can_place && hint.table ? hintSteps(drafts.reset(this.live.draft).layout, hint.table) : null;
        this.step = this.steps ? 1 : 0;
        if (this.steps) return "play";
        return hint.proven === false ? "unproven" : "nothing";
      }
      this.step = this.step === 1 ? 2 : 3;
      if (this.step === 3 && this.steps) await this.live.showPlay(this.steps.table, this.pause());
      return "play";
    } finally {
      this.busy = false;
    }
  }

  clear(): void {
    this.step = 0;
  }
}

const NONE: ReadonlySet<string> = new Set();
