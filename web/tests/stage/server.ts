/** A Tilewise server with an empty database, on a free port of this machine. */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Network } from "./network";

export const ROOT = resolve(import.meta.dirname, "../../..");
export const PYTHON = process.env["PYTHON"] ?? join(ROOT, ".venv/bin/python");
/** Milliseconds to wait for anything in a page, and for a server to stop: a machine may do much else at the same time. */
export const PATIENCE = 60_000;

/** `tilewise`, with deals that tests can choose. */
export const PROGRAM = "tests.support.stage_server";

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
  /** The Python module to run; by default `tilewise` with deals that tests can choose. */
  module?: string;
  /** Milliseconds of the countdown to a deal among friends. */
  countdown?: number;
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
  /** Where the program listens; another address after each start. */
  address = "";
  /** The way of the pages to the server, whose address stays the same when the server starts again. A test may cut it. */
  readonly network = new Network(() => this.address);

  constructor(private readonly options: ServerOptions = {}) {}

  get url(): string {
    return this.network.url;
  }

  async start(): Promise<void> {
    await this.network.start();
    const { module = PROGRAM, tempo = 0, countdown, isLimited = false, options = [] } = this.options;
    const database = `sqlite:///${join(this.folder, "test.db")}`;
    const words = ["--port", "0", "--database", database, "--tempo", String(tempo), ...(isLimited ? [] : NO_LIMITS), ...options];
    const env = { ...process.env, PYTHONPATH: `${this.source}:${ROOT}`, ...(countdown && { COUNTDOWN: String(countdown) }) };
    const program = spawn(PYTHON, ["-u", "-m", module, "serve", ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.program = program;
    let errors = "";
    program.stderr.on("data", (text) => (errors = `${errors}${text}`.slice(-2000)));
    this.address = await new Promise<string>((done, fail) => {
      const give = (problem: unknown) => fail(new Error(`The server did not start. ${String(problem)} ${errors}`));
      let output = "";
      // It listens by the time it says where.
      program.stdout.on("data", (text) => {
        output += text;
        const port = /http:\/\/[\w.]+:(\d+)/.exec(output)?.[1];
        if (port && output.includes("Stop:")) done(`http://127.0.0.1:${port}/`);
      });
      program.on("error", give);
      program.on("exit", give);
    });
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

  /** End the server as a power cut does. */
  async kill(): Promise<void> {
    const { program } = this;
    this.program = null;
    if (!program || !isRunning(program)) return;
    const ended = new Promise((done) => program.once("exit", done));
    program.kill("SIGKILL");
    await ended;
  }

  async close(): Promise<void> {
    await this.network.close();
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
