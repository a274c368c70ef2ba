import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../fakeStorage";

/** What the server knows of me, and the requests that it has received; each is answered when the test says so. */
let profile = { person: "p1", name: "Anna", avatar: "cat", account: false, chat: true };
let received: string[];
let answers: (() => void)[];

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
  localStorage.setItem("tilewise.name", '"Anna"');
  [received, answers] = [[], []];
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body: string }) => {
    received.push(`${method} ${path} ${body}`);
    return new Promise((done) =>
      answers.push(() => {
        profile = { ...profile, ...JSON.parse(body) };
        done(new Response(JSON.stringify(profile), { status: 200 }));
      }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const isSent = (count: number) => expect.poll(() => received.length).toBe(count);

test("pictures and names that are chosen while the guest is being created arrive in their order", async () => {
  const { chooseAvatar, me, rename } = await import("../../../src/person/me.svelte");
  const changes = [chooseAvatar("owl"), chooseAvatar("fox")];
  await isSent(1);
  changes.push(rename("Ola"));
  for (let count = 1; count <= 4; count += 1) {
    await isSent(count);
    answers[count - 1]!();
  }
  await Promise.all(changes);
  expect(received.slice(1)).toEqual(['PATCH /api/me {"avatar":"owl"}', 'PATCH /api/me {"avatar":"fox"}', 'PATCH /api/me {"name":"Ola"}']);
  expect(me).toMatchObject({ avatar: "fox", name: "Ola" });
});
