/** A play shown step by step: one set after another takes its new shape. */

import { reconcile } from "../tiles/reconcile";
import { type PieceSet, newId } from "../tiles/tiles";
import type { Layout } from "./draft";

/** Return the layouts that lead from one layout to the given table; the last one shows that table. */
export function stepsTo(layout: Layout, table: readonly string[]): Layout[] {
  const wanted = reconcile(layout.sets, table, layout.rack);
  const steps: Layout[] = [];
  let now = layout;
  for (const set of wanted) {
    const before = now.sets.find((other) => other.id === set.id);
    if (before && ids(before) === ids(set)) continue;
    now = withSet(now, set);
    steps.push(now);
  }
  return steps;
}

/** Return the layout with this set, removing its tiles from wherever they were. */
function withSet(layout: Layout, set: PieceSet): Layout {
  const moved = new Set(set.tiles.map((tile) => tile.id));
  const sets: PieceSet[] = [];
  let isPlaced = false;
  for (const other of layout.sets) {
    if (other.id === set.id) {
      // Tiles that the set loses form a set of their own until a later step uses them.
      const left = other.tiles.filter((tile) => !moved.has(tile.id));
      sets.push(set);
      if (left.length) sets.push({ id: newId(), tiles: left });
      isPlaced = true;
      continue;
    }
    const tiles = other.tiles.filter((tile) => !moved.has(tile.id));
    if (tiles.length) sets.push({ id: other.id, tiles });
  }
  if (!isPlaced) sets.push(set);
  return { sets, rack: layout.rack.filter((tile) => !moved.has(tile.id)) };
}

function ids(set: PieceSet): string {
  return set.tiles.map((tile) => tile.id).join(" ");
}
