/** What the page and the engine's worker send each other. */

export type ToWorker =
  /** Load the engine from this folder. */
  | { kind: "start"; folder: string }
  /** A message of the WebSocket protocol. */
  | { kind: "message"; text: string }
  /** A request of the HTTP API. */
  | { kind: "question"; id: number; method: string; path: string; body: string };

export type FromWorker =
  | { kind: "progress"; received: number; total: number }
  /** Its version, the name of the package that it runs, and the milliseconds from the start to each step of it. */
  | { kind: "ready"; version: string; program: string; times: Record<string, number> }
  | { kind: "failed"; reason: string }
  | { kind: "message"; text: string }
  | { kind: "answer"; id: number; status: number; body: string };
