/** What is asked of the server over HTTP. */

import type { TableSettings } from "./protocol";

/** An answer that says no: its code, and a sentence in English. */
export class AskError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Me {
  person: string;
  name: string;
}

export interface Listed {
  table: string;
  code: string;
  at: number;
  summary: {
    profile: string;
    rules: Record<string, number | string | null>;
    phase: string;
    names: (string | null)[];
    game_number: number;
    games: number;
    turn: number | null;
    turn_ends: number | null;
    rated: boolean;
    spectators: boolean;
  };
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new AskError(0, "no-server", "The server does not answer.");
  }
  if (response.ok) return (await response.json()) as T;
  const error = (await response.json().catch(() => ({}))) as { error?: string; message?: string };
  throw new AskError(response.status, error.error ?? "http", error.message ?? response.statusText);
}

export const makeGuest = (name: string) => ask<Me>("POST", "/api/guests", { name });
export const makeTable = (settings: TableSettings) => ask<{ table: string; code: string }>("POST", "/api/tables", settings);
export const lobby = () => ask<Listed[]>("GET", "/api/lobby");
export const tableWithCode = (code: string) => ask<{ table: string }>("GET", `/api/codes/${encodeURIComponent(code)}`);
export const rulesOf = (profile: string, language: string) =>
  ask<{ text: string }>("GET", `/api/profiles/${profile}/rules?language=${language}`);
/** The tables at which I sit or sat. */
export const myTables = () => ask<Listed[]>("GET", "/api/me/tables");
/** A tile that can be placed, or a whole play. */
export const hintFor = (table: string, show: "tile" | "play") => ask<Hint>("GET", `/api/tables/${table}/hint?show=${show}`);
export const changeName = (name: string) => ask<Me>("PATCH", "/api/me", { name });

export interface Hint {
  number: number;
  can_place: boolean;
  tile?: string | null;
  placed?: string[];
  /** How the table would lie. */
  table?: string[];
}
