/** What a tap or a key does to a draft: the same for mouse, finger and keyboard. */

import { TILE } from "../tiles/slots";
import { type Draft, type Target, clearSelection, drop, placeOf, select, tilesAt, toggleSelected } from "./draft";

/** Tap a tile: select it, add it to the selection, or drop the selection there, which is `at` if the tile is on the table. */
export function tapTile(draft: Draft, id: string, at: Target): Draft {
  const place = placeOf(draft.layout, id);
  if (place === null) return draft;
  if (!draft.selected.length) return select(draft, [id]);
  const isSamePlace = place === "rack" || draft.selected.some((other) => placeOf(draft.layout, other) === place);
  return isSamePlace ? toggleSelected(draft, id) : drop(draft, at);
}

/** Tap the empty table: drop the selection there as a new set. */
export function tapTable(draft: Draft): Draft {
  return draft.selected.length ? drop(draft, { on: "new" }) : draft;
}

/** Tap the rack beside its tiles: selected tiles that came from it return. */
export function tapRack(draft: Draft, slot: number): Draft {
  const fromTable = draft.selected.some((id) => placeOf(draft.layout, id) !== "rack");
  return fromTable ? drop(draft, { on: "rack", slot }) : clearSelection(draft);
}

/** Return the target left or right of a tile. */
export function besideTile(draft: Draft, id: string, half: "left" | "right"): Target {
  const place = placeOf(draft.layout, id) ?? "rack";
  const tiles = tilesAt(draft.layout, place);
  const at = tiles.findIndex((tile) => tile.id === id);
  if (place === "rack") return { on: "rack", slot: (tiles[at]?.slot ?? 0) + (half === "right" ? TILE : 0) };
  return { on: "set", set: place, at: at + (half === "right" ? 1 : 0) };
}

/** Return the selected tiles that came from the rack to their slots. */
export function returnToRack(draft: Draft): Draft {
  return drop(draft, { on: "rack" });
}

/** Drop the selection as a new set. */
export function dropAsNewSet(draft: Draft): Draft {
  return drop(draft, { on: "new" });
}
