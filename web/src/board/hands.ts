/**
 * What hands do with tiles, whatever moves them: a mouse, a finger, a key or a typed word.
 *
 * One value and functions that give the next one. It knows where tiles lie and where they came from, and no rule:
 * whether something is a set, or a turn can end, is asked of the server.
 */

import { type Order, type Piece, type PieceSet, freshId, sorted, written } from "../tiles/tiles";

export interface Layout {
  readonly sets: readonly PieceSet[];
  readonly rack: readonly Piece[];
}

export interface Hands {
  readonly layout: Layout;
  /** As it was at the start of the turn. */
  readonly start: Layout;
  readonly past: readonly Layout[];
  readonly future: readonly Layout[];
  /** The tiles that are picked up, in the order in which they lie. */
  readonly picked: readonly string[];
}

/** Where tiles are put down: before the tile `at` of a set or of the rack, or as a new set before the set `at`. */
export type Target =
  | { readonly on: "set"; readonly set: string; readonly at: number }
  | { readonly on: "new"; readonly at: number }
  | { readonly on: "rack"; readonly at: number };

export function begin(layout: Layout): Hands {
  return { layout, start: layout, past: [], future: [], picked: [] };
}

/** Where a tile lies: the id of its set, "rack", or null if it is not here. */
export function placeOf(layout: Layout, id: string): string | null {
  if (layout.rack.some((tile) => tile.id === id)) return "rack";
  return layout.sets.find((set) => set.tiles.some((tile) => tile.id === id))?.id ?? null;
}

export function tilesAt(layout: Layout, place: string): readonly Piece[] {
  return place === "rack" ? layout.rack : (layout.sets.find((set) => set.id === place)?.tiles ?? []);
}

// Picking up

export function pick(hands: Hands, ids: readonly string[]): Hands {
  const wanted = new Set(ids);
  return { ...hands, picked: inOrder(hands.layout).filter((tile) => wanted.has(tile.id)).map((tile) => tile.id) };
}

export function toggle(hands: Hands, id: string): Hands {
  const others = hands.picked.filter((other) => other !== id);
  return pick(hands, others.length < hands.picked.length ? others : [...others, id]);
}

export function letGo(hands: Hands): Hands {
  return hands.picked.length ? { ...hands, picked: [] } : hands;
}

/** Pick up the whole set in which a tile lies. */
export function pickSet(hands: Hands, id: string): Hands {
  const place = placeOf(hands.layout, id);
  return place === null || place === "rack" ? pick(hands, [id]) : pick(hands, tilesAt(hands.layout, place).map((tile) => tile.id));
}

/** Pick up all tiles between the last one picked in the same place and this one: a part of a run. */
export function pickThrough(hands: Hands, id: string): Hands {
  const place = placeOf(hands.layout, id);
  const tiles = place === null ? [] : tilesAt(hands.layout, place).map((tile) => tile.id);
  const here = tiles.indexOf(id);
  const picked = tiles.flatMap((tile, n) => (hands.picked.includes(tile) ? [n] : []));
  if (!picked.length) return pick(hands, tiles.slice(here));
  const from = Math.min(here, ...picked);
  const to = Math.max(here, ...picked);
  return pick(hands, tiles.slice(from, to + 1));
}

// Putting down

/** Put the picked tiles down; those that cannot go there (a table's tile to the rack) stay where they are. */
export function drop(hands: Hands, target: Target): Hands {
  const chosen = new Set(hands.picked);
  const moving = inOrder(hands.layout).filter((tile) => chosen.has(tile.id) && (target.on !== "rack" || tile.mine));
  if (!moving.length) return letGo(hands);
  const moved = new Set(moving.map((tile) => tile.id));
  const without = (tiles: readonly Piece[]): Piece[] => tiles.filter((tile) => !moved.has(tile.id));
  const before = (tiles: readonly Piece[], at: number): number => without(tiles.slice(0, at)).length;

  let rack = without(hands.layout.rack);
  if (target.on === "rack") rack = insert(rack, before(hands.layout.rack, target.at), moving);
  const sets: PieceSet[] = [];
  hands.layout.sets.forEach((set, n) => {
    if (target.on === "new" && target.at === n) sets.push({ id: freshId(), tiles: moving });
    let tiles = without(set.tiles);
    if (target.on === "set" && target.set === set.id) tiles = insert(tiles, before(set.tiles, target.at), moving);
    if (tiles.length) sets.push({ id: set.id, tiles });
  });
  if (target.on === "new" && target.at >= hands.layout.sets.length) sets.push({ id: freshId(), tiles: moving });
  return step(hands, { sets, rack });
}

/** Divide a set before one of its tiles. */
export function split(hands: Hands, set: string, at: number): Hands {
  const sets = hands.layout.sets.flatMap((each) =>
    each.id !== set || at <= 0 || at >= each.tiles.length
      ? [each]
      : [
          { id: each.id, tiles: each.tiles.slice(0, at) },
          { id: freshId(), tiles: each.tiles.slice(at) },
        ],
  );
  return sets.length === hands.layout.sets.length ? hands : step(hands, { ...hands.layout, sets });
}

/** Lay the sets as somebody else arranged them (a typed command, a plan, a hint): one step. */
export function lay(hands: Hands, layout: Layout): Hands {
  return step(hands, layout);
}

/** Show the sets in the order in which they read, which is no step of its own. */
export function arrange(hands: Hands, arranged: ReadonlyMap<string, string>): Hands {
  let changed = false;
  const sets = hands.layout.sets.map((set) => {
    const wanted = arranged.get(set.id);
    if (wanted === undefined || wanted === written(set.tiles)) return set;
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
  return changed ? { ...hands, layout: { ...hands.layout, sets } } : hands;
}

// Back and forth

export function undo(hands: Hands): Hands {
  const last = hands.past.at(-1);
  if (!last) return hands;
  return { ...hands, layout: last, past: hands.past.slice(0, -1), future: [hands.layout, ...hands.future], picked: [] };
}

export function redo(hands: Hands): Hands {
  const [next, ...future] = hands.future;
  if (!next) return hands;
  return { ...hands, layout: next, past: [...hands.past, hands.layout], future, picked: [] };
}

/** Everything back to the start of the turn; `undo` brings it back. */
export function reset(hands: Hands): Hands {
  return isBegun(hands) ? step(hands, { sets: hands.start.sets, rack: inOwnOrder(hands) }) : letGo(hands);
}

/** Whether the table lies otherwise than at the start of the turn. */
export function isBegun(hands: Hands): boolean {
  return tableText(hands.layout) !== tableText(hands.start);
}

/** Whether the sets of two layouts are the same faces in the same order, whichever pieces they are. */
export function sameTable(one: Layout, other: Layout): boolean {
  const text = (layout: Layout) => layout.sets.map((set) => written(set.tiles)).join("|");
  return text(one) === text(other);
}

/** Tiles from the rack that lie on the table now. */
export function placed(layout: Layout): Piece[] {
  return layout.sets.flatMap((set) => set.tiles.filter((tile) => tile.mine));
}

export function sortRack(hands: Hands, order: Order): Hands {
  return { ...hands, layout: { ...hands.layout, rack: sorted(hands.layout.rack, order) } };
}

/** How the table lies, for the server: single tiles of the table are loose, they lie in no set. */
export function asTold(layout: Layout): { sets: string[]; loose: string; told: string[] } {
  const sets: string[] = [];
  const loose: string[] = [];
  /** The ids of the sets that were told, so that an answer finds them again. */
  const told: string[] = [];
  for (const set of layout.sets) {
    if (set.tiles.length === 1 && !set.tiles[0]!.mine) loose.push(set.tiles[0]!.face);
    else {
      sets.push(written(set.tiles));
      told.push(set.id);
    }
  }
  return { sets, loose: loose.join(" "), told };
}

function step(hands: Hands, layout: Layout): Hands {
  if (tableText(layout) === tableText(hands.layout)) return { ...hands, layout, picked: [] };
  return { ...hands, layout, past: [...hands.past, hands.layout], future: [], picked: [] };
}

function inOrder(layout: Layout): Piece[] {
  return [...layout.sets.flatMap((set) => set.tiles), ...layout.rack];
}

/** All tiles of the rack in the order of now; those that come back from the table stand at the end. */
function inOwnOrder(hands: Hands): Piece[] {
  return [...hands.layout.rack, ...placed(hands.layout)];
}

function tableText(layout: Layout): string {
  return layout.sets.map((set) => set.tiles.map((tile) => tile.id).join(" ")).join("|");
}

function insert(tiles: readonly Piece[], at: number, more: readonly Piece[]): Piece[] {
  return [...tiles.slice(0, at), ...more, ...tiles.slice(at)];
}
