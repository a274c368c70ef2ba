/** Tiles that are being entered, with undo. Every change is stored on the device, so a reload or a crash loses nothing. */

import { EMPTY, type Entry, validEntry } from "./entry";
import { keptItems } from "./keptItems.svelte";

/** Changes that can be taken back. */
const MOST_PAST = 100;

export class TileEntry {
  now: Entry = $state.raw(EMPTY);
  private past: readonly Entry[] = $state.raw([]);

  /** `name` is that of the stored item, `areas` are the parts of the position. */
  constructor(
    private readonly name: string,
    readonly areas: readonly string[],
  ) {
    this.now = validEntry(keptItems.get(name), areas);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  change(to: Entry): void {
    if (to === this.now) return;
    // Choosing another set changes no tiles, so it is nothing to take back.
    if (to.tiles !== this.now.tiles) this.past = [...this.past, this.now].slice(-MOST_PAST);
    this.show(to);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.show(last);
  }

  private show(entry: Entry): void {
    this.now = entry;
    keptItems.set(this.name, entry.tiles);
  }
}
