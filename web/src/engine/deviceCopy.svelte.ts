/** The copy of the engine on this device, which works without a network. The service worker stores it. */

import { engineFolder, serverList, storedList, totalSize } from "./files";

export type CopyStatus = "unknown" | "impossible" | "none" | "storing" | "stored" | "failed";

class DeviceCopy {
  status: CopyStatus = $state("unknown");
  /** Bytes stored, and in all. */
  received = $state(0);
  total = $state(0);

  /** Look whether there is a copy, and how large it is or would be. */
  async look(): Promise<void> {
    if (this.status !== "unknown") return;
    // Only where the browser trusts the address: over https, and on this machine.
    if (!("serviceWorker" in navigator) || typeof caches === "undefined") {
      this.status = "impossible";
      return;
    }
    const stored = await storedList(engineFolder());
    const list = stored ?? (await serverList(engineFolder()).catch(() => null));
    if (this.status !== "unknown") return;
    this.total = list ? totalSize(list) : 0;
    this.status = stored ? "stored" : list ? "none" : "impossible";
  }

  /** Store the engine, without using it. */
  async store(): Promise<void> {
    if (this.status === "storing") return;
    this.status = "storing";
    const { active } = await navigator.serviceWorker.ready;
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }: MessageEvent<"stored" | "failed" | { received: number; total: number }>) => {
      if (typeof data === "string") {
        this.status = data;
        channel.port1.close();
      } else {
        this.received = data.received;
        this.total = data.total;
      }
    };
    active?.postMessage("store-engine", [channel.port2]);
  }
}

export const deviceCopy = new DeviceCopy();
