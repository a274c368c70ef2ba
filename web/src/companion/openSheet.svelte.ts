/** The score sheet that is open: its cells, what the rules say about them, and whether every entry is stored. */

import { asPerson } from "../person/me.svelte";
import { randomId } from "../server/connection.svelte";
import { RequestError, ask, createSharedSheet, deleteSharedSheet } from "../server/http";
import { type CellValue, type Cells, type CountedSheet, type Sheet, nextNumber, questionOf, readGame, readSheet } from "./sheetCells";
import { type SheetServer, SheetSharing } from "./sheetSharing.svelte";
import { type SheetStore, sheetStore } from "./sheetStore";

export type StorageStatus = "stored" | "storing" | "failed";

/** What a step changed, to take it back. */
interface Step {
  before: Record<string, CellValue>;
  after: Cells;
}

const MOST_STEPS = 200;

/** Tells the other tabs of this browser which cells have changed. */
interface TabMessage {
  sheet: string;
  cells: Cells;
  /** Whether the sheet is shared from now on, or no longer. */
  isSharingChanged?: boolean;
}

export class OpenSheet {
  cells: Cells = $state.raw({});
  /** What the rules say; null until somebody has answered. It is about `countedSheet`, which may be a little older. */
  counted: CountedSheet | null = $state.raw(null);
  countedSheet: Sheet | null = $state.raw(null);
  /** Whether nobody can answer now. */
  isUnanswered = $state(false);
  status: StorageStatus = $state("stored");
  readonly sheet: Sheet = $derived(readSheet(this.cells));
  private steps: Step[] = $state.raw([]);
  /** Cells that are being written to the disk. */
  private readonly beingStored = new Set<Cells>();
  /** Cells that could not be stored. */
  private unsaved: Cells | null = null;
  private isAsking = false;
  private isStale = false;
  private readonly channel: BroadcastChannel | null = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("tilewise-sheets");

  readonly sharing: SheetSharing;

  constructor(
    readonly id: string,
    private readonly store: SheetStore = sheetStore,
    private readonly now: () => number = Date.now,
    server?: SheetServer,
  ) {
    this.sharing = new SheetSharing(id, store, (cells) => this.take(cells), server);
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => data.sheet === this.id && this.hear(data);
  }

  /** Load it; returns whether it exists. */
  async load(): Promise<boolean> {
    const found = await this.store.load(this.id);
    if (!found) return false;
    this.cells = { ...found.cells };
    if (found.row.shared) this.sharing.begin(found.row.shared);
    void this.count();
    return true;
  }

  close(): void {
    this.sharing.end();
    this.channel?.close();
  }

  // Sharing

  /** Share it through the server. Throws RequestError. */
  async share(): Promise<void> {
    // A request that is repeated because its answer was lost makes no second sheet.
    const id = (this.shareRequest ??= randomId());
    const { sheet, code } = await asPerson(() => createSharedSheet(id));
    this.shareRequest = null;
    const shared = { sheet, code, version: 0 };
    await this.store.share(this.id, shared);
    this.sharing.begin(shared);
    this.tell({ isSharingChanged: true });
  }
  private shareRequest: string | null = null;

  /** Delete it from the server, for everyone. Throws RequestError. */
  async unshare(): Promise<void> {
    const sheet = this.sharing.shared?.sheet;
    if (!sheet) return;
    try {
      await deleteSharedSheet(sheet);
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof RequestError) || error.code !== "no-sheet") throw error;
    }
    await this.store.endSharing(this.id, sheet, true);
    this.sharing.end();
    this.tell({ isSharingChanged: true });
  }

  get canUndo(): boolean {
    return this.steps.length > 0;
  }

  /** The number under which the next game is entered. */
  get next(): number {
    return nextNumber(this.cells);
  }

  game(number: number) {
    return this.sheet.games.find((game) => game.number === number) ?? readGame({}, number, this.sheet.players.length);
  }

  /** Change cells; one step can be taken back as a whole. */
  set(cells: Cells): void {
    const before: Step["before"] = {};
    for (const key of Object.keys(cells)) before[key] = this.cells[key] === undefined ? emptyCell(key) : this.cells[key]!;
    this.steps = [...this.steps.slice(-MOST_STEPS), { before, after: cells }];
    this.change(cells);
  }

  undo(): void {
    const step = this.steps.at(-1);
    if (!step) return;
    this.steps = this.steps.slice(0, -1);
    // What somebody else has corrected since stays.
    this.change(Object.fromEntries(Object.entries(step.before).filter(([key]) => this.cells[key] === step.after[key])));
  }

  private change(cells: Cells): void {
    this.cells = { ...this.cells, ...cells };
    void this.save(cells);
    this.tell({ cells });
    void this.count();
  }

  private tell(message: Partial<TabMessage>): void {
    this.channel?.postMessage({ sheet: this.id, cells: {}, ...message } satisfies TabMessage);
  }

  /** Take over what another tab has changed. */
  private hear({ cells, isSharingChanged }: TabMessage): void {
    if (isSharingChanged) void this.hearOfSharing();
    this.cells = { ...this.cells, ...cells };
    void this.count();
  }

  private async hearOfSharing(): Promise<void> {
    const shared = (await this.store.load(this.id).catch(() => null))?.row.shared;
    if (shared) this.sharing.begin({ ...shared, version: 0 });
    else this.sharing.end();
  }

  /** Take over cells as they are on the server, except those that are being entered here: these are newer. */
  private take(cells: Cells): void {
    const isNewer = (key: string) => [...this.beingStored, this.unsaved ?? {}].some((some) => key in some);
    const changed = Object.entries(cells).filter(([key, value]) => this.cells[key] !== value && !isNewer(key));
    if (!changed.length) return;
    this.cells = { ...this.cells, ...Object.fromEntries(changed) };
    void this.count();
  }

  /** Store cells; those that could not be stored are tried again with the next ones. */
  private async save(cells: Cells): Promise<void> {
    this.status = "storing";
    const all = this.unsaved ? { ...this.unsaved, ...cells } : { ...cells };
    this.unsaved = null;
    this.beingStored.add(all);
    this.sharing.entering();
    try {
      await this.store.enter(this.id, this.now(), all);
    } catch {
      this.unsaved = { ...all, ...(this.unsaved ?? {}) };
    }
    this.beingStored.delete(all);
    this.sharing.stored();
    if (!this.beingStored.size) this.status = this.unsaved ? "failed" : "stored";
  }

  /** Store again what could not be stored. */
  async saveAgain(): Promise<void> {
    await this.save({});
  }

  /** Ask what the rules say, one question after the other; always about the newest cells. */
  async count(): Promise<void> {
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isStale) {
      this.isStale = false;
      const { sheet } = this;
      try {
        this.counted = await ask<CountedSheet>("POST", "/api/tools/sheet", questionOf(sheet));
        this.countedSheet = sheet;
        this.isUnanswered = false;
      } catch {
        this.isUnanswered = true;
      }
    }
    this.isAsking = false;
  }
}

/** The value of a cell in which nothing has been entered. */
export function emptyCell(key: string): CellValue {
  // Rules may be null, which means none.
  return key.startsWith("rule.") ? "" : null;
}

/** A new id of a sheet: other devices do not choose the same. */
export function newSheetId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}
