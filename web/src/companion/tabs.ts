/** The tools of the section, in the order of their tabs. */

import { loadItem, saveItem } from "../person/storage";
import type { CompanionRoute } from "../route.svelte";

export interface Tab {
  name: "score" | "clock" | "referee" | "best";
  pages: readonly CompanionRoute["at"][];
}

export const TABS: readonly Tab[] = [
  { name: "score", pages: ["sheets", "sheet"] },
  { name: "clock", pages: ["clock"] },
  { name: "referee", pages: ["referee"] },
  { name: "best", pages: ["best"] },
];

/** Where a tab leads: back to the sheet that was open last. */
export function linkOf({ name }: Tab): string {
  if (name !== "score") return `#/${name}`;
  const sheet = loadItem<string>("last-sheet");
  return sheet ? `#/sheet/${sheet}` : "#/sheets";
}

export function rememberSheet(sheet: string | null): void {
  saveItem("last-sheet", sheet);
}
