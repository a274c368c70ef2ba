/** Every screen of the page and how to get there, for screenshots, contrast and overflow checks. */

import type { Page } from "playwright-core";
import { de } from "../../src/words/de";
import { en } from "../../src/words/en";
import { pl } from "../../src/words/pl";
import { PROTOCOL } from "../../src/server/protocol";
import type { Key, Texts } from "../../src/words/texts";
import { setPreferences, settled } from "../stage/pageChecks";
import { LEADERS, MY_TABLES, MY_TURN, RECORD, SUMMARY, manySets, ended, scene, show, someSets, withHistory } from "../stage/scenes";
import { DESKTOP, type Stage } from "../stage/stage";
import { freshClock, goTo, keep } from "../stage/tools";

const TEXTS: Record<string, Texts> = { en, de, pl };

interface Visit {
  page: Page;
  /** A text in the language of the page. */
  text: (key: Key) => string;
}

type Screen = (visit: Visit) => Promise<void>;

const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

const press = ({ page, text }: Visit, key: Key) => page.getByRole("button", { name: text(key), exact: true }).first().click();

/** A table where I play, with a sheet opened from its menu. */
const sheet = (key: Key): Screen => async (visit) => {
  await show(visit.page, withHistory(scene("sheets", someSets(), RACK)));
  await press(visit, "menu");
  await press(visit, key);
  await visit.page.getByRole("dialog", { name: visit.text(key), exact: true }).waitFor();
};

/** A connection that the server ends for good. */
const endedConnection = (code: string): Screen => async ({ page }) => {
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    socket.send(JSON.stringify({ type: "closing", code, message: "" }));
    void socket.close({ code: 1008 });
  });
  await goTo(page, `#/table/${code}`);
  await page.locator(".notice").waitFor();
};

/** Home for a returning visitor whose turn it is, with tables in the lobby. */
async function home({ page }: Visit): Promise<void> {
  await page.route("**/api/me/tables*", (route) => route.fulfill({ json: [MY_TURN, ...MY_TABLES] }));
  await page.evaluate(() => localStorage.setItem("tilewise.me", JSON.stringify({ person: "me", name: "Katharina-Elisabeth", avatar: "fox" })));
  await page.route("**/api/lobby*", (route) => route.fulfill({ json: [{ table: "lobby", code: "ABCDEF", at: 1, summary: SUMMARY }, { table: "watched", code: "ABCDEG", at: 1, summary: { ...SUMMARY, phase: "playing", names: ["Jo", "Anna"] } }] }));
  await page.evaluate(() => localStorage.setItem("tilewise.recent", JSON.stringify([{ table: "before", code: "ABCDEH", profile: "international", names: ["Anna", "Katharina-Elisabeth"], over: true, at: 1 }])));
  await goTo(page, "#/");
  await page.reload();
  await page.locator('a[href="#/table/lobby"]').waitFor();
  await page.locator('a[href="#/table/turn"]').waitFor();
}

const PASSPHRASE = "seven red tiles in a row";
let accounts = 0;

async function fill({ page, text }: Visit, button: Key, values: Partial<Record<Key, string>>): Promise<void> {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: text(button), exact: true }) });
  for (const [label, value] of Object.entries(values)) await form.getByLabel(text(label as Key)).fill(value);
  await form.getByRole("button").click();
}

async function openAll(page: Page): Promise<void> {
  const closed = page.locator("details:not([open]) > summary");
  while (await closed.count()) await closed.first().click();
}

/** A score sheet of two people. */
async function newSheet(page: Page): Promise<void> {
  await goTo(page, "#/sheet/new");
  await page.locator("form input[type=text]").first().fill("Katharina-Elisabeth");
  await page.locator("button[form=new-sheet]").click();
  await page.locator(".ends").waitFor();
}

const PLAYERS = ["Katharina-Elisabeth", "Ben", "Cleo", "Dan"];

/** A match of two rounds with long names: games that were won, that ran out of tiles, and that were counted by hand. */
function matchFile(): string {
  const cells: Record<string, string | number | boolean> = { title: "Katharina-Elisabeths Geburtstag", profile: "vienna-en", players: 4, planned: 8 };
  PLAYERS.forEach((name, seat) => Object.assign(cells, { [`name.${seat}`]: name, [`face.${seat}`]: ["fox", "bear", "owl", "frog"][seat]! }));
  for (const game of [1, 2, 3, 4]) Object.assign(cells, { [`${game}.end`]: game % 4, [`${game}.${(game + 1) % 4}.k5`]: 1, [`${game}.${(game + 2) % 4}.r13`]: 2, [`${game}.${(game + 3) % 4}.J`]: 1 });
  Object.assign(cells, { "5.end": "pool", "5.0.r1": 1, "5.1.b5": 1, "5.2.o10": 1, "5.3.k10": 1, "5.3.k5": 1 });
  return JSON.stringify({ format: "tilewise-sheet", version: 1, cells });
}

/** What the tools remember: tiles with special jokers, house rules, and a clock that nobody has started. */
async function keepTools(page: Page, clock: object): Promise<void> {
  const tiles = (area: string, ...sets: string[]) => sets.flatMap((set, n) => set.split(" ").map((face, index) => ({ face, area, set: n, index })));
  await keep(page, {
    clock,
    box: { profile: "twist", players: 4, rules: { opening_threshold: 33, turn_seconds: 40 } },
    referee: [...tiles("set", "r3 r4 C b6 D"), ...tiles("before", "r3 J r5"), ...tiles("after", "r3 r4 r5 J", "k7 b7 o7"), ...tiles("leftover", "b2 o13")],
  });
}

/** A clock whose time is up, or that has hours. */
function runningClock(isOver: boolean): object {
  const used = isOver ? 10 * 3_600_000 : 0;
  const all = PLAYERS.map(() => true);
  return { ...freshClock(PLAYERS), timer: { seat: 0, since: isOver ? null : Date.now(), used, opened: all, openedBefore: all, past: [{ seat: 3, since: null, used: 0, openedBefore: all }] } };
}

async function openClock(page: Page, clock: object): Promise<void> {
  await keepTools(page, clock);
  await goTo(page, "#/clock");
  // The section reads what it remembers when it is opened.
  await page.reload();
  await page.locator(".rim-of-time").waitFor();
}

/** The dialogue in which a score sheet is shared. */
async function openSharing(page: Page): Promise<void> {
  await page.locator("header .menu").click();
  await page.locator("dialog .list button").first().click();
  await page.locator("dialog .go").waitFor();
}

/** A score sheet that is shared, with its code and the QR code of its link. */
async function shareSheet(page: Page): Promise<void> {
  await page.route("**/api/network", (route) => route.fulfill({ json: { url: "http://192.168.178.20:8013", can_open: true } }));
  await newSheet(page);
  await openSharing(page);
  await page.locator("dialog .go").click();
  await page.locator("dialog .code").waitFor();
  await page.locator("dialog svg[role=img]").waitFor();
}

const SCREENS: Record<string, Screen> = {
  home,
  "home-settings": async (visit) => {
    await home(visit);
    await press(visit, "settings");
  },
  "home-opponents": async (visit) => {
    await home(visit);
    await visit.page.locator(".choice button").first().click();
    await visit.page.getByRole("dialog").waitFor();
  },
  "home-box": async (visit) => {
    await home(visit);
    await visit.page.locator(".choice button").nth(2).click();
    await visit.page.getByRole("dialog").waitFor();
  },
  make: async ({ page }) => {
    await goTo(page, "#/make");
    await page.locator("form").waitFor();
    await openAll(page);
  },
  pass: async ({ page }) => {
    await goTo(page, "#/pass");
    await page.locator("form").waitFor();
    await openAll(page);
  },
  sheets: async ({ page }) => {
    await newSheet(page);
    await goTo(page, "#/sheets");
    await page.locator('a[href^="#/sheet/"] b').first().waitFor();
  },
  "sheet-new": async ({ page }) => {
    await goTo(page, "#/sheet/new");
    await page.locator("form").waitFor();
    await openAll(page);
  },
  "sheet-game": async ({ page }) => newSheet(page),
  "sheet-rack": async ({ page }) => {
    await newSheet(page);
    await page.locator(".ends button").first().click();
    for (const face of ["k13", "r1", "J"]) await page.locator(`.pad [data-face="${face}"]`).click();
    await page.locator("tfoot").waitFor();
  },
  "sheet-match": async ({ page }) => {
    await goTo(page, "#/sheets");
    await page.locator("input[type=file]").setInputFiles({ name: "match.json", mimeType: "application/json", buffer: Buffer.from(matchFile()) });
    await page.locator("svg[role=img]").waitFor();
    await page.locator("tbody th button").first().click();
    await page.locator("li.won").waitFor();
  },
  "clock-players": async ({ page }) => {
    await openClock(page, freshClock(PLAYERS));
    await page.locator("button.box").click();
    await page.getByRole("dialog").waitFor();
  },
  clock: ({ page }) => openClock(page, runningClock(false)),
  "clock-up": async ({ page }) => {
    await openClock(page, runningClock(true));
    await page.locator(".over").waitFor();
  },
  referee: async ({ page }) => {
    await goTo(page, "#/referee/set");
    await page.locator(".verdict h2").waitFor();
  },
  "referee-turn": async ({ page }) => {
    await goTo(page, "#/referee/turn");
    await page.locator(".verdict h2.no").waitFor();
  },
  "referee-leftover": async ({ page }) => {
    await goTo(page, "#/referee/leftover");
    await page.locator(".verdict .big").waitFor();
  },
  best: async ({ page }) => {
    await goTo(page, "#/best/twist.4.opened.r3-r4-C-b6-b7_k7-b7-D.r2-M-J-k7.opening_threshold%3D33");
    await page.locator("section.paper h3").waitFor();
  },
  "sheet-menu": async ({ page }) => {
    await newSheet(page);
    await page.locator("header .menu").click();
    await page.locator("dialog .list").waitFor();
  },
  "sheet-share": async ({ page }) => {
    await newSheet(page);
    await openSharing(page);
  },
  rules: async ({ page }) => {
    await goTo(page, "#/rules/twist");
    await page.locator("article h2").first().waitFor();
  },
  ready: async ({ page }) => {
    await show(page, { ...scene("ready", [], ""), phase: "ready", phase_ends: Date.now() + 99_000, game: null });
    await page.locator(".countdown").waitFor();
  },
  // Before there is an account: its name is changed elsewhere.
  who: async (visit) => {
    await show(visit.page, { ...scene("who", [], ""), phase: "ready", phase_ends: null, game: null });
    await visit.page.getByRole("button", { name: visit.text("who.change") }).click();
    await visit.page.getByRole("dialog", { name: visit.text("who.title"), exact: true }).waitFor();
  },
  // Choosing a picture creates the guest; a passphrase turns the guest into an account.
  me: async (visit) => {
    const { page, text } = visit;
    await goTo(page, "#/me");
    // The suggested picture may be the fox already.
    for (const avatar of ["initial", "fox"] as const) await page.getByTitle(text(`avatar.${avatar}`), { exact: true }).click();
    await page.getByText(text("me.delete"), { exact: true }).waitFor();
    await fill(visit, "me.sign-in", { "me.account-name": "Nobody", "me.passphrase": PASSPHRASE });
    await page.getByText(text("error.wrong-passphrase")).waitFor();
    await openAll(page);
  },
  account: async (visit) => {
    const { page, text } = visit;
    await goTo(page, "#/me");
    await fill(visit, "me.make", { "me.account-name": `Katharina-Elisabeth ${(accounts += 1)}`, "me.passphrase": PASSPHRASE });
    await page.getByRole("button", { name: text("me.sign-out"), exact: true }).waitFor();
    await openAll(page);
  },
  games: async ({ page }) => {
    await page.route("**/api/me/tables*", (route) => route.fulfill({ json: MY_TABLES }));
    await goTo(page, "#/games");
    await page.locator('a[href^="#/replay/"]').first().waitFor();
  },
  ratings: async ({ page }) => {
    await page.route("**/api/me/ratings", (route) => route.fulfill({ json: { ratings: [{ profile: "tm-toys", shown: 1234, games: 56 }] } }));
    await page.route("**/api/leaderboard/*", (route) => route.fulfill({ json: { ranked: LEADERS } }));
    await goTo(page, "#/ratings/tm-toys");
    await page.locator("tbody tr").nth(LEADERS.length - 1).waitFor();
    await page.locator(".own").waitFor();
  },
  waiting: async ({ page }) => {
    const view = scene("waiting", [], "");
    const seats = view.seats.map((seat, n) => (n === 1 ? { name: "", person: null, level: null, away: false } : seat));
    await page.evaluate(() => localStorage.setItem("tilewise.recent", JSON.stringify([{ table: "waiting", code: "ABCDEF", profile: "tm-toys", names: [], over: false, at: 1 }])));
    await show(page, { ...view, phase: "open", seats, game: null });
  },
  closed: ({ page }) => show(page, { ...scene("closed", [], ""), phase: "closed", game: null }),
  table: async ({ page, text }) => {
    await show(page, withHistory(scene("play", someSets(), RACK)));
    // An unfinished set, with the reason beside the button.
    await page.locator('.rack [data-face="b4"]').focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("n");
    await page.locator(".sentence.unfinished").waitFor();
    await page.getByText(text("refusal.too-few-tiles")).first().waitFor();
  },
  zoomed: async (visit) => {
    await show(visit.page, scene("zoomed", manySets(), RACK, 6));
    // While everything fits there are no zoom buttons, but the keys always work.
    await visit.page.locator(".rack [data-tile]").first().focus();
    await visit.page.keyboard.press("+");
    await press(visit, "zoom.larger");
    await visit.page.locator(".felt.scrolls").waitFor();
  },
  selected: async ({ page }) => {
    await show(page, scene("picked", someSets(), "D C M J r13"));
    await page.locator('.rack [data-face="M"]').click();
    await page.locator("button.joker").waitFor();
  },
  offer: async ({ page }) => {
    const view = scene("offer", [], RACK);
    await show(page, { ...view, phase: "offering", game: { ...view.game!, may_redeal: true } });
    await page.locator(".offer button").first().waitFor();
  },
  watching: async ({ page }) => {
    const view = scene("watching", someSets(), "");
    await show(page, { ...view, seat: null, game: { ...view.game!, seat: null, turn: 1, rack_sizes: [7, 8, 11, 14] } });
  },
  over: async ({ page }) => {
    await show(page, ended(scene("over", someSets(), "")));
    await page.locator("dialog .scores").waitFor();
    await openAll(page);
  },
  menu: async (visit) => {
    await show(visit.page, scene("menu", someSets(), RACK));
    await press(visit, "menu");
    await press(visit, "leave");
  },
  history: sheet("history"),
  settings: sheet("settings"),
  keys: sheet("keys"),
  chat: async (visit) => {
    await show(visit.page, scene("chat", someSets(), RACK));
    await press(visit, "chat");
    await visit.page.getByText("I say nothing.").waitFor();
  },
  replay: async (visit) => {
    await visit.page.route("**/api/tables/*/games/*/*/record", (route) => route.fulfill({ json: RECORD }));
    await goTo(visit.page, "#/replay/ended/1/1");
    await visit.page.getByText(visit.text("replay.redeal").replace("{name}", RECORD.names[0]!)).waitFor();
    await press(visit, "replay.next");
    await press(visit, "replay.next");
    await visit.page.locator(".set [data-tile]").first().waitFor();
  },
  "wrong-code": async ({ page }) => {
    await goTo(page, "#/t/NOSUCH");
    await page.getByRole("alert").waitFor();
  },
  "old-link": async ({ page }) => {
    await goTo(page, "#/table/0000000000000000");
    await page.getByRole("alert").waitFor();
  },
  "signed-out": endedConnection("signed-out"),
  "newer-server": endedConnection("protocol"),
  "server-gone": async (visit) => {
    const { page } = visit;
    let there = true;
    await page.routeWebSocket(/\/api\/socket/, (socket) => {
      if (!there) return void socket.close();
      socket.send(JSON.stringify({ type: "welcome", protocol: PROTOCOL, person: "me", name: "Anna", now: Date.now(), version: "0" }));
      there = false;
      setTimeout(() => void socket.close(), 50);
    });
    await goTo(page, "#/table/gone");
    await page.locator(".notice").waitFor();
  },
  "server-busy": async ({ page }) => {
    await page.route("**/api/lobby*", (route) => route.fulfill({ status: 429, headers: { "retry-after": "30" }, json: { error: "too-many-requests", message: "" } }));
    await goTo(page, "#/rules/jumbo");
    await goTo(page, "#/");
    await page.locator(".notice").waitFor();
  },
  "sheet-shared": ({ page }) => shareSheet(page),
  "sheet-shared-rack": async ({ page }) => {
    await shareSheet(page);
    await page.keyboard.press("Escape");
    await page.locator(".ends button").first().click();
    for (const face of ["k13", "r1", "J"]) await page.locator(`.pad [data-face="${face}"]`).click();
    await page.locator("tfoot").waitFor();
    await page.locator("[data-sharing=shared]").waitFor();
  },
  "shared-unknown": async ({ page }) => {
    await goTo(page, "#/s/NOSUCH");
    await page.getByRole("alert").waitFor();
  },
};

/** Screens that need a page without a connection. Shared sheets have one to the real server. */
const NEW_PAGE = new Set(["wrong-code", "old-link", "signed-out", "newer-server", "server-gone", "server-busy", "sheet-shared"]);

/** Visit every screen, or only those named, with these preferences. `check` returns the problems of one; the result has those of all. */
export async function onEveryScreen(stage: Stage, preferences: { language?: string; theme?: string }, check: (page: Page, name: string) => Promise<string[]>, names: readonly string[] = Object.keys(SCREENS)): Promise<Record<string, string[]>> {
  const text = (key: Key) => String(TEXTS[preferences.language ?? "en"]![key]);
  const problems: Record<string, string[]> = {};
  let page: Page | null = null;
  for (const [name, go] of Object.entries(SCREENS).filter(([one]) => names.includes(one))) {
    if (page === null || NEW_PAGE.has(name)) {
      await stage.leave();
      page = await stage.person({ reducedMotion: "reduce" });
      await setPreferences(page, { commandLine: true, ...preferences });
    }
    await page.setViewportSize(DESKTOP);
    await go({ page, text });
    await settled(page);
    const found = await check(page, name);
    if (found.length) problems[name] = found;
    await page.keyboard.press("Escape");
  }
  return problems;
}
