/** A page that the service worker started without a network. It starts again as soon as the server can be reached. */

/** Milliseconds between two attempts to reach the server. */
const RETRY = 3_000;

export const startedOffline = typeof document !== "undefined" && document.getElementById("app")?.dataset["offline"] !== undefined;

async function reloadIfReachable(): Promise<void> {
  // A game on this device needs no server, and nobody wants to be interrupted in it.
  if (/^#\/table\/d-/.test(location.hash)) return;
  const response = await fetch("./health", { cache: "no-store" }).catch(() => null);
  if (response?.ok) location.reload();
}

if (startedOffline) {
  setInterval(() => void reloadIfReachable(), RETRY);
  window.addEventListener("online", () => void reloadIfReachable());
}
