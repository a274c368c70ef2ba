/**
 * The event log of the tables on this device, in IndexedDB: `EventLog` in src/tilewise/browser/event_log.py.
 *
 * A promise resolves once the browser says that the events are on the disk. It never rejects: what went wrong is its value.
 */

import { DeviceDatabase, rangeOf } from "./database";

/** Why something was not stored: another tab was faster, the browser has deleted the table, there is no space left, the browser allows no storage, or anything else. */
export type LogProblem = "conflict" | "gone" | "full" | "blocked" | "failed";

interface TableRow {
  table: string;
  /** The number of the last event. */
  last: number;
  summary: string;
}

interface BatchRow {
  table: string;
  last: number;
  events: string;
}

const NAME = "tilewise";
const VERSION = 1;
const TABLES = "tables";
const BATCHES = "batches";

export class IndexedDbLog {
  private readonly database = new DeviceDatabase(NAME, VERSION, (database) => {
    database.createObjectStore(TABLES, { keyPath: "table" });
    database.createObjectStore(BATCHES, { keyPath: ["table", "last"] });
  });

  /** Store a batch after event `number`, which has to be the last one; returns an empty text, or the problem. */
  async append(table: string, number: number, last: number, events: string, summary: string): Promise<LogProblem | ""> {
    let problem: LogProblem | "" = "";
    const failure = await this.write((tables, batches) => {
      const stored = tables.get(table) as IDBRequest<TableRow | undefined>;
      stored.onsuccess = () => {
        const row = stored.result;
        if ((row?.last ?? 0) !== number) problem = row ? "conflict" : "gone";
        else {
          batches.add({ table, last, events } satisfies BatchRow);
          tables.put({ table, last, summary } satisfies TableRow);
        }
      };
    });
    return failure || problem;
  }

  /** The batches of a table in their order, or the problem. */
  async read(table: string): Promise<string[] | LogProblem> {
    const rows = await this.all<BatchRow>(BATCHES, rangeOf(table));
    return typeof rows === "string" ? rows : rows.map((row) => row.events);
  }

  /** The summaries of all tables, or the problem. */
  async tables(): Promise<string[] | LogProblem> {
    const rows = await this.all<TableRow>(TABLES);
    return typeof rows === "string" ? rows : rows.map((row) => row.summary);
  }

  delete(table: string): Promise<LogProblem | ""> {
    return this.write((tables, batches) => {
      tables.delete(table);
      batches.delete(rangeOf(table));
    });
  }

  private async write(change: (tables: IDBObjectStore, batches: IDBObjectStore) => void): Promise<LogProblem | ""> {
    try {
      await this.database.write([TABLES, BATCHES], (store) => change(store(TABLES), store(BATCHES)));
      return "";
    } catch (error) {
      return problemOf(error);
    }
  }

  private async all<T>(name: string, range?: IDBKeyRange): Promise<T[] | LogProblem> {
    try {
      return (await this.database.read([name], (store) => store(name).getAll(range) as IDBRequest<T[]>)).result;
    } catch (error) {
      return problemOf(error);
    }
  }
}

function problemOf(error: unknown): LogProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return "full";
  return name === "SecurityError" || name === "NotAllowedError" || typeof indexedDB === "undefined" ? "blocked" : "failed";
}

/** Whether a game is being played on this device: the version that began it finishes it. */
export async function isPlaying(log: IndexedDbLog): Promise<boolean> {
  const summaries = await log.tables();
  // Where nothing may be stored there are no games. Any other problem leaves the question open.
  if (typeof summaries === "string") return summaries !== "blocked";
  const phaseOf = (summary: string) => (JSON.parse(summary) as { table?: { summary?: { phase?: string } } }).table?.summary?.phase ?? "";
  return summaries.some((summary) => ["dealing", "offering", "playing"].includes(phaseOf(summary)));
}
