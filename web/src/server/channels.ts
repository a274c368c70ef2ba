/** The two ways to a table: the WebSocket of a server, and the engine on this device. Both carry the same messages. */

export interface Channel {
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

export interface ChannelEvents {
  opened(): void;
  received(text: string): void;
  /** With the close code of a WebSocket; 0 on this device. */
  closed(code: number): void;
}

export interface ChannelKind {
  open(events: ChannelEvents): Channel;
  /** Whether there is a network in between, which can be silent, lost and found again. */
  readonly isNetwork: boolean;
}

export const SERVER: ChannelKind = {
  isNetwork: true,
  open(events) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    socket.onopen = () => events.opened();
    socket.onmessage = (event) => events.received(String(event.data));
    socket.onclose = (event) => events.closed(event.code);
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  },
};

export const DEVICE: ChannelKind = {
  isNetwork: false,
  open(events) {
    let isOpen = false;
    let isClosed = false;
    // Loaded when the first table on this device is opened.
    const loaded = import("../engine/engine.svelte").then(async ({ engine }) => {
      await engine.start();
      return engine;
    });
    let send: (text: string) => void = () => undefined;
    const closed = () => {
      if (isClosed) return;
      isOpen = false;
      isClosed = true;
      events.closed(0);
    };
    loaded.then((engine) => {
      if (isClosed) return;
      send = (text) => engine.send(text);
      engine.listen((text) => events.received(text), closed);
      isOpen = true;
      events.opened();
    }, closed);
    return {
      get isOpen() {
        return isOpen;
      },
      send: (text) => send(text),
      close() {
        if (isOpen) void loaded.then((engine) => engine.listen(null, null));
        isOpen = false;
        isClosed = true;
      },
    };
  },
};

/** What the ids of tables on this device begin with. */
const DEVICE_PREFIX = "d-";

export function isOnDevice(table: string): boolean {
  return table.startsWith(DEVICE_PREFIX);
}
