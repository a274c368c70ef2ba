/** A Tilewise server and a Chromium for one test file. */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from "playwright-core";

export const ROOT = resolve(import.meta.dirname, "../../..");
export const PYTHON = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const CHROMIUM_OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** Milliseconds to wait for anything in a page, and for a server to stop: a machine may do much else at the same time. */
export const PATIENCE = 60_000;
export const ARTEFACTS = join(ROOT, "web/artefacts");

const NO_LIMITS = ["--requests-per-minute", "0", "--people-per-address", "0"];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const SIZES = { desktop: DESKTOP, tablet: TABLET, phone: PHONE, small: { width: 360, height: 640 }, landscape: { width: 844, height: 390 }, huge: { width: 3840, height: 2160 } };

export class Stage {
  private server: ChildProcess | null = null;
  protected readonly folder = mkdtempSync(join(tmpdir(), "tilewise-"));
  private browser: Browser | null = null;
  private readonly contexts: BrowserContext[] = [];
  /** Where the package is that the server runs. */
  private source = join(ROOT, "src");
  /** Errors of the page and its console. */
  readonly problems: string[] = [];
  /** 0 until the server has chosen a free port. */
  protected port = 0;

  /**
   * `tempo` is how fast computer players move; 0: at once. `options` are further options of the server. All people of a test
   * share one address, so nothing is limited unless `isLimited`.
   */
  constructor(
    private readonly tempo = 0,
    private readonly options: readonly string[] = [],
    private readonly isLimited = false,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Start the server and the browser; `scrollbars` shows them, as on most desktops. */
  async open({ scrollbars = false } = {}): Promise<void> {
    mkdirSync(ARTEFACTS, { recursive: true });
    await this.startServer();
    this.browser = await chromium.launch({
      executablePath: CHROMIUM,
      ignoreDefaultArgs: scrollbars ? ["--hide-scrollbars"] : [],
      args: CHROMIUM_OPTIONS,
    });
  }

  /** Start the server on a free port, or restart it on the same one. */
  async startServer(): Promise<void> {
    const database = `sqlite:///${join(this.folder, "test.db")}`;
    const options = ["--port", String(this.port), "--database", database, "--tempo", String(this.tempo), ...(this.isLimited ? [] : NO_LIMITS), ...this.options];
    const server = spawn(PYTHON, ["-u", "-m", "tilewise", "serve", ...options], { env: { ...process.env, PYTHONPATH: this.source }, stdio: ["ignore", "pipe", "pipe"] });
    this.server = server;
    let output = "";
    let errors = "";
    server.on("error", (error) => (errors += String(error)));
    server.stdout.on("data", (text) => (output += text));
    server.stderr.on("data", (text) => (errors = `${errors}${text}`.slice(-2000)));
    for (let n = 0; n < 1200 && isRunning(server); n += 1) {
      this.port ||= Number(/http:\/\/[\w.]+:(\d+)/.exec(output)?.[1] ?? 0);
      if (this.port && (await fetch(`${this.url}health`, { signal: AbortSignal.timeout(10_000) }).then((response) => response.ok).catch(() => false))) return;
      await pause(100);
    }
    throw new Error(`The server did not start. ${errors}`);
  }

  /** Replace the server by one whose Python has another version; its page is the same. */
  async updateServer(version: string): Promise<void> {
    await this.stopServer();
    const source = join(this.folder, version);
    cpSync(join(ROOT, "src/tilewise"), join(source, "tilewise"), { recursive: true });
    const module = join(source, "tilewise/__init__.py");
    writeFileSync(module, readFileSync(module, "utf-8").replace(/^(__version__\b.*=) ".*"/m, `$1 "${version}"`));
    this.source = source;
    await this.startServer();
  }

  async stopServer(): Promise<void> {
    const server = this.server;
    this.server = null;
    if (!server || !isRunning(server)) return;
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    const timer = setTimeout(() => server.kill("SIGKILL"), PATIENCE);
    await ended;
    clearTimeout(timer);
    if (server.signalCode === "SIGKILL") throw new Error("The server did not stop.");
  }

  /**
   * Open the page as a new person, who sees other players' turns at this tempo and has said who that is.
   * `asTheyCome`: a visitor who has never been here, with default settings; `at`: another address to begin at.
   */
  async person({ tempo = "instant", asTheyCome = false, at = this.url, ...options }: BrowserContextOptions & { tempo?: string; asTheyCome?: boolean; at?: string } = {}): Promise<Page> {
    const context = await this.browser!.newContext({
      viewport: DESKTOP,
      locale: "en-GB",
      // Requests through a service worker cannot be intercepted; its own tests allow it.
      serviceWorkers: "block",
      ...options,
    });
    this.contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    if (!asTheyCome) await context.addInitScript((wanted) => {
      // The empty page that a browser begins with has no storage.
      if (!location.protocol.startsWith("http") || localStorage.getItem("tilewise.preferences")) return;
      localStorage.setItem("tilewise.preferences", JSON.stringify({ tempo: wanted }));
      localStorage.setItem("tilewise.introduced", "true");
    }, tempo);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (message) => {
      // Some tests stop the server.
      if (message.type() === "error" && !/WebSocket|Failed to load resource|net::/.test(message.text())) this.problems.push(message.text());
    });
    await page.goto(at);
    return page;
  }

  /** Close all pages, which would slow down the next test. */
  async leave(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }

  async close(): Promise<void> {
    await this.browser?.close();
    await this.stopServer();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether a program has started and not ended. */
export function isRunning(program: ChildProcess): boolean {
  return program.pid !== undefined && program.exitCode === null && program.signalCode === null;
}

/** Keep a picture for people to look at, if PICTURES is set: a browser that has much else to do may take a minute for one. */
export async function picture(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (process.env["PICTURES"]) await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), ...options });
}

export function pause(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
