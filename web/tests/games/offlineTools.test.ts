import { afterAll, beforeAll, expect, test } from "vitest";
import { TilewiseServer } from "../stage/server";
import { PHONE, Stage } from "../stage/stage";
import { Finger, goTo, showPad } from "../stage/tools";

const server = new TilewiseServer();
const stage = new Stage(server);
beforeAll(() => stage.open());
afterAll(() => stage.close());

test("without a network everything is entered at once, and answered by the engine", async () => {
  const page = await stage.person({ viewport: PHONE, hasTouch: true, serviceWorkers: "allow" });
  await goTo(page, "#/best/jumbo.4.opened.r3-r4-r5.r6-o1.");
  await page.getByRole("heading", { name: "Place 1 tile" }).waitFor();
  // The engine loads in the background once something was asked.
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName("engine").length), { timeout: 120_000 }).toBe(1);
  await server.stop();
  await page.context().setOffline(true);
  await showPad(page);
  await new Finger(page).tap("r7");
  await page.getByRole("heading", { name: "Place 2 tiles" }).waitFor();
  await goTo(page, "#/referee");
  await page.getByText("Tap in the tiles, in their order.").waitFor();
  await showPad(page);
  await new Finger(page).drag("k1", "k3");
  await page.getByRole("heading", { name: "Yes: a run" }).waitFor();
  await goTo(page, "#/clock");
  await page.getByText("tap anywhere to start").waitFor();
});
