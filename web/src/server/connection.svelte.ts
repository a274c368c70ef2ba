/** The WebSocket: opened, kept alive, opened again; commands are sent until they are answered. */

import { PROTOCOL, type AnyClientMessage, type AnyServerMessage, type CommandMessage, type Done, type Refused } from "./protocol";

export type Condition = "closed" | "connecting" | "open" | "waiting" | "stopped";

/** Close code of the server: become a guest first. */
const NOBODY = 4401;

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const SIGN_OF_LIFE = 20_000;
const PATIENCE = 8_000;

export interface Follower {
  /** Number of the last event seen; null before the first view. */
  readonly number: number | null;
  take(message: AnyServerMessage): void;
}

interface Waiting {
  message: CommandMessage;
  resolve: (answer: Done | Refused) => void;
}

export class Connection {
  condition: Condition = $state("closed");
  /** Why the connection was ended for good: "protocol", "nobody"... */
  reason: string | null = $state(null);
  person: string | null = $state(null);
  name: string = $state("");
  version: string = $state("");
  /** When the next attempt will be made, in the browser's milliseconds. */
  nextTry: number = $state(0);

  private socket: WebSocket | null = null;
  private ahead = 0;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private alive: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private readonly followers = new Map<string, Follower>();
  private readonly waiting = new Map<string, Waiting>();

  /** `becomeSomebody` makes a guest when the server knows nobody by this browser's cookie. */
  constructor(private readonly becomeSomebody: () => Promise<boolean>) {
    if (typeof window !== "undefined") {
      window.addEventListener("online", () => this.retryNow());
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") this.lookAlive();
      });
    }
  }

  /** The server's time, in its milliseconds. */
  now(): number {
    return Date.now() + this.ahead;
  }

  open(): void {
    if (this.socket !== null || this.condition === "stopped") return;
    clearTimeout(this.timer);
    this.condition = "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    this.socket = socket;
    this.heardAt = Date.now();
    clearInterval(this.alive);
    this.alive = setInterval(() => this.lookAlive(), SIGN_OF_LIFE / 4);
    socket.onopen = () => this.send({ type: "hello", protocol: PROTOCOL });
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as AnyServerMessage);
    socket.onclose = (event) => {
      if (this.socket === socket) void this.closed(event.code);
    };
  }

  follow(table: string, follower: Follower): void {
    this.followers.set(table, follower);
    if (this.condition === "open") this.subscribe(table, follower);
    else this.open();
  }

  unfollow(table: string, follower: Follower): void {
    if (this.followers.get(table) !== follower) return;
    this.followers.delete(table);
    this.send({ type: "unsubscribe", table });
  }

  /** Do something at a table: answered even if the connection breaks in between, and never done twice. */
  command(table: string, command: CommandMessage["command"]): Promise<Done | Refused> {
    const message: CommandMessage = { type: "command", id: randomId(), table, command };
    return new Promise((resolve) => {
      this.waiting.set(message.id, { message, resolve });
      this.send(message);
    });
  }

  /** Send if there is a connection; what must not be lost is a command. */
  send(message: AnyClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  retryNow(): void {
    if (this.condition !== "waiting") return;
    this.pause = FIRST_PAUSE;
    this.open();
  }

  /** Begin again as somebody: after a guest was made. */
  reopen(): void {
    this.condition = "closed";
    this.reason = null;
    this.drop();
    this.open();
  }

  /** End it for good, and say why. */
  stop(reason: string): void {
    this.close();
    this.condition = "stopped";
    this.reason = reason;
  }

  /** End it without coming back: nobody is anybody here any more. */
  close(): void {
    clearTimeout(this.timer);
    this.drop();
    this.condition = "closed";
    this.reason = null;
    this.person = null;
    this.waiting.clear();
  }

  private hear(message: AnyServerMessage): void {
    this.heardAt = Date.now();
    switch (message.type) {
      case "welcome":
        this.ahead = message.now - Date.now();
        this.person = message.person;
        this.name = message.name;
        this.version = message.version;
        this.condition = "open";
        this.reason = null;
        this.pause = FIRST_PAUSE;
        for (const [table, follower] of this.followers) this.subscribe(table, follower);
        for (const { message: command } of this.waiting.values()) this.send(command);
        return;
      case "done":
        this.answered(message.id, message);
        return;
      case "refused":
        if (message.refusal.code === "stopping" || message.refusal.code === "storage") {
          const again = this.waiting.get(message.id);
          if (again) setTimeout(() => this.send(again.message), 2_000);
        } else this.answered(message.id, message);
        return;
      case "closing":
        if (message.retry_after === undefined || message.retry_after === null) {
          this.condition = "stopped";
          this.reason = message.code;
        } else this.pause = Math.max(this.pause, message.retry_after);
        return;
      case "pong":
        this.ahead = message.now - Date.now();
        return;
      default:
        if (message.table) this.followers.get(message.table)?.take(message);
    }
  }

  private answered(id: string, answer: Done | Refused): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.resolve(answer);
  }

  private subscribe(table: string, follower: Follower): void {
    this.send(follower.number === null ? { type: "subscribe", table } : { type: "subscribe", table, since: follower.number });
  }

  private async closed(code: number): Promise<void> {
    this.drop();
    if (this.condition === "stopped") return;
    if (code === NOBODY) {
      this.condition = "connecting";
      if (await this.becomeSomebody()) {
        this.open();
        return;
      }
    }
    this.condition = "waiting";
    const pause = this.pause * (0.8 + 0.4 * Math.random());
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    this.nextTry = Date.now() + pause;
    this.timer = setTimeout(() => this.open(), pause);
  }

  private drop(): void {
    clearInterval(this.alive);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** A phone that slept, or a network that swallows everything, is noticed by silence. */
  private lookAlive(): void {
    if (this.condition === "waiting") {
      this.retryNow();
      return;
    }
    if (this.socket === null) return;
    const silent = Date.now() - this.heardAt;
    if (silent > SIGN_OF_LIFE + PATIENCE) void this.closed(0);
    else if (silent > SIGN_OF_LIFE / 2) this.send({ type: "ping" });
  }
}

/** An id that nobody has had; `crypto.randomUUID` is missing on pages without https. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
