/** The score sheet that is open: its cells, what the rules say about them, and whether every entry is stored. */

import { ask } from "../server/http";
import { type CellValue, type Cells, type CountedSheet, type Sheet, nextNumber, questionOf, readGame, readSheet } from "./sheetCells";
import { type SheetRow, type SheetStore, sheetStore } from "./sheetStore";

export type StorageStatus = "stored" | "storing" | "failed";

/** What a step changed, to take it back. */
type Step = Record<string, CellValue>;

const MOST_STEPS = 200;

/** Tells the other tabs of this browser which cells have changed. */
interface TabMessage {
  sheet: string;
  cells: Cells;
}

export class OpenSheet {
  cells: Cells = $state.raw({});
  /** What the rules say; null until somebody has answered. It is about `countedSheet`, which may be a little older. */
  counted: CountedSheet | null = $state.raw(null);
  countedSheet: Sheet | null = $state.raw(null);
  /** Whether nobody can answer now. */
  isUnanswered = $state(false);
  status: StorageStatus = $state("stored");
  row: SheetRow = $state.raw({ sheet: "", changed: 0 });
  readonly sheet: Sheet = $derived(readSheet(this.cells));
  private steps: Step[] = $state.raw([]);
  private waiting = 0;
  private isAsking = false;
  private isStale = false;
  private readonly channel: BroadcastChannel | null = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("tilewise-sheets");

  constructor(
    readonly id: string,
    private readonly store: SheetStore = sheetStore,
    private readonly now: () => number = Date.now,
  ) {
    if (this.channel) this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => data.sheet === this.id && this.receive(data.cells);
  }

  /** Load it; returns whether it exists. */
  async load(): Promise<boolean> {
    const found = await this.store.load(this.id);
    if (!found) return false;
    this.row = found.row;
    this.cells = { ...found.cells };
    void this.count();
    return true;
  }

  close(): void {
    this.channel?.close();
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
    const before: Step = {};
    for (const key of Object.keys(cells)) before[key] = this.cells[key] === undefined ? emptyCell(key) : this.cells[key]!;
    this.steps = [...this.steps.slice(-MOST_STEPS), before];
    this.change(cells);
  }

  undo(): void {
    const step = this.steps.at(-1);
    if (!step) return;
    this.steps = this.steps.slice(0, -1);
    this.change(step);
  }

  private change(cells: Cells): void {
    this.cells = { ...this.cells, ...cells };
    this.row = { ...this.row, changed: this.now() };
    void this.save(cells);
    this.channel?.postMessage({ sheet: this.id, cells } satisfies TabMessage);
    void this.count();
  }

  /** Take over cells that somebody else has changed. */
  private receive(cells: Cells): void {
    this.cells = { ...this.cells, ...cells };
    void this.count();
  }

  /** Store cells; those that could not be stored are tried again with the next ones. */
  private async save(cells: Cells): Promise<void> {
    this.status = "storing";
    this.waiting += 1;
    const all = this.unsaved ? { ...this.unsaved, ...cells } : cells;
    this.unsaved = null;
    try {
      await this.store.save(this.row, all);
    } catch {
      this.unsaved = { ...all, ...(this.unsaved ?? {}) };
    }
    this.waiting -= 1;
    if (!this.waiting) this.status = this.unsaved ? "failed" : "stored";
  }
  private unsaved: Cells | null = null;

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
