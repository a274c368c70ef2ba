/** A site of files without a server, as `tilewise site` writes it. It marks the document, so that the page asks no server. */

export const isSite = typeof document !== "undefined" && document.getElementById("app")?.dataset["site"] !== undefined;

/** The file that answers a request of the HTTP API on such a site; null if there is none. */
export function fileFor(method: string, path: string): string | null {
  const rules = /^\/api\/profiles\/([\w-]+)\/rules\?language=(\w+)$/.exec(path);
  return method === "GET" && rules ? `rules/${rules[1]}.${rules[2]}.json` : null;
}
