/** Small things kept in the browser; a browser that keeps nothing is no error. */

const PREFIX = "tilewise.";

export function kept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A private window, or no room: the page works without.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}

/** What belongs to the browser and not to who uses it just now. */
const OF_THE_BROWSER = ["preferences", "order", "play-now"];

/** Forget everything that belongs to a person: names, tables, drafts. */
export function forgetMine(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !OF_THE_BROWSER.includes(key.slice(PREFIX.length))) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}

/** Be told when another tab of this browser kept or forgot something; returns how to end that. */
export function whenKept(name: string, happened: () => void): () => void {
  if (typeof window === "undefined") return () => undefined;
  const hear = (event: StorageEvent) => {
    if (event.key === PREFIX + name) happened();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}
