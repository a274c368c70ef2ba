/** A table as this person sees it: the server's view, and my own draft of a turn. */

import * as drafts from "../board/draft";
import { stepsTo } from "../board/steps";
import { connectionTo } from "../person/me.svelte";
import { loadItem, saveItem } from "../person/storage";
import { isOnDevice } from "../server/channels";
import { type Connection, randomId } from "../server/connection.svelte";
import { type Hint, getHint } from "../server/http";
import type { Absence, ActionView, AnyServerMessage, CommandMessage, Drafted, GameView, HandOver, Preview, Problem, RefusalView, Said, SetPreview, TableView, TurnPreview } from "../server/protocol";
import { reconcile, reconcileRack } from "../tiles/reconcile";
import { settle, sortIntoSlots } from "../tiles/slots";
import { type Order, isSorted, parseFaces } from "../tiles/tiles";
import { type TableEvent, applyEvent } from "./events";
import { awaitedSeat, endsQuietly, followingSeat, isShared } from "./handOver";
import { LastSeen } from "./lastSeen";
import { rebase } from "./plan";
import { loadDraft, onDraftChange, rackAsSaved, removeDraft, restoreLayout, resumeDraft, saveDraft } from "./savedDraft";
import { TurnEngine } from "./turnEngine";
import { type Turn, TurnShow } from "./turnShow.svelte";

/** Milliseconds between two previews while tiles are moved. */
const PREVIEW_INTERVAL = 80;
/** Milliseconds after which the engine in the page starts, so that it does not slow down the table. */
const ENGINE_DELAY = 2_000;
/** How many chat messages are shown. */
const MAX_MESSAGES = 200;

/** Something to tell the person about. */
export interface Notice {
  kind: "action" | "my-turn" | "game-began" | "game-over" | "previewed" | "refused" | "plan-broken" | "message" | "moved-elsewhere" | "unseated" | "problem" | "pool-empty" | "rematch-wanted" | "ready";
  action?: ActionView;
  seat?: number;
  refusal?: RefusalView;
  sets?: readonly string[];
  message?: Said;
  problem?: Problem;
}

export type ChatEntry = Pick<Said, "person" | "name" | "text" | "chat">;

/** Problems that the person caused by something they sent; others resolve themselves. */
const PROBLEMS_TO_SHOW = ["chat-off", "nothing-said", "too-fast", "not-followed", "storage", "not-next", "failed"];
/** Problems with the storage of this device. */
const isOfDevice = (code: string) => code.startsWith("device-") || code === "unreadable-table";

const EMPTY: drafts.Layout = { sets: [], rack: [] };

export class LiveTable {
  view: TableView | null = $state.raw(null);
  /** My own turn, or my plan for the next one. */
  draft: drafts.Draft = $state.raw(drafts.createDraft(EMPTY));
  /** The server's assessment of the draft. */
  preview: TurnPreview | null = $state.raw(null);
  setPreviews: ReadonlyMap<string, SetPreview> = $state.raw(new Map());
  presence: { seats: readonly number[]; spectators: number; absent: readonly Absence[]; reading: readonly number[] } = $state.raw({ seats: [], spectators: 0, absent: [], reading: [] });
  /** Why the table cannot be shown. */
  problem: Problem | null = $state.raw(null);
  /** Why the last command was refused. */
  refusal: RefusalView | null = $state.raw(null);
  messages: readonly ChatEntry[] = $state.raw([]);
  /** Pieces that others placed in their last turn, by the seat that placed them, and those that I have just drawn. */
  freshBy: ReadonlyMap<string, number> = $state.raw(new Map());
  drawn: ReadonlySet<string> = $state.raw(new Set());
  /** Who holds the device and who should, if several people share it. */
  private handOver: HandOver | null = $state.raw(null);
  /** The seat whose player passed the device on last, and may take it back. */
  private passedBy: number | null = $state(null);
  /** Whether my last action brought nothing that only I may see, so that the racks can be hidden at once. */
  private hasNothingToSee = false;
  /** Whether I leave my seat from here, so that nobody has to tell me. */
  private isLeaving = false;
  /** On a server, or on this device. */
  readonly connection: Connection;
  /** The turns of others, shown tile by tile. */
  readonly show: TurnShow;
  /** The unfinished turn of another player. */
  private othersTurn: drafts.Layout | null = $state.raw(null);
  /** An earlier table that is being shown again. */
  replayed: { layout: drafts.Layout; action: ActionView } | null = $state.raw(null);
  /** The command that is waiting for its response, so that its button can say so. */
  sending: CommandMessage["command"]["do"] | null = $state(null);
  /** What was played while I was away; empty if I saw everything. */
  missed: readonly ActionView[] = $state.raw([]);
  /** How I last sorted my rack; the next deal is sorted like this. */
  private preferred: Order = $state("runs");
  /** Whether a play is being shown step by step. */
  showing: boolean = $state(false);
  /** The sets whose change broke my plan. */
  broken: readonly string[] = $state.raw([]);
  /** The ids of the sets as they lie on the table: typed instructions number them from the top left. */
  readingOrder: readonly string[] = [];
  /** Whether I read something instead of following the game, so that computer players wait. */
  private isReading = false;
  /** Receives the preview of a typed instruction. */
  onInstruction: ((preview: TurnPreview) => void) | undefined;

  /** The number, the sets and the set ids of the last preview request. */
  private requested = 0;
  private requestedSets: string[] = [];
  private requestedIds: string[] = [];
  private isInstruction = false;
  private previewTimer: ReturnType<typeof setTimeout> | undefined;
  private requestedAt = 0;
  /** The match and the game whose pieces are on the board. */
  private deal = "";
  /** The seat whose rack is on the board. */
  private rackSeat: number | null = null;
  /** The deal to which I have added my random text. */
  private addedTo = "";
  private readonly turnEngine = new TurnEngine();
  private engineTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly lastSeen: LastSeen;
  private readonly stopListening: () => void;

  constructor(
    readonly table: string,
    private readonly notify: (notice: Notice) => void,
    /** Returns the milliseconds that showing another player's turn takes; 0: turns are not shown. */
    turnTime: () => number = () => 0,
  ) {
    this.show = new TurnShow(turnTime);
    if (loadItem<Order>("order") === "groups") this.preferred = "groups";
    this.connection = connectionTo(table);
    this.connection.subscribe(table, this);
    this.lastSeen = new LastSeen(table, () => this.noticeMissed());
    this.stopListening = onDraftChange(table, () => this.takeSharedDraft());
  }

  close(): void {
    // Whoever opens the table again has to say who they are.
    if (this.isShared && this.seat !== null) this.putDown();
    this.stopListening();
    this.lastSeen.close();
    this.show.close();
    clearTimeout(this.previewTimer);
    clearTimeout(this.engineTimer);
    this.connection.unsubscribe(this.table, this);
  }

  /** Whether a command is waiting for its response. */
  get busy(): boolean {
    return this.sending !== null;
  }

  get number(): number | null {
    return this.view?.number ?? null;
  }

  get game(): GameView | null {
    return this.view?.game ?? null;
  }

  get seat(): number | null {
    return this.view?.seat ?? null;
  }

  get isMyTurn(): boolean {
    return this.view?.phase === "playing" && this.seat !== null && this.game?.turn === this.seat;
  }

  /** Whether several people share this device. */
  get isShared(): boolean {
    return this.view !== null && isShared(this.view);
  }

  /** The seat whose player should take the device, while all racks are hidden. */
  get awaited(): number | null {
    return awaitedSeat(this.view, this.handOver);
  }

  /** The seat whose player may take the device back after passing it on by mistake. */
  get mayTakeBack(): number | null {
    return this.passedBy === this.awaited ? null : this.passedBy;
  }

  /** The seat to whose player I should pass the device. */
  get passTo(): number | null {
    return followingSeat(this.view, this.handOver);
  }

  /** Whether somebody at this page sits at the table. */
  get isSeated(): boolean {
    return this.seat !== null || this.isShared;
  }

  /** The person at this page: where several share it, the one who holds it. */
  private get person(): string | null {
    if (!this.isShared || this.view === null) return this.connection.person;
    return this.seat === null ? null : (this.view.seats[this.seat]?.person ?? null);
  }

  /** The person who may manage the table: its creator, or whoever has the first seat after the creator has left. */
  get owner(): string | null {
    const people = this.view?.seats.flatMap((seat) => seat.person ?? []) ?? [];
    const maker = this.view?.maker ?? null;
    return maker === null || people.includes(maker) ? maker : (people[0] ?? maker);
  }

  get isOwner(): boolean {
    const me = this.connection.person;
    return me !== null && (this.view?.maker === me || this.owner === me);
  }

  /** Whether the game has not begun: seats are free, or all are taken and the deal is about to begin. */
  get isWaiting(): boolean {
    return this.view?.phase === "open" || this.view?.phase === "ready";
  }

  /** Whether all other seats belong to computer players, so that nobody waits for me. */
  get isAlone(): boolean {
    return this.seat !== null && this.view !== null && this.view.seats.every((seat, n) => n === this.seat || seat.person === null);
  }

  get hasComputers(): boolean {
    return this.view?.seats.some((seat) => seat.level !== null) ?? false;
  }

  get isPlaying(): boolean {
    return this.view?.phase === "playing";
  }

  /** Whether I may move tiles: in my turn, and to plan the next one. */
  get mayMove(): boolean {
    return this.seat !== null && this.isPlaying && !this.game?.given_up[this.seat] && !this.busy && this.replayed === null && !this.showing;
  }

  /** The layout to show: a replay, a turn that is being shown, another player's unfinished turn, or my own turn or plan. */
  get shown(): drafts.Layout {
    const sets = this.replayed?.layout.sets ?? this.show.sets ?? this.shownOthersTurn?.sets;
    return sets ? { sets, rack: this.draft.layout.rack } : this.draft.layout;
  }

  /** Another player's unfinished turn, unless my own plan hides it. */
  private get shownOthersTurn(): drafts.Layout | null {
    return drafts.isChanged(this.draft) ? null : this.othersTurn;
  }

  /** The order in which my rack lies; null: none of the two. */
  get order(): Order | null {
    const { rack } = this.draft.layout;
    return rack.length > 1 && isSorted(rack, this.preferred) ? this.preferred : null;
  }

  /** Whether the preview is about the current layout. */
  get isPreviewCurrent(): boolean {
    return this.preview !== null && this.requestedSets.join("|") === drafts.formatTable(this.draft.layout).sets.join("|");
  }

  /** Whether my turn can end as it is. */
  get canEndTurn(): boolean {
    return this.isMyTurn && drafts.isChanged(this.draft) && this.isPreviewCurrent && this.preview !== null && this.preview.refusal === null;
  }

  // Messages of the server

  receive(message: AnyServerMessage): void {
    switch (message.type) {
      case "view":
        this.problem = null;
        this.view = this.asShown(message.view);
        this.adoptGame(null, null);
        this.noticeMissed();
        this.respond();
        this.tellReading();
        this.forgetEngine();
        break;
      case "events":
        for (const event of message.events) this.receiveEvent(event, false);
        this.show.finish();
        this.noticeMissed();
        this.tellReading();
        this.forgetEngine();
        // A restarted server does not know my draft any more.
        if (!message.events.length) this.layoutChanged();
        break;
      case "event":
        this.receiveEvent(message.event);
        break;
      case "hand-over":
        if (this.handOver?.seat != null && message.seat === null) this.passedBy = this.handOver.seat;
        this.handOver = message;
        if (this.hasNothingToSee && this.passTo !== null) this.putDown();
        break;
      case "presence":
        this.presence = { seats: message.seats, spectators: message.spectators, absent: message.absent ?? [], reading: message.reading ?? [] };
        break;
      case "drafted":
        this.receiveOthersTurn(message);
        break;
      case "previewed":
        this.receivePreview(message.asked, message.preview);
        break;
      case "said":
        if (message.chat && this.messages.some((other) => other.chat === message.chat)) break;
        this.messages = [...this.messages, message].slice(-MAX_MESSAGES);
        this.notify({ kind: "message", message });
        break;
      case "talk":
        this.messages = message.said;
        break;
      case "problem":
        if (message.code === "no-spectators" || (this.view === null && (["no-table", "storage"].includes(message.code) || isOfDevice(message.code)))) this.problem = message;
        else if (PROBLEMS_TO_SHOW.includes(message.code) || isOfDevice(message.code)) this.notify({ kind: "problem", problem: message });
        break;
    }
  }

  /** Apply an event; `live` unless I was not connected when it happened. */
  private receiveEvent(event: TableEvent, live = true): void {
    if (this.view === null || event.number <= this.view.number) return;
    const before = this.view;
    this.view = applyEvent(before, event, this.person);
    const action = event.kind === "acted" || event.kind === "game-began" ? (event.action ?? undefined) : undefined;
    if (event.kind === "acted" || event.kind === "game-began") this.adoptGame(before.game, event.kind === "acted" ? event.action : null);
    else if (this.view.game === null && before.game !== null) this.draft = drafts.createDraft(EMPTY);
    this.hasNothingToSee = action !== undefined && action.seat === this.seat && endsQuietly(action);
    this.view = this.asShown(this.view);
    if (live && this.lastSeen.isLooking) this.lastSeen.save(this.view, this.connection.now());
    if (before.seat !== null && this.view.seat === null) {
      if (!this.isLeaving) this.notify({ kind: "unseated" });
      this.isLeaving = false;
    }
    if (before.phase === "open" && this.view.phase === "ready") this.notify({ kind: "ready" });
    if (event.kind === "table-changed" && event.what === "rematch-wanted" && event.seat !== this.seat) this.notify({ kind: "rematch-wanted", seat: event.seat ?? 0 });
    if (event.kind === "game-began") this.notify({ kind: "game-began", action });
    else if (event.kind === "acted") this.notify({ kind: "action", action });
    if (action?.last_tile && !this.view.game?.ending) this.notify({ kind: "pool-empty", action });
    if (event.kind === "acted" && this.view.game?.ending) this.notify({ kind: "game-over" });
    else if (this.isMyTurn && (before.game?.turn !== this.seat || before.phase !== "playing")) this.notify({ kind: "my-turn" });
    this.respond();
  }

  /** After a game that people played at one device, nobody is "you" any more. */
  private asShown(view: TableView): TableView {
    return view.game?.ending && isShared(view) ? { ...view, seat: null } : view;
  }

  /** Say that the player of a seat holds the device now: their rack comes into sight. */
  take(seat: number): void {
    this.connection.send({ type: "take", table: this.table, seat });
  }

  /** Hide all racks, so that the device can be passed on. */
  putDown(): void {
    this.connection.send({ type: "put-down", table: this.table });
  }

  /** Find out what was played while I was not looking. */
  private noticeMissed(): void {
    if (this.view === null) return;
    this.missed = this.lastSeen.missed(this.view, this.connection.now());
    if (this.lastSeen.isLooking) this.lastSeen.save(this.view, this.connection.now());
  }

  setReading(isReading: boolean): void {
    if (isReading === this.isReading) return;
    this.isReading = isReading;
    if (this.seat !== null) this.connection.sendReading(this.table, isReading);
  }

  /** Say again that I am reading: the server forgets it with the connection. */
  private tellReading(): void {
    if (this.isReading && this.seat !== null) this.connection.sendReading(this.table, true);
  }

  forgetMissed(): void {
    this.missed = [];
  }

  /** Send what the table needs from every player without asking the person. */
  private respond(): void {
    const { view, seat } = this;
    if (view === null || seat === null) return;
    // Every player adds randomness to the deal.
    if (view.phase === "dealing" && view.fair && view.fair.additions[seat] === null && this.addedTo !== view.fair.digest) {
      this.addedTo = view.fair.digest;
      void this.connection.command(this.table, { do: "add", text: randomId() });
    }
    // A player who may not demand a redeal keeps the tiles, so that the others do not have to wait.
    if (view.phase === "offering" && !view.kept.includes(seat) && !view.game?.may_redeal && !this.busy) {
      void this.command({ do: "keep" });
    }
  }

  /** Show the game as the server describes it, with the pieces already on the board. A null `action` means a new deal. */
  private adoptGame(before: GameView | null, action: ActionView | null): void {
    const { view, game, seat } = this;
    if (view === null || game === null) {
      this.draft = drafts.createDraft(EMPTY);
      return;
    }
    const { rack: oldRack } = this.draft.layout;
    const oldSets = this.shownOthersTurn?.sets ?? this.draft.layout.sets;
    const isNew = before === null || action === null;
    const isMine = action !== null && action.seat === seat;
    // After a lost connection the server may send the whole view again: the pieces stay the same.
    const deal = `${view.match} ${view.game_number}`;
    const isKnown = before === null && action === null ? deal === this.deal : !isNew;
    if (deal !== this.deal) this.passedBy = null;
    this.deal = deal;
    // At a shared device the rack of another player may have been here.
    const isMyRack = isKnown && this.rackSeat === seat;
    this.rackSeat = seat;
    if (!isMyRack) this.refusal = null;
    const wasPlanning = drafts.isChanged(this.draft);
    this.othersTurn = null;
    // Another player may lay a tile with the same face as one of mine, which stays where it is.
    const isTheirs = action !== null && !isMine;
    const lying = isTheirs ? oldSets.map((set) => ({ ...set, tiles: set.tiles.filter((tile) => !tile.mine) })).filter((set) => set.tiles.length) : oldSets;
    const table = reconcile(isKnown ? lying : [], game.table, isMyRack && !isTheirs ? oldRack : []).map((set) => ({
      ...set,
      tiles: set.tiles.map((tile) => (tile.mine ? { ...tile, mine: false } : tile)),
    }));
    const onTable = new Set(table.flatMap((set) => set.tiles.map((tile) => tile.id)));
    const candidates = [...oldRack, ...drafts.placedTiles({ sets: oldSets, rack: [] })].filter((tile) => !onTable.has(tile.id));
    const kept = isMyRack ? candidates : rackAsSaved(loadDraft(view), game);
    let { rack, added } = reconcileRack(kept, game.rack);
    // A new deal is sorted; later, tiles stay in their slots.
    if (isNew && !kept.length) rack = sortIntoSlots(rack, this.preferred, isRoomy(rack.length));

    const known = new Set(this.draft.start.sets.flatMap((set) => set.tiles.map((tile) => tile.id)));
    if (isMine) this.drawn = new Set(added.map((tile) => tile.id));
    if (isNew) {
      this.freshBy = isKnown ? new Map([...this.freshBy].filter(([id]) => onTable.has(id))) : new Map();
      this.drawn = new Set();
    } else if (action !== null) {
      // Marks fade with the next turn of the player who placed the tiles, for players and spectators alike.
      const marks = [...this.freshBy].filter(([, by]) => by !== action.seat);
      if (action.action === "play" && (!isMine || this.isShared)) for (const id of onTable) if (!known.has(id)) marks.push([id, action.seat]);
      this.freshBy = new Map(marks);
    }

    if (isNew || isMine) this.show.finish();
    // My own plan stays in sight.
    else if (wasPlanning) this.show.tell(action);
    else this.show.add({ action, before: oldSets, after: table });

    const plan = !isNew && !isMine && seat !== null && !game.ending ? rebase(this.draft, table) : null;
    this.broken = plan?.layout === null ? plan.broken : isMine || isNew ? [] : this.broken;
    this.draft = drafts.createDraft({ sets: table, rack });
    if (plan?.layout) this.draft = drafts.replaceLayout(this.draft, plan.layout);
    else if (plan) this.notify({ kind: "plan-broken", sets: plan.broken });
    if (isNew) this.resume(view, game);
    if (isMine || game.ending) removeDraft(view);
    // Previews that are still to come are about an older table.
    this.requested += 1;
    this.isInstruction = false;
    this.preview = null;
    this.setPreviews = new Map();
    this.layoutChanged(true);
  }

  private receiveOthersTurn(message: Drafted): void {
    if (message.seat === this.seat || this.game === null) return;
    const before = this.othersTurn ?? this.draft.layout;
    this.othersTurn = { sets: reconcile(before.sets, [...message.sets, ...parseFaces(message.loose ?? "")]), rack: [] };
  }

  private receivePreview(requested: number, preview: TurnPreview): void {
    if (requested !== this.requested) return;
    if (this.isInstruction) {
      this.isInstruction = false;
      this.notify({ kind: "previewed" });
      this.onInstruction?.(preview);
      return;
    }
    const byId = new Map<string, SetPreview>();
    preview.sets.forEach((set, n) => this.requestedIds[n] !== undefined && byId.set(this.requestedIds[n], set));
    this.preview = preview;
    this.setPreviews = byId;
    const arranged = new Map([...byId].filter(([, set]) => !set.refusal).map(([id, set]) => [id, set.tiles]));
    const isCurrent = this.isPreviewCurrent;
    this.draft = drafts.arrange(this.draft, arranged);
    // Arranging the sets as the server reads them does not outdate the preview.
    if (isCurrent) this.requestedSets = drafts.formatTable(this.draft.layout).sets;
    this.notify({ kind: "previewed" });
  }

  // Moving tiles

  /** Take the next draft of my turn or plan. */
  move(next: drafts.Draft): void {
    if (next === this.draft) return;
    const isMoved = next.layout !== this.draft.layout;
    this.draft = next;
    if (isMoved) {
      this.show.finish();
      this.missed = [];
      this.broken = [];
      this.refusal = null;
      this.layoutChanged();
    }
  }

  sort(order: Order): void {
    this.preferred = order;
    saveItem("order", order);
    this.draft = drafts.sortRack(this.draft, order, isRoomy(this.draft.layout.rack.length));
    this.save();
  }

  /** Save the layout, and request a preview soon. With `ifChanged`, others only see a turn in which something was moved. */
  private layoutChanged(ifChanged = false): void {
    this.save();
    clearTimeout(this.previewTimer);
    if (this.seat === null || !this.isPlaying) return;
    const pause = Math.max(0, this.requestedAt + PREVIEW_INTERVAL - Date.now());
    this.previewTimer = setTimeout(() => this.requestPreview(this.isMyTurn && (!ifChanged || drafts.isChanged(this.draft))), pause);
  }

  /** Request a preview of the draft; with `share`, others see the draft too. */
  private requestPreview(share: boolean): void {
    if (this.game === null || this.seat === null) return;
    this.requestedAt = Date.now();
    const { sets, loose, setIds } = drafts.formatTable(this.draft.layout);
    this.requestedSets = sets;
    this.requestedIds = setIds;
    this.requested += 1;
    this.judge({ sets, loose, share });
  }

  /** Have a turn judged by the engine in the page, or else by the server. */
  private judge({ sets, loose, share = false, words = "" }: Pick<Preview, "loose" | "sets" | "share" | "words">): void {
    const message = { table: this.table, number: this.number ?? 0, sets, loose };
    const asked = this.requested;
    const askServer = (shared: boolean) => this.connection.send({ type: "preview", asked, ...message, ...(words ? { words } : { share: shared }) });
    const answer = this.view && this.turnEngine.preview(this.view, sets, words);
    if (answer === null) {
      this.prepareEngine();
      askServer(share);
      return;
    }
    if (share) this.connection.send({ type: "draft", ...message });
    void answer.then((preview) => (preview ? this.receivePreview(asked, preview) : asked === this.requested && askServer(false)));
  }

  /** The best play in my turn, from the engine in the page, or else from the server. */
  async hint(): Promise<Hint> {
    const { view, isMyTurn } = this;
    return (view && isMyTurn && (await this.turnEngine.hint(view))) || getHint(this.table);
  }

  /** Prepare the engine in the page soon, for the next turns; a table on this device is judged by it anyway. */
  private prepareEngine(): void {
    if (!isOnDevice(this.table)) this.engineTimer ??= setTimeout(() => void this.turnEngine.prepare(), ENGINE_DELAY);
  }

  /** After a lost connection the server may be another version. */
  private forgetEngine(): void {
    clearTimeout(this.engineTimer);
    this.engineTimer = undefined;
    this.turnEngine.forget();
  }

  /** Send a typed instruction, in the words of the terminal; the server carries it out on the current layout. */
  sendInstruction(words: string): void {
    if (this.seat === null) return;
    clearTimeout(this.previewTimer);
    this.isInstruction = true;
    this.requested += 1;
    const place = (set: { id: string }) => this.readingOrder.indexOf(set.id);
    const ordered = [...this.draft.layout.sets].sort((a, b) => place(a) - place(b));
    const { sets, loose } = drafts.formatTable({ ...this.draft.layout, sets: ordered });
    this.judge({ sets, loose, words });
  }

  /** Lay the table as given: the result of a typed instruction. */
  layTable(sets: readonly string[], loose: string): void {
    const { layout } = this.draft;
    const next = reconcile(layout.sets, [...sets, ...parseFaces(loose)], layout.rack);
    const onTable = new Set(next.flatMap((set) => set.tiles.map((tile) => tile.id)));
    const rack = settle([...layout.rack, ...drafts.placedTiles(layout)].filter((tile) => !onTable.has(tile.id)));
    this.move(drafts.replaceLayout(this.draft, { sets: next, rack }));
  }

  /** Show a play step by step; each step can be undone. It stops when I end my turn before the last one or undo a step. */
  async showPlay(table: readonly string[], pause: number): Promise<void> {
    this.move(drafts.reset(this.draft));
    this.showing = true;
    const turn = this.game?.actions;
    for (const layout of stepsTo(this.draft.layout, table)) {
      const { past } = this.draft;
      await wait(pause);
      if (this.busy || this.game?.actions !== turn || this.draft.past !== past) break;
      this.move(drafts.replaceLayout(this.draft, layout));
    }
    this.showing = false;
  }

  /** Show the table after each of these plays, and then as it is now. */
  async replay(actions: readonly ActionView[], pause: number): Promise<void> {
    let { layout } = this.draft;
    for (const action of actions) {
      if (!action.table) continue;
      layout = { sets: reconcile(layout.sets, action.table), rack: [] };
      this.replayed = { layout, action };
      await wait(pause);
    }
    this.replayed = null;
  }

  /** The last turn of another player, as far as the history knows it. */
  get lastTurn(): Turn | null {
    const actions = this.view?.last_actions ?? [];
    const last = actions.map((action) => action.seat !== this.seat).lastIndexOf(true);
    const action = actions[last];
    if (!action || !this.game) return null;
    const tables = actions.slice(0, last).flatMap((one) => (one.table && !one.wrong ? [one.table] : []));
    const isWhole = this.game.actions <= actions.length;
    const tableBefore = tables.at(-1) ?? (isWhole ? [] : (action.table ?? this.game.table));
    const after = reconcile(this.draft.start.sets, action.wrong ? tableBefore : (action.table ?? tableBefore));
    return { action, before: reconcile(after, tableBefore), after };
  }

  repeatLastTurn(): void {
    const turn = this.lastTurn;
    if (turn) this.show.repeat(turn);
  }

  // Commands

  /** Send a command; returns whether it was carried out. */
  async command(command: CommandMessage["command"]): Promise<boolean> {
    this.sending = command.do;
    this.refusal = null;
    if (command.do !== "keep") this.missed = [];
    this.isLeaving = command.do === "stand" || command.do === "leave";
    const response = await this.connection.command(this.table, command);
    this.sending = null;
    if (response.type === "done") return true;
    this.isLeaving = false;
    this.refusal = response.refusal;
    this.notify({ kind: "refused", refusal: response.refusal });
    return false;
  }

  endTurn(): Promise<boolean> {
    return this.command({ do: "play", table: drafts.formatTable(this.draft.layout).sets });
  }

  /** Put everything back and draw a tile, or pass if the pool is empty. */
  async draw(): Promise<boolean> {
    const before = this.draft;
    this.draft = drafts.reset(this.draft);
    const done = await this.command({ do: (this.game?.pool ?? 0) > 0 ? "draw" : "pass" });
    if (!done) this.draft = before;
    return done;
  }

  // The saved draft

  private save(): void {
    const { view, game } = this;
    if (view && game && this.seat !== null && !game.ending) saveDraft(view, game, this.draft.layout);
  }

  /** Another tab moved tiles: move them here too. */
  private takeSharedDraft(): void {
    const saved = this.view && loadDraft(this.view);
    if (!saved || saved.actions !== this.game?.actions || this.busy || this.showing || !this.isPlaying || this.seat === null) return;
    const next = restoreLayout(this.draft, saved);
    if (next === null || drafts.hasSameSets(next, this.draft.layout)) return;
    this.draft = drafts.replaceLayout(this.draft, next);
    this.notify({ kind: "moved-elsewhere" });
    clearTimeout(this.previewTimer);
    // The other tab shares the draft; this one only needs its preview.
    this.requestPreview(false);
  }

  private resume(view: TableView, game: GameView): void {
    const saved = loadDraft(view);
    if (!saved || !this.isPlaying) return;
    const { draft, broken } = resumeDraft(this.draft, saved, game);
    this.draft = draft;
    if (broken.length) {
      this.broken = broken;
      this.notify({ kind: "plan-broken", sets: broken });
    }
  }
}

function wait(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}

/** Whether so many tiles leave space on the rack between those that do not belong together. */
function isRoomy(count: number): boolean {
  const fits = (query: string) => typeof matchMedia !== "function" || matchMedia(query).matches;
  return fits("(min-height: 30em)") && (count <= 16 || fits("(min-width: 60em)"));
}
