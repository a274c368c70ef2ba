import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dealNow, look, myTurn, playNow } from "../stage/player";
import { Stage, picture } from "../stage/stage";

const stage = new Stage();
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

const STILL = { reducedMotion: "reduce" } as const;
const PASSPHRASE = "seven red tiles in a row";

/** Fill in and submit the form with this button on the account page. */
async function submit(page: Page, button: string, name: string, passphrase = PASSPHRASE): Promise<void> {
  await page.goto(`${stage.url}#/me`);
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: button, exact: true }) });
  await form.getByLabel("Account name").fill(name);
  await form.getByLabel("Passphrase").fill(passphrase);
  await form.getByRole("button").click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${stage.url}#/me`);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.locator(".toast").getByText("You are signed out.").waitFor();
}

const faces = async (page: Page) => (await look(page)).rack.map((tile) => tile.face).sort();

test("an account finds its games in another browser", async () => {
  const here = await stage.person(STILL);
  // One game that I leave, and one that I continue.
  await playNow(here);
  await myTurn(here);
  await here.getByRole("button", { name: "Draw a tile" }).click();
  await myTurn(here);
  await here.getByRole("button", { name: "Menu" }).click();
  await here.getByRole("button", { name: "Leave the table" }).click();
  await here.getByRole("button", { name: "Leave", exact: true }).click();
  await playNow(here);
  await myTurn(here);
  const [rack, table] = [await faces(here), here.url()];
  await submit(here, "Create an account", "Katharina");
  await here.getByText("You are signed in as Katharina.").waitFor();

  const there = await stage.person(STILL);
  await submit(there, "Sign in", "Katharina", "seven red tiles in a bag");
  await there.getByText("No account has this name and passphrase. Check both.").waitFor();
  await submit(there, "Create an account", "katharina");
  await there.getByText("An account with this name already exists. Choose another name, or sign in.").waitFor();
  await submit(there, "Sign in", "Katharina");
  await there.getByText("You are signed in as Katharina.").waitFor();
  await there.goto(stage.url);
  await there.locator(`a[href="${new URL(table).hash}"]`).click();
  await there.locator(".chip.me.turn").waitFor();
  expect(await faces(there)).toEqual(rack);

  await there.goto(`${stage.url}#/games`);
  await there.getByText("not finished").waitFor();
  await there.getByRole("link", { name: "Replay" }).click();
  await there.getByText(/^1 \/ \d+$/).waitFor();
  await there.getByRole("slider").press("End");
  await there.getByText("left the game.").waitFor();
  expect(stage.problems).toEqual([]);
});

test("a turn is continued on another device", async () => {
  const here = await stage.person(STILL);
  await submit(here, "Create an account", "Marek");
  await here.getByText("You are signed in as Marek.").waitFor();
  const there = await stage.person(STILL);
  await submit(there, "Sign in", "Marek");
  await there.getByText("You are signed in as Marek.").waitFor();
  await here.goto(stage.url);
  await playNow(here);
  await myTurn(here);
  await there.goto(here.url());
  await there.locator(".chip.me.turn").waitFor();
  await there.getByRole("button", { name: "Draw a tile" }).click();
  for (const page of [here, there]) await page.locator(".rack [data-tile]").nth(14).waitFor();
  expect(await faces(here)).toEqual(await faces(there));
  expect(stage.problems).toEqual([]);
});

test("signing out in one tab is shown in the other, which can be reloaded", async () => {
  const page = await stage.person(STILL);
  await submit(page, "Create an account", "Zofia");
  await page.getByText("You are signed in as Zofia.").waitFor();
  await page.goto(stage.url);
  await playNow(page);
  await myTurn(page);
  const second = await page.context().newPage();
  await second.goto(stage.url);
  await signOut(second);
  await page.getByRole("alert").getByText("You have been signed out on this page. Reload to continue.").waitFor();
  await picture(page, "signed-out-elsewhere");
  // Nothing personal stays in the browser.
  const items = await page.evaluate(() => Object.keys(localStorage).filter((name) => /me$|name|recent|draft/.test(name)));
  expect(items).toEqual([]);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("You are watching.").waitFor();
  expect(stage.problems).toEqual([]);
});

test("a response that arrives after signing out is ignored", async () => {
  const page = await stage.person(STILL);
  await submit(page, "Create an account", "Halina");
  await page.getByText("You are signed in as Halina.").waitFor();
  await page.goto(stage.url);
  // The page asks who I am before I sign out, but the response arrives later.
  let requests = 0;
  let arrive: () => void = () => undefined;
  const signedOut = new Promise<void>((done) => (arrive = done));
  await page.route("**/api/me", async (route) => {
    requests += 1;
    const response = await route.fetch();
    await signedOut;
    await route.fulfill({ response });
  });
  const arrived = page.waitForResponse("**/api/me");
  await signOut(page);
  arrive();
  await (await arrived).finished();
  await page.getByRole("button", { name: "Create an account", exact: true }).waitFor();
  // A page that accepted the response would have asked once more, before it asks something else.
  await page.evaluate(() => fetch("/health"));
  expect(requests).toBe(1);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => /me$|name/.test(name)))).toEqual([]);
  expect(stage.problems).toEqual([]);
});

test("signing in or out in one tab changes the person in every tab", async () => {
  const page = await stage.person(STILL);
  await submit(page, "Create an account", "Jo");
  await page.getByText("You are signed in as Jo.").waitFor();
  const second = await page.context().newPage();
  await second.goto(`${stage.url}#/me`);
  await second.getByText("You are signed in as Jo.").waitFor();
  await signOut(page);
  await second.getByText("You are signed in as Jo.").waitFor({ state: "detached" });
  await submit(page, "Sign in", "Jo");
  await second.getByText("You are signed in as Jo.").waitFor();
  expect(stage.problems).toEqual([]);
});

test("my avatar is shown at my seat, for me and for others", async () => {
  const shapes = (picture: Locator) => picture.locator("path").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
  const anna = await stage.person(STILL);
  await anna.goto(`${stage.url}#/me`);
  const choice = anna.getByTitle("Fox");
  await choice.waitFor();
  const fox = await shapes(choice);
  expect(fox.length).toBeGreaterThan(2);
  // The suggested picture may be the fox already.
  await anna.getByTitle("First letter").click();
  await choice.click();
  await anna.getByRole("radio", { name: "Fox", checked: true }).waitFor();
  await anna.getByText("Download my data").waitFor();
  await anna.goto(`${stage.url}#/make`);
  await anna.getByRole("button", { name: "Create table" }).click();
  const code = (await anna.locator(".code").textContent())!;
  const marek = await stage.person(STILL);
  await marek.goto(`${stage.url}#/me`);
  await marek.getByTitle("First letter").click();
  await marek.getByText("Download my data").waitFor();
  await marek.goto(`${stage.url}#/t/${code}`);
  await dealNow(anna);
  await marek.locator(".rack [data-tile]").first().waitFor();
  expect(await shapes(anna.locator(".chip.me .face"))).toEqual(fox);
  expect(await shapes(marek.locator(".chip:not(.me) .face"))).toEqual(fox);
  // The first letter of the name is a choice too.
  expect(await shapes(marek.locator(".chip.me .face"))).toEqual([]);
  expect(await marek.locator(".chip.me .face text").textContent()).toMatch(/^\p{L}$/u);
  await picture(marek, "avatars");
  expect(stage.problems).toEqual([]);
});

test("a deleted person can start again as a guest", async () => {
  const page = await stage.person(STILL);
  await submit(page, "Create an account", "Wolfgang");
  await page.getByText("You are signed in as Wolfgang.").waitFor();
  await page.getByText("Delete my data", { exact: true }).click();
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Delete everything" }) });
  await form.getByLabel("Passphrase").fill(PASSPHRASE);
  await form.getByRole("button").click();
  await page.locator(".toast").getByText("Everything has been deleted.").waitFor();
  await submit(page, "Sign in", "Wolfgang");
  await page.getByText("No account has this name and passphrase. Check both.").waitFor();
  await page.goto(stage.url);
  await playNow(page);
  expect(stage.problems).toEqual([]);
});
