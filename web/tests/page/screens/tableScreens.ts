/** A table before, during and after a game, its sheets, a replay, and connections that end. */

import { PROTOCOL } from "../../../src/server/protocol";
import type { Key } from "../../../src/words/texts";
import { RECORD, ended, manySets, scene, show, someSets, withHistory } from "../../stage/scenes";
import { goTo } from "../../stage/tools";
import { type Screen, type Screens, onNewPage, openAll, press } from "./visits";

const RACK = "k2 k3 r7 r8 b6 b9 o12 o13 r13 k13 b4 b5 J o1";

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

export const TABLE_SCREENS: Screens = {
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
  "signed-out": onNewPage(endedConnection("signed-out")),
  "newer-server": onNewPage(endedConnection("protocol")),
  "server-gone": onNewPage(async (visit) => {
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
  }),
};
