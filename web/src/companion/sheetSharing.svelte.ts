/**
 * The link between a sheet of this device and its copy on the server. Entries are on the disk before they are sent, and wait there
 * as long as there is no network. The server puts the entries of all devices into one order, and of two entries for one cell the
 * last that arrives counts: so everybody ends up with the same sheet.
 */

import { connection, ensurePerson } from "../person/me.svelte";
import type { SheetFollower } from "../server/connection.svelte";
import { RequestError, type SheetChanges, type SheetEntry, enterCells, readSharedSheet } from "../server/http";
import type { SheetChanged, SheetDeleted } from "../server/protocol";
import type { Cells } from "./sheetCells";
import type { SheetStore, Sharing } from "./sheetStore";

/** "sending": something is on its way. "waiting": for the network. "ended": somebody has deleted the sheet from the server. */
export type SharingStatus = "alone" | "shared" | "sending" | "waiting" | "refused" | "ended";

/** Entries in one request. */
const MOST_ENTRIES = 200;
/** Milliseconds between two requests, so that quick taps share one. */
const INTERVAL = 500;
/** Milliseconds before the first repetition of a request that failed, and at most. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

/** What sharing needs of the server. */
export interface SheetServer {
  enter(sheet: string, after: number, entries: readonly SheetEntry[]): Promise<SheetChanges>;
  read(sheet: string, after: number): Promise<SheetChanges>;
  /** Make sure that the server knows this person. */
  introduce(): Promise<void>;
  follow(sheet: string, follower: SheetFollower): void;
  unfollow(sheet: string, follower: SheetFollower): void;
  /** Whether the server is known to be out of reach. */
  readonly isLost: boolean;
}

const SERVER: SheetServer = {
  enter: enterCells,
  read: readSharedSheet,
  introduce: ensurePerson,
  follow: (sheet, follower) => connection.follow(sheet, follower),
  unfollow: (sheet, follower) => connection.unfollow(sheet, follower),
  get isLost() {
    return connection.status === "waiting" || connection.status === "stopped" || connection.silent;
  },
};

export class SheetSharing implements SheetFollower {
  shared: Sharing | null = $state.raw(null);
  /** Why the server accepts no entries. */
  refusal: RequestError | null = $state.raw(null);
  /** Whether there are entries that the server does not have. */
  private hasUnsent = $state(false);
  /** How often something is being written to the disk at the moment. */
  private beingStored = $state(0);
  /** Whether the server sends what others enter. */
  private isFollowed = $state(false);
  private isFailing = $state(false);
  private isBusy = false;
  private isNeeded = false;
  /** Whether the server has more than this device has received. */
  private isBehind = false;
  /** The version that this page has. Another tab may have stored a newer one. */
  private version = 0;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wake: (() => void) | null = null;
  /** What arrives is taken over one after the other. */
  private absorbing: Promise<void> = Promise.resolve();
  private readonly onOnline = () => this.sendNow();

  constructor(
    private readonly id: string,
    private readonly store: SheetStore,
    /** Called with cells as they are on the server now. */
    private readonly take: (cells: Cells) => void,
    private readonly server: SheetServer = SERVER,
  ) {}

  get status(): SharingStatus {
    if (!this.shared) return "alone";
    if (this.shared.hasEnded) return "ended";
    if (this.refusal) return "refused";
    if (this.isFailing || this.server.isLost) return "waiting";
    return this.beingStored > 0 || this.hasUnsent || !this.isFollowed ? "sending" : "shared";
  }

  /** Keep a sheet in step with the server; its cells are those of this version, and entries may be waiting. */
  begin(shared: Sharing): void {
    this.end();
    this.shared = shared;
    if (shared.hasEnded) return;
    this.version = shared.version;
    this.hasUnsent = true;
    if (typeof window !== "undefined") window.addEventListener("online", this.onOnline);
    this.server.follow(shared.sheet, this);
    this.sendNow();
  }

  /** Stop; the sheet stays on the server. */
  end(): void {
    if (this.shared) this.server.unfollow(this.shared.sheet, this);
    if (typeof window !== "undefined") window.removeEventListener("online", this.onOnline);
    this.rest();
    this.shared = null;
    this.refusal = null;
    this.isFollowed = this.isFailing = this.isNeeded = this.isBehind = false;
    this.pause = FIRST_PAUSE;
  }

  /** Something is being entered; `stored` tells when it is on the disk, or could not be stored. */
  entering(): void {
    this.beingStored += 1;
  }
  stored(): void {
    this.beingStored -= 1;
    if (!this.shared || this.shared.hasEnded) return;
    this.hasUnsent = this.isNeeded = true;
    // What failed is repeated when its pause is over.
    if (!this.isFailing) void this.run();
  }

  // As a follower of the sheet

  receive(message: SheetChanged | SheetDeleted): void {
    if (message.sheet !== this.shared?.sheet) return;
    if (message.type === "sheet-deleted") {
      void this.ended(message.sheet);
      return;
    }
    const isBack = !this.isFollowed;
    this.isFollowed = true;
    const { after, version, cells } = message;
    void this.absorb(message.sheet, async () => {
      if (version <= this.version) return;
      if (cells && after <= this.version) await this.takeOver(message.sheet, { version, cells }, []);
      else this.readSoon();
    });
    if (isBack && this.isFailing) this.sendNow();
  }

  lost(): void {
    this.isFollowed = false;
  }

  // Sending

  /** Send and read what there is, without waiting for the end of a pause. */
  private sendNow(): void {
    this.rest();
    this.isNeeded = true;
    void this.run();
  }

  private readSoon(): void {
    this.isBehind = this.isNeeded = true;
    if (!this.isFailing) void this.run();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.wake?.();
  }

  private async run(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.isNeeded && this.shared && !this.shared.hasEnded) {
      this.isNeeded = false;
      const { sheet } = this.shared;
      try {
        if (await this.exchange(sheet)) await this.sleep(INTERVAL);
      } catch (error) {
        await this.failed(sheet, error);
      }
    }
    this.isBusy = false;
  }

  /** Send the entries that wait, or read what is missing; returns whether there was anything. */
  private async exchange(sheet: string): Promise<boolean> {
    const entries = await this.store.unsent(this.id, MOST_ENTRIES);
    this.noteUnsent(entries);
    if (!entries.length && !this.isBehind) {
      this.isFailing = false;
      return false;
    }
    await this.server.introduce();
    this.isBehind = false;
    const changes = await (entries.length ? this.server.enter(sheet, this.version, entries) : this.server.read(sheet, this.version));
    this.isFailing = false;
    this.refusal = null;
    this.pause = FIRST_PAUSE;
    await this.absorb(sheet, () => this.takeOver(sheet, changes, entries));
    // What did not fit into one request.
    const more = await this.store.unsent(this.id, 1);
    this.noteUnsent(more);
    this.isNeeded ||= more.length > 0;
    return true;
  }

  private noteUnsent(found: readonly SheetEntry[]): void {
    // Unless something was entered while it was being read.
    if (found.length || !this.isNeeded) this.hasUnsent = found.length > 0;
  }

  private async failed(sheet: string, error: unknown): Promise<void> {
    this.isBehind = true;
    if (error instanceof RequestError && error.code === "no-sheet") {
      await this.ended(sheet);
      return;
    }
    if (this.shared?.sheet !== sheet) return;
    this.isFailing = true;
    // Errors that pass: not reached, too many requests, no session, and those of the server itself.
    const isRefused = error instanceof RequestError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
    this.refusal = isRefused ? error : null;
    this.isNeeded = true;
    const { pause } = this;
    this.pause = Math.min(LONGEST_PAUSE, pause * 2);
    await this.sleep(pause);
  }

  private sleep(time: number): Promise<void> {
    return new Promise((done) => {
      this.wake = () => {
        this.wake = null;
        done();
      };
      this.timer = setTimeout(this.wake, time);
    });
  }

  // Taking over

  private absorb(sheet: string, work: () => Promise<void>): Promise<void> {
    const done = this.absorbing.then(() => (this.shared?.sheet === sheet ? work() : undefined));
    // A device that cannot store them shows them all the same, and reads them again on the next visit.
    this.absorbing = done.catch(() => undefined);
    return done;
  }

  private async takeOver(sheet: string, changes: SheetChanges, sent: readonly SheetEntry[]): Promise<void> {
    const taken = await this.store.absorb(this.id, sheet, changes, sent);
    if (taken === null || this.shared?.sheet !== sheet) return;
    if (changes.version >= this.version) {
      this.version = changes.version;
      this.take(taken);
    } else if (sent.length) {
      // More has arrived meanwhile, also about cells whose entries were still waiting: read it once more.
      this.version = changes.version;
      this.readSoon();
    }
  }

  private async ended(sheet: string): Promise<void> {
    await this.store.endSharing(this.id, sheet).catch(() => undefined);
    if (this.shared?.sheet !== sheet) return;
    const shared = { ...this.shared, hasEnded: true };
    this.end();
    this.shared = shared;
  }
}
