/** A database of this browser (IndexedDB), opened when it is first needed and again after the browser has closed it. */
export class DeviceDatabase {
  private opening: Promise<IDBDatabase> | null = null;

  /** `upgrade` makes the object stores of a new database, or those that an older version lacks. */
  constructor(
    private readonly name: string,
    private readonly version: number,
    private readonly upgrade: (database: IDBDatabase, oldVersion: number, transaction: IDBTransaction) => void,
    private readonly factory: () => IDBFactory = () => indexedDB,
  ) {}

  /** Return what `ask` returns, such as requests, once all of them have results. Rejects with what went wrong. */
  read<T>(stores: readonly string[], ask: (store: (name: string) => IDBObjectStore) => T): Promise<T> {
    return this.transact(stores, "readonly", ask);
  }

  /** Change all or nothing; resolves once the browser says that the changes are on the disk. Rejects with what went wrong. */
  write<T>(stores: readonly string[], change: (store: (name: string) => IDBObjectStore) => T): Promise<T> {
    return this.transact(stores, "readwrite", change);
  }

  private async transact<T>(stores: readonly string[], mode: IDBTransactionMode, act: (store: (name: string) => IDBObjectStore) => T): Promise<T> {
    try {
      // Strict: the browser answers after the disk, not after the operating system's memory.
      const transaction = (await this.open()).transaction([...stores], mode, { durability: "strict" });
      const completed = completion(transaction);
      const result = act((name) => transaction.objectStore(name));
      await completed;
      return result;
    } catch (error) {
      // A database that could not be opened, or was closed, is opened again next time.
      if (!(error instanceof DOMException && error.name === "QuotaExceededError")) this.opening = null;
      throw error;
    }
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = this.factory().open(this.name, this.version);
      request.onupgradeneeded = ({ oldVersion }) => this.upgrade(request.result, oldVersion, request.transaction!);
      request.onsuccess = () => {
        const database = request.result;
        // The browser has deleted the data of this site, or another tab needs a newer version.
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
}

/** All keys that begin with this one. */
export function rangeOf(first: string): IDBKeyRange {
  return IDBKeyRange.bound([first], [first, []]);
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("The transaction was aborted.", "AbortError"));
  });
}
