/** A hint in steps: where to look, then which tiles, then the whole play. */

import type { Layout } from "../board/draft";
import { reconcile } from "../tiles/reconcile";
import { type Colour, type Piece, colourOf, numberOf } from "../tiles/tiles";

/** Where to look first: a set of the table, or the tiles of a colour or a number on the rack. */
export type Place = { readonly at: "set" } | { readonly at: "colour"; readonly colour: Colour } | { readonly at: "number"; readonly number: number };

export interface HintSteps {
  readonly place: Place;
  /** The pieces that glow in the first step, wherever they are. */
  readonly look: ReadonlySet<string>;
  /** The pieces of the rack that are placed, by the set that they go to. */
  readonly tiles: readonly (readonly Piece[])[];
  /** The table after the play. */
  readonly table: readonly string[];
}

/** Return the steps that lead from a layout, with all my tiles on the rack, to a table; null if nothing is placed. */
export function hintSteps(layout: Layout, table: readonly string[]): HintSteps | null {
  const rack = new Set(layout.rack.map((tile) => tile.id));
  const placed = reconcile(layout.sets, table, layout.rack)
    .map((set) => ({ set, tiles: set.tiles.filter((tile) => rack.has(tile.id)) }))
    .filter(({ tiles }) => tiles.length);
  if (!placed.length) return null;
  const tiles = placed.map((one) => one.tiles);
  // A set that is there already is the easier place to look at.
  const grown = placed.map(({ set }) => layout.sets.find((before) => before.id === set.id)).find(Boolean);
  if (grown) return { place: { at: "set" }, look: new Set(grown.tiles.map((tile) => tile.id)), tiles, table };
  const place = kindOf(placed[0]!.set.tiles);
  const look = layout.rack.filter(({ face }) => (place.at === "colour" ? colourOf(face) === place.colour : place.at === "number" && numberOf(face) === place.number));
  return { place, look: new Set(look.map((tile) => tile.id)), tiles, table };
}

/** What the tiles of a set have in common; jokers say nothing. */
function kindOf(tiles: readonly Piece[]): Place {
  const plain = tiles.filter((tile) => colourOf(tile.face) !== null);
  const [first, second] = plain;
  if (!first) return { at: "set" };
  if (second && numberOf(first.face) === numberOf(second.face)) return { at: "number", number: numberOf(first.face) };
  return { at: "colour", colour: colourOf(first.face)! };
}
