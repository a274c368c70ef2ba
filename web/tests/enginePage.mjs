/** A server, a Chromium, and a page with the engine in it: for measurements and comparisons. */

import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

export const ROOT = resolve(import.meta.dirname, "../..");
export const PYTHON = process.env.PYTHON ?? join(ROOT, ".venv/bin/python");

/** Start a server on a free port, with its database in a folder. */
export async function serve(folder) {
  const options = ["--port", "0", "--database", `sqlite:///${join(folder, "engine.db")}`, "--requests-per-minute", "0", "--people-per-address", "0"];
  const server = spawn(PYTHON, ["-u", "-m", "tilewise", "serve", ...options], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  server.stdout.on("data", (text) => (output += text));
  for (let n = 0; n < 600 && server.exitCode === null; n += 1) {
    const port = /http:\/\/[\w.]+:(\d+)/.exec(output)?.[1];
    const url = `http://127.0.0.1:${port}/`;
    if (port && (await fetch(`${url}health`).then((response) => response.ok, () => false))) return { url, stop: () => server.kill() };
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("The server did not start.");
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

export const playButton = (page) => page.getByRole("button", { name: "Play on this device" });

/** Start a game on this device, and wait until the engine is ready. */
export async function startEngine(page) {
  await playButton(page).click();
  await page.waitForFunction(() => performance.getEntriesByName("engine").length > 0, null, { timeout: 300_000 });
}

/** Run Python in the engine's worker; returns the value of the last line, which has to be a text. */
export function runPython(page, code) {
  const worker = page.workers().find((one) => one.url().includes("/worker/"));
  return worker.evaluate((lines) => self.python.runPythonAsync(lines), code);
}
