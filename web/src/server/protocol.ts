// Made by scripts/export-web from src/tilewise/server/protocol.py; do not edit.

export const PROTOCOL = 2;

/** Somebody acted in the game; the game as it is now. */
export interface Acted {
  kind: "acted";
  number: number;
  at: number;
  phase: "between" | "closed" | "dealing" | "offering" | "open" | "over" | "playing";
  action: ActionView;
  game: GameView;
  phase_ends?: number | null;
  standings?: (StandingView)[];
  fair?: FairDealView | null;
}

/** An action of the game, and what came of it. */
export interface ActionView {
  seat: number;
  action: string;
  by: "clock" | "computer" | "person";
  table?: (string)[] | null;
  placed?: string;
  drawn?: number;
  drawn_tiles?: string | null;
  opening_value?: number | null;
  wrong?: RefusalView | null;
  shown?: string;
}

/** Add one's own chance to the next deal. */
export interface Add {
  do: "add";
  text: string;
}

/** Announce the opening (C3). */
export interface Announce {
  do: "announce";
}

/** The latest chat messages of a table, oldest first: sent once after the response to `subscribe`, if there are any. */
export interface ChatHistory {
  type: "talk";
  table: string;
  said: (ChatMessage)[];
}

/** An earlier chat message. */
export interface ChatMessage {
  chat: number;
  person: string;
  name: string;
  at: number;
  text: string;
}

/** Close the table before the first game or after the last one (who made it only). */
export interface Close {
  do: "close";
}

/** The server closes this connection; reconnect after `retry_after` milliseconds, or not at all if it is absent. */
export interface Closing {
  type: "closing";
  code: string;
  message: string;
  retry_after?: number | null;
}

/** Do something at a table. A repeated `id` gets the same response again and is never carried out twice. */
export interface CommandMessage {
  type: "command";
  id: string;
  table: string;
  command: Sit | Stand | SeatComputer | Add | Keep | Redeal | Play | Draw | Pass | Announce | Leave | Return | NextGame | Rematch | Close;
}

/** A command is stored; `number` is its last event. */
export interface Done {
  type: "done";
  id: string;
  table: string;
  number: number;
}

/** Share the arrangement of your unfinished turn. Version 1: use `preview` with `share` instead. */
export interface Draft {
  type: "draft";
  table: string;
  number: number;
  sets: (string)[];
  loose?: string;
}

/** The arrangement of the unfinished turn of the seat in turn. */
export interface Drafted {
  type: "drafted";
  table: string;
  number: number;
  seat: number;
  sets: (string)[];
  loose?: string;
}

/** Draw a tile and end the turn (U1). */
export interface Draw {
  do: "draw";
}

/** An event that has just happened. */
export interface Event {
  type: "event";
  table: string;
  event: SeatChanged | TableChanged | GameBegan | Acted;
}

/** The events that the client missed while it was disconnected. */
export interface Events {
  type: "events";
  table: string;
  now: number;
  events: (SeatChanged | TableChanged | GameBegan | Acted)[];
}

/** What proves the deal (docs/fairness.md). */
export interface FairDealView {
  digest: string;
  secret: string | null;
  additions: (string | null)[];
}

/** Tiles were dealt: here is the game. */
export interface GameBegan {
  kind: "game-began";
  number: number;
  at: number;
  phase: "between" | "closed" | "dealing" | "offering" | "open" | "over" | "playing";
  phase_ends: number | null;
  game_number: number;
  game: GameView;
  action?: ActionView | null;
}

/** The game as a seat sees it. */
export interface GameView {
  table: (string)[];
  turn: number;
  turn_ends: number | null;
  starter: number;
  start_draws: (Record<string, string>)[];
  pool: number;
  rack_sizes: (number)[];
  opened: (boolean)[];
  announced: (boolean)[];
  given_up: (boolean)[];
  last_round: (number)[] | null;
  seat: number | null;
  rack: string;
  may_redeal: boolean;
  may_announce: boolean;
  actions: number;
  ending?: string | null;
  winners?: (number)[];
  scores?: (ScoreView)[];
  final_racks?: (string)[];
}

/** The protocol version that the client speaks; send it first. */
export interface Hello {
  type: "hello";
  protocol: number;
}

/** Assess a turn in progress. Version 1: use `preview` instead. */
export interface Judge {
  type: "judge";
  table: string;
  asked: number;
  sets: (string)[];
  words?: string;
}

/** The assessment of a turn in progress; the response to `judge` of version 1. */
export interface Judged {
  type: "judged";
  table: string;
  asked: number;
  judgement: TurnPreview;
}

/** Keep the first tiles. */
export interface Keep {
  do: "keep";
}

/** Leave for good: the seat is given up if a game is being played. */
export interface Leave {
  do: "leave";
}

/** Begin the next game of the match without waiting. */
export interface NextGame {
  do: "next-game";
}

/** Place nothing, with an empty pool (U13). */
export interface Pass {
  do: "pass";
}

/** Ask for a `pong`. */
export interface Ping {
  type: "ping";
}

/** End the turn with the table as given, sets as texts (U6). */
export interface Play {
  do: "play";
  table: (string)[];
}

/** The response to `ping`. */
export interface Pong {
  type: "pong";
  now: number;
}

/** The seats whose players are connected, and the number of spectators. */
export interface Presence {
  type: "presence";
  table: string;
  seats: (number)[];
  spectators: number;
}

/** Assess a turn in progress: your own turn, or a plan for your next one. Since version 2. */
export interface Preview {
  type: "preview";
  table: string;
  asked: number;
  number: number;
  sets: (string)[];
  loose?: string;
  words?: string;
  share?: boolean;
}

/** The assessment of a turn in progress; the response to `preview`. */
export interface Previewed {
  type: "previewed";
  table: string;
  asked: number;
  preview: TurnPreview;
}

/** A message could not be processed, or a table cannot be shown. */
export interface Problem {
  type: "problem";
  code: string;
  message: string;
  table?: string | null;
}

/** Send a reaction as a player of the table: it is shown, but not stored. */
export interface React {
  type: "react";
  table: string;
  reaction: "good-game" | "hurry" | "oops" | "thanks" | "well-played" | "wow";
}

/** Demand a redeal (S5). */
export interface Redeal {
  do: "redeal";
}

/** Why something was not allowed: the reason's name, its rule, the facts, and all that in English. */
export interface RefusalView {
  code: string;
  rule: string | null;
  message: string;
  facts?: Record<string, number | string | (number)[]>;
}

/** A command was refused; nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  table: string;
  refusal: RefusalView;
}

/** Want another match. */
export interface Rematch {
  do: "rematch";
}

/** Play one's seat again, after a computer player did. */
export interface Return {
  do: "return";
}

/** A chat message, or a reaction: a reaction has no `chat` number. */
export interface Said {
  type: "said";
  table: string;
  person: string;
  name: string;
  at: number;
  text: string;
  chat?: number;
}

/** Send a chat message as a player of the table. The response is `said`, once it is stored, or `problem`. */
export interface Say {
  type: "say";
  table: string;
  text: string;
}

/** What a seat has scored, and why. */
export interface ScoreView {
  points: string;
  counted: string;
  rule: string;
  facts: Record<string, string>;
  message: string;
}

/** Somebody sat down or stood up, went away or came back; seats and phase are as they are now. */
export interface SeatChanged {
  kind: "seat-changed";
  number: number;
  at: number;
  what: string;
  seat: number;
  now: SeatView;
  phase: "between" | "closed" | "dealing" | "offering" | "open" | "over" | "playing";
}

/** Let a computer player take a free seat (who made the table only). */
export interface SeatComputer {
  do: "seat-computer";
  seat: number;
  level: string;
}

/** Who sits on a seat. */
export interface SeatView {
  name: string;
  person: string | null;
  level: string | null;
  away: boolean;
  avatar?: "bear" | "cat" | "fox" | "frog" | "initial" | "owl" | "panda" | "penguin" | "rabbit";
}

/** A set as it reads: arranged (T5), with what each tile stands for; or why it is none. */
export interface SetPreview {
  tiles: string;
  kind?: string | null;
  value?: number;
  stands_for?: (string)[];
  refusal?: RefusalView | null;
}

/** Take a seat; the first free one if none is named. */
export interface Sit {
  do: "sit";
  seat?: number | null;
}

/** Leave the seat before the first game or after the last one. */
export interface Stand {
  do: "stand";
}

/** A seat's place in the match. */
export interface StandingView {
  rank: number;
  points: string;
  games_won: number;
}

/** Follow a table, from the person's own seat or as a spectator. */
export interface Subscribe {
  type: "subscribe";
  table: string;
  since?: number | null;
}

/** Something changed that is no action of the game: see `what`. */
export interface TableChanged {
  kind: "table-changed";
  number: number;
  at: number;
  what: string;
  phase: "between" | "closed" | "dealing" | "offering" | "open" | "over" | "playing";
  phase_ends?: number | null;
  seat?: number | null;
  fair?: FairDealView | null;
  kept?: (number)[];
  wants_rematch?: (number)[];
  turn_ends?: number | null;
  match?: number;
  game_number?: number;
}

/** The settings of a table; they never change. */
export interface TableSettings {
  profile?: string;
  rules?: Record<string, number | string | null>;
  seats?: (string)[];
  games?: number;
  public?: boolean;
  spectators?: boolean;
  rated?: boolean;
  live_drafts?: boolean;
  chat?: boolean;
  hints?: boolean;
}

/** Everything that a seat or a spectator may know of a table. */
export interface TableView {
  table: string;
  number: number;
  settings: TableSettings;
  maker: string;
  phase: "between" | "closed" | "dealing" | "offering" | "open" | "over" | "playing";
  phase_ends: number | null;
  seats: (SeatView)[];
  seat: number | null;
  match: number;
  game_number: number;
  standings: (StandingView)[];
  wants_rematch: (number)[];
  kept: (number)[];
  fair: FairDealView | null;
  game: GameView | null;
  last_actions: (ActionView)[];
}

/** A turn as it would be if it ended now. */
export interface TurnPreview {
  sets: (SetPreview)[];
  loose: string;
  rack: string;
  placed: string;
  opening: number | null;
  needed: number;
  refusal: RefusalView | null;
  verb?: string | null;
  problem?: RefusalView | null;
}

/** Stop following a table. */
export interface Unsubscribe {
  type: "unsubscribe";
  table: string;
}

/** Everything that you may know about a table. */
export interface View {
  type: "view";
  table: string;
  now: number;
  view: TableView;
}

/** The first message: who you are here, and the server's time. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  person: string;
  name: string;
  now: number;
  version: string;
}

export type AnyClientMessage = Hello | Subscribe | Unsubscribe | CommandMessage | Preview | Draft | Judge | Say | React | Ping;

export type AnyServerMessage = Welcome | View | Events | Event | Done | Refused | Presence | Drafted | Previewed | Judged | Said | ChatHistory | Problem | Closing | Pong;
