/** The current screen, from the fragment of the address: a link is all a friend needs. */

import { isOnDevice } from "./server/channels";

export type Route =
  | { at: "home" }
  | { at: "table"; table: string }
  | { at: "code"; code: string }
  | { at: "make" }
  /** A new table for several people at this device. */
  | { at: "pass" }
  | { at: "me" }
  | { at: "games" }
  | { at: "ratings"; profile: string }
  | { at: "replay"; table: string; match: number; game: number; /** The turn to begin with, from 1. */ turn?: number }
  | { at: "rules"; profile: string }
  | CompanionRoute
  | { at: "unknown" };

/** The section for a game with real tiles: the sheets of this device, one of them, and the tools beside it. */
export type CompanionRoute =
  | { at: "sheets" }
  | { at: "sheet"; sheet: string }
  /** A shared sheet of other people, by its code. */
  | { at: "shared"; code: string }
  | { at: "clock" }
  /** With the question to begin with. */
  | { at: "referee"; about?: string }
  /** With a position to solve, as the page writes it into the address. */
  | { at: "best"; position: string };

export function isCompanion(to: Route): to is CompanionRoute {
  return ["sheets", "sheet", "shared", "clock", "referee", "best"].includes(to.at);
}

export function parseRoute(hash: string): Route {
  const [start = "", first = "", second = "", third = "", fourth = "", fifth = ""] = hash.replace(/^#/, "").split("/");
  if (first === "table" && second) return { at: "table", table: second };
  if (first === "t" && second) return { at: "code", code: decode(second).toUpperCase() };
  if (first === "make" || first === "pass") return { at: first };
  if (first === "me" || first === "games") return { at: first };
  if (first === "ratings") return { at: "ratings", profile: second || "international" };
  if (first === "replay" && second) return { at: "replay", table: second, match: Number(third) || 1, game: Number(fourth) || 1, ...(Number(fifth) > 0 && { turn: Math.floor(Number(fifth)) }) };
  if (first === "rules") return { at: "rules", profile: second || "international" };
  if (first === "sheet" && second) return { at: "sheet", sheet: second };
  if (first === "s" && second) return { at: "shared", code: decode(second).toUpperCase() };
  if (first === "sheets" || first === "clock") return { at: first };
  if (first === "referee") return { at: "referee", ...(second && { about: second }) };
  if (first === "best") return { at: "best", position: decode(second) };
  return start || first ? { at: "unknown" } : { at: "home" };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The server marks the page if there is nothing at the path of the address. */
export const isUnknownPath = typeof document !== "undefined" && document.getElementById("app")?.dataset["unknown"] !== undefined;

function currentRoute(): Route {
  if (isUnknownPath) return { at: "unknown" };
  return parseRoute(typeof location === "undefined" ? "" : location.hash);
}

/** Whether a page is about other people or the server's data. A site without a server has none. */
export function needsServer(to: Route): boolean {
  if (to.at === "table" || to.at === "replay") return !isOnDevice(to.table);
  return to.at === "code" || to.at === "shared" || to.at === "ratings";
}

interface Place {
  now: Route;
  /** The table that I was at before the current page. */
  lastTable: string | null;
  /** The table that I am invited to: I sit down there as soon as it is shown. */
  invitedTo: string | null;
}

export const route = $state<Place>({ now: currentRoute(), lastTable: null, invitedTo: null });

function setRoute(to: Route): void {
  if (route.now.at === "table" && to.at !== "table") route.lastTable = route.now.table;
  route.now = to;
}

if (typeof window !== "undefined") window.addEventListener("hashchange", () => setRoute(currentRoute()));

function formatRoute(to: Route): string {
  switch (to.at) {
    case "home":
      return "#/";
    case "table":
      return `#/table/${to.table}`;
    case "code":
      return `#/t/${to.code}`;
    case "rules":
    case "ratings":
      return `#/${to.at}/${to.profile}`;
    case "replay":
      return `#/replay/${to.table}/${to.match}/${to.game}${to.turn ? `/${to.turn}` : ""}`;
    case "sheet":
      return `#/sheet/${to.sheet}`;
    case "shared":
      return `#/s/${to.code}`;
    case "best":
      return to.position ? `#/best/${encodeURIComponent(to.position)}` : "#/best";
    default:
      return `#/${to.at}`;
  }
}

export function go(to: Route, replace = false): void {
  if (replace) {
    history.replaceState(null, "", formatRoute(to));
    setRoute(to);
  } else location.hash = formatRoute(to);
}

/** The link to a place, for other people; `origin` if they reach this server at another address. */
export function linkTo(to: Route, origin: string = location.origin): string {
  return `${origin}${location.pathname}${formatRoute(to)}`;
}

/** Whether the address of the page works only on this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}
