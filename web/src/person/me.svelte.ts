/** Who I am here: a guest is made at the first thing that needs somebody, without asking anything. */

import * as http from "../server/http";
import { Connection } from "../server/connection.svelte";
import { t } from "../words/words.svelte";
import { forgetMine, keep, kept, whenKept } from "./keeping";

interface Known {
  person: string;
  name: string;
  account?: boolean;
  avatar?: string;
}

export const connection = new Connection(becomeGuest);

const before = kept<Known>("me");

export const me = $state({
  name: before?.name ?? kept<string>("name") ?? "",
  /** Whether the server knows me. */
  known: before !== null,
  account: before?.account ?? false,
  avatar: before?.avatar ?? "initial",
  chat: true,
});

let becoming: Promise<void> | null = null;
let becameAt = 0;

function take(told: http.Me & Partial<http.MySelf>): void {
  me.known = true;
  me.name = told.name;
  me.account = told.account;
  me.avatar = told.avatar ?? me.avatar;
  me.chat = told.chat ?? me.chat;
  keep("me", { person: told.person, name: me.name, account: me.account, avatar: me.avatar } satisfies Known);
}

/** Nobody any more, and nothing of mine stays in this browser. */
function beNobody(): void {
  forgetMine();
  Object.assign(me, { name: "", known: false, account: false, avatar: "initial", chat: true });
  connection.close();
}

// Another tab became somebody else: so does this one.
whenKept("me", () => {
  const now = kept<Known>("me");
  const other = now?.person !== connection.person && connection.person !== null;
  Object.assign(me, { name: now?.name ?? "", known: now !== null, account: now?.account ?? false, avatar: now?.avatar ?? "initial" });
  if (now !== null) {
    if (other) connection.reopen();
  } else if (connection.condition !== "closed") connection.stop("signed-out");
});

/** One guest, however many parts of the page need somebody at the same time; raises AskError. */
function makeMe(): Promise<void> {
  becoming ??= (async () => {
    const wish = me.avatar;
    take(await http.makeGuest(me.name.trim() || t("guest.name", { number: 100 + Math.floor(Math.random() * 900) })));
    becameAt = Date.now();
    // The guest of before, whom the server has forgotten, had a picture.
    if (wish !== "initial") take(await http.changeMe({ avatar: wish }));
  })().finally(() => (becoming = null));
  return becoming;
}

/** The server knows nobody by this browser's cookie (any more). */
async function becomeGuest(): Promise<boolean> {
  // A connection that was opened just before the guest was made only has to be opened again.
  if (becoming === null && Date.now() - becameAt < 3_000) return true;
  return makeMe().then(
    () => true,
    () => false,
  );
}

/** Be somebody before a table is made or joined; raises AskError. */
export async function beSomebody(): Promise<void> {
  if (!me.known) await makeMe();
  connection.open();
}

/** Ask the server who I am; raises AskError. */
export async function lookMeUp(): Promise<void> {
  if (!me.known) return;
  const asked = kept<Known>("me")?.person;
  // Who has signed out or in meanwhile is somebody else by now, whatever the answer says.
  const isStillMe = () => me.known && kept<Known>("me")?.person === asked;
  try {
    const answer = await http.whoAmI();
    if (isStillMe()) take(answer);
  } catch (error) {
    if (!isStillMe()) return;
    // The cookie is gone, or the server has forgotten me: I am nobody until something needs somebody.
    if (error instanceof http.AskError && error.code === "nobody") beNobody();
    else throw error;
  }
}

/** Another name: at once for somebody the server knows, otherwise with the first thing that is done. Raises AskError. */
export async function rename(name: string): Promise<void> {
  const old = me.name;
  me.name = name.trim();
  keep("name", me.name);
  if (!me.known || !me.name) return;
  try {
    take(await http.changeMe({ name: me.name }));
  } catch (error) {
    me.name = old;
    throw error;
  }
}

/** Another picture; raises AskError. */
export async function chooseAvatar(avatar: string): Promise<void> {
  if (!me.known) await makeMe();
  take(await http.changeMe({ avatar }));
}

/** Whether I want to see chat and reactions at all; raises AskError. */
export async function switchChat(chat: boolean): Promise<void> {
  if (!me.known) await makeMe();
  take(await http.changeMe({ chat }));
}

/** Let the guest that I am, with all games, be found again on other devices; raises AskError. */
export async function becomeAccount(name: string, passphrase: string): Promise<void> {
  if (!me.known) await makeMe();
  take(await http.makeAccount(name, passphrase));
}

/** Be the account of a name; the guest of this browser becomes one with it. Raises AskError. */
export async function signIn(name: string, passphrase: string): Promise<void> {
  take(await http.signIn(name, passphrase));
  take(await http.whoAmI());
  if (connection.condition !== "closed") connection.reopen();
}

export async function signOut(): Promise<void> {
  await http.signOut();
  beNobody();
}

export async function signOutEverywhere(): Promise<void> {
  // Nobody needs to be told that the connection was ended: this page did it.
  connection.close();
  await http.signOutEverywhere();
  beNobody();
}

/** Another passphrase; all other devices are signed out. Raises AskError. */
export async function changePassphrase(old: string, next: string): Promise<void> {
  take(await http.changePassphrase(old, next));
  if (connection.condition !== "closed") connection.reopen();
}

/** Delete all that the server keeps of me; an account gives its passphrase once more. Raises AskError. */
export async function deleteMe(passphrase: string | null): Promise<void> {
  await http.deleteMe(passphrase);
  beNobody();
}
