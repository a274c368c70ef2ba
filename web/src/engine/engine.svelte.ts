/** The engine in the page: the worker, how far it has loaded, and what it answers. */

import { engineFolder } from "./files";
import type { FromWorker, ToWorker } from "./messages";
import { type Answer, running } from "./running";

export type EngineStatus = "absent" | "loading" | "ready" | "failed";

class Engine {
  status: EngineStatus = $state("absent");
  /** Bytes received, and in all. */
  received = $state(0);
  total = $state(0);
  /** The name of the package that it runs. */
  program = "";
  /** Why it failed, for a bug report. */
  reason = "";
  private worker: Worker | null = null;
  private starting: Promise<void> | null = null;
  private settle: { resolve: () => void; reject: (error: Error) => void } | null = null;
  private startedAt = 0;
  private questions = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private listener: ((text: string) => void) | null = null;
  private onFailure: (() => void) | null = null;

  /** Load the engine, unless it is loaded; resolves when it is ready. After a failure it is loaded again. */
  start(): Promise<void> {
    this.starting ??= new Promise<void>((resolve, reject) => {
      this.settle = { resolve, reject };
      this.status = "loading";
      this.startedAt = performance.now();
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "engine" });
      this.worker = worker;
      worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
      worker.onerror = (event) => this.fail(event.message);
      this.post({ kind: "start", folder: engineFolder() });
    });
    return this.starting;
  }

  /** Receive the messages of the protocol; `onFailure` is called when there will be no more of them. */
  listen(listener: ((text: string) => void) | null, onFailure: (() => void) | null): void {
    this.listener = listener;
    this.onFailure = onFailure;
  }

  send(text: string): void {
    this.post({ kind: "message", text });
  }

  /** Answer a request of the HTTP API on this device. */
  async ask(method: string, path: string, body = ""): Promise<Answer> {
    await this.start();
    const id = (this.questions += 1);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.post({ kind: "question", id, method, path, body });
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case "progress":
        this.received = message.received;
        this.total = message.total;
        return;
      case "ready":
        // For measurements, and for a look into the browser's tools.
        performance.measure("engine", { start: this.startedAt, detail: message.times });
        this.program = message.program;
        this.status = "ready";
        running.engine = this;
        this.settle?.resolve();
        return;
      case "failed":
        this.fail(message.reason);
        return;
      case "message":
        this.listener?.(message.text);
        return;
      case "answer":
        this.waiting.get(message.id)?.({ status: message.status, body: message.body });
        this.waiting.delete(message.id);
    }
  }

  private fail(reason: string): void {
    this.reason = reason;
    this.status = "failed";
    running.engine = null;
    this.worker?.terminate();
    this.worker = null;
    this.starting = null;
    this.settle?.reject(new Error(reason));
    for (const resolve of this.waiting.values()) resolve({ status: 0, body: "" });
    this.waiting.clear();
    this.onFailure?.();
  }
}

export const engine = new Engine();
