import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, type SheetFollower, type Subscriber } from "../../../src/server/connection.svelte";
import { PROTOCOL } from "../../../src/server/protocol";

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly sent: Record<string, unknown>[] = [];
  readyState = FakeSocket.OPEN;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  /** Play the server. */
  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  welcome(): void {
    this.onopen();
    this.receive({ type: "welcome", protocol: PROTOCOL, person: "me", name: "Anna", now: Date.now(), version: "0" });
  }
}

describe("the connection", () => {
  let connection: Connection;
  let createGuest: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
  const last = () => FakeSocket.all.at(-1)!;

  function open(): FakeSocket {
    connection.open();
    last().welcome();
    return last();
  }

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { protocol: "https:", host: "example.org" });
    createGuest = vi.fn(async () => true);
    connection = new Connection(createGuest);
  });
  afterEach(() => {
    connection.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("follows shared sheets, and again after a lost connection", () => {
    const told: string[] = [];
    const follower: SheetFollower = { receive: ({ type }) => told.push(type), lost: () => told.push("lost") };
    const other: SheetFollower = { receive: () => told.push("other"), lost: () => undefined };
    const first = open();
    connection.follow("s1", follower);
    connection.follow("s1", other);
    expect(first.sent.filter(({ type }) => type === "follow-sheet")).toEqual([{ type: "follow-sheet", sheet: "s1" }, { type: "follow-sheet", sheet: "s1" }]);
    first.receive({ type: "sheet-changed", sheet: "s1", after: 0, version: 0, cells: {} });
    first.receive({ type: "sheet-deleted", sheet: "s2" });
    first.onclose({ code: 1006 });
    vi.advanceTimersByTime(1_000);
    last().welcome();
    expect(last().sent).toContainEqual({ type: "follow-sheet", sheet: "s1" });
    last().receive({ type: "sheet-deleted", sheet: "s1" });
    expect(told).toEqual(["sheet-changed", "other", "lost", "sheet-deleted", "other"]);
    connection.unfollow("s1", other);
    expect(last().sent).not.toContainEqual({ type: "unfollow-sheet", sheet: "s1" });
    connection.unfollow("s1", follower);
    expect(last().sent).toContainEqual({ type: "unfollow-sheet", sheet: "s1" });
  });

  test("says that the person reads, but not to a server that does not know it", () => {
    const socket = open();
    connection.sendReading("t", true);
    expect(socket.sent.at(-1)).toEqual({ type: "reading", table: "t", reading: true });
    socket.receive({ type: "welcome", protocol: 2, person: "me", name: "Anna", now: Date.now(), version: "0" });
    const { length } = socket.sent;
    connection.sendReading("t", false);
    expect(socket.sent.length).toBe(length);
  });

  test("says which protocol it speaks", () => {
    const socket = open();
    expect(socket.url).toBe("wss://example.org/api/socket");
    expect(socket.sent).toEqual([{ type: "hello", protocol: PROTOCOL }]);
    expect(connection.status).toBe("open");
  });

  test("reconnects after a break, and subscribes from the last event it has seen", async () => {
    const subscriber: Subscriber = { number: 7, receive: () => undefined };
    const socket = open();
    connection.subscribe("t", subscriber);
    socket.onclose({ code: 1006 });
    expect(connection.status).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1000);
    last().welcome();
    expect(last()).not.toBe(socket);
    expect(last().sent).toContainEqual({ type: "subscribe", table: "t", since: 7 });
  });

  test("repeats an unanswered command with the same id", async () => {
    const socket = open();
    const response = connection.command("t", { do: "draw" });
    const command = socket.sent.at(-1)!;
    socket.onclose({ code: 1006 });
    await vi.advanceTimersByTimeAsync(1000);
    last().welcome();
    expect(last().sent).toContainEqual(command);
    last().receive({ type: "done", id: command["id"], table: "t", number: 8 });
    expect(await response).toMatchObject({ type: "done", number: 8 });
  });

  test("repeats a command that the server could not store", async () => {
    const socket = open();
    void connection.command("t", { do: "draw" });
    const command = socket.sent.at(-1)!;
    socket.receive({ type: "refused", id: command["id"], table: "t", refusal: { code: "storage", rule: null, message: "" } });
    await vi.advanceTimersByTimeAsync(2000);
    expect(socket.sent.filter((message) => message["id"] === command["id"]).length).toBe(2);
  });

  test("does not come back before the server says", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const socket = open();
    socket.receive({ type: "closing", code: "too-many", message: "", retry_after: 10_000 });
    socket.onclose({ code: 1008 });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(FakeSocket.all).toEqual([socket]);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.all.length).toBe(2);
    vi.restoreAllMocks();
  });

  test.each([0, 1])("that is refused is asked for again after growing pauses, each page at a time of its own (luck %d)", async (luck) => {
    vi.spyOn(Math, "random").mockReturnValue(luck);
    const pauses: number[] = [];
    connection.open();
    for (let n = 0; n < 8; n += 1) {
      const began = Date.now();
      const { length } = FakeSocket.all;
      last().onclose({ code: 1006 });
      while (FakeSocket.all.length === length) await vi.advanceTimersByTimeAsync(10);
      pauses.push(Date.now() - began);
    }
    vi.restoreAllMocks();
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000].map((pause) => pause * (1 + luck / 2)));
  });

  test("creates a guest if the server does not know the browser", async () => {
    connection.open();
    last().onclose({ code: 4401 });
    await vi.advanceTimersByTimeAsync(0);
    expect(createGuest).toHaveBeenCalledOnce();
    expect(FakeSocket.all.length).toBe(2);
  });

  test("that the server ends for good is not reopened", async () => {
    const socket = open();
    socket.receive({ type: "closing", code: "protocol", message: "" });
    socket.onclose({ code: 1008 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.status).toBe("stopped");
    expect(connection.reason).toBe("protocol");
    expect(FakeSocket.all.length).toBe(1);
  });

  /** Answer every ping, like a server that can be reached. */
  function answerPings(socket: FakeSocket): void {
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      send(text);
      if (socket.sent.at(-1)?.["type"] === "ping") setTimeout(() => socket.receive({ type: "pong", now: Date.now() }), 50);
    };
  }

  test("stays open as long as the server answers", async () => {
    const socket = open();
    answerPings(socket);
    for (let n = 0; n < 60; n += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      expect([connection.status, connection.silent]).toEqual(["open", false]);
    }
    expect(FakeSocket.all).toEqual([socket]);
    expect(socket.sent.filter((message) => message["type"] === "ping").length).toBeLessThan(60 / 2.3 + 1);
  });

  test("says within five seconds that nothing arrives any more, and connects again later", async () => {
    const socket = open();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(connection.silent).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(connection.silent).toBe(true);
    expect(FakeSocket.all).toEqual([socket]);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test("of a slow network that still delivers is kept", async () => {
    const socket = open();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(connection.silent).toBe(true);
    socket.receive({ type: "pong", now: Date.now() });
    expect([connection.silent, FakeSocket.all.length]).toEqual([false, 1]);
  });

  test("says that a command gets no response", async () => {
    const socket = open();
    answerPings(socket);
    await vi.advanceTimersByTimeAsync(2_000);
    socket.send = (text) => void socket.sent.push(JSON.parse(text) as Record<string, unknown>);
    void connection.command("t", { do: "draw" });
    await vi.advanceTimersByTimeAsync(2_700);
    expect(connection.silent).toBe(true);
  });

  test("is tried again if the network drops even the first packets", async () => {
    connection.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test("knows the server's time", () => {
    connection.open();
    last().onopen();
    last().receive({ type: "welcome", protocol: PROTOCOL, person: "me", name: "Anna", now: Date.now() + 5000, version: "0" });
    expect(connection.now()).toBe(Date.now() + 5000);
  });
});
