/** Updates of a site without a server: used between games, never during one. The site's service worker stores them. */

import { isSite } from "./site";

/** Milliseconds that the service worker may take to answer before the page starts without it. */
const PATIENCE = 1_500;
/** Milliseconds between two questions to the host, while the page stays open. */
const INTERVAL = 3_600_000;

interface Newer {
  isNewer: boolean;
  isPlaying: boolean;
  /** Whether this is the only open window. */
  isAlone: boolean;
}

class Updates {
  /** "waiting": a game on this device has to end first. */
  status: "none" | "waiting" | "ready" = $state("none");
  private askedAt = Date.now();

  /** Look for a newer version; `isStart` uses it at once if no other window is open. Returns whether the page reloads. */
  async look(isStart = false): Promise<boolean> {
    if (!isSite || !navigator.serviceWorker?.controller) return false;
    const newer = await ask<Newer>("newer-version");
    if (!newer?.isNewer) {
      this.status = "none";
      this.askHost();
      return false;
    }
    this.status = newer.isPlaying ? "waiting" : "ready";
    return isStart && newer.isAlone && !newer.isPlaying && this.use();
  }

  /** Use the newer version, unless a game has begun meanwhile. Returns whether the page reloads. */
  async use(): Promise<boolean> {
    const isUsed = await ask<boolean>("use-newer-version");
    if (isUsed) location.reload();
    else if (isUsed === false) this.status = "waiting";
    return isUsed === true;
  }

  /** Browsers look for a new version when a page is opened, but this one may stay open for days. */
  private askHost(): void {
    if (Date.now() - this.askedAt < INTERVAL) return;
    this.askedAt = Date.now();
    void navigator.serviceWorker.ready.then((registration) => registration.update()).catch(() => undefined);
  }
}

export const updates = new Updates();

if (isSite && "serviceWorker" in navigator) navigator.serviceWorker.addEventListener("controllerchange", () => void updates.look());

/** The answer of the service worker, or null. */
function ask<T>(question: string): Promise<T | null> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    const finish = (answer: T | null) => {
      clearTimeout(timer);
      channel.port1.close();
      resolve(answer);
    };
    const timer = setTimeout(() => finish(null), PATIENCE);
    channel.port1.onmessage = (event: MessageEvent<T>) => finish(event.data);
    navigator.serviceWorker.controller?.postMessage(question, [channel.port2]);
  });
}
