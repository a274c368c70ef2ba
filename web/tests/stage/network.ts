/** A way to a server, which a test can cut as a failing network is. */

import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { inject } from "vitest";

export class Network {
  private isCut = false;
  private readonly connections = new Set<Socket>();
  private readonly listener = createServer((client) => this.connect(client));

  /** Where it leads: by default to the server that all files share. */
  constructor(private readonly target: () => string = () => inject("server")) {}

  /** The address of the server on this way. The port stays taken while it is cut, so that no other program gets it. */
  get url(): string {
    return `http://127.0.0.1:${(this.listener.address() as AddressInfo).port}/`;
  }

  /** Begin, or let everything through again. */
  async start(): Promise<void> {
    this.isCut = false;
    if (!this.listener.listening) await new Promise<void>((done) => this.listener.listen(0, "127.0.0.1", done));
  }

  /** Cut every connection, and each new one at once. */
  async stop(): Promise<void> {
    this.isCut = true;
    for (const connection of this.connections) connection.destroy();
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.listener.listening) await new Promise((done) => this.listener.close(done));
  }

  private connect(client: Socket): void {
    if (this.isCut) {
      client.destroy();
      return;
    }
    const server = connect(Number(new URL(this.target()).port), "127.0.0.1");
    for (const [one, other] of [[client, server], [server, client]] as const) {
      this.connections.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.connections.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
