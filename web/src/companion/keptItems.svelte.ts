/**
 * What the tools remember: the tiles that were tapped in, the clock, the box. In IndexedDB, because a browser that is killed
 * loses what was written to localStorage in the last seconds.
 */

import { DeviceDatabase } from "../engine/database";

const ITEMS = "items";

class KeptItems {
  private readonly database = new DeviceDatabase("tilewise-tools", 1, (database) => database.createObjectStore(ITEMS));
  private readonly items = new Map<string, unknown>();
  private waiting = $state(0);

  /** Whether something is not on the disk yet. */
  get isStoring(): boolean {
    return this.waiting > 0;
  }

  /** Read everything that is stored; before that, nothing is known. The tools also work in a browser that stores nothing. */
  async load(): Promise<void> {
    const found = await this.database.read([ITEMS], (store) => ({ keys: store(ITEMS).getAllKeys(), values: store(ITEMS).getAll() })).catch(() => null);
    found?.keys.result.forEach((key, n) => this.items.set(String(key), found.values.result[n]));
  }

  get<T>(name: string): T | null {
    return (this.items.get(name) as T | undefined) ?? null;
  }

  set(name: string, value: unknown): void {
    this.items.set(name, value);
    void this.store(name, value);
  }

  private async store(name: string, value: unknown): Promise<void> {
    this.waiting += 1;
    await this.database.write([ITEMS], (store) => store(ITEMS).put(value, name)).catch(() => undefined);
    this.waiting -= 1;
  }
}

export const keptItems = new KeptItems();
