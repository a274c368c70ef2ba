/** The score sheets of this device, in IndexedDB. A promise resolves once the browser says that the cells are on the disk. */

import type { CellValue, Cells } from "./sheetCells";

/** What is stored about a sheet besides its cells. */
export interface SheetRow {
  sheet: string;
  /** When something was last entered, in milliseconds. */
  changed: number;
  /** Whether it has been removed from the list; it is deleted on the next visit. */
  removed?: boolean;
}

interface CellRow {
  sheet: string;
  key: string;
  value: CellValue;
}

const NAME = "tilewise-sheets";
const VERSION = 1;
const SHEETS = "sheets";
const CELLS = "cells";

export class SheetStore {
  private opening: Promise<IDBDatabase> | null = null;

  constructor(private readonly factory: () => IDBFactory = () => indexedDB) {}

  async list(): Promise<{ row: SheetRow; cells: Cells }[]> {
    const database = await this.open();
    const transaction = database.transaction([SHEETS, CELLS], "readonly");
    const rows = transaction.objectStore(SHEETS).getAll() as IDBRequest<SheetRow[]>;
    const cells = transaction.objectStore(CELLS).getAll() as IDBRequest<CellRow[]>;
    await completion(transaction);
    const bySheet = new Map<string, Record<string, CellValue>>(rows.result.map((row) => [row.sheet, {}]));
    for (const { sheet, key, value } of cells.result) {
      const found = bySheet.get(sheet);
      if (found) found[key] = value;
    }
    return rows.result.map((row) => ({ row, cells: bySheet.get(row.sheet)! })).sort((a, b) => b.row.changed - a.row.changed);
  }

  async load(sheet: string): Promise<{ row: SheetRow; cells: Cells } | null> {
    const transaction = (await this.open()).transaction([SHEETS, CELLS], "readonly");
    const row = transaction.objectStore(SHEETS).get(sheet) as IDBRequest<SheetRow | undefined>;
    const cells = transaction.objectStore(CELLS).getAll(rangeOf(sheet)) as IDBRequest<CellRow[]>;
    await completion(transaction);
    if (!row.result) return null;
    return { row: row.result, cells: Object.fromEntries(cells.result.map(({ key, value }) => [key, value])) };
  }

  /** Store cells and what is known about the sheet, all or nothing. */
  async save(row: SheetRow, cells: Cells): Promise<void> {
    const transaction = (await this.open()).transaction([SHEETS, CELLS], "readwrite", { durability: "strict" });
    const stored = completion(transaction);
    transaction.objectStore(SHEETS).put(row);
    for (const [key, value] of Object.entries(cells)) transaction.objectStore(CELLS).put({ sheet: row.sheet, key, value } satisfies CellRow);
    await stored;
  }

  async delete(sheet: string): Promise<void> {
    const transaction = (await this.open()).transaction([SHEETS, CELLS], "readwrite");
    const stored = completion(transaction);
    transaction.objectStore(SHEETS).delete(sheet);
    transaction.objectStore(CELLS).delete(rangeOf(sheet));
    await stored;
  }

  private open(): Promise<IDBDatabase> {
    this.opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = this.factory().open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(SHEETS, { keyPath: "sheet" });
        request.result.createObjectStore(CELLS, { keyPath: ["sheet", "key"] });
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
    }).catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }
}

function rangeOf(sheet: string): IDBKeyRange {
  return IDBKeyRange.bound([sheet], [sheet, []]);
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("The transaction was aborted.", "AbortError"));
  });
}

export const sheetStore = new SheetStore();
