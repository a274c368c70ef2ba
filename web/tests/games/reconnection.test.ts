import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, introduce, isMyTurn, look, myTurn, playGame, playNow, withMouse } from "../stage/player";
import { TilewiseServer, pause } from "../stage/server";
import { PHONE, Stage, picture } from "../stage/stage";

const server = new TilewiseServer();

const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const faces = async (page: Parameters<typeof look>[0]) => {
  const { sets, rack } = await look(page);
  return { sets: sets.map((set) => set.map((tile) => tile.face).join(" ")), rack: rack.length };
};

test("a reload in the middle of a turn keeps the draft", async () => {
  const page = await stage.person();
  await playNow(page);
  await myTurn(page);
  const { rack } = await look(page);
  await withMouse.lay(page, [rack[0]!.id, rack[3]!.id]);
  const before = await faces(page);
  await page.reload();
  await page.locator(".rack [data-tile]").first().waitFor();
  expect(await faces(page)).toEqual(before);
  expect(stage.problems).toEqual([]);
});

test("a server restart in the middle of a turn loses nothing", async () => {
  const page = await stage.person();
  await playNow(page);
  await myTurn(page);
  const { rack } = await look(page);
  await withMouse.lay(page, [rack[0]!.id, rack[2]!.id]);
  const before = await faces(page);
  await server.stop();
  await page.getByText("Connection lost").waitFor();
  await picture(page, "server-gone");
  expect(await faces(page)).toEqual(before);
  // A command sent now is carried out when the server is back.
  await page.getByRole("button", { name: "Draw a tile", exact: true }).click();
  await page.getByRole("button", { name: "Put back and draw" }).click();
  await server.start();
  await page.getByText("Connection lost").waitFor({ state: "hidden" });
  for (let n = 0; n < 600 && (await faces(page)).rack !== before.rack + 3; n += 1) await pause(50);
  expect((await faces(page)).rack).toBe(before.rack + 3);
  expect(stage.problems).toEqual([]);
});

test("two people play against each other in two browsers while a third one watches", async () => {
  const anna = await stage.person({ reducedMotion: "reduce" });
  await introduce(anna, "Anna");
  await anna.getByRole("link", { name: "Create a table" }).click();
  // A box without forced plays: there are no hints among people (N2).
  await anna.locator(".box button").click();
  await anna.locator('input[value="jumbo"]').click({ force: true });
  await anna.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.locator(".code").textContent())!;
  const marek = await stage.person({ reducedMotion: "reduce" });
  await introduce(marek, "Marek");
  await marek.getByLabel("Table code or link").fill(code.toLowerCase());
  await marek.getByRole("button", { name: "Join" }).click();
  await dealNow(anna);
  const watcher = await stage.person();
  await watcher.goto(`${stage.url}#/t/${code}`);
  await watcher.getByText("You are watching.").waitFor();

  // The others see tiles move during a turn.
  const mine = (await anna.locator(".chip.me.turn").isVisible()) ? anna : marek;
  const other = mine === anna ? marek : anna;
  const { rack } = await look(mine);
  await withMouse.lay(mine, [rack[0]!.id, rack[1]!.id]);
  await other.locator(".set [data-tile]").nth(1).waitFor();
  await watcher.locator(".set [data-tile]").nth(1).waitFor();
  await picture(other, "others-draft");
  await mine.getByRole("button", { name: "Put everything back" }).click();

  await Promise.all([playGame(anna, withMouse), playGame(marek, withMouse)]);
  await watcher.locator("dialog .scores").waitFor();
  expect(stage.problems).toEqual([]);
});

test("a phone that slept reconnects by itself, with its plan, to a game that has advanced", async () => {
  const { anna, marek } = await twoPeople(PHONE);
  const [sleeper, other] = (await isMyTurn(anna.page)) ? [marek, anna] : [anna, marek];
  const { rack } = await look(sleeper.page);
  await withMouse.lay(sleeper.page, [rack[0]!.id, rack[1]!.id]);
  const planned = await faces(sleeper.page);
  const client = await sleeper.page.context().newCDPSession(sleeper.page);
  await sleeper.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await client.send("Page.setWebLifecycleState", { state: "frozen" });
  sleeper.cut();
  await other.page.getByRole("button", { name: "Draw a tile" }).click();
  await other.page.locator(".chip.turn:not(.me)").waitFor();
  await pause(1000);
  await client.send("Page.setWebLifecycleState", { state: "active" });
  await sleeper.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await sleeper.page.locator(".chip.me.turn").waitFor();
  expect(await faces(sleeper.page)).toEqual(planned);
  await sleeper.page.getByRole("button", { name: "Draw a tile", exact: true }).click();
  await sleeper.page.getByRole("button", { name: "Put back and draw" }).click();
  await other.page.locator(".chip.me.turn").waitFor();
  expect(stage.problems).toEqual([]);
});

test("a network that fails in the middle of a turn loses nothing", async () => {
  const { anna, marek } = await twoPeople(PHONE);
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
  expect(stage.problems).toEqual([]);
});

interface Online {
  page: Page;
  isOffline: boolean;
  /** End the connection, like a network that fails. */
  cut: () => void;
}

async function online(viewport: typeof PHONE): Promise<Online> {
  const page = await stage.person({ viewport, reducedMotion: "reduce" });
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
async function twoPeople(viewport: typeof PHONE): Promise<{ anna: Online; marek: Online }> {
  const [anna, marek] = [await online(viewport), await online(viewport)];
  await anna.page.evaluate(() => (location.hash = "#/make"));
  await anna.page.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.page.locator(".code").textContent())!;
  await marek.page.evaluate((wanted) => (location.hash = `#/t/${wanted}`), code);
  await dealNow(anna.page);
  for (const { page } of [anna, marek]) await page.locator(".rack [data-tile]").first().waitFor();
  await Promise.race([anna, marek].map(({ page }) => page.locator(".chip.me.turn").waitFor()));
  return { anna, marek };
}
