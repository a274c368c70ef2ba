/** A simple player that uses the page like a person: it reads the tiles and lays sets that are easy to see. */

import type { Locator, Page } from "playwright-core";
import { animationsEnded } from "./pageChecks";
import { PATIENCE, pause } from "./server";
import { picture } from "./stage";

export interface Tiles {
  rack: { id: string; face: string }[];
  sets: { id: string; face: string }[][];
}

/** A way to operate the page. */
export interface Input {
  lay(page: Page, ids: string[]): Promise<void>;
  add(page: Page, id: string, beside: string, left: boolean): Promise<void>;
  press(page: Page, name: RegExp): Promise<void>;
}

/** Start a game from the home page; without a choice, against one computer player. */
export async function playNow(page: Page, choose: { level?: string; profile?: string; opponents?: string } = {}): Promise<void> {
  const sheet = page.getByRole("dialog");
  const change = async (part: number, ...options: string[]) => {
    await page.locator(".choice button").nth(part).click();
    for (const option of options) await sheet.locator(`input${option}`).check();
    await sheet.getByRole("button", { name: "Done" }).click();
    await sheet.waitFor({ state: "detached" });
  };
  if (choose.profile) await change(2, `[value="${choose.profile}"]`);
  await change(0, `[name="opponents"][value="${choose.opponents ?? "1"}"]`, `[value="${choose.level ?? "casual"}"]`);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
}

/** Give myself a name on the profile page, and come back. */
export async function introduce(page: Page, name: string): Promise<void> {
  const back = page.url();
  await page.evaluate(() => (location.hash = "#/me"));
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your name").blur();
  await page.goto(back);
}

/** Begin the game at my table of friends, at which all seats are about to be taken. On a slow machine the countdown may be faster. */
export async function dealNow(owner: Page): Promise<void> {
  await pressWhenShown(owner, "Deal now");
  await owner.locator(".rack [data-tile]").first().waitFor();
}

/** Press a button in the moment in which the page shows it, as it may be gone soon. */
export async function pressWhenShown(page: Page, name: string): Promise<void> {
  await page.evaluate((wanted) => {
    const press = () => {
      const button = [...document.querySelectorAll("button")].find((one) => one.textContent === wanted && !one.disabled);
      if (button) observer.disconnect();
      button?.click();
    };
    const observer = new MutationObserver(press);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    press();
  }, name);
}

export function look(page: Page): Promise<Tiles> {
  return page.evaluate(() => {
    const tiles = (list: Element) => [...list.querySelectorAll<HTMLElement>("[data-tile]")].map((tile) => ({ id: tile.dataset["tile"]!, face: tile.dataset["face"]! }));
    return { rack: tiles(document.querySelector(".rack") ?? document.createElement("ul")), sets: [...document.querySelectorAll(".set")].map(tiles) };
  });
}

/** Listen like a screen reader; the returned function gives every sentence announced since. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  const announced = await page.evaluateHandle(() => {
    const sentences: string[] = [];
    const region = document.querySelector(".unseen[role=status]")!;
    new MutationObserver(() => sentences.push(region.textContent.trim())).observe(region, { childList: true, characterData: true, subtree: true });
    return sentences;
  });
  return () => announced.jsonValue();
}

export async function isMyTurn(page: Page): Promise<boolean> {
  return page.locator(".chip.me.turn").isVisible();
}

export async function isOver(page: Page): Promise<boolean> {
  return page.locator("dialog .scores").isVisible();
}

const hintButton = (page: Page) => page.getByRole("button", { name: "Hint", exact: true });

function isEnabled(button: Locator): Promise<boolean> {
  return button.isEnabled({ timeout: 1000 }).catch(() => false);
}

/** Play what the hints show: with an empty pool a box may demand a play that this player does not see (N2). */
async function playHint(page: Page, input: Input): Promise<void> {
  const steps = page.locator(".hint-card .buttons");
  for (const button of [hintButton(page), steps.getByRole("button", { name: "Which tiles?" }), steps.getByRole("button", { name: "Show the play" })]) {
    await button.focus();
    await page.keyboard.press("Enter");
  }
  await page.locator('.main button.go[aria-disabled="false"]').waitFor();
  await input.press(page, /^Play \d+ tiles?/);
}

/** Wait until it is my turn or the game is over. */
export async function myTurn(page: Page): Promise<"play" | "over"> {
  for (let n = 0; n < 1200; n += 1) {
    if (await isOver(page)) return "over";
    if (await isMyTurn(page)) {
      if ((await isEnabled(page.locator(".main .draw"))) || (await isEnabled(hintButton(page)))) return "play";
    }
    await pause(25);
  }
  await picture(page, "nobodys-turn");
  throw new Error(`It is nobody’s turn: ${(await page.locator("main").innerText()).replaceAll("\n", " ")}`);
}

/** Play a whole game; returns the number of turns that placed tiles. */
export async function playGame(page: Page, input: Input, most = 200, after?: (turn: number) => Promise<void>): Promise<number> {
  let plays = 0;
  for (let turn = 0; turn < most; turn += 1) {
    if ((await myTurn(page)) === "over") return plays;
    const before = await page.evaluate(() => document.querySelector(".chip.me .count")?.textContent ?? "");
    if (await playTurn(page, input)) plays += 1;
    for (let n = 0; n < 400 && (await isMyTurn(page)) && !(await isOver(page)); n += 1) {
      if ((await page.evaluate(() => document.querySelector(".chip.me .count")?.textContent ?? "")) !== before) break;
      await pause(20);
    }
    await after?.(turn);
  }
  throw new Error("The game did not end.");
}

/** Play one turn; returns whether it placed tiles that are easy to see. */
export async function playTurn(page: Page, input: Input): Promise<boolean> {
  if (await placeSomething(page, input)) return true;
  if (await isEnabled(page.locator(".main .draw"))) await input.press(page, /^(Draw a tile|Pass)$/);
  else await playHint(page, input);
  return false;
}

async function placeSomething(page: Page, input: Input): Promise<boolean> {
  const opened = !(await page.locator(".chip.me .closed").count());
  const seen = await look(page);
  const sets = setsOf(seen.rack);
  const worth = sets.reduce((sum, set) => sum + set.reduce((all, tile) => all + number(tile.face), 0), 0);
  let moved = false;
  if (sets.length && (opened || worth >= 30)) {
    for (const set of sets) await input.lay(page, set.map((tile) => tile.id));
    moved = true;
  } else if (opened) {
    const fit = addition(seen);
    if (fit) {
      await input.add(page, fit.id, fit.beside, fit.left);
      moved = true;
    }
  }
  if (!moved) return false;
  await page
    .locator('.main button.go[aria-disabled="false"]')
    .waitFor()
    .catch(async (error: unknown) => {
      const now = await look(page);
      throw new Error(`These tiles cannot be played: ${JSON.stringify({ seen, now, sentence: await page.locator(".sentence").allTextContents() })}`, { cause: error });
    });
  await input.press(page, /^Play \d+ tiles?/);
  return true;
}

const number = (face: string) => Number(face.slice(1));

/** Complete sets on the rack without jokers: what a beginner sees. */
function setsOf(rack: Tiles["rack"]): Tiles["rack"][] {
  const left = rack.filter((tile) => !"JDCM".includes(tile.face));
  const found: Tiles["rack"][] = [];
  const take = (tiles: Tiles["rack"]) => {
    found.push(tiles);
    for (const tile of tiles) left.splice(left.indexOf(tile), 1);
  };
  for (const colour of "krbo") {
    for (let from = 1; from <= 11; from += 1) {
      const run: Tiles["rack"] = [];
      for (let n = from; n <= 13; n += 1) {
        const tile = left.find((one) => one.face === `${colour}${n}`);
        if (!tile) break;
        run.push(tile);
      }
      if (run.length >= 3) take(run);
    }
  }
  for (let n = 1; n <= 13; n += 1) {
    const group = [..."krbo"].flatMap((colour) => left.find((tile) => tile.face === `${colour}${n}`) ?? []);
    if (group.length >= 3) take(group);
  }
  return found;
}

/** A tile of the rack that extends a run without jokers. */
function addition(seen: Tiles): { id: string; beside: string; left: boolean } | null {
  for (const set of seen.sets) {
    const faces = set.map((tile) => tile.face);
    if (faces.some((face) => "JDCM".includes(face)) || new Set(faces.map((face) => face[0])).size > 1) continue;
    for (const tile of seen.rack) {
      if (tile.face[0] !== faces[0]![0] || "JDCM".includes(tile.face)) continue;
      if (number(tile.face) === number(faces.at(-1)!) + 1) return { id: tile.id, beside: set.at(-1)!.id, left: false };
      if (number(tile.face) === number(faces[0]!) - 1) return { id: tile.id, beside: set[0]!.id, left: true };
    }
  }
  return null;
}

const at = (id: string) => `[data-tile="${id}"]`;

/** A point of an element once all tiles lie still. */
async function spot(page: Page, selector: string, share = 0.5): Promise<[number, number]> {
  const element = page.locator(selector);
  await element.scrollIntoViewIfNeeded();
  await animationsEnded(page);
  const box = (await element.boundingBox())!;
  return [box.x + box.width * share, box.y + box.height / 2];
}

/** Take a tile with the mouse, towards a point. A notice may lie over the tile for a while: then a person tries again. */
async function take(page: Page, id: string, to: [number, number]): Promise<void> {
  for (let attempts = 5; ; attempts -= 1) {
    const from = await spot(page, at(id));
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
    try {
      await page.locator(`${at(id)}.lifted`).waitFor({ state: "attached", timeout: PATIENCE / 6 });
      return;
    } catch (error) {
      await page.mouse.move(...from);
      await page.mouse.up();
      if (!attempts) throw error;
    }
  }
}

/** Drag a tile to a point of the table. */
async function drag(page: Page, id: string, to: [number, number]): Promise<void> {
  await take(page, id, to);
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
  await page.locator(`.set ${at(id)}`).waitFor();
}

/** Drags with a mouse: the first tile to the empty table, the others after it. */
export const withMouse: Input = {
  async lay(page, ids) {
    const [first, ...others] = ids as [string, ...string[]];
    await drag(page, first, await spot(page, "[data-new]"));
    let last = first;
    for (const id of others) {
      await drag(page, id, await spot(page, at(last), 0.9));
      last = id;
    }
  },
  async add(page, id, beside, left) {
    await drag(page, id, await spot(page, at(beside), left ? 0.1 : 0.9));
  },
  async press(page, name) {
    await page.locator(".main").getByRole("button", { name }).click();
  },
};

/** Tap tiles so that they are selected, and then their destination. */
async function tapTiles(page: Page, ids: readonly string[], destination: string, share?: number): Promise<void> {
  for (const id of ids) {
    await page.touchscreen.tap(...(await spot(page, at(id))));
    await page.locator(`${at(id)}.selected`).waitFor();
  }
  await page.touchscreen.tap(...(await spot(page, destination, share)));
  for (const id of ids) await page.locator(`.set ${at(id)}`).waitFor();
}

/** Taps with a finger. */
export const withTaps: Input = {
  async lay(page, ids) {
    await tapTiles(page, ids, "[data-new]");
  },
  async add(page, id, beside, left) {
    await tapTiles(page, [id], at(beside), left ? 0.2 : 0.8);
  },
  async press(page, name) {
    await page.locator(".main").getByRole("button", { name }).tap();
  },
};

/** Keys only: arrows to a tile, Space to select it, N or Enter to drop it. */
export const withKeys: Input = {
  async lay(page, ids) {
    for (const id of ids) {
      await walk(page, id);
      await page.keyboard.press("Space");
    }
    await page.keyboard.press("n");
    await waitForFocus(page, ids);
  },
  async add(page, id, beside, left) {
    await walk(page, id);
    await page.keyboard.press("Space");
    await walk(page, beside);
    await page.keyboard.press(left ? "Shift+Enter" : "Enter");
    await waitForFocus(page, [id]);
  },
  async press(page, name) {
    await page.keyboard.press(/Play/.test(name.source) ? "Control+Enter" : "Control+d");
  },
};

/** Wait until the focus has followed the moved tiles; the next key would otherwise get lost. */
async function waitForFocus(page: Page, ids: readonly string[]): Promise<void> {
  await page.locator(ids.map((id) => `.set ${at(id)}:focus`).join(", ")).waitFor();
}

/** Go to a tile with Tab and the arrow keys. */
async function walk(page: Page, id: string): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    if (await page.evaluate(() => document.activeElement?.closest("[data-tile],[data-new]") !== null)) break;
    await page.keyboard.press("Tab");
  }
  for (let n = 0; n < 300; n += 1) {
    const step = await page.evaluate((wanted) => {
      const stops = [...document.querySelectorAll<HTMLElement>("[data-tile],[data-new]")];
      const here = stops.indexOf(document.activeElement as HTMLElement);
      return stops.findIndex((stop) => stop.dataset["tile"] === wanted) - here;
    }, id);
    if (step === 0) return;
    await page.keyboard.press(step > 0 ? "ArrowRight" : "ArrowLeft");
  }
  throw new Error("The tile cannot be reached with the keyboard.");
}
