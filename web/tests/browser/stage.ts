/** A server of its own and a real Chromium for each test file. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../../..");
const PYTHON = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const ARTEFACTS = join(ROOT, "web/artefacts");

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const SIZES = { desktop: DESKTOP, tablet: TABLET, phone: PHONE, small: { width: 360, height: 640 }, landscape: { width: 844, height: 390 }, huge: { width: 3840, height: 2160 } };

export class Stage {
  private server: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), "tilewise-"));
  private browser: Browser | null = null;
  private readonly contexts: BrowserContext[] = [];
  readonly problems: string[] = [];
  port = 0;

  constructor(private readonly tempo = 0) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async open(): Promise<void> {
    mkdirSync(ARTEFACTS, { recursive: true });
    this.port = await freePort();
    await this.startServer();
    this.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
  }

  async startServer(): Promise<void> {
    // All these people come from one address within a minute: a limit that no house of people reaches.
    const database = `sqlite:///${join(this.folder, "test.db")}`;
    let said = "";
    const server = spawn(PYTHON, ["-m", "tilewise", "serve", "--port", String(this.port), "--database", database, "--tempo", String(this.tempo), "--requests-per-minute", "0"], {
      env: { ...process.env, PYTHONPATH: join(ROOT, "src") },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.server = server;
    server.on("error", (error) => (said += String(error)));
    server.stderr.on("data", (text) => (said = `${said}${text}`.slice(-2000)));
    for (let n = 0; n < 1200 && server.exitCode === null && server.pid !== undefined; n += 1) {
      if (await fetch(`${this.url}health`).then((answer) => answer.ok).catch(() => false)) return;
      await pause(100);
    }
    throw new Error(`The server did not start. ${said}`);
  }

  async stopServer(): Promise<void> {
    const server = this.server;
    if (!server || server.exitCode !== null || server.pid === undefined) return;
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
    this.server = null;
  }

  /** A page of a new person. */
  async person(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser!.newContext({ viewport: DESKTOP, locale: "en-GB", ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (message) => {
      // A server that is away is part of some tests.
      if (message.type() === "error" && !/WebSocket|Failed to load resource|net::/.test(message.text())) this.problems.push(message.text());
    });
    await page.goto(this.url);
    return page;
  }

  /** Everybody goes home: a page that is left open takes its part of the machine from the next test. */
  async leave(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.stopServer();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function pause(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });
}
