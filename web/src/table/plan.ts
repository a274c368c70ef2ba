/** A plan that was made while others played, on the table as it is now. */

import { type Layout, type Hands, isBegun } from "../board/hands";
import { type PieceSet, written as tilesWritten } from "../tiles/tiles";

const written = (set: PieceSet): string => tilesWritten(set.tiles);

export interface Rebased {
  /** The plan on the new table; null if it is broken. */
  layout: Layout | null;
  /** The sets that the plan counted on and that are gone, as they were written. */
  broken: string[];
}

/** Carry a plan over to a table that has changed: sets that the plan leaves alone may change, the others may not. */
export function rebase(hands: Hands, table: readonly PieceSet[]): Rebased | null {
  if (!isBegun(hands)) return null;
  const planned = new Set(hands.layout.sets.map(written));
  const used = hands.start.sets.filter((set) => !planned.has(written(set)));
  const before = new Set(hands.start.sets.map(written));
  const made = hands.layout.sets.filter((set) => !before.has(written(set)));
  const left = [...table];
  const broken: string[] = [];
  for (const set of used) {
    const place = left.findIndex((other) => written(other) === written(set));
    if (place < 0) broken.push(written(set));
    else left.splice(place, 1);
  }
  if (broken.length) return { layout: null, broken };
  return { layout: { sets: [...left, ...made], rack: hands.layout.rack }, broken };
}
