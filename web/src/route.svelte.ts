/** Which screen is shown: the part of the address behind `#`, so that a link is all a friend needs. */

export type Route =
  | { at: "home" }
  | { at: "table"; table: string }
  | { at: "code"; code: string }
  | { at: "make" }
  | { at: "rules"; profile: string };

export function routeOf(hash: string): Route {
  const [, first = "", second = ""] = hash.replace(/^#/, "").split("/");
  if (first === "table" && second) return { at: "table", table: second };
  if (first === "t" && second) return { at: "code", code: decodeURIComponent(second).toUpperCase() };
  if (first === "make") return { at: "make" };
  if (first === "rules") return { at: "rules", profile: second || "international" };
  return { at: "home" };
}

export const route = $state<{ now: Route }>({ now: routeOf(typeof location === "undefined" ? "" : location.hash) });

if (typeof window !== "undefined") window.addEventListener("hashchange", () => (route.now = routeOf(location.hash)));

export function go(to: Route, replace = false): void {
  const hash =
    to.at === "table" ? `#/table/${to.table}` : to.at === "code" ? `#/t/${to.code}` : to.at === "make" ? "#/make" : to.at === "rules" ? `#/rules/${to.profile}` : "#/";
  if (replace) {
    history.replaceState(null, "", hash);
    route.now = to;
  } else location.hash = hash;
}

export function linkTo(code: string): string {
  return `${location.origin}${location.pathname}#/t/${code}`;
}
