/** How long computer players take for a turn on a device (docs/benchmarks.md): from the event before it to its own, in the page. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../..");
const LEVELS = process.env.LEVELS?.split(",") ?? ["solid", "collector", "fox", "master"];
/** Turns that are measured of each level, and its opponents besides the person, who only draws. */
const TURNS = Number(process.env.TURNS ?? 60);
const OPPONENTS = 3;

async function serve(folder) {
  const python = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");
  const options = ["--port", "0", "--database", `sqlite:///${join(folder, "measure.db")}`, "--requests-per-minute", "0", "--people-per-address", "0"];
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

/** Note when the engine sends the event of a turn, and how long a computer player took for it. */
function listen({ level, opponents }) {
  if (!location.protocol.startsWith("http")) return;
  localStorage.setItem("tilewise.preferences", JSON.stringify({ tempo: "instant" }));
  localStorage.setItem("tilewise.play-now", JSON.stringify({ profile: "international", level, opponents, clock: false }));
  const times = (window.turnTimes = []);
  let before = 0;
  const Original = Worker;
  window.Worker = class extends Original {
    constructor(url, options) {
      super(url, options);
      this.addEventListener("message", ({ data }) => {
        const message = data.kind === "message" ? JSON.parse(data.text) : null;
        if (message?.type !== "event" || message.event.kind !== "acted") return;
        const now = performance.now();
        // The first turn of a game begins with the deal.
        if (before && message.event.action.seat > 0) times.push(now - before);
        before = now;
      });
    }
  };
}

/** Play against three computer players of a level, and return the times of their turns in ms. */
async function measure(browser, url, level) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  await context.addInitScript(listen, { level, opponents: OPPONENTS });
  const page = await context.newPage();
  const times = [];
  while (times.length < TURNS) {
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByRole("button", { name: "Play on this device" }).click();
    await page.locator(".rack [data-tile]").first().waitFor({ timeout: 120_000 });
    const found = () => page.evaluate(() => window.turnTimes);
    for (let isOver = false; !isOver && times.length + (await found()).length < TURNS; ) {
      const draw = page.locator('main:has(.chip.me.turn) .main .draw:not([disabled], [aria-disabled="true"])');
      // With an empty pool the person may have to play (N2): then another game begins, as after the end of this one.
      isOver = await draw.waitFor({ timeout: 20_000 }).then(() => false, () => true);
      // The turn may have ended meanwhile.
      if (!isOver) await draw.click({ timeout: 1_000 }).catch(() => undefined);
    }
    times.push(...(await found()));
  }
  await context.close();
  return times.sort((a, b) => a - b);
}

const folder = mkdtempSync(join(tmpdir(), "tilewise-"));
const { url, stop } = await serve(folder);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
try {
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}; Chromium ${browser.version()}; ${OPPONENTS + 1} players, ms a turn`);
  for (const level of LEVELS) {
    const times = await measure(browser, url, level);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
    console.log(`${level.padEnd(10)} ${times.length} turns: median ${at(0.5)}, 90 % below ${at(0.9)}, longest ${at(1)}`);
  }
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
} finally {
  await browser.close();
  stop();
  rmSync(folder, { recursive: true, force: true });
}
