/** Devices that share a score sheet through a server in memory, with networks that tests cut. */

import { IDBFactory } from "fake-indexeddb";
import { OpenSheet } from "../../../src/companion/openSheet.svelte";
import type { Cells } from "../../../src/companion/sheetCells";
import type { SheetServer } from "../../../src/companion/sheetSharing.svelte";
import { SheetStore } from "../../../src/companion/sheetStore";
import type { SheetFollower } from "../../../src/server/connection.svelte";
import { RequestError, type SheetChanges, type SheetEntry } from "../../../src/server/http";

export const SHEET = "0123456789abcdef";
/** The id of the sheet on every device. */
export const ID = "local";

const unreached = () => new RequestError(0, "no-server", "The server does not respond.");

/** The server's side, as `sheet_store.py` and `shared_sheets.py` do it. */
export class SheetOnServer {
  version = 0;
  isThere = true;
  requests = 0;
  /** The next entries are refused with this. */
  refusal: RequestError | null = null;
  private readonly cells = new Map<string, { value: Cells[string]; version: number }>();
  private readonly known = new Set<string>();
  /** All entries, in the order in which they were stored. */
  readonly entries: SheetEntry[] = [];
  readonly networks: Network[] = [];

  get values(): Cells {
    return Object.fromEntries([...this.cells].map(([key, { value }]) => [key, value]));
  }

  enter(after: number, entries: readonly SheetEntry[]): SheetChanges {
    if (!this.isThere) throw new RequestError(404, "no-sheet", "");
    if (this.refusal) throw this.refusal;
    const fresh = entries.filter(({ id }) => !this.known.has(id));
    if (fresh.length) this.version += 1;
    this.entries.push(...fresh);
    for (const { id, key, value } of fresh) {
      this.known.add(id);
      this.cells.set(key, { value, version: this.version });
    }
    if (fresh.length) for (const network of this.networks) network.push(this.version - 1, this.read(this.version - 1));
    const changes = this.read(after);
    return { ...changes, cells: { ...changes.cells, ...Object.fromEntries(entries.map(({ key }) => [key, this.cells.get(key)!.value])) } };
  }

  read(after: number): SheetChanges {
    if (!this.isThere) throw new RequestError(404, "no-sheet", "");
    return { version: this.version, cells: Object.fromEntries([...this.cells].filter(([, { version }]) => version > after).map(([key, { value }]) => [key, value])) };
  }

  delete(): void {
    this.isThere = false;
    for (const network of this.networks) network.pushDeleted();
  }
}

/** The network between one page and the server. */
export class Network implements SheetServer {
  isLost = false;
  /** Whether the server carries requests out and its answers are lost. */
  losesAnswers = false;
  /** Whether messages of the server arrive later than its answers; `deliver` lets them through. */
  isSlow = false;
  /** Whether the answers of the server arrive later than its messages; `answerAll` lets them through. */
  answersLate = false;
  private readonly lateAnswers: (() => void)[] = [];
  private readonly held: (() => void)[] = [];
  private readonly followers = new Set<SheetFollower>();

  constructor(private readonly server: SheetOnServer) {
    server.networks.push(this);
  }

  async enter(_: string, after: number, entries: readonly SheetEntry[]): Promise<SheetChanges> {
    return this.answer(() => this.server.enter(after, entries));
  }
  async read(_: string, after: number): Promise<SheetChanges> {
    return this.answer(() => this.server.read(after));
  }
  async introduce(): Promise<void> {
    if (this.isLost) throw unreached();
  }

  private async answer(work: () => SheetChanges): Promise<SheetChanges> {
    await later();
    if (this.isLost) throw unreached();
    this.server.requests += 1;
    const changes = work();
    if (this.answersLate) await new Promise<void>((done) => this.lateAnswers.push(done));
    await later();
    if (this.isLost || this.losesAnswers) throw unreached();
    return changes;
  }

  follow(_: string, follower: SheetFollower): void {
    this.followers.add(follower);
    this.greet();
  }
  unfollow(_: string, follower: SheetFollower): void {
    this.followers.delete(follower);
  }

  private greet(): void {
    const { version, isThere } = this.server;
    if (isThere) this.send((follower) => follower.receive({ type: "sheet-changed", sheet: SHEET, after: version, version, cells: {} }));
    else this.pushDeleted();
  }
  push(after: number, { version, cells }: SheetChanges): void {
    this.send((follower) => follower.receive({ type: "sheet-changed", sheet: SHEET, after, version, cells }));
  }
  pushDeleted(): void {
    this.send((follower) => follower.receive({ type: "sheet-deleted", sheet: SHEET }));
  }
  private send(message: (follower: SheetFollower) => void): void {
    if (this.isLost) return;
    const arrive = () => setImmediate(() => this.isLost || this.followers.forEach(message));
    if (this.isSlow) this.held.push(arrive);
    else arrive();
  }
  deliver(): void {
    this.isSlow = false;
    for (const arrive of this.held.splice(0)) arrive();
  }

  answerAll(): void {
    this.answersLate = false;
    for (const arrive of this.lateAnswers.splice(0)) arrive();
  }

  cut(): void {
    this.isLost = true;
    this.held.length = 0;
    this.answerAll();
    this.followers.forEach((follower) => follower.lost());
  }
  mend(): void {
    this.isLost = false;
    this.greet();
  }
}

/** A phone: its disk stays when its page is opened anew. */
export class Device {
  private readonly disk = new IDBFactory();
  readonly store = new SheetStore(() => this.disk);
  readonly network: Network;
  page!: OpenSheet;

  constructor(server: SheetOnServer) {
    this.network = new Network(server);
  }

  /** Have the sheet from the beginning, as the one who shared it. */
  async share(cells: Cells): Promise<void> {
    await this.store.save({ sheet: ID, changed: 1 }, cells);
    await this.store.share(ID, { sheet: SHEET, code: "ABCDEF", version: 0 });
    await this.open();
  }

  /** Have an empty copy, as somebody who opens the link. */
  async join(): Promise<void> {
    await this.store.save({ sheet: ID, changed: 1, shared: { sheet: SHEET, code: "ABCDEF", version: 0 } }, {});
    await this.open();
  }

  async open(): Promise<void> {
    this.page = new OpenSheet(ID, this.store, () => 1, this.network);
    await this.page.load();
  }

  /** Open the page anew: what it had only in memory is lost. */
  async reload(): Promise<void> {
    this.page.close();
    await this.open();
  }
}

export function later(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
