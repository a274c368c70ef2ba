/** The engine's figures in docs/benchmarks.md: what a browser loads, when the engine is ready, and whether the page stutters. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../..");
const VISITS = Number(process.env.VISITS ?? 5);
/** A task of the page that takes longer than this makes it stutter, in ms. */
const LONG_TASK = 50;

/** Start a server on a free port. */
async function serve(folder) {
  const python = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");
  const options = ["--port", "0", "--database", `sqlite:///${join(folder, "measure.db")}`, "--requests-per-minute", "0"];
  const server = spawn(python, ["-u", "-m", "tilewise", "serve", ...options], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, stdio: ["ignore", "pipe", "ignore"] });
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

/** Start a game on this device; returns the times in ms. */
async function visit(browser, context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("button", { name: "Play on this device" }).waitFor();
  const started = await page.evaluate(() => performance.now());
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await page.getByRole("button", { name: "Play on this device" }).click();
  await page.waitForFunction(() => performance.getEntriesByName("engine").length > 0, null, { timeout: 120_000 });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const { ready, steps } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByName("engine");
    return { ready: entry.duration, steps: entry.detail };
  });
  await page.locator(".rack [data-tile]").first().waitFor({ timeout: 60_000 });
  const playable = await page.evaluate((from) => performance.now() - from, started);
  await page.close();
  return { ready, playable, steps, ...processorTimes(traceEvents) };
}

/** The processor's time of the worker, and of the page's longest task, in ms: they depend little on what else the machine does. */
function processorTimes(events) {
  const on = (thread) => {
    const named = events.filter((event) => event.name === "thread_name" && event.args.name === thread).map(({ pid, tid }) => `${pid} ${tid}`);
    return events.filter((event) => named.includes(`${event.pid} ${event.tid}`) && event.tts !== undefined);
  };
  const worker = on("DedicatedWorker thread").reduce((latest, event) => Math.max(latest, event.tts + (event.tdur ?? 0)), 0);
  const longest = on("CrRendererMain").reduce((most, event) => (/RunTask$/.test(event.name) ? Math.max(most, event.tdur ?? 0) : most), 0);
  return { worker: worker / 1000, longest: longest / 1000 };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const folder = mkdtempSync(join(tmpdir(), "tilewise-"));
const { url, stop } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
try {
  // The server packs the package at the first request.
  const { files } = await (await fetch(`${url}engine/files.json`)).json();
  const sizes = Object.fromEntries(Object.entries(files).map(([part, { size }]) => [part, size]));
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}`);
  console.log("bytes", sizes, "in all", Object.values(sizes).reduce((sum, size) => sum + size, 0));
  const cold = [];
  const warm = [];
  for (let n = 0; n < VISITS; n += 1) {
    const context = await browser.newContext({ serviceWorkers: "allow", reducedMotion: "reduce" });
    cold.push(await visit(browser, context, url));
    // Until the service worker has stored everything.
    const page = await context.newPage();
    await page.goto(url);
    await page.getByText("Everything is loaded. It works without a network.").waitFor({ timeout: 120_000 });
    await page.close();
    warm.push(await visit(browser, context, url));
    await context.close();
  }
  for (const [name, visits] of Object.entries({ cold, warm })) {
    const times = (key) => visits.map((one) => Math.round(one[key]));
    console.log(`${name}: ready after ${median(times("ready"))} ms (${times("ready").join(", ")}), first tile ${median(times("playable"))} ms after the press`);
    console.log(`  steps of the fastest`, visits.reduce((best, one) => (one.ready < best.ready ? one : best)).steps);
    console.log(`  processor's time of the worker until then ${median(times("worker"))} ms (${times("worker").join(", ")})`);
    console.log(`  longest task of the page ${Math.max(...times("longest"))} ms of the processor's time (over ${LONG_TASK} it stutters)`);
  }
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  stop();
  rmSync(folder, { recursive: true, force: true });
}
