/**
 * The event log of the tables on this device, in IndexedDB: `EventLog` in src/tilewise/browser/event_log.py.
 *
 * A promise resolves once the browser says that the events are on the disk. It never rejects: what went wrong is its value.
 */

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
  private opening: Promise<IDBDatabase> | null = null;

  constructor(private readonly factory: () => IDBFactory = () => indexedDB) {}

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
      // Strict: the browser answers after the disk, not after the operating system's memory.
      const transaction = (await this.open()).transaction([TABLES, BATCHES], "readwrite", { durability: "strict" });
      const stored = completion(transaction);
      change(transaction.objectStore(TABLES), transaction.objectStore(BATCHES));
      await stored;
      return "";
    } catch (error) {
      return this.problemOf(error);
    }
  }

  private async all<T>(store: string, range?: IDBKeyRange): Promise<T[] | LogProblem> {
    try {
      const transaction = (await this.open()).transaction(store, "readonly");
      const request = transaction.objectStore(store).getAll(range) as IDBRequest<T[]>;
      await completion(transaction);
      return request.result;
    } catch (error) {
      return this.problemOf(error);
    }
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = this.factory().open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(TABLES, { keyPath: "table" });
        request.result.createObjectStore(BATCHES, { keyPath: ["table", "last"] });
      };
      request.onsuccess = () => {
        const database = request.result;
        // The browser has deleted the data of this site, or another tab needs a newer version: open it again next time.
        database.onclose = () => (this.opening = null);
        database.onversionchange = () => {
          database.close();
          this.opening = null;
        };
        resolve(database);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new DOMException("Another tab has an older database open.", "AbortError"));
    });
    return this.opening;
  }

  private problemOf(error: unknown): LogProblem {
    const name = error instanceof DOMException ? error.name : "";
    // A database that could not be opened, or was closed, is opened again next time.
    if (name !== "QuotaExceededError") this.opening = null;
    if (name === "QuotaExceededError") return "full";
    return name === "SecurityError" || name === "NotAllowedError" || typeof indexedDB === "undefined" ? "blocked" : "failed";
  }
}

function rangeOf(table: string): IDBKeyRange {
  return IDBKeyRange.bound([table], [table, []]);
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("The transaction was aborted.", "AbortError"));
  });
}

/** Whether a game is being played on this device: the version that began it finishes it. */
export async function isPlaying(log: IndexedDbLog): Promise<boolean> {
  const summaries = await log.tables();
  // Where nothing may be stored there are no games. Any other problem leaves the question open.
  if (typeof summaries === "string") return summaries !== "blocked";
  const phaseOf = (summary: string) => (JSON.parse(summary) as { table?: { summary?: { phase?: string } } }).table?.summary?.phase ?? "";
  return summaries.some((summary) => ["dealing", "offering", "playing"].includes(phaseOf(summary)));
}
