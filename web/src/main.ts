import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { applyPreferences } from "./person/preferences.svelte";

void applyPreferences().then(() => mount(App, { target: document.getElementById("app")! }));
