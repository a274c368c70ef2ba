/** What a test file plays on: a server, and pages in Chromium. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { sharedBrowser } from "./chromium";
import { paintNothing } from "./painting";
import { type Host, PATIENCE, ROOT } from "./server";

export const ARTEFACTS = join(ROOT, "web/artefacts");

/** Whether screenshots are taken on the way, for people to look at. */
const PICTURES = Boolean(process.env["PICTURES"]);

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const SIZES = { desktop: DESKTOP, tablet: TABLET, phone: PHONE, small: { width: 360, height: 640 }, landscape: { width: 844, height: 390 }, huge: { width: 3840, height: 2160 } };

export interface PersonOptions extends BrowserContextOptions {
  tempo?: string;
  /** All preferences that are not the default ones, the tempo among them. */
  preferences?: object;
  asTheyCome?: boolean;
  /** What the page adds to deals, which decides the tiles (tests/support/stage_server.py). */
  deal?: string;
  /** The first address; null: an empty page. */
  at?: string | null;
  /** Whether the connection costs money: then the page loads no engine in the background, which takes seconds. */
  isMetered?: boolean;
}

export class Stage {
  private browser: Browser | null = null;
  private readonly contexts: BrowserContext[] = [];
  /** Errors of the page and its console. */
  readonly problems: string[] = [];

  /** Without a host of its own, a stage uses the server that all files of a run share, which no test may stop. */
  constructor(private readonly host: Host | null = null) {}

  get url(): string {
    return this.host?.url ?? inject("server");
  }

  /** Start the own host, if there is one, and Chromium, unless it runs. */
  async open(): Promise<void> {
    await this.host?.start();
    this.browser = await sharedBrowser();
  }

  /**
   * Open the page as a new person with the default settings, in motion, who has said who that is.
   * `tempo`: how other players' turns are shown; `asTheyCome`: a visitor who has never been here, and whose page is painted.
   */
  async person({ tempo, preferences = tempo ? { tempo } : {}, asTheyCome = false, at = this.url, isMetered = false, deal, ...options }: PersonOptions = {}): Promise<Page> {
    const context = await this.browser!.newContext({
      baseURL: this.url,
      viewport: DESKTOP,
      locale: "en-GB",
      // Requests through a service worker cannot be intercepted; its own tests allow it.
      serviceWorkers: "block",
      ...options,
    });
    this.contexts.push(context);
    context.setDefaultTimeout(PATIENCE);
    if (!asTheyCome && !PICTURES) await paintNothing(context);
    if (!asTheyCome) await context.addInitScript((wanted) => {
      // The empty page that a browser begins with has no storage.
      if (!location.protocol.startsWith("http") || localStorage.getItem("tilewise.preferences")) return;
      localStorage.setItem("tilewise.preferences", JSON.stringify(wanted));
      localStorage.setItem("tilewise.introduced", "true");
    }, preferences);
    if (isMetered) await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    if (deal) await context.addInitScript(addToDeals, deal);
    const page = await context.newPage();
    page.on("pageerror", (error) => this.problems.push(String(error)));
    page.on("console", (message) => {
      // Some tests stop the server.
      if (message.type() === "error" && !/WebSocket|Failed to load resource|net::/.test(message.text())) this.problems.push(message.text());
    });
    if (at !== null) await page.goto(at);
    return page;
  }

  /** Close all pages, which would slow down the next test. */
  async leave(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
  }

  async close(): Promise<void> {
    await this.leave();
    await this.host?.close();
  }
}

/** Let the page add this text to every deal, in place of a random one; runs in the page. */
export function addToDeals(text: string): void {
  const withText = (message: string) => message.replace(/(?<="do":"add","text":")\w+/, text);
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (message) {
    send.call(this, typeof message === "string" ? withText(message) : message);
  };
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message: { kind: string; text: string }) {
    postMessage.call(this, message.kind === "message" ? { ...message, text: withText(message.text) } : message);
  };
}

/** Keep a picture for people to look at, if PICTURES is set: a browser that has much else to do may take a minute for one. */
export async function picture(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (!PICTURES) return;
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), ...options });
}
