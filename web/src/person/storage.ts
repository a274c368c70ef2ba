/** JSON values in the browser's localStorage. The page also works in a browser that stores nothing. */

const PREFIX = "tilewise.";

export function loadItem<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function saveItem(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A private window, or no space left.
  }
}

export function removeItem(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // As above.
  }
}

/** Items that belong to the browser, not to the person using it. */
const BROWSER_ITEMS = ["preferences", "order", "play-now"];

/** Remove everything that belongs to a person: name, tables, drafts. */
export function removePersonalItems(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !BROWSER_ITEMS.includes(key.slice(PREFIX.length))) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}

/** Call `changed` when another tab saves or removes this item. Returns a function that stops listening. */
export function onItemChange(name: string, changed: () => void): () => void {
  if (typeof window === "undefined") return () => undefined;
  const listener = (event: StorageEvent) => {
    if (event.key === PREFIX + name) changed();
  };
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
