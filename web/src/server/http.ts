/** What is asked of the server over HTTP. */

import type { TableSettings } from "./protocol";

/** An answer that says no: its code, and a sentence in English. */
export class AskError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Why rules make no game. */
    readonly reason: string | null = null,
    readonly facts: Readonly<Record<string, string | number | number[]>> = {},
  ) {
    super(message);
  }
}

export interface Me {
  person: string;
  name: string;
  /** Whether I can sign in elsewhere. */
  account: boolean;
}

export interface MySelf extends Me {
  chat: boolean;
  avatar: string;
}

export interface PlayedGame {
  match: number;
  game: number;
  ended_at: number;
  names: string[];
  points: string[];
  winners: number[];
}

export interface MyTable extends Listed {
  seat: number;
  left: boolean;
  games: PlayedGame[];
}

export interface Rating {
  profile: string;
  shown: number;
  games: number;
}

export interface Ranked extends Omit<Rating, "profile"> {
  rank: number;
  person: string;
  name: string;
  avatar: string;
}

export interface GameRecord {
  profile: string;
  players: number;
  names: string[];
  result: { ending: string; winners: number[]; scores: string[] };
  actions: { seat: number; action: string; table?: string[] }[];
  /** How many tiles every seat has after each action. */
  rack_sizes?: number[][];
  /** Plays that changed nothing on the table, and what they cost. */
  wrong_plays?: { action: number; drawn: number }[];
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
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const error = (await response.json().catch(() => ({}))) as { error?: string; message?: string; reason?: string; facts?: Record<string, string | number | number[]> };
  throw new AskError(response.status, error.error ?? "http", error.message ?? response.statusText, error.reason ?? null, error.facts ?? {});
}

export const makeGuest = (name: string) => ask<Me>("POST", "/api/guests", { name });
export const makeTable = (settings: TableSettings) => ask<{ table: string; code: string }>("POST", "/api/tables", settings);
export const lobby = () => ask<Listed[]>("GET", "/api/lobby");
export const tableWithCode = (code: string) => ask<{ table: string }>("GET", `/api/codes/${encodeURIComponent(code)}`);
export const rulesOf = (profile: string, language: string) =>
  ask<{ text: string }>("GET", `/api/profiles/${profile}/rules?language=${language}`);
/** The tables at which I sit or sat. */
export const myTables = (before?: number) => ask<MyTable[]>("GET", `/api/me/tables${before ? `?before=${before}` : ""}`);
/** A tile that can be placed, or a whole play. */
export const hintFor = (table: string, show: "tile" | "play") => ask<Hint>("GET", `/api/tables/${table}/hint?show=${show}`);

export const whoAmI = () => ask<MySelf>("GET", "/api/me");
export const changeMe = (change: { name?: string; avatar?: string; chat?: boolean }) => ask<MySelf>("PATCH", "/api/me", change);
/** The same person as before, who can now sign in elsewhere. */
export const makeAccount = (name: string, passphrase: string) => ask<Me>("POST", "/api/me/account", { name, passphrase });
/** The guest of this browser becomes one with the account, games and all. */
export const signIn = (name: string, passphrase: string) => ask<Me>("POST", "/api/sign-in", { name, passphrase });
export const signOut = () => ask<undefined>("POST", "/api/sign-out");
export const signOutEverywhere = () => ask<unknown>("POST", "/api/sign-out-everywhere", {});
export const changePassphrase = (old: string, next: string) => ask<Me>("POST", "/api/me/passphrase", { old, new: next });
export const deleteMe = (passphrase: string | null) => ask<undefined>("POST", "/api/me/delete", { passphrase });
export const MY_DATA = "/api/me/data";

export const myRatings = () => ask<{ ratings: Rating[] }>("GET", "/api/me/ratings");
export const leaderboard = (profile: string) => ask<{ ranked: Ranked[] }>("GET", `/api/leaderboard/${profile}`);

/** Where the record of a game is, as text for `tilewise replay`. */
export const recordOf = (table: string, match: number, game: number) => `/api/tables/${table}/games/${match}/${game}/record.txt`;
export const gameRecord = (table: string, match: number, game: number) => ask<GameRecord>("GET", `/api/tables/${table}/games/${match}/${game}/record`);

/** Who is muted is not heard; who is blocked may not sit down at my tables either. */
export type How = "mute" | "block";
export const blockPerson = (person: string, how: How) => ask<unknown>("PUT", `/api/me/blocks/${person}`, { how });
export const forgivePerson = (person: string) => ask<unknown>("DELETE", `/api/me/blocks/${person}`);
export interface Block {
  person: string;
  name: string | null;
  how: How;
}
export const myBlocks = () => ask<{ blocks: Block[] }>("GET", "/api/me/blocks");


export interface Hint {
  number: number;
  can_place: boolean;
  tile?: string | null;
  placed?: string[];
  /** How the table would lie. */
  table?: string[];
}
