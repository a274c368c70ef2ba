import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { applyPreferences } from "./person/preferences.svelte";

// Only where the browser trusts the address: over https, and on this machine.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js").catch(() => undefined);

void applyPreferences().then(() => mount(App, { target: document.getElementById("app")! }));
