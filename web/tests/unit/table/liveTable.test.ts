import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { select } from "../../../src/board/draft";
import { dropAsNewSet } from "../../../src/board/gestures";
import { connection, connectionTo } from "../../../src/person/me.svelte";
import type { AnyClientMessage, GameView, TableView } from "../../../src/server/protocol";
import { LiveTable, type Notice } from "../../../src/table/liveTable.svelte";
import { TurnEngine } from "../../../src/table/turnEngine";

function viewOf(turn: number): TableView {
  const game = { table: ["r3 r4 r5"], rack: "r6 k1 k2", turn, actions: 0, pool: 9, opened: [true, true], given_up: [false, false], last_round: null, may_redeal: false };
  const seats = [0, 1].map((n) => ({ name: `P${n}`, person: `p${n}`, level: null, away: false }));
  return { table: "t", number: 7, settings: {}, phase: "playing", seats, seat: 0, match: 1, game_number: 1, standings: [], wants_rematch: [], kept: [], fair: null, last_actions: [], game: game as unknown as GameView } as unknown as TableView;
}

describe("moving tiles", () => {
  let sent: AnyClientMessage[];
  let notices: Notice[];

  function start(turn: number): LiveTable {
    const live = new LiveTable("t", (notice) => notices.push(notice));
    live.receive({ type: "view", table: "t", now: 0, view: viewOf(turn) });
    vi.advanceTimersByTime(1000);
    sent.length = 0;
    return live;
  }

  const laySingle = (live: LiveTable, face: string) => live.move(dropAsNewSet(select(live.draft, [live.draft.layout.rack.find((tile) => tile.face === face)!.id])));

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    notices = [];
    vi.spyOn(connection, "subscribe").mockImplementation(() => undefined);
    vi.spyOn(connection, "send").mockImplementation((message) => void sent.push(message));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test("in my turn sends one preview that the others see", () => {
    const live = start(0);
    laySingle(live, "k1");
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([{ type: "preview", table: "t", asked: expect.any(Number), number: 7, sets: ["r3 r4 r5", "k1"], loose: "", share: true }]);
  });

  test("ends a play that is being shown when the turn ends before its last step", async () => {
    const live = start(0);
    const shown = live.showPlay(["r3 r4 r5 r6", "k1 k2"], 500);
    await vi.advanceTimersByTimeAsync(500);
    expect(live.draft.layout.sets).toHaveLength(1);
    live.receive({ type: "view", table: "t", now: 0, view: { ...viewOf(0), number: 9, game: { ...viewOf(0).game!, actions: 2, table: ["r3 r4 r5 r6"], rack: "k1 k2" } } });
    await vi.advanceTimersByTimeAsync(500);
    await shown;
    expect(live.draft.layout.sets).toHaveLength(1);
    expect(live.mayMove).toBe(true);
  });

  test("several times within the interval sends one preview, of the last layout", () => {
    const live = start(0);
    laySingle(live, "k1");
    vi.advanceTimersByTime(0);
    laySingle(live, "k2");
    laySingle(live, "r6");
    vi.advanceTimersByTime(1000);
    expect(sent.map((message) => message.type === "preview" && message.sets)).toEqual([
      ["r3 r4 r5", "k1"],
      ["r3 r4 r5", "k1", "k2", "r6"],
    ]);
  });

  test("while another player plays sends a preview that nobody else sees", () => {
    const live = start(1);
    laySingle(live, "k1");
    vi.advanceTimersByTime(1000);
    expect(sent).toMatchObject([{ type: "preview", share: false }]);
  });

  test("makes an earlier preview out of date", () => {
    const live = start(0);
    laySingle(live, "k1");
    vi.advanceTimersByTime(1000);
    const request = sent[0] as Extract<AnyClientMessage, { type: "preview" }>;
    const preview = { sets: request.sets.map((tiles) => ({ tiles, kind: "run" as const })), loose: "", rack: "", placed: "k1", opening: null, needed: 30, refusal: null };
    live.receive({ type: "previewed", table: "t", asked: request.asked, preview } as never);
    expect(live.canEndTurn).toBe(true);
    laySingle(live, "k2");
    expect(live.isPreviewCurrent).toBe(false);
    expect(live.canEndTurn).toBe(false);
  });

  test("by an instruction sends its words and hands its preview to the caller", () => {
    const live = start(0);
    const previews: unknown[] = [];
    live.onInstruction = (preview) => previews.push(preview);
    live.sendInstruction("lay k1");
    expect(sent).toMatchObject([{ type: "preview", words: "lay k1" }]);
    live.receive({ type: "previewed", table: "t", asked: (sent[0] as { asked: number }).asked, preview: { sets: [], loose: "" } } as never);
    expect(previews.length).toBe(1);
    expect(live.preview).toBe(null);
  });

  test("is judged by the engine in the page if it can, and the others still see it", async () => {
    const preview = { sets: [{ tiles: "r3 r4 r5 r6", kind: "run" }], loose: "", rack: "", placed: "r6", opening: null, needed: 30, refusal: null };
    const judge = vi.spyOn(TurnEngine.prototype, "preview").mockImplementation(() => Promise.resolve(preview as never));
    const live = start(0);
    await vi.advanceTimersByTimeAsync(0);
    judge.mockClear();
    laySingle(live, "k1");
    await vi.advanceTimersByTimeAsync(1000);
    expect(judge.mock.calls).toEqual([[live.view, ["r3 r4 r5", "k1"], ""]]);
    expect(sent).toEqual([{ type: "draft", table: "t", number: 7, sets: ["r3 r4 r5", "k1"], loose: "" }]);
    expect(live.preview).toBe(preview);

    judge.mockImplementation(() => Promise.resolve(null));
    sent.length = 0;
    laySingle(live, "k2");
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toMatchObject([{ type: "draft" }, { type: "preview", sets: ["r3 r4 r5", "k1", "k2"], share: false }]);
  });

  test("prepares the engine in the page after a while, once for every connection", async () => {
    const prepare = vi.spyOn(TurnEngine.prototype, "prepare").mockImplementation(() => Promise.resolve());
    const forget = vi.spyOn(TurnEngine.prototype, "forget");
    const live = start(0);
    expect(prepare).not.toHaveBeenCalled();
    laySingle(live, "k1");
    laySingle(live, "k2");
    vi.advanceTimersByTime(10_000);
    expect([prepare.mock.calls.length, forget.mock.calls.length]).toEqual([1, 1]);
    live.receive({ type: "events", table: "t", now: 0, events: [] });
    vi.advanceTimersByTime(10_000);
    expect([prepare.mock.calls.length, forget.mock.calls.length]).toEqual([2, 2]);
  });

  test.each([false, true])("another player's tile is not one of mine with the same face (planned: %s)", (planned) => {
    const live = start(1);
    const mine = live.draft.layout.rack.find((tile) => tile.face === "r6")!;
    if (planned) laySingle(live, "r6");
    const game = { ...viewOf(0).game, table: ["r3 r4 r5 r6"] } as GameView;
    const action = { seat: 1, action: "play", by: "person", table: game.table, placed: "r6" };
    live.receive({ type: "event", table: "t", event: { kind: "acted", number: 8, at: 0, phase: "playing", action, game } } as never);
    const { sets, rack } = live.draft.layout;
    const theirs = sets[0]!.tiles[3]!;
    expect(theirs.face).toBe("r6");
    expect(theirs.id).not.toBe(mine.id);
    const own = [...rack, ...sets.slice(1).flatMap((set) => set.tiles)].find((tile) => tile.face === "r6")!;
    expect([own.id, rack.length + sets.slice(1).length]).toEqual([mine.id, 3]);
    if (!planned) expect(own.slot).toBe(mine.slot);
  });

  test("is told once that the last tile was drawn, unless the game is over (U13)", () => {
    const live = start(1);
    const drew = (number: number, last_tile: boolean, ending: string | null) => {
      const game = { ...viewOf(0).game, pool: last_tile ? 0 : 9, ending } as GameView;
      const action = { seat: 1, action: "draw", by: "person", drawn: 1, last_tile };
      live.receive({ type: "event", table: "t", event: { kind: "acted", number, at: 0, phase: "playing", action, game } } as never);
    };
    drew(8, false, null);
    drew(9, true, null);
    drew(10, false, null);
    drew(11, true, "pool");
    const told = notices.filter((notice) => notice.kind === "pool-empty");
    expect(told.map((notice) => notice.action?.last_tile)).toEqual([true]);
  });
});

describe("whoever loses the seat", () => {
  const free = { name: "", person: null, level: null, away: false };

  /** What is told to somebody who lost the seat after some commands from this page. */
  async function told(responses: Partial<Record<"stand" | "leave", "done" | "refused">>): Promise<string[]> {
    const notices: Notice[] = [];
    vi.spyOn(connection, "subscribe").mockImplementation(() => undefined);
    vi.spyOn(connection, "command").mockImplementation((_, { do: what }) => Promise.resolve({ type: responses[what as "stand"], refusal: null } as never));
    const live = new LiveTable("t", (notice) => notices.push(notice));
    live.receive({ type: "view", table: "t", now: 0, view: { ...viewOf(0), phase: "open", game: null } });
    for (const what of Object.keys(responses)) await live.command({ do: what as "stand" });
    live.receive({ type: "event", table: "t", event: { kind: "seat-changed", number: 8, at: 0, what: "stood", phase: "open", seat: 0, now: free } } as never);
    live.close();
    vi.restoreAllMocks();
    return notices.map((notice) => notice.kind).filter((kind) => kind === "unseated");
  }

  test.each([
    ["is told so if it happened elsewhere", {}, ["unseated"]],
    ["is not told after standing up here", { stand: "done" }, []],
    ["is not told after leaving here", { leave: "done" }, []],
    ["is told so if the server refused to let go", { stand: "refused" }, ["unseated"]],
  ] as const)("%s", async (_, responses, expected) => {
    expect(await told(responses)).toEqual(expected);
  });
});

describe("reading", () => {
  const told: boolean[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    told.length = 0;
    vi.spyOn(connection, "subscribe").mockImplementation(() => undefined);
    vi.spyOn(connection, "send").mockImplementation(() => undefined);
    vi.spyOn(connection, "sendReading").mockImplementation((_, reading) => void told.push(reading));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test("is told once, and again after a break of the connection", () => {
    const live = new LiveTable("t", () => undefined);
    live.receive({ type: "view", table: "t", now: 0, view: viewOf(1) });
    expect(told).toEqual([]);
    live.setReading(true);
    live.setReading(true);
    expect(told).toEqual([true]);
    live.receive({ type: "events", table: "t", now: 0, events: [] });
    live.receive({ type: "view", table: "t", now: 0, view: viewOf(1) });
    expect(told).toEqual([true, true, true]);
    live.setReading(false);
    live.receive({ type: "events", table: "t", now: 0, events: [] });
    expect(told).toEqual([true, true, true, false]);
  });

  test("of a spectator is not told", () => {
    const live = new LiveTable("t", () => undefined);
    live.receive({ type: "view", table: "t", now: 0, view: { ...viewOf(1), seat: null } });
    live.setReading(true);
    expect(told).toEqual([]);
  });
});

describe("several people at one device", () => {
  let sent: AnyClientMessage[];
  let items: Map<string, string>;

  const TABLE = "d-1";
  const racks = ["r6 k1 k2", "b1 b2 r6"];
  /** The view of a seat, or of nobody. */
  function viewFor(seat: number | null, changes: object = {}): TableView {
    const view = viewOf(0);
    const game = { ...view.game, rack: seat === null ? "" : racks[seat], rack_sizes: [3, 3], jokers: {}, ...changes } as unknown as GameView;
    return { ...view, table: TABLE, seat, settings: { seats: ["person", "person"] }, game } as unknown as TableView;
  }
  const show = (live: LiveTable, seat: number | null, next: number | null, changes: object = {}) => {
    live.receive({ type: "view", table: TABLE, now: 0, view: viewFor(seat, changes) });
    live.receive({ type: "hand-over", table: TABLE, seat, next });
  };
  const faces = (live: LiveTable) => live.draft.layout.rack.map((tile) => tile.face).sort();

  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    items = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    });
    const connection = connectionTo(TABLE);
    vi.spyOn(connection, "subscribe").mockImplementation(() => undefined);
    vi.spyOn(connection, "unsubscribe").mockImplementation(() => undefined);
    vi.spyOn(connection, "send").mockImplementation((message) => void sent.push(message));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("nobody has a rack until somebody has taken the device", () => {
    const live = new LiveTable(TABLE, () => undefined);
    show(live, null, 0);
    expect([live.awaited, live.passTo, faces(live)]).toEqual([0, null, []]);
    live.take(0);
    expect(sent.at(-1)).toEqual({ type: "take", table: TABLE, seat: 0 });
    show(live, 0, 0);
    expect([live.awaited, live.passTo, faces(live)]).toEqual([null, null, ["k1", "k2", "r6"]]);
  });

  test("a rack that was hidden leaves nothing on the board, and each player's plan comes back", () => {
    const live = new LiveTable(TABLE, () => undefined);
    show(live, 0, 0);
    live.move(dropAsNewSet(select(live.draft, [live.draft.layout.rack.find((tile) => tile.face === "k1")!.id])));
    show(live, null, 0);
    expect(live.draft.layout.sets.map((set) => set.tiles.map((tile) => tile.face).join(" "))).toEqual(["r3 r4 r5"]);
    expect([faces(live), live.draft.past]).toEqual([[], []]);
    show(live, 1, 1);
    expect(faces(live)).toEqual(["b1", "b2", "r6"]);
    show(live, null, 0);
    show(live, 0, 0);
    expect(faces(live)).toEqual(["k2", "r6"]);
    expect(live.draft.layout.sets).toHaveLength(2);
  });

  test("a player who passed the device on may take it back until the next deal", () => {
    const live = new LiveTable(TABLE, () => undefined);
    show(live, 0, 1);
    expect([live.passTo, live.mayTakeBack]).toEqual([1, null]);
    show(live, null, 1);
    expect([live.awaited, live.mayTakeBack]).toEqual([1, 0]);
    live.receive({ type: "view", table: TABLE, now: 0, view: { ...viewFor(null), game_number: 2 } });
    expect(live.mayTakeBack).toBeNull();
  });

  test.each([
    ["a play covers the racks at once", { action: "play", placed: "k1", table: ["r3 r4 r5"] }, true],
    ["a drawn tile is looked at first", { action: "draw", drawn: 1, drawn_tiles: "o9" }, false],
  ])("%s", (_, action, isCovered) => {
    const live = new LiveTable(TABLE, () => undefined);
    show(live, 0, 0);
    const game = viewFor(0, { turn: 1, actions: 1 }).game!;
    live.receive({ type: "event", table: TABLE, event: { kind: "acted", number: 8, at: 0, phase: "playing", action: { seat: 0, by: "person", ...action }, game, standings: [] } } as never);
    live.receive({ type: "hand-over", table: TABLE, seat: 0, next: 1 });
    expect(sent.some((message) => message.type === "put-down")).toBe(isCovered);
  });

  test("after the game nobody is meant by “you”", () => {
    const live = new LiveTable(TABLE, () => undefined);
    show(live, 0, null, { ending: "out", winners: [0] });
    expect([live.seat, live.isSeated, live.awaited]).toEqual([null, true, null]);
  });

  test("leaving the table covers the racks", () => {
    const live = new LiveTable(TABLE, () => undefined);
    show(live, 0, 0);
    live.close();
    expect(sent.at(-1)).toEqual({ type: "put-down", table: TABLE });
  });
});
