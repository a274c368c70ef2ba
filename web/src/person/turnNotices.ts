/** Notifications of my turn, in this browser: on or off, and whether it can show them at all. */

import { addPush, getPushKey, removePush } from "../server/http";
import { language } from "../words/translation.svelte";

/** Browsers can only subscribe where a service worker is allowed: over https, and on this machine. */
function isSupported(): boolean {
  return typeof navigator !== "undefined" && "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The server's key if notifications can be offered here, otherwise null. */
export async function availableKey(): Promise<string | null> {
  return isSupported() ? (await getPushKey()).key : null;
}

export async function isNotified(): Promise<boolean> {
  return (await currentSubscription()) !== null;
}

export type Outcome = "on" | "denied" | "failed";

/** Ask the browser for permission, subscribe it, and tell the server. Throws RequestError. */
export async function turnOn(key: string): Promise<Outcome> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const registration = await navigator.serviceWorker.ready;
  let subscription: PushSubscription;
  try {
    subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) });
  } catch {
    return "failed";
  }
  const { endpoint, keys } = subscription.toJSON();
  try {
    await addPush({ endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "", language: language() });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

/** Unsubscribe this browser, also at the server; best effort, for it is part of signing out. */
export async function turnOff(): Promise<void> {
  const subscription = await currentSubscription().catch(() => null);
  if (!subscription) return;
  await removePush(subscription.endpoint).catch(() => undefined);
  await subscription.unsubscribe().catch(() => undefined);
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}
