/** The end of a game as a moment: the last play is held, the winner is celebrated, and then the result is shown. */

/** How long each part takes, in milliseconds. */
export interface FinaleTimes {
  readonly held: number;
  readonly celebrated: number;
}

export class Finale {
  /** What is happening; `null`: the result may be shown. */
  part: keyof FinaleTimes | null = $state(null);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private begun = 0;

  /** Begin when the last turn has been shown; `ended` is called after it, or as soon as it is skipped. */
  begin(lastTurn: Promise<void>, times: FinaleTimes, ended: () => void): void {
    const number = (this.begun += 1);
    this.ended = ended;
    if (times.held + times.celebrated === 0) {
      this.skip();
      return;
    }
    this.part = "held";
    void lastTurn.then(() => {
      if (number !== this.begun || this.part === null) return;
      this.timer = setTimeout(() => {
        if (times.celebrated) this.part = "celebrated";
        this.timer = setTimeout(() => this.skip(), times.celebrated);
      }, times.held);
    });
  }

  /** Go to the result. */
  skip(): void {
    clearTimeout(this.timer);
    const { ended } = this;
    this.part = null;
    this.ended = undefined;
    ended?.();
  }

  /** Forget it: another game has begun, or the page is left. */
  cancel(): void {
    this.ended = undefined;
    this.skip();
  }

  private ended: (() => void) | undefined;
}
