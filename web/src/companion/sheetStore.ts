/** The score sheets of this device, in IndexedDB. A promise resolves once the browser says that the cells are on the disk. */

import { DeviceDatabase, rangeOf } from "../engine/database";
import { randomId } from "../server/connection.svelte";
import type { SheetChanges, SheetEntry } from "../server/http";
import type { CellValue, Cells } from "./sheetCells";

/** Where a sheet is shared. */
export interface Sharing {
  /** Its id on the server. */
  sheet: string;
  code: string;
  /** The version that this device has. */
  version: number;
  /** Whether it has been deleted from the server. */
  hasEnded?: boolean;
}

/** What is stored about a sheet besides its cells. */
export interface SheetRow {
  sheet: string;
  /** When something was last entered, in milliseconds. */
  changed: number;
  /** Whether it has been removed from the list; it is deleted on the next visit. */
  removed?: boolean;
  shared?: Sharing;
}

interface CellRow {
  sheet: string;
  key: string;
  value: CellValue;
  /** The id of the entry, while the server of a shared sheet does not have it. */
  unsent?: string;
}

const NAME = "tilewise-sheets";
const VERSION = 2;
const SHEETS = "sheets";
const CELLS = "cells";
/** The cells that have to be sent: only those have this property. */
const UNSENT = "unsent";

export class SheetStore {
  private readonly database: DeviceDatabase;

  constructor(factory?: () => IDBFactory) {
    this.database = new DeviceDatabase(NAME, VERSION, upgrade, factory);
  }

  async list(): Promise<{ row: SheetRow; cells: Cells }[]> {
    const found = await this.database.read([SHEETS, CELLS], (store) => ({
      rows: store(SHEETS).getAll() as IDBRequest<SheetRow[]>,
      cells: store(CELLS).getAll() as IDBRequest<CellRow[]>,
    }));
    const rows = found.rows.result;
    const bySheet = new Map<string, Record<string, CellValue>>(rows.map((row) => [row.sheet, {}]));
    for (const { sheet, key, value } of found.cells.result) {
      const cells = bySheet.get(sheet);
      if (cells) cells[key] = value;
    }
    return rows.map((row) => ({ row, cells: bySheet.get(row.sheet)! })).sort((a, b) => b.row.changed - a.row.changed);
  }

  /** What is stored about all sheets, without their cells. */
  async rows(): Promise<SheetRow[]> {
    const rows = await this.database.read([SHEETS], (store) => store(SHEETS).getAll() as IDBRequest<SheetRow[]>);
    return rows.result;
  }

  async load(sheet: string): Promise<{ row: SheetRow; cells: Cells } | null> {
    const found = await this.database.read([SHEETS, CELLS], (store) => ({
      row: store(SHEETS).get(sheet) as IDBRequest<SheetRow | undefined>,
      cells: store(CELLS).getAll(rangeOf(sheet)) as IDBRequest<CellRow[]>,
    }));
    if (!found.row.result) return null;
    return { row: found.row.result, cells: Object.fromEntries(found.cells.result.map(({ key, value }) => [key, value])) };
  }

  /** Store cells and what is known about the sheet, all or nothing. */
  async save(row: SheetRow, cells: Cells): Promise<void> {
    await this.change((sheets, stored) => {
      sheets.put(row);
      for (const [key, value] of Object.entries(cells)) stored.put({ sheet: row.sheet, key, value } satisfies CellRow);
    });
  }

  /** Store cells that somebody has entered on this device; those of a shared sheet wait until they are sent. */
  async enter(sheet: string, changed: number, cells: Cells): Promise<void> {
    await this.change((sheets, stored) =>
      // Another tab may have shared it, or taken over a newer version, a moment ago.
      get<SheetRow>(sheets, sheet, (row) => {
        sheets.put({ ...row, sheet, changed } satisfies SheetRow);
        const isShared = row?.shared && !row.shared.hasEnded;
        for (const [key, value] of Object.entries(cells)) stored.put({ sheet, key, value, ...(isShared && { unsent: randomId() }) } satisfies CellRow);
      }),
    );
  }

  async delete(sheet: string): Promise<void> {
    await this.change((sheets, cells) => {
      sheets.delete(sheet);
      cells.delete(rangeOf(sheet));
    });
  }

  // Sharing

  /** Note where a sheet is shared from now on; all its cells have to be sent. */
  async share(sheet: string, shared: Sharing): Promise<void> {
    await this.change((sheets, cells) => {
      update<SheetRow>(sheets, sheet, (row) => ({ ...row, shared }));
      const all = cells.getAll(rangeOf(sheet)) as IDBRequest<CellRow[]>;
      all.onsuccess = () => all.result.forEach((cell) => cells.put({ ...cell, unsent: randomId() } satisfies CellRow));
    });
  }

  /** Note that a sheet is no longer on the server, unless it is shared anew; `isOwn` forgets that it ever was. */
  async endSharing(sheet: string, shared: string, isOwn = false): Promise<void> {
    await this.change((sheets) =>
      update<SheetRow>(sheets, sheet, ({ shared: before, ...row }) => {
        if (before?.sheet !== shared) return { ...row, ...(before && { shared: before }) };
        return isOwn ? row : { ...row, shared: { ...before, hasEnded: true } };
      }),
    );
  }

  /** The entries of a shared sheet that have to be sent. */
  async unsent(sheet: string, most: number): Promise<SheetEntry[]> {
    const found = await this.database.read([CELLS], (store) => store(CELLS).index(UNSENT).getAll(rangeOf(sheet), most) as IDBRequest<CellRow[]>);
    return found.result.map(({ key, value, unsent }) => ({ id: unsent!, key, value }));
  }

  /**
   * Take over what has changed on the server, which now has the entries `sent`; their cells are always among the changes. A cell with an entry that has to be sent keeps
   * it: it is newer. Returns the cells that are as on the server now; null if the sheet is not shared there any more.
   */
  async absorb(sheet: string, shared: string, changes: SheetChanges, sent: readonly SheetEntry[]): Promise<Cells | null> {
    const taken: Record<string, CellValue> = {};
    let isShared = false;
    const ids = new Map(sent.map(({ id, key }) => [key, id]));
    await this.change((sheets, cells) =>
      get<SheetRow>(sheets, sheet, (row) => {
        if (row?.shared?.sheet !== shared) return;
        isShared = true;
        // Another tab may have taken over more: its cells stay, and what has changed since is read once more.
        const isOld = changes.version < row.shared.version;
        if (!isOld || sent.length) sheets.put({ ...row, shared: { ...row.shared, version: changes.version } } satisfies SheetRow);
        for (const [key, value] of Object.entries(changes.cells)) {
          get<CellRow>(cells, [sheet, key], (cell) => {
            if (cell?.unsent && cell.unsent !== ids.get(key)) return;
            taken[key] = value;
            cells.put({ sheet, key, value: isOld && cell ? cell.value : value } satisfies CellRow);
          });
        }
      }),
    );
    return isShared ? taken : null;
  }

  /** Change both kinds of rows, all or nothing. */
  private async change(work: (sheets: IDBObjectStore, cells: IDBObjectStore) => void): Promise<void> {
    await this.database.write([SHEETS, CELLS], (store) => work(store(SHEETS), store(CELLS)));
  }
}

function upgrade(database: IDBDatabase, oldVersion: number, transaction: IDBTransaction): void {
  if (oldVersion < 1) {
    database.createObjectStore(SHEETS, { keyPath: "sheet" });
    database.createObjectStore(CELLS, { keyPath: ["sheet", "key"] });
  }
  transaction.objectStore(CELLS).createIndex(UNSENT, ["sheet", UNSENT]);
}

function get<Row>(store: IDBObjectStore, key: IDBValidKey, work: (row: Row | undefined) => void): void {
  const request = store.get(key) as IDBRequest<Row | undefined>;
  request.onsuccess = () => work(request.result);
}

function update<Row>(store: IDBObjectStore, key: IDBValidKey, work: (row: Row) => Row): void {
  get<Row>(store, key, (row) => row && store.put(work(row)));
}

export const sheetStore = new SheetStore();
