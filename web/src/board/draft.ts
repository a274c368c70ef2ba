/**
 * A turn in progress: where the tiles are, which ones are selected, and how to undo and redo moves.
 *
 * A draft is an immutable value; every function returns the next one. It knows where tiles are and where they came from,
 * but no rules: the server decides what is a set and whether a turn can end.
 */

import { insertAtSlot, settle, sortIntoSlots } from "../tiles/slots";
import { type Order, type Piece, type PieceSet, formatTiles, newId } from "../tiles/tiles";

export interface Layout {
  readonly sets: readonly PieceSet[];
  readonly rack: readonly Piece[];
}

export interface Draft {
  readonly layout: Layout;
  /** The layout at the start of the turn. */
  readonly start: Layout;
  readonly past: readonly Layout[];
  readonly future: readonly Layout[];
  /** The ids of the selected tiles, in the order of the layout. */
  readonly selected: readonly string[];
}

/** Where tiles are dropped: before tile `at` of a set, on a joker that one of them replaces, as a new set, or on the rack (into a slot, or home). */
export type Target =
  | { readonly on: "set"; readonly set: string; readonly at: number }
  | { readonly on: "joker"; readonly joker: string }
  | { readonly on: "new"; readonly place?: { readonly x: number; readonly row: number } }
  | { readonly on: "rack"; readonly slot?: number };

export function createDraft({ sets, rack }: Layout): Draft {
  const layout = { sets, rack: settle(rack) };
  return { layout, start: layout, past: [], future: [], selected: [] };
}

/** Return the id of a tile's set, "rack", or null if there is no such tile. */
export function placeOf(layout: Layout, id: string): string | null {
  if (layout.rack.some((tile) => tile.id === id)) return "rack";
  return layout.sets.find((set) => set.tiles.some((tile) => tile.id === id))?.id ?? null;
}

export function tilesAt(layout: Layout, place: string): readonly Piece[] {
  return place === "rack" ? layout.rack : (layout.sets.find((set) => set.id === place)?.tiles ?? []);
}

// Selecting

export function select(draft: Draft, ids: readonly string[]): Draft {
  const wanted = new Set(ids);
  return { ...draft, selected: inOrder(draft.layout).filter((tile) => wanted.has(tile.id)).map((tile) => tile.id) };
}

export function toggleSelected(draft: Draft, id: string): Draft {
  const others = draft.selected.filter((other) => other !== id);
  return select(draft, others.length < draft.selected.length ? others : [...others, id]);
}

export function clearSelection(draft: Draft): Draft {
  return draft.selected.length ? { ...draft, selected: [] } : draft;
}

/** Select the whole set of a tile; on the rack, only the tile. */
export function selectSet(draft: Draft, id: string): Draft {
  const place = placeOf(draft.layout, id);
  return place === null || place === "rack" ? select(draft, [id]) : select(draft, tilesAt(draft.layout, place).map((tile) => tile.id));
}

/** Extend the selection to this tile, within its set or rack; with nothing selected, take the rest of the set. */
export function selectThrough(draft: Draft, id: string): Draft {
  const place = placeOf(draft.layout, id);
  const tiles = place === null ? [] : tilesAt(draft.layout, place).map((tile) => tile.id);
  const here = tiles.indexOf(id);
  const selected = tiles.flatMap((tile, n) => (draft.selected.includes(tile) ? [n] : []));
  if (!selected.length) return select(draft, tiles.slice(here));
  const from = Math.min(here, ...selected);
  const to = Math.max(here, ...selected);
  return select(draft, tiles.slice(from, to + 1));
}

// Moving

/** Drop the selected tiles; a tile of the table stays where it is if the target is the rack. */
export function drop(draft: Draft, target: Target): Draft {
  const chosen = new Set(draft.selected);
  const moving = inOrder(draft.layout).filter((tile) => chosen.has(tile.id) && (target.on !== "rack" || tile.mine));
  const isThere = target.on !== "set" || draft.layout.sets.some((set) => set.id === target.set);
  if (!moving.length || !isThere) return clearSelection(draft);
  if (target.on === "joker") return swapJoker(draft, moving[0]!.id, target.joker);
  const moved = new Set(moving.map((tile) => tile.id));
  const without = (tiles: readonly Piece[]): Piece[] => tiles.filter((tile) => !moved.has(tile.id));
  // A whole set that is dropped beside the others stays the same set.
  const isWhole = (set: PieceSet) => set.tiles.length === moving.length && set.tiles.every((tile) => moved.has(tile.id));
  if (target.on === "new" && draft.layout.sets.some(isWhole)) return clearSelection(draft);

  let rack = without(draft.layout.rack);
  if (target.on === "rack") rack = target.slot === undefined ? settle([...rack, ...moving]) : insertAtSlot(rack, moving, target.slot);
  const sets: PieceSet[] = [];
  for (const set of draft.layout.sets) {
    let tiles = without(set.tiles);
    if (target.on === "set" && target.set === set.id) tiles = insert(tiles, without(set.tiles.slice(0, target.at)).length, moving);
    if (tiles.length) sets.push({ id: set.id, tiles });
  }
  if (target.on === "new") sets.push({ id: newId(), tiles: moving });
  return step(draft, { sets, rack });
}

/** Put a tile in the place of a joker. The joker becomes a set of its own and is selected: it is in the player's hand. */
export function swapJoker(draft: Draft, id: string, joker: string): Draft {
  const tiles = inOrder(draft.layout);
  const [tile, freed] = [tiles.find((one) => one.id === id), tiles.find((one) => one.id === joker)];
  const place = placeOf(draft.layout, joker);
  if (!tile || !freed || tile === freed || place === null || place === "rack") return draft;
  const sets = draft.layout.sets.flatMap((set) => {
    const left = set.tiles.filter((one) => one !== tile).map((one) => (one === freed ? tile : one));
    return left.length ? [{ id: set.id, tiles: left }] : [];
  });
  const swapped = step(draft, { sets: [...sets, { id: newId(), tiles: [freed] }], rack: draft.layout.rack.filter((one) => one !== tile) });
  return { ...swapped, selected: [freed.id] };
}

/** Split a set before its tile `at`. */
export function split(draft: Draft, set: string, at: number): Draft {
  const sets = draft.layout.sets.flatMap((each) =>
    each.id !== set || at <= 0 || at >= each.tiles.length
      ? [each]
      : [
          { id: each.id, tiles: each.tiles.slice(0, at) },
          { id: newId(), tiles: each.tiles.slice(at) },
        ],
  );
  return sets.length === draft.layout.sets.length ? draft : step(draft, { ...draft.layout, sets });
}

/** Replace the layout in one step: the result of a typed instruction, a plan or a hint. */
export function replaceLayout(draft: Draft, layout: Layout): Draft {
  return step(draft, layout);
}

/** Order the tiles within sets as the server reads them (`arranged` maps set ids to tiles); this is not a step to undo. */
export function arrange(draft: Draft, arranged: ReadonlyMap<string, string>): Draft {
  let changed = false;
  const sets = draft.layout.sets.map((set) => {
    const wanted = arranged.get(set.id);
    if (wanted === undefined || wanted === formatTiles(set.tiles)) return set;
    const left = [...set.tiles];
    const tiles: Piece[] = [];
    for (const face of wanted.split(" ")) {
      const place = left.findIndex((tile) => tile.face === face);
      if (place < 0) return set;
      tiles.push(...left.splice(place, 1));
    }
    if (left.length) return set;
    changed = true;
    return { id: set.id, tiles };
  });
  return changed ? { ...draft, layout: { ...draft.layout, sets } } : draft;
}

// Undo and redo

export function undo(draft: Draft): Draft {
  const last = draft.past.at(-1);
  if (!last) return draft;
  return { ...draft, layout: last, past: draft.past.slice(0, -1), future: [draft.layout, ...draft.future], selected: [] };
}

export function redo(draft: Draft): Draft {
  const [next, ...future] = draft.future;
  if (!next) return draft;
  return { ...draft, layout: next, past: [...draft.past, draft.layout], future, selected: [] };
}

/** Return everything to the start of the turn; `undo` reverts this. */
export function reset(draft: Draft): Draft {
  return isChanged(draft) ? step(draft, { sets: draft.start.sets, rack: rackAfterReset(draft) }) : clearSelection(draft);
}

/** Whether the table differs from the start of the turn. */
export function isChanged(draft: Draft): boolean {
  return tableKey(draft.layout) !== tableKey(draft.start);
}

/** Whether two layouts have the same faces in the same sets, whichever pieces they are. */
export function hasSameSets(one: Layout, other: Layout): boolean {
  const text = (layout: Layout) => layout.sets.map((set) => formatTiles(set.tiles)).join("|");
  return text(one) === text(other);
}

/** The tiles of my rack that are on the table now. */
export function placedTiles(layout: Layout): Piece[] {
  return layout.sets.flatMap((set) => set.tiles.filter((tile) => tile.mine));
}

/** Sort the rack and close its gaps; with `apart`, half a tile separates what does not belong together. */
export function sortRack(draft: Draft, order: Order, apart = false): Draft {
  return { ...draft, layout: { ...draft.layout, rack: sortIntoSlots(draft.layout.rack, order, apart) } };
}

/** The table as the server reads it: a single tile of the table is loose, not a set. `setIds` names the set behind each text. */
export function formatTable(layout: Layout): { sets: string[]; loose: string; setIds: string[] } {
  const sets: string[] = [];
  const loose: string[] = [];
  const setIds: string[] = [];
  for (const set of layout.sets) {
    if (set.tiles.length === 1 && !set.tiles[0]!.mine) loose.push(set.tiles[0]!.face);
    else {
      sets.push(formatTiles(set.tiles));
      setIds.push(set.id);
    }
  }
  return { sets, loose: loose.join(" "), setIds };
}

function step(draft: Draft, layout: Layout): Draft {
  if (tableKey(layout) === tableKey(draft.layout)) return { ...draft, layout, selected: [] };
  return { ...draft, layout, past: [...draft.past, draft.layout], future: [], selected: [] };
}

function inOrder(layout: Layout): Piece[] {
  return [...layout.sets.flatMap((set) => set.tiles), ...layout.rack];
}

/** The whole rack as it lies now; tiles that return from the table go to their slots. */
function rackAfterReset(draft: Draft): Piece[] {
  return settle([...draft.layout.rack, ...placedTiles(draft.layout)]);
}

/** The same for all layouts with the same tiles in the same sets; which set comes first means nothing. */
function tableKey(layout: Layout): string {
  return layout.sets.map((set) => set.tiles.map((tile) => tile.id).join(" ")).sort().join("|");
}

function insert(tiles: readonly Piece[], at: number, more: readonly Piece[]): Piece[] {
  return [...tiles.slice(0, at), ...more, ...tiles.slice(at)];
}
