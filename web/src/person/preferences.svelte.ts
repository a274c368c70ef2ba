/** What a person likes, kept in the browser. */

import { type Language, isLanguage, preferred, speak } from "../words/words.svelte";
import { kept, keep } from "./keeping";

export const THEMES = ["felt", "paper", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export interface Preferences {
  language: Language | null;
  theme: Theme | null;
  symbols: boolean;
  sounds: boolean;
  animation: boolean;
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
  leftHand: false,
  commandLine: false,
  large: false,
};

export const preferences: Preferences = $state({ ...DEFAULTS, ...kept<Partial<Preferences>>("preferences") });

export function prefer<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
  preferences[name] = value;
  keep("preferences", $state.snapshot(preferences));
  void apply();
}

export function theme(): Theme {
  if (preferences.theme !== null) return preferences.theme;
  return matchMedia("(prefers-contrast: more)").matches ? "contrast" : "felt";
}

export function isStill(): boolean {
  return !preferences.animation || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Bring the page in line with the preferences. */
export async function apply(): Promise<void> {
  const root = document.documentElement;
  root.dataset["theme"] = theme();
  root.dataset["motion"] = isStill() ? "still" : "moving";
  root.dataset["hand"] = preferences.leftHand ? "left" : "right";
  const wanted = preferences.language;
  await speak(wanted !== null && isLanguage(wanted) ? wanted : preferred(navigator.languages));
}
