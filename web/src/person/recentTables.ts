/** The tables I visited last, stored in the browser. */

import { loadItem, saveItem } from "./storage";

export interface RecentTable {
  table: string;
  code: string | null;
  profile: string;
  names: string[];
  over: boolean;
  at: number;
}

const MAX_TABLES = 12;

export function recentTables(): RecentTable[] {
  return loadItem<RecentTable[]>("recent") ?? [];
}

/** Put a table first, with these facts about it. */
export function rememberTable(table: string, facts: Partial<RecentTable>): void {
  const others = recentTables().filter((one) => one.table !== table);
  const before = recentTables().find((one) => one.table === table);
  const next: RecentTable = { table, code: null, profile: "international", names: [], over: false, ...before, ...facts, at: Date.now() };
  saveItem("recent", [next, ...others].slice(0, MAX_TABLES));
}

export function forgetTable(table: string): void {
  saveItem("recent", recentTables().filter((one) => one.table !== table));
}

/** Return a table's invitation code, or null if this browser does not know it. */
export function tableCode(table: string): string | null {
  return recentTables().find((one) => one.table === table)?.code ?? null;
}
