/**
 * Compare the engine in Chromium with this machine's Python: the same answers in seeded positions, the same seeded games.
 *
 *     npm run verify:engine                          2,000 positions and 200 whole games
 *     npm run verify:engine -- --positions 50 --games 6
 *
 * It ends with an error if anything differs, and says which positions and games.
 */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { PYTHON, ROOT, launch, runPython, serve, startEngine } from "./enginePage.mjs";

const { values: options } = parseArgs({ options: { positions: { type: "string", default: "2000" }, games: { type: "string", default: "200" } } });
const wanted = { positions: Number(options.positions), games: Number(options.games) };

/** How many positions and games the page computes at a time, so that progress is seen. */
const AT_ONCE = { positions: 20, games: 2 };

const PREPARE = `
import json
from itertools import count, islice
from tilewise.browser.agreement import game_digests, position_digest, positions

turns, seeds = positions(), count()
async def next_positions(number):
    return json.dumps([position_digest(view) for view in islice(turns, number)])
async def next_games(number):
    return json.dumps([(await game_digests(1, seed))[0] for seed in islice(seeds, number)])
""
`;

async function digestsHere() {
  const words = ["-m", "scripts.engine_digests", "--each", "--positions", String(wanted.positions), "--games", String(wanted.games)];
  const { stdout } = await promisify(execFile)(PYTHON, words, { cwd: ROOT, env: { ...process.env, PYTHONPATH: `${join(ROOT, "src")}:${ROOT}` }, maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}

/** Yield the digests of the page, some positions and some games in turns. */
async function* digestsInPage(browser, url) {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.goto(url);
  await startEngine(page);
  await runPython(page, PREPARE);
  const left = { ...wanted };
  while (left.positions || left.games) {
    for (const kind of Object.keys(left)) {
      const number = Math.min(AT_ONCE[kind], left[kind]);
      left[kind] -= number;
      if (number) yield [kind, JSON.parse(await runPython(page, `await next_${kind}(${number})`))];
    }
  }
}

const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
const folder = mkdtempSync(join(tmpdir(), "tilewise-"));
const { url, stop } = await serve(folder);
const browser = await launch();
try {
  const here = await digestsHere();
  console.log(`computed here after ${seconds()} s`);
  const seen = { positions: 0, games: 0 };
  const different = { positions: [], games: [] };
  const report = (kind) => `${seen[kind] - different[kind].length} of ${seen[kind]} ${kind} agree${different[kind].length ? `, not ${different[kind].join(", ")}` : ""}`;
  for await (const [kind, digests] of digestsInPage(browser, url)) {
    for (const digest of digests) {
      if (digest !== here[kind][seen[kind]]) different[kind].push(seen[kind]);
      seen[kind] += 1;
    }
    if (kind === "games" && seen.games % 20 === 0) console.log(`after ${seconds()} s: ${report("positions")}; ${report("games")}`);
  }
  console.log(`${report("positions")}\n${report("games")}`);
  if (different.positions.length || different.games.length || seen.positions !== wanted.positions || seen.games !== wanted.games) process.exitCode = 1;
} finally {
  await browser.close();
  stop();
  rmSync(folder, { recursive: true, force: true });
}
