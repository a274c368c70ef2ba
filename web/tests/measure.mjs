/**
 * The page's figures in docs/benchmarks.md: sizes, time to the first tile, frame times while dragging.
 *
 *     npm run measure
 *     npm run measure -- --against CHECKOUT    compare with the page of another checkout, in turns
 *
 * With the variable PARTS, it says what the frames consist of.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../..");
const COLOURS = ["k", "r", "b", "o"];
/** Visits of each page at each speed, and drags. */
const LOADS = 9;
const MOVES = 400;
const { values: options } = parseArgs({ options: { against: { type: "string" } } });

const sets = [];
for (const colour of COLOURS) {
  sets.push(Array.from({ length: 13 }, (_, n) => `${colour}${n + 1}`).join(" "));
  for (const [from, to] of [[1, 5], [6, 9], [10, 13]]) sets.push(Array.from({ length: to - from + 1 }, (_, n) => `${colour}${from + n}`).join(" "));
}
for (let n = 1; n <= 13; n += 1) sets.push(COLOURS.map((colour) => `${colour}${n}`).join(" "));

const view = {
  table: "measure", number: 1, maker: "me", phase: "playing", seat: 0, match: 1, game_number: 1,
  settings: { profile: "tm-toys", rules: {}, seats: ["person", "person"], games: 1, chat: true, hints: true },
  seats: [{ name: "A", person: "me", level: null, away: false }, { name: "B", person: "b", level: null, away: false }],
  standings: [], wants_rematch: [], kept: [], fair: null, last_actions: [],
  game: { table: sets, turn: 0, turn_ends: Date.now() + 600_000, starter: 0, start_draws: [], pool: 9, rack_sizes: [4, 9], opened: [true, true], announced: [false, false], given_up: [false, false], last_round: null, seat: 0, rack: "k1 r2 b3 J", may_pass: false, may_redeal: false, may_announce: false, actions: 1 },
};

/** Serve the page of a checkout on a free port. */
async function serve(root, folder) {
  const python = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");
  // Every visit is a new guest, and all of them share one address.
  const words = ["--port", "0", "--database", `sqlite:///${join(folder, "measure.db")}`, "--requests-per-minute", "0", "--people-per-address", "0"];
  const server = spawn(python, ["-u", "-m", "tilewise", "serve", ...words], { cwd: folder, env: { ...process.env, PYTHONPATH: join(root, "src") }, stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  server.stdout.on("data", (text) => (output += text));
  for (let n = 0; n < 300 && server.exitCode === null; n += 1) {
    const port = /http:\/\/[\w.]+:(\d+)/.exec(output)?.[1];
    const url = `http://127.0.0.1:${port}/`;
    if (port && (await fetch(`${url}health`).then((response) => response.ok, () => false))) return { url, stop: () => server.kill() };
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("The server did not start.");
}

/** Open the page with an empty cache; the WebSocket is replaced by a table of 160 tiles. */
async function visit(browser, url, slowdown) {
  const context = await browser.newContext({ serviceWorkers: "block", viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const loaded = new Set();
  page.on("response", (response) => response.url().includes("/assets/") && loaded.add(response.url()));
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    const send = (message) => socket.send(JSON.stringify(message));
    send({ type: "welcome", protocol: 2, person: "me", name: "A", now: Date.now(), version: "0" });
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type === "ping") send({ type: "pong", now: Date.now() });
      if (message.type === "subscribe") send({ type: "view", table: "measure", now: Date.now(), view });
      if (message.type === "preview") send({ type: "previewed", table: "measure", asked: message.asked, preview: { sets: message.sets.map((tiles) => ({ tiles, kind: "run" })), loose: "", rack: "", placed: "", opening: null, needed: 30, refusal: null } });
    });
  });
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(notePlayable);
  await page.goto(`${url}#/table/measure`, { waitUntil: "commit" });
  await page.waitForFunction(() => window.__playable);
  const playable = await page.evaluate(() => window.__playable);
  await page.waitForLoadState("networkidle");
  return { context, page, client, loaded, playable };
}

/** Note inside the page when the first tile is playable: painted, visible, and what a pointer would touch. */
function notePlayable() {
  const isPlayable = () => {
    const tile = document.querySelector(".rack [data-tile]");
    if (!tile || getComputedStyle(tile).visibility !== "visible" || getComputedStyle(tile).opacity !== "1") return false;
    const { left, top, width, height } = tile.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-tile]") === tile;
  };
  // In the frame that paints it; the task after that frame is the first one that could handle a press.
  const check = () => (isPlayable() ? setTimeout(() => (window.__playable = performance.now())) : requestAnimationFrame(check));
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".rack [data-tile]")) return;
    observer.disconnect();
    requestAnimationFrame(check);
  }).observe(document, { childList: true, subtree: true });
}

/** Moves for one way across the table: of a hand that looks for a place, and of one that sweeps over the table. */
const PACES = { calm: 150, quick: 37 };

/** CPU time of the main thread in each frame of a drag, in ms: script, style, layout and paint. */
async function frames(browser, { page, client }, pace) {
  const box = await page.locator('.rack [data-face="k1"]').boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 5 });
  await page.waitForTimeout(300);
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame"] });
  for (let n = 0; n < MOVES; n += 1) {
    await client.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: 200 + 1000 * Math.abs(Math.sin(n / PACES[pace])), y: 120 + 500 * Math.abs(Math.sin((1.6 * n) / PACES[pace])), button: "left", buttons: 1 });
    await page.waitForTimeout(16);
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  // Drop the tile outside the board: it returns.
  await page.mouse.move(600, 4);
  await page.mouse.up();
  const main = traceEvents.find((event) => event.name === "thread_name" && event.args.name === "CrRendererMain" && traceEvents.some((other) => other.pid === event.pid && other.name === "BeginMainThreadFrame"));
  const mine = traceEvents.filter((event) => event.pid === main.pid && event.tid === main.tid);
  const begins = mine.filter((event) => event.name === "BeginMainThreadFrame").map((event) => event.ts).sort((a, b) => a - b);
  const times = begins.map(() => 0);
  for (const task of mine.filter((event) => event.name === "RunTask" && event.ph === "X")) {
    // A task belongs to the last frame that began before the task ended.
    const at = begins.findLastIndex((begin) => begin <= task.ts + task.dur);
    if (at >= 0) times[at] += (task.tdur ?? 0) / 1000;
  }
  const parts = {};
  const slow = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  const slowFrames = times.filter((time) => time >= slow).length;
  for (const event of mine.filter((one) => one.ph === "X" && (one.tdur ?? 0) > 0 && one.name !== "RunTask" && !/RunTask|UpdateLayer$/.test(one.name))) {
    const at = begins.findLastIndex((begin) => begin <= event.ts + event.dur);
    if (at < 0) continue;
    parts[event.name] ??= [0, 0];
    parts[event.name][0] += event.tdur / 1000 / begins.length;
    if (times[at] >= slow) parts[event.name][1] += event.tdur / 1000 / slowFrames;
  }
  return { times, parts };
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const ascending = (numbers) => [...numbers].sort((a, b) => a - b);

/** The size of files that a server sends, compressed as much as possible. */
async function kilobytes(urls) {
  const files = await Promise.all([...urls].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000;
}

/** Print a figure of each page, and how many times the first is the second. */
function report(name, figures, unit, digits = 0) {
  const [mine, other] = figures;
  const ratio = other === undefined ? "" : ` (${(mine / other).toFixed(2)} times)`;
  console.log(`${name}: ${figures.map((figure) => `${figure.toFixed(digits)} ${unit}`).join(" against ")}${ratio}`);
}

const folder = mkdtempSync(join(tmpdir(), "tilewise-"));
const pages = [ROOT, ...(options.against ? [resolve(process.env.INIT_CWD ?? ".", options.against)] : [])].map((root, n) => ({ root, folder: mkdtempSync(join(folder, `${n}-`)) }));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
try {
  for (const one of pages) Object.assign(one, await serve(one.root, one.folder));
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}; ${sets.join(" ").split(" ").length + 4} tiles`);
  // Python and the system have to load the files once.
  for (const one of pages) {
    const { context, loaded } = await visit(browser, one.url, 1);
    one.loaded = loaded;
    await context.close();
  }
  report("files for the table", pages.map(({ loaded }) => loaded.size), "files");
  report("files for the table, gzip", await Promise.all(pages.map(({ loaded }) => kilobytes(loaded))), "kB", 1);
  for (const slowdown of [1, 4]) {
    for (const one of pages) Object.assign(one, { playable: [], frames: {}, parts: {} });
    // In turns, so that what else the machine does slows all pages down alike.
    for (let n = 0; n < LOADS; n += 1) {
      for (const one of n % 2 ? pages.toReversed() : pages) {
        const visited = await visit(browser, one.url, slowdown);
        one.playable.push(visited.playable);
        const pace = Object.keys(PACES)[n];
        if (pace) {
          const { times, parts } = await frames(browser, visited, pace);
          one.frames[pace] = times;
          one.parts[pace] = parts;
        }
        await visited.context.close();
      }
    }
    const speed = slowdown === 1 ? "full speed" : `1/${slowdown} of the speed`;
    for (const [word, share] of [["median", 0.5], ["least", 0], ["most", 1]]) report(`${speed}, first playable tile, ${word} of ${LOADS}`, pages.map(({ playable }) => at(ascending(playable), share)), "ms");
    for (const pace of Object.keys(PACES)) {
      for (const [word, share] of [["median", 0.5], ["p95", 0.95], ["most", 1]]) report(`${speed}, frame of a ${pace} drag, ${word} of ${pages[0].frames[pace].length}`, pages.map((one) => at(ascending(one.frames[pace]), share)), "ms", 1);
      if (process.env.PARTS) for (const { parts } of pages) console.log(Object.entries(parts[pace]).filter(([, time]) => time[1] > 0.3).map(([name, time]) => `${name} ${time[0].toFixed(2)} ${time[1].toFixed(2)}`).join(", "));
    }
  }
} finally {
  await browser.close();
  for (const { stop } of pages) stop?.();
  rmSync(folder, { recursive: true, force: true });
}
