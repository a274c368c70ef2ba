/** What a tap or a key does to a draft: the same for mouse, finger and keyboard. */

import { type Draft, type Target, clearSelection, drop, placeOf, select, tilesAt, toggleSelected } from "./draft";

/** Tap a tile: select it, add it to the selection, or drop the selection beside it. */
export function tapTile(draft: Draft, id: string, half: "left" | "right"): Draft {
  const place = placeOf(draft.layout, id);
  if (place === null) return draft;
  if (!draft.selected.length) return select(draft, [id]);
  const isSamePlace = place === "rack" || draft.selected.some((other) => placeOf(draft.layout, other) === place);
  if (isSamePlace) return toggleSelected(draft, id);
  return drop(draft, besideTile(draft, id, half));
}

/** Tap the empty table: drop the selection there as a new set. */
export function tapTable(draft: Draft, at: number): Draft {
  return draft.selected.length ? drop(draft, { on: "new", at }) : draft;
}

/** Tap the rack beside its tiles: selected tiles that came from it return. */
export function tapRack(draft: Draft, at: number): Draft {
  const fromTable = draft.selected.some((id) => placeOf(draft.layout, id) !== "rack");
  return fromTable ? drop(draft, { on: "rack", at }) : clearSelection(draft);
}

/** Return the target left or right of a tile. */
export function besideTile(draft: Draft, id: string, half: "left" | "right"): Target {
  const place = placeOf(draft.layout, id) ?? "rack";
  const at = tilesAt(draft.layout, place).findIndex((tile) => tile.id === id) + (half === "right" ? 1 : 0);
  return place === "rack" ? { on: "rack", at } : { on: "set", set: place, at };
}

/** Return the selected tiles that came from the rack. */
export function returnToRack(draft: Draft): Draft {
  return drop(draft, { on: "rack", at: draft.layout.rack.length });
}

/** Drop the selection as a new set at the end of the table. */
export function dropAsNewSet(draft: Draft): Draft {
  return drop(draft, { on: "new", at: draft.layout.sets.length });
}
