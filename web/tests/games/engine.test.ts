import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import rules from "../../src/server/rules.json";
import { THOROUGH } from "../stage/effort";
import { look, myTurn, playNow, withMouse } from "../stage/player";
import { PYTHON, ROOT, TilewiseServer } from "../stage/server";
import { Stage } from "../stage/stage";

/**
 * The engine in the page next to a server: the same answers, the same games, and memory that stays flat. One engine for all.
 * That engine is the one that people get, without the changes of the tests.
 */
const stage = new Stage(new TilewiseServer({ module: "tilewise" }));
/** The tests in Python compare much more, without a browser. */
const PROFILES = Object.keys(rules.profiles).filter((profile) => THOROUGH || profile === "international");
const POSITIONS = THOROUGH ? 25 : 6;
const GAMES = THOROUGH ? Object.keys(rules.profiles).length : 2;
let page: Page;
/** The types of the messages that the page sends to the server. */
const sent: string[] = [];
const requested: string[] = [];

beforeAll(async () => {
  await stage.open();
  page = await stage.person({ reducedMotion: "reduce", tempo: "instant", serviceWorkers: "allow" });
  await page.getByText("Everything is loaded. It works without a network.").waitFor();
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push((JSON.parse(String(payload)) as { type: string }).type)));
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
});
afterAll(() => stage.close());

const engine = () => page.workers().find((worker) => worker.url().includes("/worker/"))!;

/** Run Python in the engine; its last line gives the JSON of the result. */
async function python<T>(code: string): Promise<T> {
  return JSON.parse(await engine().evaluate((lines) => (self as unknown as { python: { runPythonAsync(text: string): Promise<string> } }).python.runPythonAsync(lines), code)) as T;
}

/** Run a module of this repository with the Python of this machine; it prints JSON. */
async function pythonHere<T>(...words: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(PYTHON, ["-m", ...words], { cwd: ROOT, env: { ...process.env, PYTHONPATH: `${join(ROOT, "src")}:${ROOT}` } });
  return JSON.parse(stdout) as T;
}

test("at a table of a server, an engine that the device has previews my turn and gives hints", async () => {
  await playNow(page, { level: "beginner" });
  expect(page.url()).not.toContain("d-");
  await myTurn(page);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  /** Move a tile, and back. */
  const move = async () => {
    const { rack, sets } = await look(page);
    await withMouse.lay(page, [rack[0]!.id]);
    await expect.poll(async () => (await look(page)).sets.length).toBe(sets.length + 1);
    await undo.click();
    await expect.poll(async () => (await look(page)).sets.length).toBe(sets.length);
  };
  // The server answers until the engine is ready.
  await expect.poll(async () => (await move(), sent.includes("draft")), { interval: 500 }).toBe(true);
  expect(sent).toContain("preview");
  sent.length = requested.length = 0;
  await move();
  await expect.poll(() => sent.filter((type) => type === "draft").length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText(/Nothing can be placed|Look at|Look on/).first().waitFor();
  expect(requested.filter((path) => path.endsWith("/hint"))).toEqual([]);
  expect(stage.problems).toEqual([]);
});

interface Compared {
  previews: number;
  hints: number;
  different: string[];
}

/** Play at a table of the server by its own hints, and compare its previews and hints with the engine's; runs in the page. */
async function compareTurns({ profile, turns }: { profile: string; turns: number }): Promise<Compared> {
  const { askEngine } = window as unknown as { askEngine: (path: string, body: string) => Promise<{ status: number; body: string }> };
  type Message = Record<string, unknown> & { type: string };
  interface View {
    number: number;
    phase: string;
    seat: number;
    settings: object;
    rules_version: number;
    game: { table: string[]; rack: string; turn: number; pool: number; opened: boolean[] } | null;
  }
  // The easiest opening, so that sets come on the table soon.
  const settings = { profile, seats: ["person", "beginner"], hints: true, rules: { opening_threshold: 0 } };
  const created = (await (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(settings) })).json()) as { table: string };
  const { table } = created;
  const socket = new WebSocket(`ws://${location.host}/api/socket`);
  const received: Message[] = [];
  let wake = () => undefined as void;
  socket.onmessage = (event) => {
    received.push(JSON.parse(String(event.data)) as Message);
    wake();
  };
  await new Promise((done) => (socket.onopen = done));
  const next = async (isWanted: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = received.findIndex(isWanted);
      if (found >= 0) return received.splice(found, 1)[0]!;
      await new Promise<void>((done) => (wake = done));
    }
  };
  const send = (message: object) => socket.send(JSON.stringify(message));
  let id = 0;
  const command = async (what: object) => {
    id += 1;
    const mine = `c${table}${id}`;
    send({ type: "command", id: mine, table, command: what });
    await next((message) => message["id"] === mine);
  };
  send({ type: "hello", protocol: 3 });
  const view = async (): Promise<View> => {
    send({ type: "subscribe", table });
    return (await next((message) => message.type === "view"))["view"] as View;
  };
  const sorted = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => (part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part));
  const result: Compared = { previews: 0, hints: 0, different: [] };
  const compare = (kind: "previews" | "hints", question: string, there: unknown, here: { status: number; body: string }) => {
    result[kind] += 1;
    if (here.status !== 200 || sorted(JSON.parse(here.body)) !== sorted(there)) result.different.push(`${question}: ${sorted(there)} and ${here.body}`);
  };
  for (let turn = 0, asked = 0; turn < turns; ) {
    const now = await view();
    if (now.phase === "over") break;
    if (now.phase === "dealing") await command({ do: "add", text: profile });
    else if (now.phase === "offering") await command({ do: "keep" });
    else if (now.phase !== "playing" || now.game?.turn !== now.seat) await next((message) => message.type === "event");
    else {
      turn += 1;
      const { game, seat } = now;
      const tiles = game.rack.split(" ");
      const position = { settings: now.settings, rules_version: now.rules_version, table: game.table, rack: game.rack, opened: game.opened[seat] };
      const hint = (await (await fetch(`/api/tables/${table}/hint`)).json()) as { can_place: boolean; table?: string[] };
      compare("hints", `hint ${game.rack}`, hint, await askEngine("/api/hint", JSON.stringify({ ...position, number: now.number })));
      const some = tiles.slice(0, 3).join(" ");
      for (const sets of [hint.table ?? [], [...game.table, some], game.table.map((set, n) => (n ? set : `${set} ${tiles[0]!}`)), [...game.table.slice(1), some]]) {
        asked += 1;
        const number = asked;
        send({ type: "preview", table, asked, number: now.number, sets });
        const { preview } = await next((message) => message.type === "previewed" && message["asked"] === number);
        compare("previews", sets.join(", "), preview, await askEngine("/api/preview", JSON.stringify({ ...position, sets })));
      }
      await command(hint.can_place ? { do: "play", table: hint.table } : { do: game.pool ? "draw" : "pass" });
    }
  }
  socket.close();
  return result;
}

test.each(PROFILES)("previews and hints are those of the server, in a game with the rules of %s", async (profile) => {
  // As the page asks it, in the messages of its worker.
  if (profile === PROFILES[0])
    await page.exposeFunction("askEngine", (path: string, body: string) =>
      engine().evaluate(
        ([to, text]) =>
          new Promise((resolve) => {
            const scope = self as unknown as { postMessage(message: unknown): void; onmessage(event: unknown): void };
            const post = scope.postMessage;
            const id = `test ${String(Math.random())}`;
            scope.postMessage = (message) => {
              const answer = message as { kind: string; id: unknown; status: number; body: string };
              if (answer.kind !== "answer" || answer.id !== id) return post.call(scope, message);
              scope.postMessage = post;
              resolve({ status: answer.status, body: answer.body });
            };
            scope.onmessage({ data: { kind: "question", id, method: "POST", path: to, body: text } });
          }),
        [path, body] as const,
      ),
    );
  const compared = await page.evaluate(compareTurns, { profile, turns: 8 });
  expect(compared.different).toEqual([]);
  // A game may be over earlier.
  expect(compared.hints).toBeGreaterThan(0);
  expect(compared.previews).toBe(4 * compared.hints);
});

test("the answers in seeded positions and whole seeded games are those of Python on this machine", async () => {
  const digests = `
import json
from tilewise.browser.agreement import game_digests, position_digests
json.dumps({"positions": position_digests(${POSITIONS}), "games": await game_digests(${GAMES})})
`;
  const [here, there] = await Promise.all([pythonHere("scripts.engine_digests", "--each", "--positions", String(POSITIONS), "--games", String(GAMES)), python(digests)]);
  expect(there).toEqual(here);
});

test("the same seeded game through a server and through the worker yields the same events", async () => {
  const digests = `
import json
from tilewise.browser.agreement import event_digests
json.dumps(await event_digests(${GAMES}))
`;
  const [onServer, inWorker] = await Promise.all([pythonHere<string[]>("tests.support.server_games", String(GAMES)), python<string[]>(digests)]);
  expect(inWorker).toEqual(onServer);
  expect(new Set(onServer).size).toBe(GAMES);
});

test("memory stays flat over many games", async () => {
  // The same game again and again needs the same memory; a leak adds to it every time.
  const play = `
import gc, json
from tilewise.browser.agreement import played_game

await played_game(0)
gc.collect()
json.dumps(len(gc.get_objects()))
`;
  const heap = () => engine().evaluate(() => (self as unknown as { python: { _module: { HEAP8: Int8Array } } }).python._module.HEAP8.length);
  const memory: [number, number][] = [];
  for (let game = 1; game <= (THOROUGH ? 10 : 5); game += 1) memory.push([await heap(), await python<number>(play)]);
  const [third, last] = [memory[2]!, memory.at(-1)!];
  expect(last[0]).toBe(third[0]);
  expect(last[1]).toBeLessThan(third[1] + 500);
});
