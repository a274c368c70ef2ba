/** A plain web host with a site without a server (`tilewise site`), in a folder of it. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { type Host, PYTHON, ROOT } from "./server";

/** The types that every web host knows. It knows nothing else, and sends no headers of its own. */
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png" };
const PATH = "/some/folder/";

export class SiteHost implements Host {
  private readonly folder = mkdtempSync(join(tmpdir(), "tilewise-site-"));
  private readonly site = join(this.folder, PATH);
  private host: Server | null = null;
  /** 0 until the host has a free port. */
  private port = 0;
  /** The files that the host has sent, without compression, and their bytes. */
  readonly sent: { path: string; bytes: number }[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.port}${PATH}`;
  }

  /** Write the site and start the host on a free port, or start it again on the same one, unless it runs. */
  async start(): Promise<void> {
    if (this.host) return;
    if (!this.port) execFileSync(PYTHON, ["-m", "tilewise", "site", this.site], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, stdio: ["ignore", "ignore", "inherit"] });
    const host = createServer((request, response) => {
      const path = new URL(request.url!, "http://host").pathname;
      try {
        const content = readFileSync(join(this.folder, path.endsWith("/") ? `${path}index.html` : path));
        this.sent.push({ path, bytes: content.length });
        response.writeHead(200, { "content-type": TYPES[path.endsWith("/") ? ".html" : extname(path)] ?? "application/octet-stream" }).end(content);
      } catch {
        response.writeHead(404, { "content-type": "text/html" }).end("<p>Not found</p>");
      }
    });
    this.host = host;
    await new Promise<void>((done) => host.listen(this.port, "127.0.0.1", done));
    this.port = (host.address() as AddressInfo).port;
  }

  /** Cut the network: the host no longer answers. */
  async stop(): Promise<void> {
    const { host } = this;
    this.host = null;
    if (!host) return;
    const ended = new Promise((done) => host.close(done));
    host.closeAllConnections();
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The version that the host has. */
  get published(): string {
    return /data-site="(\w+)"/.exec(readFileSync(join(this.site, "index.html"), "utf-8"))![1]!;
  }

  /** Put another version on the host: its document has another description. Without the document it is incomplete. */
  publish(version: string, names: readonly string[] = ["index.html", "sw.js"]): void {
    const before = this.published;
    for (const name of names) {
      const path = join(this.site, name);
      writeFileSync(path, readFileSync(path, "utf-8").replaceAll(before, version).replace('<meta name="description" content="', `$&Version ${version}. `));
    }
  }
}
