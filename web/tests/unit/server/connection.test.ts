import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, type Subscriber } from "../../../src/server/connection.svelte";
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

  test("is lost after a long silence", async () => {
    open();
    await vi.advanceTimersByTimeAsync(35_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  test("knows the server's time", () => {
    connection.open();
    last().onopen();
    last().receive({ type: "welcome", protocol: PROTOCOL, person: "me", name: "Anna", now: Date.now() + 5000, version: "0" });
    expect(connection.now()).toBe(Date.now() + 5000);
  });
});
