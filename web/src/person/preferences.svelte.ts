/** Preferences, stored in the browser. */

import { type Language, isLanguage, preferredLanguage, setLanguage } from "../words/translation.svelte";
import { loadItem, saveItem } from "./storage";

export const THEMES = ["evening", "daylight", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** How long another player's turn is shown, in milliseconds. */
const TURN_TIMES = { slow: 2800, normal: 1500, fast: 700, instant: 0 } as const;
export type Tempo = keyof typeof TURN_TIMES;
export const TEMPOS = Object.keys(TURN_TIMES) as readonly Tempo[];

export interface Preferences {
  language: Language | null;
  theme: Theme | null;
  symbols: boolean;
  sounds: boolean;
  animation: boolean;
  tempo: Tempo;
  leftHand: boolean;
  commandLine: boolean;
  large: boolean;
}

const DEFAULTS: Preferences = {
  language: null,
  theme: null,
  symbols: true,
  sounds: true,
  animation: true,
  tempo: "normal",
  leftHand: false,
  commandLine: false,
  large: false,
};

export const preferences: Preferences = $state({ ...DEFAULTS, ...loadItem<Partial<Preferences>>("preferences") });

export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  preferences[name] = value;
  saveItem("preferences", $state.snapshot(preferences));
  void applyPreferences();
}

/** The tempo that I chose last, for the next table. */
export function chosenTempo(): Tempo {
  return TEMPOS.includes(preferences.tempo) ? preferences.tempo : DEFAULTS.tempo;
}

export function currentTheme(): Theme {
  // A theme of an earlier version may have another name.
  if (preferences.theme !== null && THEMES.includes(preferences.theme)) return preferences.theme;
  return matchMedia("(prefers-contrast: more)").matches ? "contrast" : "evening";
}

export function reducedMotion(): boolean {
  return !preferences.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long another player's turn is shown, in milliseconds. Without motion the table changes at once. */
export function turnTime(): number {
  return reducedMotion() ? 0 : TURN_TIMES[chosenTempo()];
}

/** How long the draw for the start and the deal are shown, in milliseconds. */
export function dealTime(): number {
  return (turnTime() * 4) / 3;
}

/** How long the last play of a game is held, and its winner celebrated, in milliseconds. */
export function finaleTimes(): { held: number; celebrated: number } {
  if (preferences.tempo === "instant") return { held: 0, celebrated: 0 };
  return { held: 1000, celebrated: reducedMotion() ? 1200 : 2000 };
}

/** Apply theme, motion, handedness and language to the page. */
export async function applyPreferences(): Promise<void> {
  const root = document.documentElement;
  root.dataset["theme"] = currentTheme();
  root.dataset["motion"] = reducedMotion() ? "still" : "moving";
  root.dataset["hand"] = preferences.leftHand ? "left" : "right";
  const wanted = preferences.language;
  await setLanguage(wanted !== null && isLanguage(wanted) ? wanted : preferredLanguage(navigator.languages));
}
