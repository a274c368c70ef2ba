import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { applyPreferences } from "./person/preferences.svelte";
import { watchLostFiles } from "./server/lostFiles";
import { isSite } from "./server/site";

watchLostFiles();

// Only where the browser trusts the address: over https, and on this machine.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js").catch(() => undefined);

/** Start the page, unless it starts again with a new version. */
async function start(): Promise<void> {
  const isReloading = isSite && (await (await import("./server/updates.svelte")).updates.look(true));
  if (isReloading) return;
  await applyPreferences();
  mount(App, { target: document.getElementById("app")! });
}

void start();
