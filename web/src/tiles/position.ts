/** A position to solve, as an address carries it: `jumbo.4.opened.r3-r4-r5_k7-b7-o7.r6-J.freed_joker=anywhere`. */

import { type Face, isFace } from "./tiles";

export interface Position {
  readonly profile: string;
  readonly players: number;
  /** Whether the player has opened in an earlier turn. */
  readonly opened: boolean;
  readonly table: readonly (readonly Face[])[];
  readonly rack: readonly Face[];
  /** House rules. */
  readonly rules: Readonly<Record<string, number | string | null>>;
}

const NOTHING = "-";

export function formatPosition({ profile, players, opened, table, rack, rules }: Position): string {
  const sets = table.map((tiles) => tiles.join("-")).join("_") || NOTHING;
  const changes = Object.entries(rules).map(([field, value]) => `${field}=${value ?? "none"}`);
  return [profile, String(players), opened ? "opened" : "not-opened", sets, rack.join("-") || NOTHING, ...(changes.length ? [changes.join(",")] : [])].join(".");
}

/** Return the position of an address, or null if there is none. What the tiles mean is for the solver to say. */
export function parsePosition(text: string): Position | null {
  const [profile = "", players = "", opened = "", sets = "", rack = "", changes = ""] = text.split(".");
  const table = sets === NOTHING ? [] : sets.split("_").map(parseSet);
  const held = parseSet(rack);
  if (!/^[a-z-]+$/.test(profile) || !/^[2-6]$/.test(players) || !["opened", "not-opened"].includes(opened) || held === null) return null;
  if (table.some((tiles) => !tiles?.length)) return null;
  return { profile, players: Number(players), opened: opened === "opened", table: table as Face[][], rack: held, rules: parseRules(changes) };
}

function parseSet(text: string): Face[] | null {
  const faces = text === NOTHING ? [] : text.split("-");
  return faces.every(isFace) ? faces : null;
}

function parseRules(text: string): Record<string, number | string | null> {
  const pairs = text.split(",").flatMap((part) => {
    const [field = "", value = ""] = part.split("=");
    return /^[a-z_]+$/.test(field) && /^[a-z0-9-]+$/.test(value) ? [[field, value === "none" ? null : /^\d{1,9}$/.test(value) ? Number(value) : value] as const] : [];
  });
  return Object.fromEntries(pairs);
}
