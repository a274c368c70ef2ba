/** Tables with chosen tiles for pictures and measurements: messages as the server would send them. */

import type { Page, WebSocketRoute } from "playwright-core";
import type { GameRecord, MyTable, Ranked, TableListing } from "../../src/server/http";
import { type Acted, type ActionView, type AnyClientMessage, type CommandMessage, type GameBegan, type GameView, PROTOCOL, type TableView } from "../../src/server/protocol";
import { applyEvent } from "../../src/table/events";
import { animationsEnded } from "./pageChecks";
import type { PersonOptions, Stage } from "./stage";

const COLOURS = ["k", "r", "b", "o"];

/** All 160 tiles of the largest edition except the racks: runs and groups as after a long game. */
export function manySets(): string[] {
  const sets: string[] = [];
  for (const colour of COLOURS) {
    sets.push([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((n) => `${colour}${n}`).join(" "));
    sets.push([1, 2, 3, 4, 5].map((n) => `${colour}${n}`).join(" "), [6, 7, 8, 9].map((n) => `${colour}${n}`).join(" "), [10, 11, 12, 13].map((n) => `${colour}${n}`).join(" "));
  }
  for (let n = 1; n <= 13; n += 1) sets.push(COLOURS.map((colour) => `${colour}${n}`).join(" "));
  sets[20] = `${sets[20]!.split(" ").slice(0, 3).join(" ")} J`;
  return sets;
}

export function someSets(): string[] {
  return ["r3 r4 r5 r6 r7", "k8 b8 o8", "b10 b11 b12 b13", "k1 r1 o1", "o2 o3 o4 o5", "k9 r9 J o9", "k11 k12 k13", "r11 b11 o11", "o7 o8 o9 o10", "k4 r4 o4"];
}

/** A rack of so many different tiles in no order. */
export function rackOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `${COLOURS[(n * 17) % 4]!}${((n * 17) % 13) + 1}`).join(" ");
}

export function scene(table: string, sets: string[], rack: string, players = 4): TableView {
  const names = ["Anna", "Marek", "Katharina-Elisabeth", "Jo", "Wolfgang", "Zofia"];
  return {
    table, number: 9, maker: "me", phase: "playing", phase_ends: null, seat: 0, match: 1, game_number: 1,
    settings: { profile: "tm-toys", rules: {}, seats: Array.from({ length: players }, () => "person"), games: 1, public: false, spectators: true, rated: false, live_drafts: true, chat: true, hints: true },
    seats: Array.from({ length: players }, (_, n) => ({ name: names[n]!, person: n === 0 ? "me" : n === 2 ? null : `p${n}`, level: n === 2 ? "solid" : null, away: n === 3 })),
    standings: [], wants_rematch: [], kept: [], fair: null, last_actions: [],
    game: {
      table: sets, turn: 0, turn_ends: Date.now() + 37_000, starter: 0, start_draws: [], pool: 31,
      rack_sizes: Array.from({ length: players }, (_, n) => (n === 0 ? rack.split(" ").length : 5 + 3 * n)), opened: Array.from({ length: players }, (_, n) => n !== 1),
      announced: Array.from({ length: players }, () => false), given_up: Array.from({ length: players }, () => false), last_round: null, seat: 0, rack, may_pass: false, may_redeal: false, may_announce: false, actions: 7,
    },
  };
}

/** The end of a game, with several kinds of scores. */
export function ended(view: TableView): TableView {
  const game = view.game!;
  const score = (points: string, counted: string, facts: Record<string, string>) => ({ points, counted, rule: "E1", facts, message: "" });
  return {
    ...view,
    phase: "over",
    settings: { ...view.settings, games: 4 },
    wants_rematch: [1],
    standings: view.seats.map((_, n) => ({ rank: n + 1, points: String(31 - 20 * n), games_won: n === 0 ? 3 : 0 })),
    fair: { digest: "5".repeat(64), secret: "c".repeat(64), additions: view.seats.map((_, n) => `addition${n}`) },
    game: {
      ...game, rack: "", turn_ends: null, ending: "out", winners: [0], rack_sizes: [0, 8, 11, 3],
      scores: [score("+84", "others", {}), score("-43", "rack", { tiles: "k2 k3 r7 r8 b6 b9 o1 o7", worth: "43" }), score("-38", "announced", { tiles: "k2 r8 b6 b9 o13", worth: "38" }), score("-3", "rack", { tiles: "k1 r2", worth: "3" })],
      final_racks: ["", "k2 k3 r7 r8 b6 b9 o1 o7", "k2 r8 b6 b9 o13 o12 o11 k4 k5 k6 J", "k1 r2"],
    },
  };
}

/** With actions in the history. */
export function withHistory(view: TableView): TableView {
  return {
    ...view,
    last_actions: [
      { seat: 1, action: "draw", by: "person", drawn: 1 },
      { seat: 2, action: "play", by: "computer", table: view.game!.table.slice(0, 6), placed: "k11 k12 k13", opening_value: 36 },
      { seat: 3, action: "out-of-time", by: "clock", drawn: 3 },
      { seat: 0, action: "play", by: "person", table: view.game!.table, placed: "r3 r4" },
    ],
  };
}

export const SUMMARY = { profile: "tm-toys", rules: {}, phase: "open", names: ["Katharina-Elisabeth", null, "Wolfgang"], game_number: 1, games: 1, turn: null, turn_ends: null, rated: false, spectators: true } satisfies TableListing["summary"];

/** A finished match, and a table whose game is in progress. */
export const MY_TABLES: MyTable[] = [
  {
    table: "ended", code: "ABCDEF", at: 1_750_000_000_000, seat: 1, left: false,
    summary: { ...SUMMARY, profile: "vienna-de", phase: "over", names: ["Katharina-Elisabeth", "Anna", "solid", "Wolfgang"], games: 2, rated: true },
    games: [
      { match: 1, game: 1, ended_at: 1_750_000_000_000, names: ["Katharina-Elisabeth", "Anna", "solid", "Wolfgang"], points: ["+184", "-43", "-38", "-103"], winners: [0] },
      { match: 1, game: 2, ended_at: 1_750_000_000_000, names: ["Katharina-Elisabeth", "Anna", "solid", "Wolfgang"], points: ["-7", "+14", "-7", "0"], winners: [1, 3] },
    ],
  },
  { table: "unfinished", code: "ABCDEG", at: 1_750_000_000_000, seat: 0, left: false, summary: { ...SUMMARY, profile: "twist", phase: "playing" }, games: [] },
];

/** A game in which it is my turn. */
export const MY_TURN: MyTable = {
  table: "turn", code: "ABCDEH", at: 1_750_000_000_000, seat: 1, left: false, games: [],
  summary: { ...SUMMARY, profile: "vienna-de", phase: "playing", names: ["Katharina-Elisabeth", "Anna", "solid", "Wolfgang"], turn: 1, rack_sizes: [5, 9, 12, 3] },
};

export const LEADERS: Ranked[] = ["Katharina-Elisabeth 1", "Wolfgang-Amadeus Schmidt", "Jo"].map((name, n) => ({ rank: n + 1, person: `p${n}`, name, shown: 2345 - 1000 * n, games: 1234 - 600 * n, avatar: ["fox", "initial", "owl"][n]! }));

export const RECORD: GameRecord = {
  profile: "vienna-de", players: 4, names: ["Katharina-Elisabeth", "Anna", "solid", "Wolfgang"],
  result: { ending: "out", winners: [2], scores: ["-103", "-43", "+184", "-38"] },
  actions: [
    { seat: 0, action: "redeal" },
    { seat: 0, action: "draw" },
    { seat: 1, action: "play", table: someSets().slice(0, 9) },
    { seat: 2, action: "play", table: someSets() },
  ],
};

const MESSAGES = [
  { person: "p1", name: "Marek", at: 1, text: "Which one of you has kept the red seven all the time?", chat: 1 },
  { person: "me", name: "Anna", at: 2, text: "I say nothing.", chat: 2 },
];

/** The server as a page sees it: the tables that tests show, and the connection. */
interface RecordedServer {
  views: Map<string, TableView>;
  socket: WebSocketRoute | null;
  /** The tiles that I draw next. */
  pool: string[];
  /** Whether the network delivers nothing, and does not even say so. */
  isSilent: boolean;
}

const servers = new WeakMap<Page, RecordedServer>();

async function serverOf(page: Page): Promise<RecordedServer> {
  const known = servers.get(page);
  if (known) return known;
  const server: RecordedServer = { views: new Map(), socket: null, pool: [], isSilent: false };
  servers.set(page, server);
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    server.socket = socket;
    send(server, { type: "welcome", protocol: PROTOCOL, person: "me", name: "Anna", now: Date.now(), version: "0" });
    socket.onMessage((text) => {
      if (!server.isSilent) respond(server, JSON.parse(String(text)) as AnyClientMessage);
    });
  });
  return server;
}

function send(server: RecordedServer, message: object): void {
  if (!server.isSilent) server.socket!.send(JSON.stringify(message));
}

/** Send a message to a page that `show` has connected. */
export function broadcast(page: Page, message: object): void {
  send(servers.get(page)!, message);
}

/** A new person at a table that this module serves. It carries out my draws, with the tiles of `pool`, and my plays. */
export async function visit(stage: Stage, view: TableView, { pool = [], ...options }: PersonOptions & { pool?: readonly string[] } = {}): Promise<Page> {
  const page = await stage.person({ ...options, at: null });
  await show(page, view, pool);
  return page;
}

/** Show a table on a page, as for `visit`. */
export async function show(page: Page, view: TableView, pool: readonly string[] = []): Promise<void> {
  const server = await serverOf(page);
  server.views.set(view.table, view);
  server.pool = [...pool];
  const hash = `#/table/${view.table}`;
  if (page.url() === "about:blank") await page.goto(`./${hash}`);
  else await page.evaluate((wanted) => (location.hash = wanted), hash);
  await page.locator(view.game?.rack ? ".rack [data-tile]" : view.game ? ".set [data-tile]" : "main :is(.panel, .card)").first().waitFor();
  await animationsEnded(page);
}

/** Let the network of a page deliver nothing, or deliver again. */
export function silence(page: Page, isSilent: boolean): void {
  servers.get(page)!.isSilent = isSilent;
}

type Deed = Pick<ActionView, "seat" | "action"> & Partial<ActionView>;

/** Somebody acts at a table that `show` has shown, and the game is as given then. */
export function act(page: Page, table: string, action: Deed, game: Partial<GameView> = {}): void {
  carriedOut(servers.get(page)!, table, action, game);
}

/** A game begins at a table that `show` has shown; after a redeal, with the action that demanded it. */
export function begin(page: Page, table: string, game: GameView, action: Deed | null = null): void {
  const server = servers.get(page)!;
  const { number, game_number } = server.views.get(table)!;
  happen(server, table, { kind: "game-began", number: number + 1, at: Date.now(), phase: "playing", phase_ends: null, game_number, game, action: action && completed(action) });
}

const completed = (action: Deed): ActionView => ({ by: "person", drawn: 0, placed: "", ...action });

function happen(server: RecordedServer, table: string, event: Acted | GameBegan): void {
  server.views.set(table, applyEvent(server.views.get(table)!, event, "me"));
  send(server, { type: "event", table, now: Date.now(), event });
}

function carriedOut(server: RecordedServer, table: string, action: Deed, game: Partial<GameView>): void {
  const view = server.views.get(table)!;
  happen(server, table, { kind: "acted", number: view.number + 1, at: Date.now(), phase: game.ending ? "over" : "playing", action: completed(action), game: { ...view.game!, ...game, actions: view.game!.actions + 1 } });
}

/** Carry out what I do. Everybody else has then played so quickly that it is my turn again. */
function carryOut(server: RecordedServer, { id, table, command }: CommandMessage): void {
  const { game, seat } = server.views.get(table)!;
  const rack = facesOf([game!.rack]);
  if (command.do === "draw" && server.pool.length) {
    carriedOut(server, table, { seat: seat!, action: "draw", drawn: 1 }, { rack: [...rack, server.pool.shift()].join(" ") });
  } else if (command.do === "play") {
    const placed = without(facesOf(command.table), facesOf(game!.table));
    carriedOut(server, table, { seat: seat!, action: "play", table: command.table, placed: placed.join(" ") }, { rack: without(rack, placed).join(" "), table: command.table });
  } else return;
  send(server, { type: "done", id, table, number: server.views.get(table)!.number });
}

const facesOf = (texts: readonly string[]) => texts.flatMap((text) => text.split(" ").filter(Boolean));

/** The tiles that are left when others are taken away, each once. */
function without(faces: readonly string[], others: readonly string[]): string[] {
  const left = [...faces];
  for (const face of others) if (left.includes(face)) left.splice(left.indexOf(face), 1);
  return left;
}

/** What the tiles of a set stand for: a joker for its number in a run, or for the colour that a group lacks. */
function meanings(tiles: readonly string[]): string[] {
  const first = tiles.findIndex((tile) => COLOURS.includes(tile[0]!));
  const numbers = tiles.filter((tile) => COLOURS.includes(tile[0]!));
  const isGroup = new Set(numbers.map((tile) => tile.slice(1))).size === 1 && numbers.length > 1;
  const missing = COLOURS.filter((colour) => !numbers.some((tile) => tile[0] === colour));
  return tiles.map((tile, n) => {
    if (tile !== "J" || first < 0) return tile;
    const [colour, number] = [tiles[first]![0]!, Number(tiles[first]!.slice(1))];
    return isGroup ? `${missing.length === 1 ? missing[0]! : ""}${number}` : `${colour}${number + n - first}`;
  });
}

function respond(server: RecordedServer, message: AnyClientMessage): void {
  const answer = (response: object) => send(server, response);
  if (message.type === "ping") answer({ type: "pong", now: Date.now() });
  const view = "table" in message ? server.views.get(message.table) : undefined;
  if (!view) return;
  if (message.type === "subscribe") {
    answer({ type: "view", table: view.table, now: Date.now(), view });
    answer({ type: "presence", table: view.table, seats: [0, 1, 4, 5], spectators: 2 });
    if (view.settings.chat && view.game) answer({ type: "talk", table: view.table, said: MESSAGES });
  } else if (message.type === "command") {
    carryOut(server, message);
  } else if (message.type === "preview") {
    const sets = message.sets.map((tiles) =>
      tiles.split(" ").length < 3
        ? { tiles, refusal: { code: "too-few-tiles", rule: "T1", message: "", facts: { count: tiles.split(" ").length } } }
        : { tiles, kind: tiles[0] === tiles.split(" ")[1]?.[0] ? "run" : "group", value: 10, stands_for: meanings(tiles.split(" ")) },
    );
    const bad = sets.find((set) => set.refusal);
    const refusal = bad ? { code: "invalid-set", rule: "U6", message: "", facts: { set: bad.tiles, cause: "too-few-tiles" } } : null;
    // It understands no typed words.
    const problem = message.words ? { code: "unknown-word", rule: null, message: "", facts: { word: message.words } } : null;
    answer({ type: "previewed", table: view.table, asked: message.asked, preview: { sets, loose: "", rack: "", placed: "", opening: null, needed: 30, refusal, problem } });
  }
}
