import { afterAll, afterEach, beforeAll, test } from "vitest";
import { playNow } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { Stage } from "../stage/stage";

const server = new TilewiseServer();
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

test("a server that is gone, before and during a game", async () => {
  const page = await stage.person();
  await page.getByRole("button", { name: "Play now" }).waitFor();
  await server.stop();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByText("The server does not respond. Check your connection and try again.").first().waitFor();
  await server.start();
  await playNow(page);
  await server.stop();
  await page.getByText("Connection lost. Your tiles stay where they are, and the page keeps trying to reconnect.").waitFor();
  await page.getByRole("button", { name: "Retry now" }).click();
  await server.start();
  await page.getByText("Connection lost.").waitFor({ state: "hidden" });
});
