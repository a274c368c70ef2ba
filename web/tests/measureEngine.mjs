/**
 * The engine's figures in docs/benchmarks.md: what a browser loads, when the engine is ready, whether the page stutters
 * meanwhile, and how much memory ten games take.
 *
 *     npm run measure:engine
 *     npm run measure:engine -- --visits 9 --games 0
 *
 * Every visit has a browser profile of its own. Frames are those of the page's main thread: the time between two callbacks of
 * requestAnimationFrame, and the browser's own long tasks. They are compared with the same page while it does nothing.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch, playButton, runPython, serve, startEngine } from "./enginePage.mjs";

const { values: options } = parseArgs({ options: { visits: { type: "string", default: "5" }, games: { type: "string", default: "10" } } });
const VISITS = Number(options.visits);
const GAMES = Number(options.games);
/** A frame that takes longer than this is seen, in ms. */
const LONG = 50;
/** Milliseconds without a long frame after which the page has loaded. */
const CALM = 500;

/** Note every frame of the page and every long task: when it began, and how long it took. */
function watchFrames() {
  window.frames_ = [];
  window.tasks_ = [];
  let last = performance.now();
  const note = (now) => {
    window.frames_.push([last, now - last]);
    last = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  new PerformanceObserver((list) => window.tasks_.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({ type: "longtask", buffered: true });
}

/** The frames and long tasks of a page that began in a span of time. */
const stutters = (page, from, to) =>
  page.evaluate(
    ([start, end]) => {
      const within = (all) => all.filter(([at]) => at >= start && at < end).map(([, time]) => time);
      return { frames: within(window.frames_), tasks: within(window.tasks_) };
    },
    [from, to],
  );

const pause = (time) => new Promise((done) => setTimeout(done, time));
const now = (page) => page.evaluate(() => performance.now());

/** Open the home page, and wait until it is calm. */
async function open(context, url) {
  const page = await context.newPage();
  await page.addInitScript(watchFrames);
  await page.goto(url);
  await playButton(page).waitFor();
  await page.waitForFunction(([calm, long]) => performance.now() - Math.max(0, ...window.frames_.filter(([, time]) => time > long).map(([at, time]) => at + time)) > calm, [CALM, LONG], { timeout: 20_000 }).catch(() => undefined);
  return page;
}

/** Start a game on this device; returns the times in ms and the frames until the engine was ready. */
async function visit(context, url) {
  const page = await open(context, url);
  const started = await now(page);
  await startEngine(page);
  const { ready, steps, end } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByName("engine");
    return { ready: entry.duration, steps: entry.detail, end: entry.startTime + entry.duration };
  });
  await page.locator(".rack [data-tile]").first().waitFor({ timeout: 60_000 });
  const playable = (await now(page)) - started;
  return { page, ready, playable, steps, ...(await stutters(page, started, end)) };
}

/** The frames of the same page while it does nothing, for as long. */
async function idle(context, url, time) {
  const page = await open(context, url);
  const started = await now(page);
  await pause(time);
  const seen = await stutters(page, started, started + time);
  await page.close();
  return seen;
}

/** A context in which the page does not begin to store the engine by itself: as on a metered connection. */
async function newContext(browser) {
  const context = await browser.newContext({ serviceWorkers: "allow", reducedMotion: "reduce" });
  await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }));
  return context;
}

/** Wait until the service worker has stored everything. */
async function store(context, url) {
  const page = await context.newPage();
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: undefined }));
  await page.goto(url);
  await page.getByText("Everything is loaded. It works without a network.").waitFor({ timeout: 120_000 });
  await page.close();
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function report(name, visits) {
  const times = (key) => visits.map((one) => Math.round(one[key]));
  console.log(`${name}: ready after ${median(times("ready"))} ms (${times("ready").join(", ")}), first tile ${median(times("playable"))} ms after the press`);
  console.log("  steps of the fastest", visits.reduce((best, one) => (one.ready < best.ready ? one : best)).steps);
}

function reportFrames(name, seen) {
  const frames = seen.flatMap((one) => one.frames);
  const tasks = seen.flatMap((one) => one.tasks);
  const long = frames.filter((time) => time > LONG);
  const longest = (times) => Math.round(Math.max(0, ...times));
  console.log(`  frames ${name}: ${frames.length}, longest ${longest(frames)} ms, over ${LONG} ms ${long.length} (${long.map(Math.round).join(", ")}); long tasks ${tasks.length}, longest ${longest(tasks)} ms`);
}

const PLAY = `
import gc
from tilewise.browser.agreement import played_game
await played_game(0)
gc.collect()
str(len(gc.get_objects()))
`;

/** Play whole games in the engine one after the other, and print the memory after each. */
async function measureMemory(page) {
  for (let game = 1; game <= GAMES; game += 1) {
    // Always the same game: it needs as much memory as the one before.
    const objects = await runPython(page, PLAY);
    const bytes = await page.workers()[0].evaluate(() => self.python._module.HEAP8.length);
    console.log(`  after game ${game}: ${(bytes / 1e6).toFixed(1)} MB of WebAssembly memory, ${objects} objects of Python`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "tilewise-"));
const { url, stop } = await serve(folder);
const browser = await launch();
try {
  // The server packs the package at the first request.
  const { files } = await (await fetch(`${url}engine/files.json`)).json();
  const sizes = Object.fromEntries(Object.entries(files).map(([part, { size }]) => [part, size]));
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}`);
  console.log("bytes", sizes, "in all", Object.values(sizes).reduce((sum, size) => sum + size, 0));
  const [cold, warm, still] = [[], [], []];
  for (let n = 0; n < VISITS; n += 1) {
    const context = await newContext(browser);
    cold.push(await visit(context, url));
    await cold.at(-1).page.close();
    await store(context, url);
    warm.push(await visit(context, url));
    const { page, ready } = warm.at(-1);
    if (n === VISITS - 1 && GAMES) await measureMemory(page);
    await page.close();
    still.push(await idle(context, url, Math.max(ready, cold.at(-1).ready)));
    await context.close();
  }
  report("cold", cold);
  reportFrames("while it loads", cold);
  report("from the cache", warm);
  reportFrames("while it loads", warm);
  console.log("the page without the engine");
  reportFrames("while it does nothing", still);
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  stop();
  rmSync(folder, { recursive: true, force: true });
}
