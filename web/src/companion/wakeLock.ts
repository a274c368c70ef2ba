/** Keeps the screen awake while the clock runs. The browser lets go whenever the page is hidden, so it is asked again. */

interface Sentinel {
  readonly released: boolean;
  release(): Promise<void>;
}

/** What is needed of the browser. */
export interface Screen {
  wakeLock?: { request(kind: "screen"): Promise<Sentinel> };
}

export class WakeLock {
  private sentinel: Sentinel | null = null;
  private isWanted = false;

  constructor(
    private readonly screen: Screen = navigator as Screen,
    private readonly page: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener"> = document,
  ) {
    page.addEventListener("visibilitychange", this.ask);
  }

  hold(): void {
    this.isWanted = true;
    void this.ask();
  }

  release(): void {
    this.isWanted = false;
    void this.sentinel?.release().catch(() => undefined);
    this.sentinel = null;
  }

  close(): void {
    this.release();
    this.page.removeEventListener("visibilitychange", this.ask);
  }

  private readonly ask = async (): Promise<void> => {
    if (!this.isWanted || this.isHeld || this.page.visibilityState !== "visible") return;
    // Where the battery is low, or the browser has no such thing, the screen goes dark as always.
    const sentinel = await this.screen.wakeLock?.request("screen").catch(() => null);
    if (!sentinel) return;
    // Of two requests at the same time one is enough.
    if (this.isWanted && !this.isHeld) this.sentinel = sentinel;
    else void sentinel.release().catch(() => undefined);
  };

  private get isHeld(): boolean {
    return this.sentinel !== null && !this.sentinel.released;
  }
}
