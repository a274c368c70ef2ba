/** The current screen, from the fragment of the address: a link is all a friend needs. */

export type Route =
  | { at: "home" }
  | { at: "table"; table: string }
  | { at: "code"; code: string }
  | { at: "make" }
  | { at: "me" }
  | { at: "games" }
  | { at: "ratings"; profile: string }
  | { at: "replay"; table: string; match: number; game: number }
  | { at: "rules"; profile: string };

export function parseRoute(hash: string): Route {
  const [, first = "", second = "", third = "", fourth = ""] = hash.replace(/^#/, "").split("/");
  if (first === "table" && second) return { at: "table", table: second };
  if (first === "t" && second) return { at: "code", code: decodeURIComponent(second).toUpperCase() };
  if (first === "make") return { at: "make" };
  if (first === "me" || first === "games") return { at: first };
  if (first === "ratings") return { at: "ratings", profile: second || "international" };
  if (first === "replay" && second) return { at: "replay", table: second, match: Number(third) || 1, game: Number(fourth) || 1 };
  if (first === "rules") return { at: "rules", profile: second || "international" };
  return { at: "home" };
}

export const route = $state<{ now: Route }>({ now: parseRoute(typeof location === "undefined" ? "" : location.hash) });

if (typeof window !== "undefined") window.addEventListener("hashchange", () => (route.now = parseRoute(location.hash)));

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
      return `#/replay/${to.table}/${to.match}/${to.game}`;
    default:
      return `#/${to.at}`;
  }
}

export function go(to: Route, replace = false): void {
  if (replace) {
    history.replaceState(null, "", formatRoute(to));
    route.now = to;
  } else location.hash = formatRoute(to);
}

/** The invitation link of the table with this code. */
export function invitationLink(code: string): string {
  return `${location.origin}${location.pathname}#/t/${code}`;
}
