/** The tools of the section, in the order of their tabs. */

import type { CompanionRoute } from "../route.svelte";
import { keptItems } from "./keptItems.svelte";

export interface Tab {
  name: "score" | "clock" | "referee" | "best";
  pages: readonly CompanionRoute["at"][];
}

export const TABS: readonly Tab[] = [
  { name: "score", pages: ["sheets", "sheet", "shared"] },
  { name: "clock", pages: ["clock"] },
  { name: "referee", pages: ["referee"] },
  { name: "best", pages: ["best"] },
];

/** Where a tab leads: back to the sheet that was open last. */
export function linkOf({ name }: Tab): string {
  if (name !== "score") return `#/${name}`;
  const sheet = lastSheet();
  return sheet ? `#/sheet/${sheet}` : "#/sheets";
}

export function lastSheet(): string | null {
  return keptItems.get<string>("last-sheet");
}

export function rememberSheet(sheet: string | null): void {
  keptItems.set("last-sheet", sheet);
}
