/** The person's word before the engine is loaded where every megabyte may cost money, and no server could answer instead. */

import { mayStart } from "./background";
import { isMetered } from "./metered";

class Consent {
  /** Whether the person is asked now. */
  isWanted = $state(false);
  private waiting: (() => void)[] = [];

  /** Resolves when the engine may be loaded. */
  async obtain(): Promise<void> {
    if (!isMetered() || (await mayStart("stored"))) return;
    this.isWanted = true;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  give(): void {
    this.isWanted = false;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

export const consent = new Consent();
