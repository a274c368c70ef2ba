/** The server's HTTP API. Questions about a table on this device are answered by the engine, and on a site without a server by its files. */

import { isOnDevice } from "./channels";
import { randomId } from "./connection.svelte";
import { patiently } from "./patience.svelte";
import type { TableSettings } from "./protocol";
import { fileFor, isSite } from "./site";

/** The facts of an error or a refusal: tiles, numbers, codes and lists of numbers, never words of a language. */
export type ServerFacts = Readonly<Record<string, string | number | readonly number[]>>;

/** An error response: its code, and a sentence in English. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Why the settings of a table were rejected. */
    readonly reason: string | null = null,
    readonly facts: ServerFacts = {},
  ) {
    super(message);
  }
}

export interface Identity {
  person: string;
  name: string;
  /** Whether I can sign in on other devices. */
  account: boolean;
}

export interface MyProfile extends Identity {
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

export interface TableListing {
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
    /** Whether the game was played on a device and added later. */
    on_device?: boolean;
    /** The number of tiles by seat, while a game is being played. */
    rack_sizes?: number[];
  };
}

export interface MyTable extends TableListing {
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
  /** House rules. */
  rules?: Record<string, number | string | null>;
  players: number;
  names: string[];
  result: { ending: string; winners: number[]; scores: string[] };
  actions: { seat: number; action: string; table?: string[] }[];
  /** How many tiles every seat has after each action. */
  rack_sizes?: number[][];
  /** The tiles of every seat after each action, and the tiles drawn in it. */
  racks?: string[][];
  drawn?: string[];
  /** Plays that were taken back, and how many tiles each one cost. */
  wrong_plays?: { action: number; drawn: number }[];
  /** For each set with jokers: what each of its tiles stands for. */
  jokers?: Record<string, string[]>;
}

export interface Hint {
  number: number;
  can_place: boolean;
  tile?: string | null;
  placed?: string[];
  /** The table after the play. */
  table?: string[];
  /** Whether it is certain that no play is better; it is if this is missing. */
  proven?: boolean;
}

/** A muted person's messages are hidden; a blocked person cannot sit down at my tables either. */
export type BlockKind = "mute" | "block";

export interface Block {
  person: string;
  name: string | null;
  how: BlockKind;
}

/** The answer of the engine on this device. */
async function answerHere(method: string, path: string, body?: unknown): Promise<Response> {
  const { engine } = await import("../engine/engine.svelte");
  const answer = await engine.ask(method, path, body === undefined ? "" : JSON.stringify(body)).catch(() => ({ status: 0, body: "" }));
  if (answer.status === 0) throw new RequestError(0, "no-engine", "The game could not be loaded on this device.");
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status });
}

/** `timeout`: milliseconds after which the server counts as not reached. */
async function request<T>(method: string, path: string, body?: unknown, timeout?: number): Promise<T> {
  const [, , resource = "", id = ""] = path.split("/");
  if (resource === "tables" && isOnDevice(id)) return contentOf<T>(await answerHere(method, path, body));
  if (isSite) return contentOf<T>(await answerBySite(method, path));
  const isRepeatable = method !== "POST" || (typeof body === "object" && body !== null && "id" in body);
  return contentOf<T>(await patiently(() => answerThere(method, path, body, timeout), isRepeatable));
}

/** The answer of a site without a server: a file, or an error that says so. */
async function answerBySite(method: string, path: string): Promise<Response> {
  const file = fileFor(method, path);
  if (file === null) throw new RequestError(0, "needs-server", "This needs a Tilewise server, and this site has none.");
  return fetch(file).catch(() => {
    throw new RequestError(0, "no-server", "The site does not respond.");
  });
}

/** Ask the engine on this device, whatever the question is about. */
async function requestHere<T>(method: string, path: string, body?: unknown): Promise<T> {
  return contentOf<T>(await answerHere(method, path, body));
}

/** Statuses of a server that has no answer now: not reached, too busy, or gone behind its proxy. */
const NO_ANSWER: readonly number[] = [0, 429, 502, 503, 504];

/**
 * Ask something that needs no other people: the engine if it is ready, the server until then. If the server has no answer, or
 * there is none, wait for the engine. Answers and errors are the same.
 */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (isSite) {
    if (fileFor(method, path) !== null) return request<T>(method, path);
    await (await import("../engine/consent.svelte")).consent.obtain();
    return requestHere<T>(method, path, body);
  }
  const { mayStart, startQuietly } = await import("../engine/background");
  if (startQuietly("free")) {
    const answered = await answerHere(method, path, body).catch(() => null);
    if (answered) return contentOf<T>(answered);
  }
  const send = () => answerThere(method, path, body);
  const response = await send().catch((error: RequestError) => error);
  if (NO_ANSWER.includes(response.status) && (await mayStart("free"))) {
    const answered = await answerHere(method, path, body).catch(() => null);
    if (answered) return contentOf<T>(answered);
  }
  if (response instanceof RequestError) throw response;
  return contentOf<T>(await patiently(send, true, response));
}

/** The answer of the server; after `timeout` milliseconds it counts as not reached. */
async function answerThere(method: string, path: string, body?: unknown, timeout?: number): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      ...(timeout !== undefined && { signal: AbortSignal.timeout(timeout) }),
    });
  } catch {
    throw new RequestError(0, "no-server", "The server does not respond.");
  }
}

async function contentOf<T>(response: Response): Promise<T> {
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  const error = (await response.json().catch(() => ({}))) as { error?: string; message?: string; reason?: string; facts?: ServerFacts };
  throw new RequestError(response.status, error.error ?? "http", error.message ?? response.statusText, error.reason ?? null, error.facts ?? {});
}

export const createGuest = (name: string, avatar: string) => request<Identity>("POST", "/api/guests", { name, avatar });
/** A person on this device. */
export interface DevicePerson {
  name: string;
  avatar: string;
}
/** Create a table on this device, with these people at its seats. */
export const createDeviceTable = (settings: TableSettings, people: readonly DevicePerson[]) => requestHere<{ table: string; code: string }>("POST", "/api/tables", { ...settings, people });
/** The tables on this device, newest first. */
export const getDeviceTables = () => requestHere<MyTable[]>("GET", "/api/me/tables");
/** A finished game of this device, as the server takes it. */
export interface DeviceGame {
  id: string;
  record: string;
  /** `person`, or the level of a computer player. */
  seats: string[];
  /** My own. */
  seat: number;
  ended_at: number;
}
export const getDeviceGame = (table: string, match: number, game: number) => request<DeviceGame>("GET", `/api/tables/${table}/games/${match}/${game}/upload`);
/** Add a game of a device to my games; returns the table that it has there. */
export const addDeviceGame = (game: DeviceGame) => request<{ table: string }>("POST", "/api/me/device-games", game);
export const deleteDeviceTable = (table: string) => requestHere<undefined>("DELETE", `/api/tables/${table}`);
export const createTable = (settings: TableSettings) => request<{ table: string; code: string }>("POST", "/api/tables", { ...settings, id: randomId() });
/** Sit down where someone is waiting for the same game, or at a new table that waits for others. */
export const joinQuickGame = (wanted: { profile: string; rated: boolean }) => request<{ table: string; code: string }>("POST", "/api/quick-games", wanted);
export const getLobby = () => request<TableListing[]>("GET", "/api/lobby");
/** What has a code: a table, or a shared score sheet. */
export const findCode = (code: string) => request<{ table?: string; sheet?: string }>("GET", `/api/codes/${encodeURIComponent(code)}`, undefined, TIMEOUT);
export const getRules = (profile: string, language: string) => request<{ text: string }>("GET", `/api/profiles/${profile}/rules?language=${language}`);
/** The tables where I sit or sat, newest first. */
export const getMyTables = (before?: number) => request<MyTable[]>("GET", `/api/me/tables${before ? `?before=${before}` : ""}`);
/** The best play in my turn. */
export const getHint = (table: string) => request<Hint>("GET", `/api/tables/${table}/hint`);

export const getMe = () => request<MyProfile>("GET", "/api/me");
export const updateMe = (change: { name?: string; avatar?: string; chat?: boolean }) => request<MyProfile>("PATCH", "/api/me", change);
/** Turn the guest of this browser into an account. */
export const createAccount = (name: string, passphrase: string) => request<Identity>("POST", "/api/me/account", { name, passphrase });
/** Sign in; the account takes over the games of this browser's guest. */
export const signIn = (name: string, passphrase: string) => request<Identity>("POST", "/api/sign-in", { name, passphrase });
export const signOut = () => request<undefined>("POST", "/api/sign-out");
export const signOutEverywhere = () => request<unknown>("POST", "/api/sign-out-everywhere", {});
export const changePassphrase = (old: string, next: string) => request<Identity>("POST", "/api/me/passphrase", { old, new: next });
export const deleteMe = (passphrase: string | null) => request<undefined>("POST", "/api/me/delete", { passphrase });
export const MY_DATA_URL = "/api/me/data";

export const getMyRatings = () => request<{ ratings: Rating[] }>("GET", "/api/me/ratings");
export const getLeaderboard = (profile: string) => request<{ ranked: Ranked[] }>("GET", `/api/leaderboard/${profile}`);

/** The address of a game's record as text, which `tilewise replay` reads. */
export const recordUrl = (table: string, match: number, game: number) => `/api/tables/${table}/games/${match}/${game}/record.txt`;
/** Save the record of a game on this device, where its address leads nowhere: for the click on a link to it. */
export async function saveRecord(event: MouseEvent & { currentTarget: HTMLAnchorElement }, table: string): Promise<void> {
  if (!isOnDevice(table)) return;
  event.preventDefault();
  const { href, download } = event.currentTarget;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await answerHere("GET", new URL(href).pathname)).blob());
  link.download = download || "tilewise.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
export const getGameRecord = (table: string, match: number, game: number) => request<GameRecord>("GET", `/api/tables/${table}/games/${match}/${game}/record`);

/** A browser that is notified, as its PushManager describes it. */
export interface PushBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: string;
}
export const getPushKey = () => request<{ key: string | null }>("GET", "/api/push");
export const addPush = (browser: PushBrowser) => request<unknown>("PUT", "/api/me/push", browser);
export const removePush = (endpoint: string) => request<unknown>("DELETE", "/api/me/push", { endpoint });

/** How devices on the local network reach this server. */
export interface NetworkState {
  url: string | null;
  can_open: boolean;
}
export const getNetwork = () => request<NetworkState>("GET", "/api/network");
export const openNetwork = () => request<NetworkState>("POST", "/api/network");
export const closeNetwork = () => request<NetworkState>("DELETE", "/api/network");

/** The value of a cell of a score sheet. */
export type CellValue = string | number | boolean | null;
/** A new value of a cell; one that is sent again with the same id changes nothing. */
export interface SheetEntry {
  id: string;
  key: string;
  value: CellValue;
}
/** The version of a shared sheet, and the cells that have changed since an earlier one. */
export interface SheetChanges {
  version: number;
  cells: Record<string, CellValue>;
}
/** Milliseconds that these requests may take: a network that drops everything would keep the entries after them waiting. */
const TIMEOUT = 10_000;
export const createSharedSheet = (id: string) => request<{ sheet: string; code: string }>("POST", "/api/sheets", { id }, TIMEOUT);
export const readSharedSheet = (sheet: string, after: number) => request<SheetChanges>("GET", `/api/sheets/${sheet}?after=${after}`, undefined, TIMEOUT);
export const enterCells = (sheet: string, after: number, entries: readonly SheetEntry[]) => request<SheetChanges>("POST", `/api/sheets/${sheet}/cells`, { after, entries }, TIMEOUT);
export const deleteSharedSheet = (sheet: string) => request<undefined>("DELETE", `/api/sheets/${sheet}`, undefined, TIMEOUT);

export const getMyBlocks = () => request<{ blocks: Block[] }>("GET", "/api/me/blocks");
export const blockPerson = (person: string, how: BlockKind) => request<unknown>("PUT", `/api/me/blocks/${person}`, { how });
export const unblockPerson = (person: string) => request<unknown>("DELETE", `/api/me/blocks/${person}`);
