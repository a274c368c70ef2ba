/** The answer to a question that changes while somebody types: the latest one counts, and a short pause spares the rest. */

import { errorSentence } from "../words/errors";

/** Milliseconds without a change after which a question is asked. */
const PAUSE = 200;

export class Latest<T> {
  answer: T | null = $state.raw(null);
  /** What went wrong, for people. */
  problem = $state("");
  isWaiting = $state(false);
  private number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask soon; null: there is nothing to ask. */
  ask(question: (() => Promise<T>) | null): void {
    const number = (this.number += 1);
    clearTimeout(this.timer);
    this.answer = null;
    this.problem = "";
    this.isWaiting = question !== null;
    if (!question) return;
    this.timer = setTimeout(() => {
      question().then(
        (answer) => this.settle(number, () => (this.answer = answer)),
        (error: unknown) => this.settle(number, () => (this.problem = errorSentence(error))),
      );
    }, PAUSE);
  }

  private settle(number: number, show: () => void): void {
    if (number !== this.number) return;
    this.isWaiting = false;
    show();
  }
}
