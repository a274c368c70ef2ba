import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { violations } from "../stage/pageChecks";
import { dealNow } from "../stage/player";
import { TilewiseServer } from "../stage/server";
import { SheetHand } from "../stage/sheets";
import { PHONE, Stage, picture } from "../stage/stage";

// 127.0.0.2 takes the place of this machine's address on its network.
const server = new TilewiseServer({ options: ["--network-address", "127.0.0.2"] });
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce", tempo: "instant" } as const;

async function createTable(page: Page): Promise<string> {
  await page.goto(`${stage.url}#/make`);
  await page.getByRole("button", { name: "Create table" }).click();
  return (await page.locator(".code").textContent())!;
}

const link = (page: Page) => page.getByLabel("Link to this table").inputValue();

test("a link that works only here becomes one for the network after one question, and a visitor is seated directly", async () => {
  const anna = await stage.person(STILL);
  const code = await createTable(anna);
  await anna.getByText("This link works only on this computer.").waitFor();
  expect(await link(anna)).toBe(`${stage.url}#/t/${code}`);
  expect(await anna.getByLabel("QR code of the link").count()).toBe(0);
  const network = server.address.replace("127.0.0.1", "127.0.0.2");
  // Off until somebody agrees.
  await expect(fetch(network)).rejects.toThrow();
  await picture(anna, "invite-question");
  await anna.getByRole("button", { name: "Yes, let them in" }).click();
  await anna.getByLabel("QR code of the link").waitFor();
  await anna.getByText("Everyone in your network can open this link.").waitFor();
  expect(await link(anna)).toBe(`${network}#/t/${code}`);
  await picture(anna, "invite-network");

  const marek = await stage.person(STILL);
  await marek.goto(await link(anna));
  await dealNow(anna);
  await marek.locator(".rack [data-tile]").first().waitFor();
  await marek.locator(".chip.me").waitFor();
  await anna.locator(".rack [data-tile]").first().waitFor();
  // All seats are taken: the next one watches, and gets to know why.
  const late = await stage.person(STILL);
  await late.goto(`${network}#/t/${code}`);
  await late.getByText("You are watching.").waitFor();
  await late.getByText("All seats are taken. You can watch, or create a table of your own.").waitFor();

  // It can be turned off again.
  await late.goto(`${stage.url}#/make`);
  await late.getByRole("button", { name: "Create table" }).click();
  await late.getByRole("button", { name: "Let nobody else in" }).click();
  await late.getByRole("button", { name: "Yes, let them in" }).waitFor();
  await expect(fetch(network)).rejects.toThrow();
  expect(stage.problems).toEqual([]);
});

test("the link to a shared score sheet becomes one for the network in the same way", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE, hasTouch: true, isMetered: true });
  const hand = new SheetHand(page);
  await hand.create("jumbo", ["Anna", "Ben"]);
  await hand.tap("More");
  await hand.tap("Share this sheet");
  await hand.tap("Share now");
  await hand.tap("Yes, let them in");
  await page.getByLabel("QR code of the link").waitFor();
  await picture(page, "share-code-network");
  expect(await violations(page)).toEqual([]);
});

test("a phone shares the link with its own share sheet", async () => {
  const page = await stage.person({ ...STILL, viewport: PHONE, hasTouch: true, isMobile: true });
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, "share", { value: async (data: ShareData) => void shared.push(data) });
  });
  await page.reload();
  const code = await createTable(page);
  await page.getByRole("button", { name: "Share the link" }).click();
  const [data] = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
  expect(data!.url).toContain(`#/t/${code}`);
  expect(data!.text).toBe("Play Tilewise with me!");
});
