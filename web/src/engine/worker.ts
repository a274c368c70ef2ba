/** The engine's worker: Python with our own package, the same that the server runs. */

/// <reference lib="webworker" />

import { loadPyodide, version } from "pyodide";
import { readArchive } from "./archive";
import { IndexedDbLog, isPlaying } from "./eventLog";
import { download, type EngineFiles, type EnginePart, listFiles, totalSize } from "./files";
import type { FromWorker, ToWorker } from "./messages";

type Python = Awaited<ReturnType<typeof loadPyodide>>;

/** The engine of src/tilewise/browser/engine.py. */
interface Engine {
  receive(text: string): Promise<void>;
  answer(method: string, path: string, body: string): Promise<{ toJs(): [number, string]; destroy(): void }>;
}

const worker = self as unknown as DedicatedWorkerGlobalScope;
const MODULES = "/lib/python3.14/site-packages";

/** Pyodide compares its interface with that of the packages it could load from elsewhere; the engine loads none. */
const NO_PACKAGES = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version }, packages: {} };

const CREATE_ENGINE = `
from tilewise.browser.engine import Engine
from tilewise.browser.event_log import ScriptLog
from tilewise.server.clock import SteadyClock

lambda log, send: Engine(ScriptLog(log), send, SteadyClock())
`;

let engine: Engine | null = null;

function tell(message: FromWorker): void {
  worker.postMessage(message);
}

worker.onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "start") void start(message.folder).catch((error: unknown) => tell({ kind: "failed", reason: String(error) }));
  else if (message.kind === "message") engine?.receive(message.text).catch(crash);
  else void answer(message.id, message.method, message.path, message.body).catch(crash);
};

/** An error that Python did not expect: nothing that follows can be trusted. What was acknowledged is stored. */
function crash(error: unknown): void {
  tell({ kind: "failed", reason: String(error) });
  worker.close();
}

async function answer(id: number, method: string, path: string, body: string): Promise<void> {
  const answered = await engine!.answer(method, path, body);
  const [status, text] = answered.toJs();
  answered.destroy();
  tell({ kind: "answer", id, status, body: text });
}

async function start(folder: string): Promise<void> {
  const began = performance.now();
  const times: Record<string, number> = {};
  const note = (step: string) => (times[step] = Math.round(performance.now() - began));
  const log = new IndexedDbLog();
  // A game is finished by the version of the engine that began it.
  const list = await listFiles(folder, await isPlaying(log));
  note("list");
  const python = await load(folder, list, note);
  // For a look with the browser's tools, and for tests.
  Object.assign(worker, { python });
  note("files");
  const create = python.runPython(CREATE_ENGINE) as (log: IndexedDbLog, send: (text: string) => void) => Engine;
  engine = create(log, (text) => tell({ kind: "message", text }));
  note("package");
  tell({ kind: "ready", version: list.version, program: list.files.package.name, times });
}

/** Start Python, with the package and msgspec in its file system. */
async function load(folder: string, list: EngineFiles, note: (step: string) => void): Promise<Python> {
  const total = totalSize(list);
  let received = 0;
  const count = (bytes: number) => {
    received += bytes;
    tell({ kind: "progress", received, total });
  };
  const urlOf = (part: EnginePart) => new URL(list.files[part].name, folder);
  const script = import(/* @vite-ignore */ urlOf("script").href) as Promise<{ default: unknown }>;
  const program = download(urlOf("program"), "application/wasm", count);
  const library = download(urlOf("library"), "application/zip", count);
  const archives = (["msgspec", "package"] as const).map(async (part) => readArchive(new Uint8Array(await (await download(urlOf(part), "application/zip", count)).arrayBuffer())));

  const { default: createPyodideModule } = await script;
  count(list.files.script.size);
  note("script");
  const restore = answerRequests({ "pyodide.asm.wasm": program, "python_stdlib.zip": library });
  try {
    const python = await loadPyodide({ indexURL: folder, packageBaseUrl: folder, lockFileContents: NO_PACKAGES, createPyodideModule } as never);
    note("python");
    for (const files of await Promise.all(archives)) {
      for (const [name, content] of files) {
        const path = `${MODULES}/${name}`;
        python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        python.FS.writeFile(path, content);
      }
    }
    return python;
  } finally {
    restore();
  }
}

/** Pyodide requests two files itself: answer it with those that are being decompressed here. Returns what ends that. */
function answerRequests(answers: Record<string, Promise<Response>>): () => void {
  const fetched = worker.fetch;
  worker.fetch = (input, init) => answers[String(input instanceof Request ? input.url : input).split("/").at(-1)!] ?? fetched(input, init);
  return () => (worker.fetch = fetched);
}
