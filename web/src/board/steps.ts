/** A play shown step by step: one set after the other takes its new shape. */

import { reconcile } from "../tiles/reconcile";
import type { PieceSet } from "../tiles/tiles";
import type { Layout } from "./hands";

/** The layouts on the way from how the tiles lie to the table as told; the last one is that table. */
export function stepsTo(layout: Layout, told: readonly string[]): Layout[] {
  const wanted = reconcile(layout.sets, told, layout.rack);
  const steps: Layout[] = [];
  let now = layout;
  for (const set of wanted) {
    const lies = now.sets.find((other) => other.id === set.id);
    if (lies && ids(lies) === ids(set)) continue;
    now = withSet(now, set);
    steps.push(now);
  }
  return steps;
}

/** The layout in which a set lies as given; its tiles are gone from wherever they were. */
function withSet(layout: Layout, set: PieceSet): Layout {
  const moved = new Set(set.tiles.map((tile) => tile.id));
  const sets: PieceSet[] = [];
  let laid = false;
  for (const other of layout.sets) {
    if (other.id === set.id) {
      // What the set loses lies on its own until its turn comes.
      const left = other.tiles.filter((tile) => !moved.has(tile.id));
      sets.push(set);
      if (left.length) sets.push({ id: `${set.id}-left`, tiles: left });
      laid = true;
      continue;
    }
    const tiles = other.tiles.filter((tile) => !moved.has(tile.id));
    if (tiles.length) sets.push({ id: other.id, tiles });
  }
  if (!laid) sets.push(set);
  return { sets, rack: layout.rack.filter((tile) => !moved.has(tile.id)) };
}

function ids(set: PieceSet): string {
  return set.tiles.map((tile) => tile.id).join(" ");
}
