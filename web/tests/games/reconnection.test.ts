/** Connections that break, and servers that are gone, in the middle of a turn. */

import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, isMyTurn, look, myTurn, playNow, withMouse } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { PHONE, Stage, picture } from "../stage/stage";

const server = new TilewiseServer();
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(async () => {
  await stage.leave();
  expect(stage.problems).toEqual([]);
});
afterAll(() => stage.close());

const faces = async (page: Page) => {
  const { sets, rack } = await look(page);
  return { sets: sets.map((set) => set.map((tile) => tile.face).join(" ")), rack: rack.length };
};

test("a server that is gone before and during a turn loses nothing", async () => {
  const page = await stage.person({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Play now" }).waitFor();
  await server.network.stop();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByText("The server does not respond. Check your connection and try again.").first().waitFor();
  await server.network.start();
  await playNow(page);
  await myTurn(page);
  const { rack } = await look(page);
  await withMouse.lay(page, [rack[0]!.id, rack[2]!.id]);
  const before = await faces(page);
  await server.stop();
  await page.getByText("Connection lost. Your tiles stay where they are, and the page keeps trying to reconnect.").waitFor();
  await page.getByRole("button", { name: "Retry now" }).click();
  await picture(page, "server-gone");
  expect(await faces(page)).toEqual(before);
  // A command sent now is carried out when the server is back.
  await page.getByRole("button", { name: "Draw a tile", exact: true }).click();
  await page.getByRole("button", { name: "Put back and draw" }).click();
  await server.start();
  await page.getByText("Connection lost.").waitFor({ state: "hidden" });
  await expect.poll(async () => (await faces(page)).rack).toBe(before.rack + 3);
});

test("a phone that slept reconnects by itself, with its plan, to a game that has advanced", async () => {
  const { anna, marek } = await twoPeople();
  const [sleeper, other] = (await isMyTurn(anna.page)) ? [marek, anna] : [anna, marek];
  const { rack } = await look(sleeper.page);
  await withMouse.lay(sleeper.page, [rack[0]!.id, rack[1]!.id]);
  const planned = await faces(sleeper.page);
  const client = await sleeper.page.context().newCDPSession(sleeper.page);
  const show = (state: "hidden" | "visible") =>
    sleeper.page.evaluate((wanted) => {
      Object.defineProperty(document, "visibilityState", { value: wanted, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await show("hidden");
  await client.send("Page.setWebLifecycleState", { state: "frozen" });
  sleeper.cut();
  await other.page.getByRole("button", { name: "Draw a tile" }).click();
  await other.page.locator(".chip.turn:not(.me)").waitFor();
  await client.send("Page.setWebLifecycleState", { state: "active" });
  await show("visible");
  await sleeper.page.locator(".chip.me.turn").waitFor();
  expect(await faces(sleeper.page)).toEqual(planned);
  await sleeper.page.getByRole("button", { name: "Draw a tile", exact: true }).click();
  await sleeper.page.getByRole("button", { name: "Put back and draw" }).click();
  await other.page.locator(".chip.me.turn").waitFor();
});

test("a network that fails in the middle of a turn loses nothing", async () => {
  const { anna, marek } = await twoPeople();
  const mine = (await isMyTurn(anna.page)) ? anna : marek;
  const { rack } = await look(mine.page);
  await withMouse.lay(mine.page, [rack[0]!.id, rack[1]!.id]);
  const before = await faces(mine.page);
  mine.isOffline = true;
  mine.cut();
  await mine.page.getByText("Connection lost").waitFor();
  await picture(mine.page, "offline-phone");
  // Tiles can be moved without a server; the preview comes when it is back.
  await mine.page.getByRole("button", { name: "Undo" }).click();
  await mine.page.getByRole("button", { name: "Redo" }).click();
  mine.isOffline = false;
  await mine.page.evaluate(() => window.dispatchEvent(new Event("online")));
  await mine.page.getByText("Connection lost").waitFor({ state: "hidden" });
  expect(await faces(mine.page)).toEqual(before);
  await mine.page.locator(".sentence.unfinished").waitFor();
});

interface Online {
  page: Page;
  isOffline: boolean;
  /** End the connection, like a network that fails. */
  cut: () => void;
}

async function online(): Promise<Online> {
  const page = await stage.person({ viewport: PHONE, reducedMotion: "reduce" });
  const sockets = new Set<WebSocketRoute>();
  const one: Online = {
    page,
    isOffline: false,
    cut: () => {
      for (const socket of sockets) void socket.close({ code: 3000 });
      sockets.clear();
    },
  };
  await page.routeWebSocket(/\/api\/socket/, (socket) => {
    if (one.isOffline) return void socket.close({ code: 3000 });
    sockets.add(socket);
    socket.connectToServer();
  });
  return one;
}

/** Two people at a table, each with a network that can be cut. */
async function twoPeople(): Promise<{ anna: Online; marek: Online }> {
  const [anna, marek] = await Promise.all([online(), online()]);
  await anna.page.evaluate(() => (location.hash = "#/make"));
  await anna.page.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.page.locator(".code").textContent())!;
  await marek.page.evaluate((wanted) => (location.hash = `#/t/${wanted}`), code);
  await dealNow(anna.page);
  for (const { page } of [anna, marek]) await page.locator(".rack [data-tile]").first().waitFor();
  await Promise.race([anna, marek].map(({ page }) => page.locator(".chip.me.turn").waitFor()));
  return { anna, marek };
}
