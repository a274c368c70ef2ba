/** A Tilewise server with an empty database, on a free port of this machine. */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");
export const PYTHON = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
/** Milliseconds to wait for anything in a page, and for a server to stop: a machine may do much else at the same time. */
export const PATIENCE = 60_000;

const NO_LIMITS = ["--requests-per-minute", "0", "--people-per-address", "0"];

/** What serves the page. */
export interface Host {
  readonly url: string;
  /** Start, or start again at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stop, and remove all files. */
  close(): Promise<void>;
}

export interface ServerOptions {
  /** How long computer players think, in percent of a person; 0: not at all. */
  tempo?: number;
  /** Whether requests are limited as by default. All people of the tests share one address, so usually they are not. */
  isLimited?: boolean;
  /** Further options of `tilewise serve`. */
  options?: readonly string[];
}

export class TilewiseServer implements Host {
  private readonly folder = mkdtempSync(join(tmpdir(), "tilewise-"));
  private program: ChildProcess | null = null;
  /** Where the package is that the server runs. */
  private source = join(ROOT, "src");
  /** 0 until the server has chosen a free port. */
  private port = 0;

  constructor(private readonly options: ServerOptions = {}) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async start(): Promise<void> {
    const { tempo = 0, isLimited = false, options = [] } = this.options;
    const database = `sqlite:///${join(this.folder, "test.db")}`;
    const words = ["--port", String(this.port), "--database", database, "--tempo", String(tempo), ...(isLimited ? [] : NO_LIMITS), ...options];
    const program = spawn(PYTHON, ["-u", "-m", "tilewise", "serve", ...words], { env: { ...process.env, PYTHONPATH: this.source }, stdio: ["ignore", "pipe", "pipe"] });
    this.program = program;
    let output = "";
    let errors = "";
    program.on("error", (error) => (errors += String(error)));
    program.stdout.on("data", (text) => (output += text));
    program.stderr.on("data", (text) => (errors = `${errors}${text}`.slice(-2000)));
    for (let n = 0; n < PATIENCE / 50 && isRunning(program); n += 1) {
      this.port ||= Number(/http:\/\/[\w.]+:(\d+)/.exec(output)?.[1] ?? 0);
      if (this.port && (await fetch(`${this.url}health`, { signal: AbortSignal.timeout(10_000) }).then((response) => response.ok).catch(() => false))) return;
      await pause(50);
    }
    throw new Error(`The server did not start. ${errors}`);
  }

  /** Replace the server by one whose Python has another version; its page is the same. */
  async update(version: string): Promise<void> {
    await this.stop();
    const source = join(this.folder, version);
    cpSync(join(ROOT, "src/tilewise"), join(source, "tilewise"), { recursive: true });
    const module = join(source, "tilewise/__init__.py");
    writeFileSync(module, readFileSync(module, "utf-8").replace(/^(__version__\b.*=) ".*"/m, `$1 "${version}"`));
    this.source = source;
    await this.start();
  }

  async stop(): Promise<void> {
    const { program } = this;
    this.program = null;
    if (!program || !isRunning(program)) return;
    const ended = new Promise((done) => program.once("exit", done));
    program.kill("SIGTERM");
    const timer = setTimeout(() => program.kill("SIGKILL"), PATIENCE);
    await ended;
    clearTimeout(timer);
    if (program.signalCode === "SIGKILL") throw new Error("The server did not stop.");
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether a program has started and not ended. */
export function isRunning(program: ChildProcess): boolean {
  return program.pid !== undefined && program.exitCode === null && program.signalCode === null;
}

/** Let time pass between two looks at a condition. */
export function pause(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}
