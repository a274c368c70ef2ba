import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import { apply } from "./person/preferences.svelte";

void apply().then(() => mount(App, { target: document.getElementById("app")! }));
