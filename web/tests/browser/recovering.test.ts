import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { look, myTurn, playGame, playNow, withMouse } from "./player";
import { ARTEFACTS, Stage, pause } from "./stage";

const stage = new Stage();
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
  await stage.stopServer();
  await page.getByText("The connection is gone").waitFor();
  await page.screenshot({ path: `${ARTEFACTS}/server-gone.png` });
  expect(await faces(page)).toEqual(before);
  // A command that is given now is done when the server is back.
  await page.getByRole("button", { name: "Put back and draw" }).click();
  await stage.startServer();
  await page.getByText("The connection is gone").waitFor({ state: "hidden" });
  await page.getByText("You drew").first().waitFor({ state: "attached", timeout: 20_000 }).catch(() => undefined);
  for (let n = 0; n < 200 && (await faces(page)).rack !== before.rack + 3; n += 1) await pause(50);
  expect((await faces(page)).rack).toBe(before.rack + 3);
  expect(stage.problems).toEqual([]);
});

test("two people in two browsers play against each other, a third one watches", async () => {
  const anna = await stage.person({ reducedMotion: "reduce" });
  await anna.getByLabel("Your name").fill("Anna");
  await anna.getByRole("link", { name: "Make a table" }).click();
  await anna.getByRole("button", { name: "Make the table" }).click();
  const code = (await anna.locator(".code").textContent())!;
  const marek = await stage.person({ reducedMotion: "reduce" });
  await marek.getByLabel("Your name").fill("Marek");
  await marek.getByLabel("Code or link of a table").fill(code.toLowerCase());
  await marek.getByRole("button", { name: "Join" }).click();
  await marek.getByRole("button", { name: "Sit down" }).click();
  await anna.locator(".rack [data-tile]").first().waitFor();
  const watcher = await stage.person();
  await watcher.goto(`${stage.url}#/t/${code}`);
  await watcher.getByText("You are watching.").waitFor();

  // What one lays is seen by the other while it is laid.
  const mine = (await anna.locator(".chip.me.turn").isVisible()) ? anna : marek;
  const other = mine === anna ? marek : anna;
  const { rack } = await look(mine);
  await withMouse.lay(mine, [rack[0]!.id, rack[1]!.id]);
  await other.locator(".set [data-tile]").nth(1).waitFor();
  await watcher.locator(".set [data-tile]").nth(1).waitFor();
  await other.screenshot({ path: `${ARTEFACTS}/others-draft.png` });
  await mine.getByRole("button", { name: "Put everything back" }).click();

  await Promise.all([playGame(anna, withMouse), playGame(marek, withMouse)]);
  await watcher.locator("dialog .scores").waitFor();
  expect(stage.problems).toEqual([]);
});

test("wrong codes and old links say so, and lead home", async () => {
  const page = await stage.person();
  await page.getByLabel("Code or link of a table").fill("NOSUCH");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByText("No table has the code NOSUCH").waitFor();
  await page.goto(`${stage.url}#/table/0000000000000000`);
  await page.getByText("There is no such table").waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("button", { name: "Play now" }).waitFor();
});
