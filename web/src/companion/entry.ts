/** Tiles of a real table as they are entered: a list of tiles, each with its place. A camera could fill the same list. */

import { COLOURS, type Face, colourOf, isFace, numberOf } from "../tiles/tiles";

/** A tile and where it lies. */
export interface EnteredTile {
  readonly face: Face;
  /** Which part of the position it belongs to, such as the table or a rack. */
  readonly area: string;
  /** The set in its area, from 0; everything on a rack is set 0. */
  readonly set: number;
  /** The place in its set, from 0. */
  readonly index: number;
}

export interface Entry {
  readonly tiles: readonly EnteredTile[];
  /** The set that was entered last, to which jokers go; null: the next tile begins a new one. */
  readonly current: { readonly area: string; readonly set: number; /** Whether number tiles go to it too. */ readonly open: boolean } | null;
}

export const EMPTY: Entry = { tiles: [], current: null };

/** The sets of an area, in the order in which they were entered. */
export function setsOf({ tiles }: Pick<Entry, "tiles">, area: string): Face[][] {
  const sets: Face[][] = [];
  for (const tile of tiles.filter((one) => one.area === area)) (sets[tile.set] ??= [])[tile.index] = tile.face;
  return sets;
}

/** All tiles of an area, set by set. */
export function facesOf(entry: Pick<Entry, "tiles">, area: string): Face[] {
  return setsOf(entry, area).flat();
}

/** How many tiles of a face have been entered in some areas. */
export function countOf({ tiles }: Pick<Entry, "tiles">, face: Face, areas: readonly string[]): number {
  return tiles.filter((tile) => tile.face === face && areas.includes(tile.area)).length;
}

/** Return an entry with other sets in an area. Sets without tiles disappear. */
export function withSets(entry: Entry, area: string, sets: readonly (readonly Face[])[], current: Entry["current"] = null): Entry {
  const tiles = sets.filter((set) => set.length).flatMap((faces, set) => faces.map((face, index) => ({ face, area, set, index })));
  return { tiles: [...entry.tiles.filter((tile) => tile.area !== area), ...tiles], current };
}

/** Add one tile: a joker to the set that was entered last, another tile only if that set is open. */
export function addTile(entry: Entry, area: string, face: Face): Entry {
  const { current } = entry;
  const continues = current?.area === area && (current.open || colourOf(face) === null);
  return continues ? extend(entry, area, current.set, [face], current.open) : append(entry, area, [face], true);
}

/** Lay several tiles at once as a set of their own, behind jokers that were entered first. */
export function addSet(entry: Entry, area: string, faces: readonly Face[]): Entry {
  if (!faces.length) return entry;
  const { current } = entry;
  const begun = current?.area === area && current.open ? (setsOf(entry, area)[current.set] ?? []) : [];
  const continues = begun.length > 0 && begun.every((face) => colourOf(face) === null);
  return continues ? extend(entry, area, current!.set, faces, false) : append(entry, area, faces, false);
}

/** Add tiles to the only set of an area: a rack, or a set to check. */
export function addLoose(entry: Entry, area: string, faces: readonly Face[]): Entry {
  return withSets(entry, area, [[...facesOf(entry, area), ...faces]]);
}

function append(entry: Entry, area: string, faces: readonly Face[], open: boolean): Entry {
  const sets = setsOf(entry, area);
  return withSets(entry, area, [...sets, faces], { area, set: sets.length, open });
}

function extend(entry: Entry, area: string, set: number, faces: readonly Face[], open: boolean): Entry {
  const sets = setsOf(entry, area).map((tiles, n) => (n === set ? [...tiles, ...faces] : tiles));
  return withSets(entry, area, sets, { area, set, open });
}

/** Choose a set to change: tiles go to it until another one is begun. */
export function openSet(entry: Entry, area: string, set: number): Entry {
  return { ...entry, current: { area, set, open: true } };
}

/** The next tile begins a new set. */
export function closeSet(entry: Entry): Entry {
  return { ...entry, current: null };
}

export function removeTile(entry: Entry, area: string, set: number, index: number): Entry {
  const sets = setsOf(entry, area).map((tiles, n) => (n === set ? tiles.filter((_, place) => place !== index) : tiles));
  return withSets(entry, area, sets, sets[set]?.length ? entry.current : null);
}

/** Remove the last tile of a face from the only set of an area. */
export function removeLoose(entry: Entry, area: string, face: Face): Entry {
  const index = facesOf(entry, area).lastIndexOf(face);
  return index < 0 ? entry : removeTile(entry, area, 0, index);
}

export function removeSet(entry: Entry, area: string, set: number): Entry {
  return withSets(entry, area, setsOf(entry, area).filter((_, n) => n !== set));
}

export function clearArea(entry: Entry, area: string): Entry {
  return withSets(entry, area, []);
}

/** Copy the sets of an area to another one. */
export function copyArea(entry: Entry, from: string, to: string): Entry {
  return withSets(entry, to, setsOf(entry, from));
}

/** The tiles that an area has more than another one: what came from the rack in a turn. */
export function extraFaces(entry: Entry, area: string, than: string): Face[] {
  const there = facesOf(entry, than);
  return facesOf(entry, area).filter((face) => {
    const place = there.indexOf(face);
    if (place >= 0) there.splice(place, 1);
    return place < 0;
  });
}

/** The tiles from one cell of the pad to another: a run along a row, or a group down a column, whichever the drag follows. */
export function facesBetween(from: Face, to: Face): Face[] {
  const [start, end] = [colourOf(from), colourOf(to)];
  if (start === null || end === null) return [from];
  const [rows, columns] = [COLOURS.indexOf(end) - COLOURS.indexOf(start), numberOf(to) - numberOf(from)];
  if (Math.abs(columns) >= Math.abs(rows)) {
    const [low, high] = [Math.min(numberOf(from), numberOf(to)), Math.max(numberOf(from), numberOf(to))];
    return Array.from({ length: high - low + 1 }, (_, n) => `${start}${low + n}`);
  }
  const [first, last] = [Math.min(COLOURS.indexOf(start), COLOURS.indexOf(end)), Math.max(COLOURS.indexOf(start), COLOURS.indexOf(end))];
  return COLOURS.slice(first, last + 1).map((colour) => `${colour}${numberOf(from)}`);
}

/** The tiles of a number in every colour. */
export function facesOfNumber(number: number): Face[] {
  return COLOURS.map((colour) => `${colour}${number}`);
}

/** Return stored tiles as an entry; what cannot be read is left out. */
export function validEntry(stored: unknown, areas: readonly string[]): Entry {
  if (!Array.isArray(stored)) return EMPTY;
  const tiles = (stored as (Partial<EnteredTile> | null)[]).filter(
    (tile): tile is EnteredTile => isFace(tile?.face) && areas.includes(tile?.area ?? "") && isPlace(tile?.set) && isPlace(tile?.index),
  );
  // Gaps are closed, so that every set and every place has its tile.
  return areas.reduce((entry, area) => withSets(entry, area, Object.values(setsOf({ tiles }, area)).map((set) => Object.values(set))), EMPTY);
}

/** Whether a number counts something that can lie on a table. */
function isPlace(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 200;
}
