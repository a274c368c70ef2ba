import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { THOROUGH } from "../stage/effort";
import { KillableBrowser } from "../stage/killableBrowser";
import { violations } from "../stage/pageChecks";
import { SheetHand } from "../stage/sheets";
import { TilewiseServer } from "../stage/server";
import { PHONE, Stage, picture } from "../stage/stage";

/** Score sheets that several phones share. */
const server = new TilewiseServer();
const stage = new Stage(server);
beforeAll(() => stage.open());
afterEach(async () => {
  await stage.leave();
  expect(stage.problems.splice(0)).toEqual([]);
});
afterAll(() => stage.close());

const NAMES = ["Anna", "Ben", "Cleo"];

/** A phone whose way to the server can be cut; the page itself still loads. */
class Phone extends SheetHand {
  private isOffline = false;
  private readonly sockets = new Set<() => void>();

  static async open(options: BrowserContextOptions = {}): Promise<Phone> {
    const phone = new Phone(await stage.person({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce", isMetered: true, ...options }));
    await phone.prepare();
    return phone;
  }

  private async prepare(): Promise<void> {
    await this.page.route("**/api/**", (route) => (this.isOffline ? route.abort() : route.continue()));
    await this.page.routeWebSocket(/\/api\/socket/, (socket) => {
      if (this.isOffline) return void socket.close({ code: 3000 });
      const close = () => void socket.close({ code: 3000 });
      this.sockets.add(close);
      socket.connectToServer();
    });
  }

  cut(): void {
    this.isOffline = true;
    for (const close of this.sockets) close();
    this.sockets.clear();
  }

  async mend(): Promise<void> {
    this.isOffline = false;
    await this.page.evaluate(() => window.dispatchEvent(new Event("online")));
  }

  /** Share the open sheet; returns its code. */
  async share(): Promise<string> {
    await this.tap("More");
    await this.tap("Share this sheet");
    await this.tap("Share now");
    const code = await this.page.locator("dialog .code").textContent();
    await this.page.getByRole("button", { name: "Close" }).tap();
    return code!;
  }

  async join(code: string): Promise<void> {
    await this.page.goto(`${stage.url}#/s/${code}`);
    await this.page.locator("table").waitFor();
  }

  /** Wait until the line under the entry says this. */
  state(status: "shared" | "waiting" | "ended"): Promise<void> {
    return this.page.locator(`[data-sharing="${status}"]`).waitFor();
  }

  /** Open a rack of game 1. */
  async rack(name: string): Promise<void> {
    await this.tap(new RegExp(`^Game 1, ${name}: `), false);
    await this.page.getByRole("heading", { name: `${name}’s rack` }).waitFor();
  }

  /** How far a tile of the pad is from the top of the screen. */
  async place(face: string): Promise<number> {
    return (await this.page.locator(`.pad [data-face="${face}"]`).boundingBox())!.y;
  }

  /** How many tiles of a face are tapped in on the pad. */
  async expectTile(face: string, count: number): Promise<void> {
    await expect.poll(() => this.page.locator(`.pad [data-face="${face}"]`).getAttribute("aria-label")).toMatch(new RegExp(`, ${count} of`));
  }
}

/** Anna has shared a sheet in which she went out, and Ben has opened its link. */
async function together(): Promise<{ anna: Phone; ben: Phone; code: string }> {
  const [anna, ben] = [await Phone.open(), await Phone.open()];
  await anna.create("jumbo", NAMES, "Sunday match");
  const code = await anna.share();
  await ben.join(code);
  await anna.tap("Anna");
  for (const phone of [anna, ben]) {
    await phone.page.getByRole("button", { name: "Game 1, Anna: out" }).waitFor();
    await phone.state("shared");
  }
  return { anna, ben, code };
}

test("a sheet is shared by its code, and two phones enter racks at the same time", async () => {
  const [anna, ben] = [await Phone.open(), await Phone.open()];
  await anna.create("jumbo", NAMES);
  await anna.tap("More");
  await anna.tap("Share this sheet");
  await picture(anna.page, "share-question");
  expect(await violations(anna.page)).toEqual([]);
  await anna.tap("Share now");
  const code = (await anna.page.locator("dialog .code").textContent())!;
  expect(code).toMatch(/^[A-Z2-9]{6}$/);
  expect(await anna.page.getByLabel("Link to this sheet").inputValue()).toBe(`${stage.url}#/s/${code}`);
  await picture(anna.page, "share-code");
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.getByRole("button", { name: "Close" }).tap();
  await anna.state("shared");

  // On the first page, where codes of tables are typed in too.
  await ben.page.getByLabel("Table code or link").fill(code.toLowerCase());
  await ben.page.getByRole("button", { name: "Join" }).tap();
  await ben.page.getByRole("heading", { name: "Sunday match" }).waitFor();
  await ben.state("shared");

  // Ben's phone may hear a little later that Anna went out: then the rack that he wants follows.
  await ben.tap(/^Game 1, Cleo: /, false);
  await ben.page.getByRole("heading", { name: "Game 1: who went out?" }).waitFor();
  await anna.tap("Anna");
  await ben.page.getByRole("heading", { name: "Cleo’s rack" }).waitFor();
  await anna.page.getByRole("heading", { name: "Ben’s rack" }).waitFor();
  // Whatever Anna enters makes the table above grow, but moves nothing under Ben's finger.
  await ben.tile("r13");
  await ben.state("shared");
  const place = await ben.place("J");
  const rows = (await ben.rows("tfoot")).length;
  await anna.tile("r3");
  await expect.poll(async () => (await ben.rows("tfoot")).length).toBeGreaterThan(rows);
  expect(Math.abs((await ben.place("J")) - place)).toBeLessThan(1);

  const [mine, other] = [["k5", "k5"], ["b3", "J"]];
  await Promise.all([
    (async () => {
      for (const face of mine) await anna.tile(face);
    })(),
    (async () => {
      for (const face of other) await ben.tile(face);
    })(),
  ]);
  // Ben has 13, Cleo 16 and a joker.
  for (const phone of [anna, ben]) await phone.expectTotals(["+59", "−13", "−46"]);
  for (const phone of [anna, ben]) await phone.state("shared");
  await picture(anna.page, "share-sheet");

  // Each of them may correct what the other has entered, and take back their own steps.
  await ben.rack("Ben");
  await ben.expectTile("k5", 2);
  await ben.page.getByRole("button", { name: "Take tiles away" }).tap();
  await ben.tile("k5");
  for (const phone of [anna, ben]) await phone.expectTotals(["+54", "−8", "−46"]);
  await ben.tap("Undo");
  for (const phone of [anna, ben]) await phone.expectTotals(["+59", "−13", "−46"]);
});

test("phones whose guests the server has forgotten share and open a sheet with the first press", async () => {
  const [anna, ben] = [await Phone.open(), await Phone.open()];
  for (const { page } of [anna, ben]) {
    await page.evaluate(() => localStorage.setItem("tilewise.me", JSON.stringify({ person: "forgotten", name: "Anna" })));
    await page.reload();
  }
  await anna.create("jumbo", NAMES);
  await ben.join(await anna.share());
  for (const phone of [anna, ben]) await phone.state("shared");
});

test("a phone without a network keeps its entries through a reload, and both phones end up the same", async () => {
  const { anna, ben, code } = await together();
  ben.cut();
  await ben.state("waiting");
  await ben.rack("Ben");
  await ben.tile("r13");
  await ben.stored();
  await picture(ben.page, "share-waiting");
  await anna.rack("Cleo");
  await anna.tile("b2");
  await anna.state("shared");
  await ben.page.reload();
  await ben.rack("Ben");
  await ben.expectTile("r13", 1);
  await ben.state("waiting");
  // The link opens the copy on this device as well.
  await ben.page.goto(`${stage.url}#/s/${code}`);
  await ben.rack("Ben");
  await ben.expectTile("r13", 1);
  await ben.mend();
  await ben.state("shared");
  for (const phone of [anna, ben]) {
    await phone.rack("Ben");
    await phone.expectTile("r13", 1);
    await phone.rack("Cleo");
    await phone.expectTile("b2", 1);
    await phone.expectTotals(["+15", "−13", "−2"]);
  }
});

test("a server that is restarted loses nothing, and what was tapped in meanwhile follows", async () => {
  const { anna, ben } = await together();
  await anna.rack("Ben");
  await anna.tile("r1");
  await anna.state("shared");
  await server.stop();
  await anna.tile("r2");
  await anna.state("waiting");
  await ben.rack("Cleo");
  await ben.tile("k9");
  await ben.state("waiting");
  await server.start();
  for (const phone of [anna, ben]) await phone.state("shared");
  for (const phone of [anna, ben]) {
    await phone.expectTotals(["+12", "−3", "−9"]);
    await phone.rack("Ben");
    await phone.expectTile("r1", 1);
    await phone.expectTile("r2", 1);
  }
});

test("a browser that is killed sends its entries when it is started again", async () => {
  const { anna, code } = await together();
  const killable = new KillableBrowser({ isMetered: true });
  try {
    const first = await killable.start();
    await first.goto(`${stage.url}#/s/${code}`);
    const other = new SheetHand(first);
    await first.locator("[data-sharing=shared]").waitFor();
    await server.network.stop();
    await first.locator("[data-sharing=waiting]").waitFor();
    await first.getByRole("button", { name: /^Game 1, Cleo: / }).click();
    await first.locator('.pad [data-face="o4"]').click();
    await other.stored();
    await killable.kill();
    await server.network.start();
    await anna.state("shared");
    const second = await killable.start();
    await second.goto(`${stage.url}#/sheets`);
    await second.getByRole("link", { name: /^Sunday match/ }).click();
    await anna.rack("Cleo");
    await anna.expectTile("o4", 1);
  } finally {
    await killable.close();
  }
});

test("a sheet deleted from the server stays on every device, which says so, and can be shared again", async () => {
  const { anna, ben, code } = await together();
  await ben.rack("Ben");
  await ben.tile("r7");
  await ben.state("shared");
  await ben.tap("More");
  await ben.tap("Share this sheet");
  await ben.tap("Delete from the server");
  await picture(ben.page, "share-delete");
  await ben.tap("Yes, delete it");
  await ben.page.locator(".toast", { hasText: "Deleted from the server. Your copy stays on this device." }).waitFor();
  await anna.state("ended");
  await picture(anna.page, "share-ended");
  expect(await violations(anna.page)).toEqual([]);
  await anna.rack("Ben");
  await anna.expectTile("r7", 1);
  const late = await Phone.open();
  await late.page.goto(`${stage.url}#/s/${code}`);
  await late.page.getByText(`No table and no score sheet has the code ${code}. Check it again.`).waitFor();
  await picture(late.page, "share-unknown");
  // What is entered now stays here, until the sheet is shared anew.
  await anna.tile("r8");
  const again = await anna.share();
  expect(again).not.toBe(code);
  await anna.state("shared");
  await late.join(again);
  await late.rack("Ben");
  await late.expectTile("r7", 1);
  await late.expectTile("r8", 1);
});

const LANGUAGES = [
  ["de", "Mit dem Tisch geteilt"],
  ["pl", "Udostępniono przy stole"],
] as const;
test.each(THOROUGH ? LANGUAGES : LANGUAGES.slice(0, 1))("in %s a sheet is opened by its code from the list of sheets, and breaks no rule of accessibility", async (language, shared) => {
  const { code } = await together();
  const page: Page = await stage.person({ viewport: { width: 360, height: 640 }, hasTouch: true, reducedMotion: "reduce", isMetered: true });
  await page.evaluate((wanted) => localStorage.setItem("tilewise.preferences", JSON.stringify({ language: wanted })), language);
  await page.goto(`${stage.url}#/sheets`);
  await page.reload();
  await page.locator("#join-sheet").waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, `share-${language}-list`);
  await page.locator(".join input").fill(code);
  await page.locator(".join button").tap();
  await page.getByText(shared).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, `share-${language}-sheet`);
});
