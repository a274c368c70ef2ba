/** A simple player that uses the page like a person: it reads the tiles and lays sets that are easy to see. */

import type { Page } from "playwright-core";
import { animationsEnded } from "./pageChecks";
import { PATIENCE, pause } from "./server";
import { type Tiles, addition, completeSets, openingSets } from "./strategy";

/** A deal in which this player soon goes out, against one casual player with the rules of the international box. */
export const SHORT_DEAL = "deal-9685";

/** A way to operate the page. */
export interface Input {
  lay(page: Page, ids: string[]): Promise<void>;
  add(page: Page, id: string, beside: string, left: boolean): Promise<void>;
  press(page: Page, name: RegExp): Promise<void>;
}

export interface Game {
  level?: string;
  profile?: string;
  opponents?: string;
}

/** Start a game from the home page; without a choice, against one computer player. */
export async function playNow(page: Page, game: Game = {}): Promise<void> {
  await chooseGame(page, game);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".rack [data-tile]").first().waitFor();
}

/** Choose the game that the home page offers; without a choice, one against one computer player. */
export async function chooseGame(page: Page, { profile, opponents = "1", level = "casual" }: Game = {}): Promise<void> {
  const sheet = page.getByRole("dialog");
  const change = async (part: number, ...options: string[]) => {
    await page.locator(".choice button").nth(part).click();
    for (const option of options) await sheet.locator(`input${option}`).check();
    await sheet.getByRole("button", { name: "Done" }).click();
    await sheet.waitFor({ state: "detached" });
  };
  if (profile) await change(2, `[value="${profile}"]`);
  await change(0, `[name="opponents"][value="${opponents}"]`, `[value="${level}"]`);
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

/** Wait for something that no locator describes. */
export async function until(condition: () => Promise<boolean>, describe: () => Promise<string> | string): Promise<void> {
  for (const end = Date.now() + PATIENCE; !(await condition()); await pause(40)) {
    if (Date.now() > end) throw new Error(await describe());
  }
}

/** Wait until it is my turn, and every tile has arrived at its place, or the game is over. */
export async function myTurn(page: Page): Promise<"play" | "over"> {
  let state: "play" | "over" | null = null;
  const isReady = async () => {
    state = await page.evaluate(() => {
      if (document.querySelector("dialog .scores")) return "over";
      if (!document.querySelector(".chip.me.turn") || document.querySelector("[data-tile].awaited")) return null;
      const isEnabled = (button: HTMLButtonElement | null) => button && !button.disabled && button.ariaDisabled !== "true";
      return isEnabled(document.querySelector(".main .draw")) || isEnabled(document.querySelector(".tools .hint")) ? "play" : null;
    });
    return state !== null;
  };
  await until(isReady, async () => `It is nobody’s turn: ${(await page.locator("main").innerText()).replaceAll("\n", " ")}`);
  return state!;
}

/** Play a whole game; returns the number of turns that placed tiles. */
export async function playGame(page: Page, input: Input, most = 200): Promise<number> {
  let plays = 0;
  for (let turn = 0; turn < most; turn += 1) {
    const done = await takeTurn(page, input);
    if (done === "over") return plays;
    if (done === "placed") plays += 1;
  }
  throw new Error("The game did not end.");
}

/** Wait for my turn and play it, until the next player's turn; returns what became of it. */
export async function takeTurn(page: Page, input: Input): Promise<"placed" | "drew" | "over"> {
  if ((await myTurn(page)) === "over") return "over";
  const hasEnded = await watchTurn(page);
  const hasPlaced = await playTurn(page, input);
  await until(hasEnded, async () => `My turn did not end: ${(await page.locator("main").innerText()).replaceAll("\n", " ")}`);
  return hasPlaced ? "placed" : "drew";
}

/** Watch my turn from within the page, as the next one may begin at once; returns whether it has ended. */
async function watchTurn(page: Page): Promise<() => Promise<boolean>> {
  const watched = await page.evaluateHandle(() => {
    const seen = { ended: false };
    const chip = document.querySelector(".chip.me")!;
    const count = chip.querySelector(".count")?.textContent;
    const observer = new MutationObserver(() => {
      seen.ended = !chip.isConnected || !chip.classList.contains("turn") || chip.querySelector(".count")?.textContent !== count;
      if (seen.ended) observer.disconnect();
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["class"] });
    return seen;
  });
  return () => watched.evaluate(({ ended }) => ended);
}

/** Play one turn; returns whether it placed tiles that are easy to see. */
export async function playTurn(page: Page, input: Input): Promise<boolean> {
  if (await placeTiles(page, input)) return true;
  if (await page.locator(".main .draw").isEnabled()) await input.press(page, /^(Draw a tile|Pass)$/);
  else await playHint(page, input);
  return false;
}

/** Play what the hints show: with an empty pool a box may demand a play that this player does not see (N2). */
async function playHint(page: Page, input: Input): Promise<void> {
  const steps = page.locator(".hint-card .buttons");
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  for (const button of [hint, steps.getByRole("button", { name: "Which tiles?" }), steps.getByRole("button", { name: "Show the play" })]) {
    await button.focus();
    await page.keyboard.press("Enter");
  }
  await endTurn(page, input);
}

/** Lay what is easy to see, and end the turn; returns false if there is nothing. */
async function placeTiles(page: Page, input: Input): Promise<boolean> {
  const hasOpened = !(await page.locator(".chip.me .closed").count());
  // What the first turn has to be worth, "0 of 30", unless it may be anything.
  const meter = (await page.locator(".sentence .meter").allTextContents()).join();
  const { rack } = await look(page);
  const sets = hasOpened ? completeSets(rack) : openingSets(rack, Number(/\d+$/.exec(meter)?.[0] ?? 0));
  let placed = sets.length;
  for (const set of sets) await input.lay(page, set.map((tile) => tile.id));
  if (hasOpened) {
    for (let next = addition(await look(page)); next; next = addition(await look(page))) {
      await input.add(page, next.id, next.beside, next.left);
      placed += 1;
    }
  }
  if (placed) await endTurn(page, input);
  return placed > 0;
}

/** End my turn once the server has judged it. */
async function endTurn(page: Page, input: Input): Promise<void> {
  await page
    .locator('.main button.go[aria-disabled="false"]')
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`These tiles cannot be played: ${JSON.stringify({ ...(await look(page)), sentence: await page.locator(".sentence").allTextContents() })}`, { cause: error });
    });
  await input.press(page, /^Play \d+ tiles?/);
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
