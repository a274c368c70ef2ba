/** A table as this person sees it: what the server told, and what the own hands do. */

import * as hand from "../board/hands";
import { stepsTo } from "../board/steps";
import { forget, keep, kept, whenKept } from "../person/keeping";
import { connection } from "../person/me.svelte";
import { randomId } from "../server/connection.svelte";
import type { AnyServerMessage, CommandMessage, Drafted, SetPreview, TurnPreview, Problem, Said, TableView, ActionView, GameView, RefusalView } from "../server/protocol";
import { reconcile, reconcileRack } from "../tiles/reconcile";
import { type Order, facesOf, sorted, written } from "../tiles/tiles";
import { type AnyTableEvent, fold } from "./fold";
import { type KeptDraft, laidAgain, rebase } from "./plan";

/** Milliseconds between two questions, or two drafts, while tiles are moved. */
const PAUSE = 80;


export interface Moment {
  what: "told" | "my-turn" | "game-began" | "game-over" | "judged" | "refused" | "plan-broken" | "said" | "shared" | "unseated" | "problem" | "last-round";
  action?: ActionView;
  refusal?: RefusalView;
  sets?: string[];
  said?: Said;
  problem?: Problem;
}

/** Problems that a person has brought about: the others heal by themselves. */
const OF_TALK = ["chat-off", "nothing-said", "too-fast", "not-followed", "storage"];

const EMPTY: hand.Layout = { sets: [], rack: [] };

export class LiveTable {
  view: TableView | null = $state.raw(null);
  hands: hand.Hands = $state.raw(hand.begin(EMPTY));
  judgement: TurnPreview | null = $state.raw(null);
  judged: ReadonlyMap<string, SetPreview> = $state.raw(new Map());
  presence: { seats: readonly number[]; spectators: number } = $state.raw({ seats: [], spectators: 0 });
  problem: Problem | null = $state.raw(null);
  /** Why the last command was refused. */
  refusal: RefusalView | null = $state.raw(null);
  said: readonly Said[] = $state.raw([]);
  /** Pieces that others placed since my last turn, and those that I have just drawn. */
  fresh: ReadonlySet<string> = $state.raw(new Set());
  drawn: ReadonlySet<string> = $state.raw(new Set());
  /** The unfinished turn of another seat, as it lies now. */
  theirs: hand.Layout | null = $state.raw(null);
  /** An earlier table that is looked at again. */
  replayed: { layout: hand.Layout; action: ActionView } | null = $state.raw(null);
  busy: boolean = $state(false);
  /** How my rack is sorted; null: by hand. */
  order: Order | null = $state("runs");
  /** Whether a play is being shown step by step. */
  showing: boolean = $state(false);
  /** The sets whose change broke my plan. */
  broken: readonly string[] = $state.raw([]);

  private asked = 0;
  private askedSets: string[] = [];
  private askedIds: string[] = [];
  private typed = "";
  private judgeTimer: ReturnType<typeof setTimeout> | undefined;
  private judgedAt = 0;
  private added = "";
  private readonly noMoreTabs: () => void;

  constructor(
    readonly table: string,
    private readonly happened: (moment: Moment) => void,
  ) {
    const order = kept<Order | "hand">("order");
    if (order !== null) this.order = order === "hand" ? null : order;
    connection.follow(table, this);
    this.noMoreTabs = whenKept(this.draftName, () => this.takeShared());
  }

  leave(): void {
    this.noMoreTabs();
    clearTimeout(this.judgeTimer);
    connection.unfollow(this.table, this);
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

  get isPlaying(): boolean {
    return this.view?.phase === "playing";
  }

  /** Whether my hands may touch tiles: in my turn, and to plan the next one. */
  get mayMove(): boolean {
    return this.seat !== null && this.isPlaying && !this.game?.given_up[this.seat] && !this.busy && this.replayed === null && !this.showing;
  }

  /** How the tiles lie, as it is shown: my own turn or plan, or what another one is doing. */
  get shown(): hand.Layout {
    if (this.replayed) return { sets: this.replayed.layout.sets, rack: this.hands.layout.rack };
    return this.theirs !== null && !hand.isBegun(this.hands) ? { sets: this.theirs.sets, rack: this.hands.layout.rack } : this.hands.layout;
  }

  /** Whether the last answer is about the tiles as they lie now. */
  get isJudged(): boolean {
    return this.judgement !== null && this.askedSets.join("|") === hand.asTold(this.hands.layout).sets.join("|");
  }

  // What the server tells

  take(message: AnyServerMessage): void {
    switch (message.type) {
      case "view":
        this.problem = null;
        this.view = message.view;
        this.adopt(null, null);
        this.afterTold();
        break;
      case "events":
        for (const told of message.events) this.tell(told);
        // The server has forgotten how my tiles lie if it was restarted.
        if (!message.events.length) this.changed();
        break;
      case "event":
        this.tell(message.event);
        break;
      case "presence":
        this.presence = { seats: message.seats, spectators: message.spectators };
        break;
      case "drafted":
        this.showTheirs(message);
        break;
      case "judged":
        this.takeJudgement(message.asked, message.judgement);
        break;
      case "said":
        if (message.chat && this.said.some((other) => other.chat === message.chat)) break;
        this.said = [...this.said, message].slice(-200);
        this.happened({ what: "said", said: message });
        break;
      default:
        // What was said before I came: a message of servers with chat.
        if ((message as { type: string }).type === "talk") this.said = (message as unknown as { said: Said[] }).said;
        break;
      case "problem":
        if (message.code === "no-spectators" || (this.view === null && ["no-table", "storage"].includes(message.code))) this.problem = message;
        else if (OF_TALK.includes(message.code)) this.happened({ what: "problem", problem: message });
        break;
    }
  }

  private tell(told: AnyTableEvent): void {
    if (this.view === null || told.number <= this.view.number) return;
    const before = this.view;
    this.view = fold(before, told, connection.person);
    if (told.kind === "acted" || told.kind === "game-began") this.adopt(before.game, told.kind === "acted" ? told.action : null);
    else if (this.view.game === null && before.game !== null) this.hands = hand.begin(EMPTY);
    const action = told.kind === "acted" || told.kind === "game-began" ? (told.action ?? undefined) : undefined;
    if (before.seat !== null && this.view.seat === null) this.happened({ what: "unseated" });
    if (told.kind === "game-began") this.happened({ what: "game-began", action });
    else if (told.kind === "acted") this.happened({ what: "told", action });
    if (before.game?.last_round === null && this.view.game?.last_round && !this.view.game.ending) this.happened({ what: "last-round" });
    if (told.kind === "acted" && this.view.game?.ending) this.happened({ what: "game-over" });
    else if (this.isMyTurn && (before.game?.turn !== this.seat || before.phase !== "playing")) this.happened({ what: "my-turn" });
    this.afterTold();
  }

  private afterTold(): void {
    const { view, seat } = this;
    // Everybody's chance goes into the deal; a person is not asked for it.
    if (view?.phase === "dealing" && seat !== null && view.fair && view.fair.additions[seat] === null && this.added !== view.fair.digest) {
      this.added = view.fair.digest;
      void connection.command(this.table, { do: "add", text: randomId() });
    }
    // With nothing to decide, nobody has to wait for an answer.
    if (view?.phase === "offering" && seat !== null && !view.kept.includes(seat) && !view.game?.may_redeal && !this.busy) {
      void this.command({ do: "keep" });
    }
  }

  /** Take over the game as told: the tiles stay the same pieces. */
  private adopt(before: GameView | null, action: ActionView | null): void {
    const { game, seat } = this;
    if (game === null) {
      this.hands = hand.begin(EMPTY);
      return;
    }
    const lay = this.theirs !== null && !hand.isBegun(this.hands) ? { ...this.hands.layout, sets: this.theirs.sets } : this.hands.layout;
    const isNew = before === null || action === null;
    const mine = action !== null && action.seat === seat;
    this.theirs = null;
    const pieces = isNew ? [] : lay.sets;
    const table = reconcile(pieces, game.table, isNew ? [] : lay.rack).map((set) => ({
      ...set,
      tiles: set.tiles.map((tile) => (tile.mine ? { ...tile, mine: false } : tile)),
    }));
    const lying = new Set(table.flatMap((set) => set.tiles.map((tile) => tile.id)));
    const candidates = [...lay.rack, ...hand.placed(lay)].filter((tile) => !lying.has(tile.id));
    let { rack, added } = reconcileRack(isNew ? this.rackInOrder(game) : candidates, game.rack);
    // A sorted rack stays sorted; one that I ordered by hand gets new tiles at its end.
    if (this.order !== null && (added.length || isNew)) rack = sorted(rack, this.order);
    const start: hand.Layout = { sets: table, rack };
    const known = new Set(this.hands.start.sets.flatMap((set) => set.tiles.map((tile) => tile.id)));
    if (mine) {
      this.drawn = new Set(added.map((tile) => tile.id));
      this.fresh = new Set();
    } else if (action?.action === "play") {
      this.fresh = new Set([...this.fresh, ...[...lying].filter((id) => !known.has(id))]);
    } else if (isNew) this.fresh = this.drawn = new Set();

    const plan = !isNew && !mine && seat !== null && !game.ending ? rebase(this.hands, table) : null;
    this.broken = plan?.layout === null ? plan.broken : mine || isNew ? [] : this.broken;
    this.hands = hand.begin(start);
    if (plan?.layout) this.hands = hand.lay(this.hands, plan.layout);
    else if (plan) this.happened({ what: "plan-broken", sets: plan.broken });
    if (isNew) this.restore();
    if (mine || game.ending) forget(this.draftName);
    // What is answered from now on was asked about another table.
    this.asked += 1;
    this.typed = "";
    this.judgement = null;
    this.judged = new Map();
    this.changed(true);
  }

  private showTheirs(message: Drafted): void {
    if (message.seat === this.seat || this.game === null) return;
    const before = this.theirs ?? this.hands.layout;
    this.theirs = { sets: reconcile(before.sets, [...message.sets, ...facesOf(message.loose ?? "")]), rack: [] };
  }

  private takeJudgement(asked: number, judgement: TurnPreview): void {
    if (asked !== this.asked) return;
    if (this.typed) {
      this.typed = "";
      this.happened({ what: "judged" });
      this.onTyped?.(judgement);
      return;
    }
    const ids = this.askedIds;
    const byId = new Map<string, SetPreview>();
    judgement.sets.forEach((set, n) => ids[n] !== undefined && byId.set(ids[n], set));
    this.judgement = judgement;
    this.judged = byId;
    const arranged = new Map([...byId].filter(([, set]) => !set.refusal).map(([id, set]) => [id, set.tiles]));
    const isCurrent = this.isJudged;
    this.hands = hand.arrange(this.hands, arranged);
    // Arranged by the answer is still what was asked about; moved by hands meanwhile is not.
    if (isCurrent) this.askedSets = hand.asTold(this.hands.layout).sets;
    this.happened({ what: "judged" });
  }

  // What hands do

  /** Let hands do something, if they may. */
  move(next: hand.Hands): void {
    if (next === this.hands) return;
    const moved = next.layout !== this.hands.layout;
    if (rackText(next.layout) !== rackText(this.hands.layout) && next.layout.rack.length === this.hands.layout.rack.length) this.setOrder(null);
    this.hands = next;
    if (moved) {
      this.broken = [];
      this.refusal = null;
      this.changed();
    }
  }

  private setOrder(order: Order | null): void {
    this.order = order;
    keep("order", order ?? "hand");
  }

  sort(order: Order): void {
    this.setOrder(order);
    this.hands = hand.sortRack(this.hands, order);
    this.saveDraft();
  }

  /** Tiles lie otherwise: ask what that would be, tell the others, and remember it. */
  private changed(quietly = false): void {
    this.saveDraft();
    clearTimeout(this.judgeTimer);
    if (this.seat === null || !this.isPlaying) return;
    const wait = Math.max(0, this.judgedAt + PAUSE - Date.now());
    this.judgeTimer = setTimeout(() => this.ask(quietly), wait);
  }

  private ask(quietly = false, tell = true): void {
    if (this.game === null || this.seat === null) return;
    this.judgedAt = Date.now();
    const { sets, loose, told } = hand.asTold(this.hands.layout);
    this.askedSets = sets;
    this.askedIds = told;
    this.asked += 1;
    connection.send({ type: "judge", table: this.table, asked: this.asked, sets });
    if (tell && this.isMyTurn && (!quietly || hand.isBegun(this.hands))) {
      connection.send({ type: "draft", table: this.table, number: this.number ?? 0, sets, loose });
    }
  }

  onTyped: ((judgement: TurnPreview) => void) | undefined;

  /** A typed command, in the words of the terminal: the server does it with the tiles as they lie. */
  type(words: string): void {
    if (this.seat === null) return;
    clearTimeout(this.judgeTimer);
    this.typed = words;
    this.asked += 1;
    connection.send({ type: "judge", table: this.table, asked: this.asked, sets: hand.asTold(this.hands.layout).sets, words });
  }

  /** Lay the table as somebody arranged it: a typed command, or a hint. */
  layAs(sets: readonly string[], loose: string): void {
    const { layout } = this.hands;
    const spare = layout.rack;
    const next = reconcile(layout.sets, [...sets, ...facesOf(loose)], spare);
    const lying = new Set(next.flatMap((set) => set.tiles.map((tile) => tile.id)));
    const back = hand.placed(layout).filter((tile) => !lying.has(tile.id));
    this.move(hand.lay(this.hands, { sets: next, rack: [...layout.rack.filter((tile) => !lying.has(tile.id)), ...back] }));
  }

  /** Show a play step by step; each step can be undone. */
  async showPlay(told: readonly string[], pause: number): Promise<void> {
    this.move(hand.reset(this.hands));
    this.showing = true;
    for (const layout of stepsTo(this.hands.layout, told)) {
      await wait(pause);
      if (!this.isMyTurn) break;
      this.move(hand.lay(this.hands, layout));
    }
    this.showing = false;
  }

  /** Show again how the table was after each of the last plays, and then how it is. */
  async replay(actions: readonly ActionView[], pause: number): Promise<void> {
    let layout = this.hands.layout;
    for (const action of actions) {
      if (!action.table) continue;
      layout = { sets: reconcile(layout.sets, action.table), rack: [] };
      this.replayed = { layout, action };
      await wait(pause);
    }
    this.replayed = null;
  }

  // What is done

  async command(command: CommandMessage["command"]): Promise<boolean> {
    this.busy = true;
    this.refusal = null;
    const answer = await connection.command(this.table, command);
    this.busy = false;
    if (answer.type === "done") return true;
    this.refusal = answer.refusal;
    this.happened({ what: "refused", refusal: answer.refusal });
    return false;
  }

  endTurn(): Promise<boolean> {
    return this.command({ do: "play", table: hand.asTold(this.hands.layout).sets });
  }

  async draw(): Promise<boolean> {
    const before = this.hands;
    this.hands = hand.reset(this.hands);
    const done = await this.command({ do: (this.game?.pool ?? 0) > 0 ? "draw" : "pass" });
    if (!done) this.hands = before;
    return done;
  }

  // The draft outlives a reload, and is the same in every tab

  private get draftName(): string {
    return `draft.${this.table}`;
  }

  private keptDraft(): KeptDraft | null {
    const draft = kept<KeptDraft>(this.draftName);
    const { view, game } = this;
    return draft && view && game && draft.match === view.match && draft.game === view.game_number ? draft : null;
  }

  private saveDraft(): void {
    const { view, game } = this;
    if (!view || !game || this.seat === null || game.ending) return;
    const draft: KeptDraft = {
      match: view.match,
      game: view.game_number,
      actions: game.actions,
      start: game.table,
      sets: this.hands.layout.sets.map((set) => written(set.tiles)),
      rack: written(this.hands.layout.rack),
    };
    // A tab that is behind the others does not overwrite what they know.
    const before = this.keptDraft();
    if (before && (before.actions > draft.actions || JSON.stringify(before) === JSON.stringify(draft))) return;
    keep(this.draftName, draft);
  }

  /** Another tab of mine moved tiles: they lie the same here. */
  private takeShared(): void {
    const draft = this.keptDraft();
    if (!draft || draft.actions !== this.game?.actions || this.busy || this.showing || !this.isPlaying || this.seat === null) return;
    const next = laidAgain(this.hands, draft);
    if (next === null || hand.sameTable(next, this.hands.layout)) return;
    this.hands = hand.lay(this.hands, next);
    this.happened({ what: "shared" });
    clearTimeout(this.judgeTimer);
    // The other tab told everybody; here it only has to be judged.
    this.ask(true, false);
  }

  private rackInOrder(game: GameView) {
    const draft = this.keptDraft();
    if (!draft) return [];
    const { rack } = reconcileRack([], game.rack);
    const ordered = facesOf(draft.rack);
    return [...rack].sort((a, b) => place(ordered, a.face) - place(ordered, b.face));
  }

  private restore(): void {
    const draft = this.keptDraft();
    if (!draft || !this.isPlaying || !this.game) return;
    if (draft.actions === this.game.actions) {
      const next = laidAgain(this.hands, draft);
      if (next) this.hands = hand.lay(this.hands, next);
      return;
    }
    // Others have played since: what was laid is a plan on an older table.
    const start = { sets: reconcile([], draft.start), rack: this.hands.start.rack };
    const planned = laidAgain(hand.begin(start), draft);
    if (planned === null) return;
    const table = reconcile(start.sets, this.game.table);
    const plan = rebase(hand.lay(hand.begin(start), planned), table);
    if (plan?.layout) this.hands = hand.lay(hand.begin({ ...start, sets: table }), plan.layout);
    else if (plan) {
      this.broken = plan.broken;
      this.happened({ what: "plan-broken", sets: plan.broken });
    }
  }
}

function wait(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}

function rackText(layout: hand.Layout): string {
  return layout.rack.map((tile) => tile.id).join(" ");
}

function place(ordered: readonly string[], face: string): number {
  const at = ordered.indexOf(face);
  return at < 0 ? 999 : at;
}
