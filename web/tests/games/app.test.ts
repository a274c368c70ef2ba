import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Network } from "../stage/network";
import { myTurn, playNow } from "../stage/player";
import { installed } from "../stage/serviceWorker";
import { PHONE, Stage, picture } from "../stage/stage";

const network = new Network();
const stage = new Stage(network);
beforeAll(() => stage.open());
afterEach(() => stage.leave());
afterAll(() => stage.close());

/** The engine is not the subject here. */
const APP = { reducedMotion: "reduce", tempo: "instant", isMetered: true, viewport: PHONE, serviceWorkers: "allow" } as const;

test("Chromium finds nothing that prevents an installation", async () => {
  const page = await stage.person(APP);
  await installed(page);
  const client = await page.context().newCDPSession(page);
  const { errors, url } = await client.send("Page.getAppManifest");
  expect(url).toBe(`${stage.url}manifest.webmanifest`);
  expect(errors).toEqual([]);
  const { installabilityErrors } = (await client.send("Page.getInstallabilityErrors")) as unknown as { installabilityErrors: { errorId: string }[] };
  // A private window, as in this test, is never installed.
  expect(installabilityErrors.map((error) => error.errorId).filter((id) => id !== "in-incognito")).toEqual([]);
});

test("the page starts without a network, says so, and continues by itself", async () => {
  const page = await stage.person(APP);
  await installed(page);
  await playNow(page);
  await myTurn(page);
  const game = page.url();
  await network.stop();
  await page.goto(stage.url);
  await page.getByText("No connection to the server. The page was started from this device").waitFor();
  await picture(page, "started-offline");
  // Every page can be opened, also those that were not loaded before.
  await page.goto(`${stage.url}#/make`);
  await page.getByRole("button", { name: "Create table" }).waitFor();
  await network.start();
  await page.getByText("No connection to the server.").waitFor({ state: "detached" });
  await page.goto(game);
  await page.locator(".chip.me.turn").waitFor();
});

test("nothing of the API is stored, and an updated document is shown at once", async () => {
  const page = await stage.person(APP);
  await installed(page);
  await playNow(page);
  await myTurn(page);
  const stored = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) urls.push(new URL(request.url).pathname);
    return urls;
  });
  expect(stored).toContain("/");
  expect(stored.filter((path) => path !== "/" && !/^\/(assets|engine|worker)\//.test(path))).toEqual([]);
  // Whatever is stored, the document comes from the network if there is one.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await (await caches.open(name)).put("/", new Response("<p>An old page</p>", { headers: { "content-type": "text/html" } }));
  });
  await page.goto(stage.url);
  await page.reload();
  expect(await page.getByText("An old page").count()).toBe(0);
  await page.locator("main").first().waitFor();
});

test("a table with days per turn offers notifications, which lead to the table", async ({ skip }) => {
  const page = await stage.person(APP);
  const { key } = (await (await page.request.get(`${stage.url}api/push`)).json()) as { key: string | null };
  if (key === null && !process.env["CI"]) skip("The server needs the extra push.");
  await page.context().grantPermissions(["notifications"]);
  // Without the internet Chromium cannot subscribe at its push service; everything else is real.
  await page.addInitScript(() => {
    let subscription: object | null = null;
    const bytes = (length: number, first: number) => btoa(String.fromCharCode(first, ...Array.from({ length: length - 1 }, (_, n) => n % 256))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    // A point of the curve: the key of the server itself.
    PushManager.prototype.subscribe = async function (options) {
      const point = new Uint8Array(options!.applicationServerKey as Uint8Array);
      const p256dh = btoa(String.fromCharCode(...point)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      const endpoint = "https://fcm.googleapis.com/fcm/send/test";
      subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth: bytes(16, 1) } }), unsubscribe: async () => ((subscription = null), true) };
      return subscription as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null;
  });
  await page.reload();
  await installed(page);
  await page.goto(`${stage.url}#/make`);
  await page.getByLabel("Time per turn").selectOption({ label: "1 day" });
  await page.getByRole("button", { name: "Create table" }).click();
  const notices = page.getByLabel("Notify me when it is my turn");
  await notices.waitFor();
  expect(await notices.isChecked()).toBe(false);
  await notices.check();
  const notified = async () => ((await (await page.request.get(`${stage.url}api/me/data`)).json()) as { notified: { endpoint: string }[] }).notified.map((one) => one.endpoint);
  await expect.poll(notified).toEqual(["https://fcm.googleapis.com/fcm/send/test"]);

  // A message of the push service becomes a notification.
  const client = await page.context().newCDPSession(page);
  const registration = new Promise<string>((done) => {
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && done(registrations[0].registrationId));
  });
  await client.send("ServiceWorker.enable");
  const data = JSON.stringify({ title: "Your turn", body: "It is your turn at the table with Marek.", table: "abc" });
  await client.send("ServiceWorker.deliverPushMessage", { origin: stage.url.replace(/\/$/, ""), registrationId: await registration, data });
  const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => [one.title, one.body, one.data as string]));
  await expect.poll(shown).toEqual([["Your turn", "It is your turn at the table with Marek.", "abc"]]);

  await notices.uncheck();
  await expect.poll(notified).toEqual([]);
});
