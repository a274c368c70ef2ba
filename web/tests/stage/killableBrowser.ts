/** A Chromium with a folder of its own that a test can kill as a crash or a flat battery does, and start again. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type Page, chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_OPTIONS } from "./chromium";
import { PATIENCE, isRunning, pause } from "./server";

export class KillableBrowser {
  private readonly folder = mkdtempSync(join(tmpdir(), "tilewise-browser-"));
  private program: ChildProcess | null = null;
  private browser: Browser | null = null;

  /** `isMetered`: whether the connection costs money, so that the page loads no engine by itself. */
  constructor(private readonly options: { isMetered?: boolean } = {}) {}

  /** Start Chromium and open an empty page. Everything that it had stored on the disk is there. */
  async start(): Promise<Page> {
    const address = join(this.folder, "DevToolsActivePort");
    rmSync(address, { force: true });
    // A group of processes of its own, so that all of them can be killed at once.
    const program = spawn(CHROMIUM, [...CHROMIUM_OPTIONS, `--user-data-dir=${this.folder}`, "--remote-debugging-port=0", "about:blank"], { stdio: "ignore", detached: true });
    this.program = program;
    for (let n = 0; n < 1200 && isRunning(program); n += 1) {
      const [port, path] = readLines(address);
      if (port && path) {
        this.browser = await chromium.connectOverCDP(`ws://127.0.0.1:${port}${path}`, { timeout: PATIENCE });
        const context = this.browser.contexts()[0]!;
        context.setDefaultTimeout(PATIENCE);
        if (this.options.isMetered) await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
        return context.newPage();
      }
      await pause(100);
    }
    throw new Error("Chromium did not start.");
  }

  /** Kill Chromium with all its processes, at once. */
  async kill(): Promise<void> {
    const { program } = this;
    if (!program?.pid || !isRunning(program)) return;
    const ended = new Promise((done) => program.once("exit", done));
    process.kill(-program.pid, "SIGKILL");
    await ended;
    // A process that dies a little later still has its databases locked.
    for (let n = 0; n < 600 && isGroupAlive(program.pid); n += 1) await pause(100);
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function isGroupAlive(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch {
    return false;
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf-8").split("\n");
  } catch {
    return [];
  }
}
