/** A plan made while others play, carried over to the table as it is now. */

import { type Draft, type Layout, isChanged } from "../board/draft";
import { type PieceSet, formatTiles } from "../tiles/tiles";

export interface Rebased {
  /** The plan on the new table; null if it is broken. */
  layout: Layout | null;
  /** The sets that the plan used and that have changed, as they were. */
  broken: string[];
}

/** Carry a plan over to a changed table; returns null if there is no plan. A change to a set that the plan uses breaks it. */
export function rebase(draft: Draft, table: readonly PieceSet[]): Rebased | null {
  if (!isChanged(draft)) return null;
  const text = (set: PieceSet) => formatTiles(set.tiles);
  const planned = new Set(draft.layout.sets.map(text));
  const used = draft.start.sets.filter((set) => !planned.has(text(set)));
  const before = new Set(draft.start.sets.map(text));
  const created = draft.layout.sets.filter((set) => !before.has(text(set)));
  const left = [...table];
  const broken: string[] = [];
  for (const set of used) {
    const place = left.findIndex((other) => text(other) === text(set));
    if (place < 0) broken.push(text(set));
    else left.splice(place, 1);
  }
  if (broken.length) return { layout: null, broken };
  return { layout: { sets: [...left, ...created], rack: draft.layout.rack }, broken };
}
