/** The tables where I was, kept in the browser. */

import { keep, kept } from "../person/keeping";

export interface Recent {
  table: string;
  code: string | null;
  profile: string;
  names: string[];
  over: boolean;
  at: number;
}

const MOST = 12;

export function recentTables(): Recent[] {
  return kept<Recent[]>("recent") ?? [];
}

export function remember(table: string, facts: Partial<Recent>): void {
  const others = recentTables().filter((one) => one.table !== table);
  const before = recentTables().find((one) => one.table === table);
  const next: Recent = { table, code: null, profile: "international", names: [], over: false, ...before, ...facts, at: Date.now() };
  keep("recent", [next, ...others].slice(0, MOST));
}

export function forgetTable(table: string): void {
  keep("recent", recentTables().filter((one) => one.table !== table));
}

export function codeOf(table: string): string | null {
  return recentTables().find((one) => one.table === table)?.code ?? null;
}
