/** What docs/benchmarks.md says of the page: sizes, time to the first tile, frame times while dragging. */

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { chromium } from "playwright-core";

const URL = process.argv[2] ?? "http://127.0.0.1:8013/";
const STATIC = join(import.meta.dirname, "../../src/tilewise/server/web/static/assets");
const COLOURS = ["k", "r", "b", "o"];

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
  game: { table: sets, turn: 0, turn_ends: null, starter: 0, start_draws: [], pool: 9, rack_sizes: [4, 9], opened: [true, true], announced: [false, false], given_up: [false, false], last_round: null, seat: 0, rack: "k1 r2 b3 J", may_redeal: false, may_announce: false, actions: 1 },
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
const loaded = [];
page.on("response", (response) => loaded.push(response.url().split("/").at(-1)));
await page.routeWebSocket(/\/api\/socket/, (socket) => {
  const tell = (message) => socket.send(JSON.stringify(message));
  tell({ type: "welcome", protocol: 1, person: "me", name: "A", now: Date.now(), version: "0" });
  socket.onMessage((text) => {
    const message = JSON.parse(String(text));
    if (message.type === "subscribe") tell({ type: "view", table: "measure", now: Date.now(), view });
    if (message.type === "judge") tell({ type: "judged", table: "measure", asked: message.asked, judgement: { sets: message.sets.map((tiles) => ({ tiles, kind: "run" })), loose: "", rack: "", placed: "", opening: null, needed: 30, refusal: null } });
  });
});

await page.goto(`${URL}#/table/measure`);
await page.locator(".rack [data-tile]").first().waitFor();
const first = await page.evaluate(() => performance.now());
const size = readdirSync(STATIC).filter((name) => loaded.includes(name)).map((name) => gzipSync(readFileSync(join(STATIC, name)), { level: 9 }).length);
console.log(`loaded for the table: ${(size.reduce((sum, one) => sum + one, 0) / 1000).toFixed(1)} kB compressed, ${size.length} files`);
console.log(`first playable tile after ${Math.round(first)} ms`);

const client = await page.context().newCDPSession(page);
for (const rate of [1, 4]) {
  await client.send("Emulation.setCPUThrottlingRate", { rate });
  await page.evaluate(() => {
    window.__frames = [];
    window.__tasks = [];
    new PerformanceObserver((list) => window.__tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
    let before = performance.now();
    const tick = (now) => {
      window.__frames.push(now - before);
      before = now;
      window.__raf = requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const box = await page.locator('.rack [data-face="k1"]').boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  // What a frame costs: the script, style, layout and paint of a move, measured by the browser itself.
  await client.send("Performance.enable");
  const cost = async () => Object.fromEntries((await client.send("Performance.getMetrics")).metrics.map((metric) => [metric.name, metric.value]));
  const before = await cost();
  const moves = 240;
  const times = [];
  for (let n = 0; n < moves; n += 1) {
    const began = await cost();
    await page.mouse.move(200 + 1000 * Math.abs(Math.sin(n / 37)), 120 + 500 * Math.abs(Math.sin(n / 23)));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const ended = await cost();
    times.push(1000 * (ended.ScriptDuration + ended.LayoutDuration + ended.RecalcStyleDuration - began.ScriptDuration - began.LayoutDuration - began.RecalcStyleDuration));
  }
  // Let go beside the board: the tile goes back.
  await page.mouse.move(600, 4);
  await page.mouse.up();
  const after = await cost();
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)].toFixed(1);
  console.log(`dragging among ${sets.join(" ").split(" ").length + 4} tiles, speed 1/${rate}: a move costs ${at(0.5)} ms (median), ${at(0.95)} ms (p95), ${sorted.at(-1).toFixed(1)} ms (most); layouts ${after.LayoutCount - before.LayoutCount} for ${moves} moves`);
  await page.evaluate(() => cancelAnimationFrame(window.__raf));
}
await browser.close();
