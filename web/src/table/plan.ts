/** A plan that was made while others played, on the table as it is now. */

import { type Layout, type Hands, isBegun } from "../board/hands";
import { reconcile } from "../tiles/reconcile";
import { type PieceSet, written as tilesWritten } from "../tiles/tiles";

/** A turn in the making as the browser keeps it: for a reload, and for another tab. */
export interface KeptDraft {
  match: number;
  game: number;
  /** How many actions the game had. */
  actions: number;
  /** The table on which it was laid. */
  start: string[];
  sets: string[];
  rack: string;
}

/** The tiles as a draft says, from where the turn began; null if these are not its tiles. */
export function laidAgain({ start }: Hands, draft: KeptDraft): Layout | null {
  const sets = reconcile(start.sets, draft.sets, start.rack);
  const own = new Set([...start.rack, ...start.sets.flatMap((set) => set.tiles)].map((tile) => tile.id));
  const laid = new Set(sets.flatMap((set) => set.tiles.map((tile) => tile.id)));
  if ([...laid].some((id) => !own.has(id)) || start.sets.some((set) => set.tiles.some((tile) => !laid.has(tile.id)))) return null;
  return { sets, rack: start.rack.filter((tile) => !laid.has(tile.id)) };
}

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
