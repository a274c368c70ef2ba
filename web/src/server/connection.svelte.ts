/** A connection to tables, on a server or on this device: it reconnects by itself, and repeats commands until they are answered. */

import { type Channel, SERVER } from "./channels";
import { PROTOCOL, type AnyClientMessage, type AnyServerMessage, type CommandMessage, type Done, type Refused, type SheetChanged, type SheetDeleted } from "./protocol";

export type ConnectionStatus = "closed" | "connecting" | "open" | "waiting" | "stopped";

/** The server's close code for a browser without a valid session. */
const NO_SESSION = 4401;

/** Milliseconds before the first attempt to reconnect, and at most. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Milliseconds of silence after which the page sends a ping: while somebody looks at it, and in the background. */
const PING_AFTER = 2_300;
const PING_AFTER_HIDDEN = 20_000;
/** Milliseconds without a response after which the page says so. Together with the ping less than five seconds. */
const SILENT_AFTER = 2_300;
/** Milliseconds without a response after which the page connects again: a slow network may still deliver it. */
const LOST_AFTER = 8_000;
/** Milliseconds of silence after which a page that is looked at again connects at once: the device slept. */
const SLEPT_AFTER = 28_000;
/** Milliseconds between two checks. */
const CHECK_INTERVAL = 300;
/** Milliseconds before a command is repeated that the server could not store. */
const COMMAND_RETRY = 2_000;

/** Receives the messages about one table. */
export interface Subscriber {
  /** Number of the last event received; null before the first view. */
  readonly number: number | null;
  receive(message: AnyServerMessage): void;
}

/** Receives what happens to one shared score sheet. */
export interface SheetFollower {
  receive(message: SheetChanged | SheetDeleted): void;
  /** The connection is lost: nothing arrives until the next message. */
  lost(): void;
}

interface PendingCommand {
  message: CommandMessage;
  resolve: (response: Done | Refused) => void;
}

export class Connection {
  status: ConnectionStatus = $state("closed");
  /** Why the connection was ended for good: "protocol", "signed-out"... */
  reason: string | null = $state(null);
  person: string | null = $state(null);
  /** Whether the server has not responded for some seconds, although the connection seems to be open. */
  silent: boolean = $state(false);

  /** The newest version of the protocol that the server supports. */
  private protocol = 0;
  private channel: Channel | null = null;
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  private clockOffset = 0;
  private pause = FIRST_PAUSE;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  private receivedAt = 0;
  /** When the oldest message was sent that has had no response; null if there is none. */
  private askedAt: number | null = null;
  private readonly subscribers = new Map<string, Subscriber>();
  private readonly followers = new Map<string, Set<SheetFollower>>();
  private readonly pending = new Map<string, PendingCommand>();

  /** `createGuest` is called when the server does not know this browser; it returns whether it does now. */
  constructor(
    private readonly createGuest: () => Promise<boolean>,
    private readonly kind = SERVER,
  ) {
    if (typeof window !== "undefined" && kind.isNetwork) {
      window.addEventListener("online", () => this.retryNow());
      window.addEventListener("offline", () => (this.silent = this.channel !== null));
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") this.wakeUp();
      });
    }
  }

  /** The server's time, in milliseconds. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  open(): void {
    if (this.channel !== null || this.status === "stopped") return;
    clearTimeout(this.retryTimer);
    this.status = "connecting";
    const channel = this.kind.open({
      opened: () => this.send({ type: "hello", protocol: PROTOCOL }),
      received: (text) => this.receive(JSON.parse(text) as AnyServerMessage),
      closed: (code) => {
        if (this.channel === channel) void this.lost(code);
      },
    });
    this.channel = channel;
    this.receivedAt = Date.now();
    // A network that drops everything does not even refuse the connection.
    this.askedAt = Date.now();
    clearInterval(this.heartbeatTimer);
    if (this.kind.isNetwork) this.heartbeatTimer = setInterval(() => this.checkHeartbeat(), CHECK_INTERVAL);
  }

  subscribe(table: string, subscriber: Subscriber): void {
    this.subscribers.set(table, subscriber);
    if (this.status === "open") this.sendSubscribe(table, subscriber);
    else this.open();
  }

  unsubscribe(table: string, subscriber: Subscriber): void {
    if (this.subscribers.get(table) !== subscriber) return;
    this.subscribers.delete(table);
    this.send({ type: "unsubscribe", table });
  }

  /** Follow a shared score sheet, also after the connection was lost. */
  follow(sheet: string, follower: SheetFollower): void {
    this.followers.set(sheet, new Set(this.followers.get(sheet)).add(follower));
    if (this.status === "open") this.send({ type: "follow-sheet", sheet });
    else this.open();
  }

  unfollow(sheet: string, follower: SheetFollower): void {
    const followers = this.followers.get(sheet);
    if (!followers?.delete(follower) || followers.size) return;
    this.followers.delete(sheet);
    this.send({ type: "unfollow-sheet", sheet });
  }

  /** Send a command. It is answered even if the connection breaks meanwhile, and never executed twice. */
  command(table: string, command: CommandMessage["command"]): Promise<Done | Refused> {
    const message: CommandMessage = { type: "command", id: randomId(), table, command };
    return new Promise((resolve) => {
      this.pending.set(message.id, { message, resolve });
      this.send(message);
      this.askedAt ??= Date.now();
    });
  }

  /** Send a message if there is a connection. Only commands are repeated after a break. */
  send(message: AnyClientMessage): void {
    if (this.channel?.isOpen) this.channel.send(JSON.stringify(message));
  }

  /** Say whether the person reads something instead of following the game. A server of an earlier version does not know it. */
  sendReading(table: string, reading: boolean): void {
    if (this.protocol >= 3) this.send({ type: "reading", table, reading });
  }

  retryNow(): void {
    if (this.status !== "waiting") return;
    this.pause = FIRST_PAUSE;
    this.open();
  }

  /** Reconnect as another person. */
  reopen(): void {
    this.status = "closed";
    this.reason = null;
    this.dropChannel();
    this.open();
  }

  /** End the connection for good, with a reason to show. */
  stop(reason: string): void {
    this.close();
    this.status = "stopped";
    this.reason = reason;
  }

  /** End the connection and forget the person and all pending commands. */
  close(): void {
    clearTimeout(this.retryTimer);
    this.dropChannel();
    this.status = "closed";
    this.reason = null;
    this.person = null;
    this.pending.clear();
  }

  private receive(message: AnyServerMessage): void {
    this.receivedAt = Date.now();
    this.askedAt = null;
    this.silent = false;
    switch (message.type) {
      case "welcome":
        this.clockOffset = message.now - Date.now();
        this.person = message.person;
        this.protocol = message.protocol;
        this.status = "open";
        this.reason = null;
        this.pause = FIRST_PAUSE;
        for (const [table, subscriber] of this.subscribers) this.sendSubscribe(table, subscriber);
        for (const sheet of this.followers.keys()) this.send({ type: "follow-sheet", sheet });
        for (const { message: command } of this.pending.values()) this.send(command);
        return;
      case "done":
        this.resolve(message.id, message);
        return;
      case "refused":
        if (message.refusal.code === "stopping" || message.refusal.code === "storage") {
          const again = this.pending.get(message.id);
          if (again) setTimeout(() => this.send(again.message), COMMAND_RETRY);
        } else this.resolve(message.id, message);
        return;
      case "closing":
        if (message.retry_after === undefined || message.retry_after === null) {
          this.status = "stopped";
          this.reason = message.code;
        } else this.pause = Math.max(this.pause, message.retry_after);
        return;
      case "pong":
        this.clockOffset = message.now - Date.now();
        return;
      case "sheet-changed":
      case "sheet-deleted":
        for (const follower of [...(this.followers.get(message.sheet) ?? [])]) follower.receive(message);
        return;
      default:
        if (message.table) this.subscribers.get(message.table)?.receive(message);
    }
  }

  private resolve(id: string, response: Done | Refused): void {
    const command = this.pending.get(id);
    this.pending.delete(id);
    command?.resolve(response);
  }

  private sendSubscribe(table: string, { number }: Subscriber): void {
    this.send(number === null ? { type: "subscribe", table } : { type: "subscribe", table, since: number });
  }

  private async lost(code: number): Promise<void> {
    this.dropChannel();
    if (this.status === "stopped") return;
    if (code === NO_SESSION) {
      this.status = "connecting";
      if (await this.createGuest()) {
        this.open();
        return;
      }
    }
    this.status = "waiting";
    // Jitter, so that not every page returns to a restarted server in the same moment, and none before it may.
    const pause = this.pause * (1 + 0.5 * Math.random());
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    this.retryTimer = setTimeout(() => this.open(), pause);
  }

  private dropChannel(): void {
    clearInterval(this.heartbeatTimer);
    this.askedAt = null;
    this.silent = false;
    const channel = this.channel;
    this.channel = null;
    channel?.close();
    for (const followers of this.followers.values()) for (const follower of followers) follower.lost();
  }

  /** Connect again after the device slept. */
  private wakeUp(): void {
    if (this.status === "waiting") this.retryNow();
    else if (this.channel !== null && Date.now() - this.receivedAt > SLEPT_AFTER) void this.lost(0);
    else this.checkHeartbeat();
  }

  /** Detect by silence a network that drops everything. */
  private checkHeartbeat(): void {
    if (this.channel === null) return;
    const now = Date.now();
    if (this.askedAt !== null) {
      if (now - this.askedAt > LOST_AFTER) void this.lost(0);
      else if (now - this.askedAt >= SILENT_AFTER) this.silent = true;
    } else if (now - this.receivedAt >= (isHidden() ? PING_AFTER_HIDDEN : PING_AFTER)) {
      this.askedAt = now;
      this.send({ type: "ping" });
    }
  }
}

function isHidden(): boolean {
  return typeof document !== "undefined" && document.visibilityState === "hidden";
}

/** A random id; `crypto.randomUUID` is missing on pages without https. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
