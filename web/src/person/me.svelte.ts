/** The person using this browser. A guest is created without asking as soon as something needs a person. */

import * as http from "../server/http";
import { DEVICE, isOnDevice } from "../server/channels";
import { Connection } from "../server/connection.svelte";
import { isSite } from "../server/site";
import { anyAnimal, suggestedName } from "./suggestion";
import { turnOff } from "./turnNotices";
import { loadItem, onItemChange, removePersonalItems, saveItem } from "./storage";

interface SavedMe {
  person: string;
  name: string;
  account?: boolean;
  avatar?: string;
}

export const connection = new Connection(restoreGuest);
/** The tables on this device need nobody's permission. */
const deviceConnection = new Connection(async () => true, DEVICE);

/** The connection on which a table is played. */
export function connectionTo(table: string): Connection {
  return isOnDevice(table) ? deviceConnection : connection;
}

const saved = loadItem<SavedMe>("me");

/** The picture of a visitor whom the server does not know yet: an animal, the same on every visit. */
function firstAvatar(): string {
  const avatar = loadItem<string>("avatar") ?? anyAnimal();
  saveItem("avatar", avatar);
  return avatar;
}

export const me = $state({
  name: saved?.name ?? loadItem<string>("name") ?? "",
  /** Whether the server knows me. */
  known: saved !== null,
  account: saved?.account ?? false,
  avatar: saved?.avatar ?? firstAvatar(),
  chat: true,
  /** Whether I have ever said who I am, so that nobody asks again. */
  introduced: loadItem<boolean>("introduced") ?? loadItem<string>("name") !== null,
});

/** The guest being created, so that several callers share one. */
let creating: Promise<void> | null = null;
let createdAt = 0;

function updateMe(response: http.Identity & Partial<http.MyProfile>): void {
  me.known = true;
  me.name = response.name;
  me.account = response.account;
  me.avatar = response.avatar ?? me.avatar;
  me.chat = response.chat ?? me.chat;
  saveItem("me", { person: response.person, name: me.name, account: me.account, avatar: me.avatar } satisfies SavedMe);
}

/** Forget who I am, and remove everything personal from this browser. */
function clearMe(): void {
  removePersonalItems();
  Object.assign(me, { name: "", known: false, account: false, avatar: firstAvatar(), chat: true, introduced: false });
  connection.close();
}

// Another tab signed in or out: this one follows.
onItemChange("me", () => {
  const now = loadItem<SavedMe>("me");
  const isOtherPerson = now?.person !== connection.person && connection.person !== null;
  Object.assign(me, { name: now?.name ?? "", known: now !== null, account: now?.account ?? false, avatar: now?.avatar ?? firstAvatar(), introduced: loadItem<boolean>("introduced") ?? false });
  if (now !== null) {
    if (isOtherPerson) connection.reopen();
  } else if (connection.status !== "closed") connection.stop("signed-out");
});

/** Create one guest, however many parts of the page ask at the same time. Throws RequestError. */
function createGuest(): Promise<void> {
  creating ??= (async () => {
    updateMe(await http.createGuest(me.name.trim() || suggestedName(me.avatar), me.avatar));
    createdAt = Date.now();
  })().finally(() => (creating = null));
  return creating;
}

/** Create a guest because the server does not know this browser's cookie; returns whether that worked. */
async function restoreGuest(): Promise<boolean> {
  // A connection opened just before the guest was created only has to be opened again.
  if (creating === null && Date.now() - createdAt < 3_000) return true;
  return createGuest().then(
    () => true,
    () => false,
  );
}

/** Make sure that the server knows me before I create or join a table. Throws RequestError. */
export async function ensurePerson(): Promise<void> {
  if (!me.known) await createGuest();
  connection.open();
}

/** Send a request that needs a person. A guest whom the server has forgotten is created again. Throws RequestError. */
export async function asPerson<T>(send: () => Promise<T>): Promise<T> {
  await ensurePerson();
  const person = savedPerson();
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof http.RequestError) || error.code !== "nobody") throw error;
    // The connection may have noticed it first.
    if (savedPerson() === person) await createGuest();
    return send();
  }
}

function savedPerson(): string | undefined {
  return loadItem<SavedMe>("me")?.person;
}

/** Load my name, avatar and account from the server. Throws RequestError. */
export async function refreshMe(): Promise<void> {
  if (!me.known) return;
  const person = savedPerson();
  // A response that arrives after signing in or out is about someone else.
  const isStillMe = () => me.known && savedPerson() === person;
  try {
    const response = await http.getMe();
    if (isStillMe()) updateMe(response);
  } catch (error) {
    if (!isStillMe()) return;
    // The cookie has expired, or the server has deleted this guest.
    if (error instanceof http.RequestError && error.code === "nobody") clearMe();
    else throw error;
  }
}

/** The last change of my profile, which may be on its way. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Change my profile on the server: changes arrive there in the order in which I made them. Throws RequestError. */
function changeMe(changes: Parameters<typeof http.updateMe>[0]): Promise<void> {
  const change = lastChange.then(async () => {
    if (!me.known) await createGuest();
    updateMe(await http.updateMe(changes));
  });
  lastChange = change.catch(() => undefined);
  return change;
}

function rememberIntroduction(): void {
  me.introduced = true;
  saveItem("introduced", true);
}

/** Say who I am, in answer to the question; also if the server refuses it, nobody asks again. Throws RequestError. */
export async function introduce(name: string, avatar: string): Promise<void> {
  try {
    if (!me.known) await createGuest();
    if (name !== me.name || avatar !== me.avatar) await changeMe({ name, avatar });
  } finally {
    rememberIntroduction();
  }
}

/** Change my name: now if the server knows me, otherwise when the guest is created. Throws RequestError. */
export async function rename(name: string): Promise<void> {
  const old = me.name;
  me.name = name.trim();
  saveItem("name", me.name);
  rememberIntroduction();
  if ((!me.known && creating === null) || !me.name) return;
  try {
    await changeMe({ name: me.name });
  } catch (error) {
    me.name = old;
    throw error;
  }
}

/** Choose another picture. Throws RequestError. */
export async function chooseAvatar(avatar: string): Promise<void> {
  rememberIntroduction();
  if (isSite) {
    me.avatar = avatar;
    saveItem("avatar", avatar);
    return;
  }
  await changeMe({ avatar });
}

/** Turn chat and reactions on or off. Throws RequestError. */
export async function setChat(chat: boolean): Promise<void> {
  await changeMe({ chat });
}

/** Turn this guest, with all games, into an account. Throws RequestError. */
export async function createAccount(name: string, passphrase: string): Promise<void> {
  if (!me.known) await createGuest();
  updateMe(await http.createAccount(name, passphrase));
}

/** Sign in to an account; it takes over the games of this browser's guest. Throws RequestError. */
export async function signIn(name: string, passphrase: string): Promise<void> {
  updateMe(await http.signIn(name, passphrase));
  updateMe(await http.getMe());
  if (connection.status !== "closed") connection.reopen();
}

export async function signOut(): Promise<void> {
  await turnOff();
  await http.signOut();
  clearMe();
}

export async function signOutEverywhere(): Promise<void> {
  // Close first, so that the page shows no notice about a connection that it ended itself.
  connection.close();
  await turnOff();
  await http.signOutEverywhere();
  clearMe();
}

/** Change my passphrase, which signs out all other devices. Throws RequestError. */
export async function changePassphrase(old: string, next: string): Promise<void> {
  updateMe(await http.changePassphrase(old, next));
  if (connection.status !== "closed") connection.reopen();
}

/** Delete everything the server stores about me; an account has to give its passphrase. Throws RequestError. */
export async function deleteMe(passphrase: string | null): Promise<void> {
  await http.deleteMe(passphrase);
  await turnOff();
  clearMe();
}
